package io.ringside.cli.emit;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.JvmFlags;
import io.ringside.text.PlainText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The command's handle to a process of the demo. A dedicated thread reads the output of the process; everything else is
 * used by the command's thread only.
 */
final class ChildProcess implements AutoCloseable {
    private static final long END_TIMEOUT_MS = 2_000;

    private final DemoProcess.Role role;
    private final Process process;
    private final PrintStream input;
    private final Thread reader;
    private volatile DemoReport report = DemoReport.of(DemoReport.Kind.PROGRESS, "");
    private volatile boolean reported;
    private volatile String complaint = "";

    private ChildProcess(final DemoProcess.Role role, final Process process) {
        this.role = role;
        this.process = process;
        input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        reader = new Thread(this::read, "ringside-demo-" + role);
        reader.setDaemon(true);
    }

    /**
     * Starts a JVM with the class path of this one.
     *
     * @param role      of the process
     * @param directory trace directory
     * @param session   name of the session
     */
    static ChildProcess start(final DemoProcess.Role role, final DemoDirectory directory, final String session) {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmFlags.ofThisRelease());
        // A small heap and a simple compiler, because three of these processes start while the user waits.
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m", "-cp",
                System.getProperty("java.class.path"), DemoProcess.class.getName(), role.name(),
                directory.path().toString(), session, Boolean.toString(directory.temporary())));
        try {
            final ChildProcess child = new ChildProcess(role,
                    new ProcessBuilder(command).redirectErrorStream(true).start());
            child.reader.start();
            return child;
        } catch (final IOException e) {
            throw new RingsideException(ErrorCode.FILE_SYSTEM,
                    "process cannot be started: role=" + role + ", reason=" + e.getMessage() + ": see the reason", e);
        }
    }

    /** Sends a word of {@link ParentLink}; does nothing if the process has ended. */
    void send(final String word) {
        input.println(word);
    }

    /** Returns the latest report. */
    DemoReport report() {
        return report;
    }

    /** Returns a number of the latest report, 0 before the first report. */
    long number(final int index) {
        final List<Long> numbers = report.numbers();
        return index < numbers.size() ? numbers.get(index) : 0;
    }

    /** Whether the process has sent its first report. */
    boolean isReady() {
        return reported;
    }

    /** Whether the latest report is the final one. */
    boolean isFinal() {
        return report.kind() == DemoReport.Kind.FINAL;
    }

    /** Whether the process has ended without a final report. */
    boolean hasFailed() {
        return !process.isAlive() && !reader.isAlive() && !isFinal();
    }

    /** Returns the exception for a process that ended too early. */
    RingsideException failure() {
        return new RingsideException(ErrorCode.FILE_SYSTEM, "demo process ended too early: role="
                + role.name().toLowerCase(Locale.ROOT) + ", exitCode="
                + (process.isAlive() ? "none" : process.exitValue())
                + ", output=" + (complaint.isEmpty() ? "none" : complaint) + ": see its output");
    }

    @Override
    public void close() {
        // The process ends when its input ends; only a process that does not react is killed.
        input.close();
        try {
            if (!process.waitFor(END_TIMEOUT_MS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (final InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (@Nullable
            String line = lines.readLine(); line != null; line = lines.readLine()) {
                final DemoReport read = DemoReport.parse(line);
                if (read == null) {
                    complaint = PlainText.of(line);
                } else {
                    report = read;
                    reported = true;
                }
            }
        } catch (final IOException e) {
            complaint = String.valueOf(e.getMessage());
        }
    }
}
