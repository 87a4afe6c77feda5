package io.ringside.cli.emit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The command, seen from a process of the demo: words come in, reports go out. Words are read by a thread of its own;
 * reports are for the thread of the process.
 */
final class ParentLink {
    /** Begin to write. */
    static final String GO = "go";
    /** End, and report the last numbers. */
    static final String STOP = "stop";
    /** Take nothing for a while. */
    static final String PAUSE = "pause";
    /** Go on. */
    static final String RESUME = "resume";

    private final InputStream in;
    private final PrintStream out;
    private final Runnable onOrphaned;
    private volatile boolean goRequested;
    private volatile boolean stopRequested;
    private volatile boolean paused;

    /**
     * Begin to listen.
     *
     * @param in         words, one in a line
     * @param out        reports, one in a line
     * @param onOrphaned called when the words end, since then the command has ended
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
            // This is as good as the end of the words.
            onOrphaned.run();
            return;
        }
        onOrphaned.run();
    }
}
