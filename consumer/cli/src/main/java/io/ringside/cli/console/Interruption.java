package io.ringside.cli.console;

import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A request that the command ends, usually caused by a signal. A command that has something to finish calls
 * {@link #handle} and is then given the time for it; all others end at once. Thread-safe.
 */
public final class Interruption {
    /** Longest time that a command gets to finish. */
    private static final long GRACE_MS = TimeUnit.SECONDS.toMillis(20);

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean awaited;

    /** Returns an interruption by signals, which end this process with the exit code of an interruption. */
    public static Interruption ofSignals() {
        final Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::onSignal, "ringside-signal"));
        TerminationSignal.interrupt();
        return interruption;
    }

    /** Announces that the command polls {@link #isRequested}: the process then waits for its end. */
    public void handle() {
        awaited = true;
    }

    /** Interrupt the command. */
    public void request() {
        requested.countDown();
    }

    /** Whether the command should end. */
    public boolean isRequested() {
        return requested.getCount() == 0;
    }

    /**
     * Wait for the request.
     *
     * @param timeoutNs longest time
     * @return true if the command should end
     */
    public boolean await(final long timeoutNs) {
        try {
            return requested.await(timeoutNs, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Announces that the command has finished and has printed all its output. */
    public void finish() {
        finished.countDown();
    }

    private void onSignal() {
        request();
        if (awaited) {
            try {
                finished.await(GRACE_MS, TimeUnit.MILLISECONDS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * The handling of SIGTERM, which ends the program as SIGINT does: same exit code, after all shutdown hooks.
     * Stateless.
     */
    static final class TerminationSignal {
        private static final String NAME = "TERM";

        private TerminationSignal() {}

        /** Makes SIGTERM end the process with the exit code of an interruption. */
        static void interrupt() {
            try {
                // Reflection avoids a warning about classes that the JDK exports without specifying them.
                final Class<?> signal = Class.forName("sun.misc.Signal");
                final Class<?> handler = Class.forName("sun.misc.SignalHandler");
                signal.getMethod("handle", signal, handler).invoke(null, signal.getConstructor(String.class)
                        .newInstance(NAME),
                        Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[]{handler},
                                (proxy, method, args) -> {
                                    System.exit(ExitCode.INTERRUPTED);
                                    return null;
                                }));
            } catch (final ReflectiveOperationException e) {
                // On a JVM without these signals, or with -Xrs, only the exit code differs.
            }
        }
    }
}
