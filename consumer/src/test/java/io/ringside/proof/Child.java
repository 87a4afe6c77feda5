package io.ringside.proof;

import io.ringside.internal.files.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A process of a proof, which talks in lines. Killed when it is closed. For one thread. */
final class Child implements AutoCloseable {
    /** Who lives for a second or two is gone before the optimising compiler is done. Complete proofs run it. */
    static final List<String> SHORT_LIFE = Rounds.isComplete() ? List.of() : List.of("-XX:TieredStopAtLevel=1");

    private static final int WAIT_S = 100;
    private static final String ENDED = "(ended)";
    private static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=4", "-Xmx256m", "-XX:+UseSerialGC");

    private final ChildJvm jvm;
    private final String name;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private Child(final ChildJvm jvm, final String name) {
        this.jvm = jvm;
        this.name = name;
        final Thread reader = new Thread(this::read, "reader of " + name);
        reader.setDaemon(true);
        reader.start();
    }

    static Child start(final List<String> options, final Class<?> main, final String... arguments) {
        return startUnder(List.of(), options, main, arguments);
    }

    /** The same by means of another command. */
    static Child startUnder(final List<String> wrapper, final List<String> options, final Class<?> main,
            final String... arguments) {
        final List<String> all = new ArrayList<>(OPTIONS);
        all.addAll(options);
        try {
            return new Child(ChildJvm.startUnder(wrapper, all, main, arguments), main.getSimpleName());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Wait for a line that begins so, and give what follows. Any other line is an error. */
    String await(final String prefix) {
        return await(prefix, WAIT_S);
    }

    String await(final String prefix, final int waitSeconds) {
        try {
            final String line = lines.poll(waitSeconds, TimeUnit.SECONDS);
            if (line == null || !line.startsWith(prefix)) {
                throw new AssertionError(
                        "process does not say what it should: process=" + this + ", expected=" + prefix + ", line="
                                + line);
            }
            return line.substring(prefix.length()).trim();
        } catch (final InterruptedException e) {
            throw new AssertionError("interrupted while waiting: process=" + this, e);
        }
    }

    void say(final String line) {
        try {
            jvm.writeLine(line);
        } catch (final IOException e) {
            throw new AssertionError("process does not listen: process=" + this, e);
        }
    }

    /** The same to one that may have ended by itself meanwhile: {@link #awaitEnd()} tells whether in good order. */
    void sayUnlessEnded(final String line) {
        try {
            jvm.writeLine(line);
        } catch (final IOException e) {
            jvm.await();
        }
    }

    long pid() {
        return jvm.pid();
    }

    boolean isRunning() {
        return jvm.isRunning();
    }

    void signal(final String signal) {
        try {
            jvm.signal(signal);
        } catch (final IOException | InterruptedException e) {
            throw new AssertionError("process cannot be sent a signal: process=" + this, e);
        }
    }

    /** Wait until it says something, but no longer than that. */
    boolean awaitLine(final int milliseconds) throws InterruptedException {
        return lines.poll(milliseconds, TimeUnit.MILLISECONDS) != null;
    }

    /** SIGKILL, and wait until it is gone. */
    void kill() {
        jvm.kill();
    }

    /** Wait until it has ended by itself, in good order. */
    void awaitEnd() {
        await(ENDED);
        if (jvm.await() != 0) {
            throw new AssertionError("process has failed: process=" + this + ", exit=" + jvm.await());
        }
    }

    @Override
    public void close() {
        jvm.close();
    }

    @Override
    public String toString() {
        return name + " pid=" + pid() + (isRunning() ? "" : " (dead)");
    }

    private void read() {
        try {
            for (String line = jvm.readLine(); line != null; line = jvm.readLine()) {
                lines.add(line);
            }
        } catch (final IOException e) {
            lines.add("cannot be read: " + e);
        }
        lines.add(ENDED);
    }
}
