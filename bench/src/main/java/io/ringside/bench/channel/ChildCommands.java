package io.ringside.bench.channel;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The child's side of {@link ChildJvm}: a line of its input is a command, and its answer is a line of its output that
 * begins with a mark; all others are talk. The end of the input, be it by the death of the parent, ends the child.
 * Stateless.
 */
public final class ChildCommands {
    static final String ANSWER = "= ";
    static final String FAILURE = "! ";

    private ChildCommands() {}

    /** What is done for a command. */
    @FunctionalInterface
    public interface Command {
        /**
         * Do it.
         *
         * @param command the line
         * @return the answer, one line
         * @throws Exception if it fails: the parent is told
         */
        String execute(String command) throws Exception;
    }

    /**
     * Execute commands until the end of the input.
     *
     * @param command what is done
     * @throws IOException if the input cannot be read
     */
    public static void serve(final Command command) throws IOException {
        final BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (@Nullable
        String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println(answer(command, line));
            System.out.flush();
        }
    }

    private static String answer(final Command command, final String line) {
        try {
            return ANSWER + command.execute(line);
        } catch (final Exception e) {
            e.printStackTrace();
            return FAILURE + String.valueOf(e).replace('\n', ' ');
        }
    }
}
