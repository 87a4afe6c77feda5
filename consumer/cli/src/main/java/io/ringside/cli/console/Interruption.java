package io.ringside.cli.console;

import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The end of the program by a signal. A command that has something to finish says so, and is then given the time for
 * it; all others end at once. Thread-safe.
 */
public final class Interruption {
    /** Longest time that a command gets to finish. */
    private static final long GRACE_MS = TimeUnit.SECONDS.toMillis(20);

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean awaited;

    /** An interruption by a signal that ends this process, with the exit code of an interruption. */
    public static Interruption ofSignals() {
        final Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::onSignal, "ringside-signal"));
        TerminationSignal.interrupt();
        return interruption;
    }

    /** From now on the command polls {@link #isRequested}, and the process does not end before it. */
    public void handle() {
        awaited = true;
    }

    /** Interrupt the command. */
    public void request() {
        requested.countDown();
    }

    /** Whether the command is to come to its end. */
    public boolean isRequested() {
        return requested.getCount() == 0;
    }

    /**
     * Wait.
     *
     * @param timeoutNs longest time
     * @return true if the command is to come to its end
     */
    public boolean await(final long timeoutNs) {
        try {
            return requested.await(timeoutNs, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** The command has finished, and said all that it had to say. */
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
     * SIGTERM, which ends the program as SIGINT does: with the same exit code, and after all shutdown hooks. Stateless.
     */
    static final class TerminationSignal {
        private static final String NAME = "TERM";

        private TerminationSignal() {}

        /** From now on SIGTERM ends the process with the exit code of an interruption. */
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
                // Without such signals, or with -Xrs, only the exit code differs.
            }
        }
    }
}
