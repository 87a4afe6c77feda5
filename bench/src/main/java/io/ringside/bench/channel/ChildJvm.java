package io.ringside.bench.channel;

import io.ringside.bench.ForkFlags;
import io.ringside.bench.fixture.BoundsChecks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Child process that executes commands in a JVM of the same home and class path. A line of its input is a command; the
 * answer is a line of its output that begins with a mark. The process ends with its input, also if its parent dies. Not
 * thread-safe.
 */
public final class ChildJvm implements AutoCloseable {
    private static final String ANSWER = "= ";
    private static final String FAILURE = "! ";
    /** Command for the compilers' total time in milliseconds; every child answers it. */
    private static final String COMPILATION = "compilation";
    private static final long ANSWER_TIMEOUT_S = 60;
    private static final long END_TIMEOUT_S = 10;
    private static final String GONE = FAILURE + "process has ended";
    /**
     * Small heaps, equal for all children, so that no background work of a collector is measured. Compilation starts
     * within seconds: by default, methods that are called a few times per second would be compiled after minutes, on a
     * processor that a spinning thread needs.
     */
    private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-Xms256m", "-Xmx256m",
            "-XX:CompileThresholdScaling=0.1",
            "-Dchronicle.analytics.disable=true", BoundsChecks.OFF);

    private final String name;
    private final Process process;
    private final PrintStream input;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    /** Executor of commands. */
    @FunctionalInterface
    public interface Command {
        /**
         * Executes a command.
         *
         * @param command the line
         * @return the answer, one line
         * @throws Exception if the command fails; the parent receives the exception's text
         */
        String execute(String command) throws Exception;
    }

    private ChildJvm(final String name, final Process process) {
        this.name = name;
        this.process = process;
        input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /**
     * Starts a process.
     *
     * @param main      main class, which {@link #serve serves}
     * @param arguments of the main class
     * @return the process
     * @throws IOException if the process cannot be started
     */
    public static ChildJvm start(final Class<?> main, final List<String> arguments) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ForkFlags.list());
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        final ChildJvm child = new ChildJvm(main.getSimpleName(),
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
        final Thread reader = new Thread(child::read, "answers of " + child.name);
        reader.setDaemon(true);
        reader.start();
        return child;
    }

    /**
     * Sends a command; {@link #answer} must be called for it afterwards.
     *
     * @param command one line
     */
    public void tell(final String command) {
        input.println(command);
    }

    /**
     * Waits for the answer to the oldest unanswered command.
     *
     * @return the answer
     * @throws IllegalStateException if the command has failed, or the process has ended or does not answer
     */
    public String answer() {
        try {
            final String line = answers.poll(ANSWER_TIMEOUT_S, TimeUnit.SECONDS);
            if (line == null || !line.startsWith(ANSWER)) {
                throw new IllegalStateException("a process of the bench has failed: process=" + name + ", answer="
                        + (line == null ? "none in " + ANSWER_TIMEOUT_S + " s" : line) + ": see what it printed");
            }
            return line.substring(ANSWER.length());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted: process=" + name, e);
        }
    }

    /**
     * Sends a command, and waits for its answer.
     *
     * @param command one line
     * @return the answer
     */
    public String ask(final String command) {
        tell(command);
        return answer();
    }

    /** Returns the compilers' total time until now, in milliseconds. */
    public long compilationMs() {
        return Long.parseLong(ask(COMPILATION));
    }

    /**
     * Executes commands until the end of the input, in the child process.
     *
     * @param command executes all commands except {@link #compilationMs}
     * @throws IOException if the input cannot be read
     */
    public static void serve(final Command command) throws IOException {
        final BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (@Nullable
        String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println(reply(command, line));
            System.out.flush();
        }
    }

    private static String reply(final Command command, final String line) {
        try {
            return ANSWER + (line.equals(COMPILATION)
                    ? ManagementFactory.getCompilationMXBean().getTotalCompilationTime()
                    : command.execute(line));
        } catch (final Exception e) {
            e.printStackTrace();
            return FAILURE + String.valueOf(e).replace('\n', ' ');
        }
    }

    /** Closes the process's input, which ends it; a process that does not react is killed. */
    @Override
    public void close() {
        input.close();
        try {
            if (!process.waitFor(END_TIMEOUT_S, TimeUnit.SECONDS)) {
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
                if (line.startsWith(ANSWER) || line.startsWith(FAILURE)) {
                    answers.add(line);
                }
            }
            answers.add(GONE);
        } catch (final IOException e) {
            answers.add(FAILURE + e);
        }
    }
}
