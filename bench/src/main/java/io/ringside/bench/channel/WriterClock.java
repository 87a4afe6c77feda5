package io.ringside.bench.channel;

import org.agrona.concurrent.NanoClock;

/** What the time of each message is: read for it, or one that its writer has already. Set while no thread writes. */
public final class WriterClock {
    private boolean read = true;
    private long sinceNs;

    /** Whether times are read, and not given. */
    public boolean isRead() {
        return read;
    }

    /**
     * From now on.
     *
     * @param isRead whether times are read; else each of a thread's is one more than its last, beginning with now
     */
    public void read(final boolean isRead) {
        read = isRead;
        sinceNs = System.nanoTime();
    }

    /** The clock of a thread. */
    NanoClock ofThread() {
        return new ThreadClock();
    }

    private final class ThreadClock implements NanoClock {
        private long givenNs;

        @Override
        public long nanoTime() {
            if (read) {
                return System.nanoTime();
            }
            givenNs = Math.max(givenNs, sinceNs) + 1;
            return givenNs;
        }
    }
}
