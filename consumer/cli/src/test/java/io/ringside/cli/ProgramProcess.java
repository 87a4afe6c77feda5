package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/** The program in a JVM of its own. It is killed when it is closed. */
final class ProgramProcess implements AutoCloseable {
    private static final int WAIT_S = 60;
    private static final Duration PATIENCE = Duration.ofSeconds(WAIT_S);

    private final Process process;
    private final Path out;
    private final Path err;

    private ProgramProcess(final Process process, final Path out, final Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts it with what a JVM needs, and with the default trace directory in a folder. */
    static ProgramProcess start(final Path folder, final String... args) throws IOException {
        return start(folder, List.of(System.getProperty("ringside.jvm.flags").trim().split("\\s+")), args);
    }

    static ProgramProcess start(final Path folder, final List<String> flags, final String... args) throws IOException {
        return startUnder(List.of(), folder, flags, args);
    }

    /** Starts it by means of another command, such as one that watches it. */
    static ProgramProcess startUnder(final List<String> wrapper, final Path folder, final List<String> flags,
            final String... args) throws IOException {
        final List<String> command = new ArrayList<>(wrapper);
        // Who starts these tests in the background may have them ignore SIGINT, and a JVM inherits that for good.
        command.addAll(List.of("env", "--default-signal=INT"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RingsideMain.class.getName()));
        command.addAll(List.of(args));
        final Path out = Files.createTempFile("ringside-out-", ".txt");
        final Path err = Files.createTempFile("ringside-err-", ".txt");
        final ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("RINGSIDE_DIR", directory(folder).toString());
        return new ProgramProcess(builder.start(), out, err);
    }

    /** Runs it to its end. */
    static ProgramRun run(final Path folder, final String... args) throws IOException {
        try (ProgramProcess program = start(folder, args)) {
            return program.await();
        }
    }

    /** The same within this JVM: what is asked until it comes true need not start one each time. */
    static ProgramRun look(final Path folder, final String... args) {
        return ProgramRun.of(directory(folder), args);
    }

    /** What {@code query} tells of a session, in JSON; empty if it cannot. */
    static String lookAt(final Path folder, final String session) {
        return String.join("", look(folder, "query", session, "--format", "json").out());
    }

    /** Waits until a process has registered a provider. */
    static void awaitProvider(final Path folder, final String provider) {
        Awaitility.await().atMost(PATIENCE)
                .until(() -> look(folder, "providers", provider).exitCode() == ExitCode.DONE);
    }

    private static Path directory(final Path folder) {
        return folder.resolve("trace");
    }

    /** Lines of standard output up to now; a last one without an end does not count. */
    List<String> out() {
        final String text = read(out);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    /** Lines of standard error so far. */
    List<String> err() {
        final String text = read(err);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    /** Waits until some process drains a session. */
    static void awaitDrained(final Path folder, final String session) {
        Awaitility.await().atMost(PATIENCE).until(() -> lookAt(folder, session).contains("\"drain\":\"pid="));
    }

    /** Waits until it drains a session. */
    void awaitDrain(final Path folder, final String session) {
        Awaitility.await().atMost(PATIENCE).until(() -> lookAt(folder, session).contains("\"drain\":\"pid=" + pid()));
    }

    void signal(final String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor()).isZero();
    }

    /** Types something at its standard input. */
    void type(final String keys) throws IOException {
        process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    long pid() {
        return process.pid();
    }

    /** Whether it has a file in its memory. */
    boolean hasMapped(final Path file) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(pid()), "maps")).contains(file.toString());
    }

    boolean isRunning() {
        return process.isAlive();
    }

    ProgramRun await() {
        try {
            assertThat(process.waitFor(WAIT_S, TimeUnit.SECONDS)).as("program ends, said: %s", read(err)).isTrue();
        } catch (final InterruptedException e) {
            throw new AssertionError("interrupted while the program runs", e);
        }
        return new ProgramRun(process.exitValue(), read(out).lines().toList(), read(err).lines().toList());
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        } catch (final IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String read(final Path path) {
        try {
            return Files.readString(path, StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
