package io.ringside.proof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What {@code strace} has seen of a process: the system calls and signals of each of its threads, one to a line. */
final class SystemCallLog {
    private final Path path;
    private final Map<Long, List<String>> byThread = new HashMap<>();

    /**
     * A log.
     *
     * @param path of its files: one for each thread, whose id follows after a dot
     */
    SystemCallLog(final Path path) {
        this.path = path;
    }

    /** The command that runs another and writes the log of it. */
    List<String> command() {
        return List.of("strace", "-ff", "-qq", "-o", path.toString());
    }

    /** Whether the system has what {@link #command} needs, and permits it. */
    static boolean isAvailable() {
        try {
            return new ProcessBuilder("strace", "-qq", "-o", "/dev/null", "true")
                    .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (final IOException e) {
            return false;
        } catch (final InterruptedException e) {
            throw new AssertionError("interrupted while looking for strace", e);
        }
    }

    /**
     * What a thread has done in a window. Not before its process has ended.
     *
     * @param thread its id for the system
     * @param window number of the window
     * @return lines of the log
     */
    List<String> of(final long thread, final long window) {
        final List<String> lines = byThread.computeIfAbsent(thread, this::read);
        final int begin = only(lines, CostWindow.beginMark(window));
        final int end = only(lines, CostWindow.endMark(window));
        if (begin > end) {
            throw new AssertionError("window ends before it begins: thread=" + thread + ", window=" + window);
        }
        return lines.subList(begin + 1, end);
    }

    private List<String> read(final long thread) {
        try {
            return Files.readAllLines(path.resolveSibling(path.getFileName() + "." + thread),
                    StandardCharsets.ISO_8859_1);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int only(final List<String> lines, final String mark) {
        int found = -1;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(mark)) {
                if (found >= 0) {
                    throw new AssertionError("mark stands twice in the log: mark=" + mark);
                }
                found = i;
            }
        }
        if (found < 0) {
            throw new AssertionError("mark is missing in the log: mark=" + mark);
        }
        return found;
    }
}
