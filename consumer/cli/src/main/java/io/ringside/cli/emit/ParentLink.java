package io.ringside.cli.emit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a demo process to the command: it receives words and sends reports. A dedicated thread reads the
 * words; reports are sent by the process's own thread.
 */
final class ParentLink {
    /** Start writing. */
    static final String GO = "go";
    /** Stop, and report the final numbers. */
    static final String STOP = "stop";
    /** Pause delivery. */
    static final String PAUSE = "pause";
    /** Continue delivery. */
    static final String RESUME = "resume";

    private final InputStream in;
    private final PrintStream out;
    private final Runnable onOrphaned;
    private volatile boolean goRequested;
    private volatile boolean stopRequested;
    private volatile boolean paused;

    /**
     * Starts to listen.
     *
     * @param in         words, one in a line
     * @param out        reports, one in a line
     * @param onOrphaned called when the words end, which happens when the command has ended
     */
    ParentLink(final InputStream in, final PrintStream out, final Runnable onOrphaned) {
        this.in = in;
        this.out = out;
        this.onOrphaned = onOrphaned;
        final Thread thread = new Thread(this::listen, "ringside-demo-words");
        thread.setDaemon(true);
        thread.start();
    }

    boolean isGoRequested() {
        return goRequested;
    }

    boolean isStopRequested() {
        return stopRequested;
    }

    boolean isPaused() {
        return paused;
    }

    void report(final DemoReport.Kind kind, final String text, final long... numbers) {
        out.println(DemoReport.of(kind, text, numbers));
        out.flush();
    }

    private void listen() {
        try (BufferedReader words = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (@Nullable
            String word = words.readLine(); word != null; word = words.readLine()) {
                goRequested |= word.equals(GO);
                stopRequested |= word.equals(STOP);
                paused = word.equals(PAUSE) || (paused && !word.equals(RESUME));
            }
        } catch (final IOException e) {
            // An unreadable input is handled like its end.
            onOrphaned.run();
            return;
        }
        onOrphaned.run();
    }
}
