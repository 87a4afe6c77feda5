package io.ringside.internal.files;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Runs work on channels in a thread that may be interrupted by others. An interrupt closes the channel in use, so it is
 * cleared first, and work that it interrupts nevertheless is repeated. Thread-safe.
 */
public final class Uninterrupted {
    private static final int ATTEMPTS = 100;

    /**
     * Work that can be repeated.
     *
     * @param <T> type of the result
     */
    @FunctionalInterface
    public interface ChannelWork<T> {
        /**
         * Perform the work from the beginning.
         *
         * @return the result
         * @throws IOException if the channel fails
         */
        T run() throws IOException;
    }

    private Uninterrupted() {}

    /**
     * Perform work to its end. The thread's interrupt is pending again afterwards.
     *
     * @param work work that has no effect if it throws
     * @param <T>  type of the result
     * @return the result of the work
     * @throws IOException if the work fails for another reason than an interrupt
     */
    public static <T> T call(final ChannelWork<T> work) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            for (int attempt = 1;; attempt++) {
                try {
                    return work.run();
                } catch (final ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                    if (attempt == ATTEMPTS) {
                        throw new IOException("interrupted at every attempt: attempts=" + ATTEMPTS, e);
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
