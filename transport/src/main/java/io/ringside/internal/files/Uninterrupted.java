package io.ringside.internal.files;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Work on channels in a thread that somebody else may interrupt. An interrupt closes the channel that is being worked
 * on, so the interrupt is put aside, and what it spoilt all the same is begun again. Thread-safe.
 */
public final class Uninterrupted {
    private static final int ATTEMPTS = 100;

    /**
     * Work that can be begun again.
     *
     * @param <T> what it gives
     */
    @FunctionalInterface
    public interface ChannelWork<T> {
        /**
         * Do it from the beginning.
         *
         * @return what it gives
         * @throws IOException of the channel
         */
        T run() throws IOException;
    }

    private Uninterrupted() {}

    /**
     * Do work to its end. The thread's interrupt is pending again afterwards.
     *
     * @param work that has no effect when it throws
     * @param <T>  what it gives
     * @return what the work gives
     * @throws IOException of the work, but of no interrupt
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
