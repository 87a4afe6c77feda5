package io.ringside.internal.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/** A JVM of a test, with the flags and classes of this one. It is killed when it is closed. For one thread. */
public final class ChildJvm implements AutoCloseable {
    private static final int WAIT_S = 30;

    private final Process process;
    private final BufferedReader output;

    private ChildJvm(final Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    /**
     * Start a main class.
     *
     * @param options   of the JVM
     * @param main      class to run
     * @param arguments of the class
     */
    public static ChildJvm start(final List<String> options, final Class<?> main, final String... arguments)
            throws IOException {
        return startUnder(List.of(), options, main, arguments);
    }

    /**
     * Start a main class by means of another command.
     *
     * @param wrapper   command that runs the one that follows it, such as one that sets a limit
     * @param options   of the JVM
     * @param main      class to run
     * @param arguments of the class
     */
    public static ChildJvm startUnder(
            final List<String> wrapper, final List<String> options, final Class<?> main, final String... arguments)
            throws IOException {
        final List<String> command = new ArrayList<>(wrapper);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(System.getProperty("ringside.jvm.flags", "").trim().split("\\s+")));
        command.removeIf(String::isEmpty);
        command.addAll(
                List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", System.getProperty("java.class.path")));
        // Behind ours, so that they win.
        command.addAll(options);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return new ChildJvm(
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /**
     * Start a main class that stops at a passage of a point, and kill it there.
     *
     * @param point     at which it stops
     * @param passage   of the point, from 1
     * @param mark      file of its own for each call, which tells that it has stopped
     * @param main      class to run
     * @param arguments of the class
     */
    public static void killAt(final KillPoint point, final int passage, final Path mark, final Class<?> main,
            final String... arguments) throws IOException {
        final List<String> options = List.of("-Dringside.killpoints=true",
                "-D" + KillPoint.POINT_PROPERTY + "=" + point, "-D" + KillPoint.PASSAGE_PROPERTY + "=" + passage,
                "-D" + KillPoint.MARK_PROPERTY + "=" + mark);
        try (ChildJvm victim = start(options, main, arguments)) {
            Awaitility.await().pollInterval(Duration.ofMillis(5)).atMost(Duration.ofSeconds(WAIT_S))
                    .until(() -> (Files.exists(mark) && Files.size(mark) > 0) || !victim.isRunning());
            assertThat(victim.isRunning()).as("the victim stands at the point").isTrue();
            victim.kill();
        }
    }

    /** The next line that it prints; null if it has ended. */
    public String readLine() throws IOException {
        return output.readLine();
    }

    /** Send it a line. */
    public void writeLine(final String line) throws IOException {
        final Writer input = process.outputWriter();
        input.write(line);
        input.write('\n');
        input.flush();
    }

    /** Process id. */
    public long pid() {
        return process.pid();
    }

    /** Whether it has not ended. */
    public boolean isRunning() {
        return process.isAlive();
    }

    /** SIGKILL, and wait until it is gone. */
    public void kill() {
        process.destroyForcibly();
        await();
    }

    /** Send a signal by its name. */
    public void signal(final String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start().waitFor();
    }

    /** Wait until it has ended. */
    public int await() {
        final boolean ended;
        try {
            ended = process.waitFor(WAIT_S, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            throw new AssertionError("interrupted while a process ends: pid=" + pid(), e);
        }
        if (!ended) {
            throw new AssertionError("process does not end: pid=" + pid());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        kill();
    }
}
