package io.ringside.bench.channel;

import java.io.IOException;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/** The writers' end of a channel. Any thread may ask for its sender. */
public interface WriterEnd extends AutoCloseable {
    /** Sends the messages of one thread. For that thread. */
    @FunctionalInterface
    interface Sender {
        /**
         * Sends a message, if there is room.
         *
         * @param source of the payload, from its beginning; direct memory
         * @param length of the payload
         * @return false if it was not sent: a Ringside session then counts it as lost, a baseline expects another call
         */
        boolean send(DirectBuffer source, int length);
    }

    /** The sender of the calling thread, which asks for it once. */
    Sender sender();

    @Override
    void close();

    /**
     * Opens the end of a channel whose reader is open.
     *
     * @param plan  of the channel
     * @param clock that baselines read for each message; Ringside reads its session's clock unless times are given
     * @return the end
     * @throws IOException if it cannot be opened
     */
    static WriterEnd open(final ChannelPlan plan, final WriterClock clock) throws IOException {
        return switch (plan.kind()) {
            case RINGSIDE -> new RingsideChannel.Writer(plan, clock);
            case AERON_EXCLUSIVE, AERON_CONCURRENT -> new AeronChannel.Writer(plan, clock);
            case CHRONICLE -> new ChronicleChannel.Writer(plan, clock);
            case ONE_TO_ONE, MANY_TO_ONE -> new RingChannel.Writer(plan, clock);
            case BARE_LANE, TAKING_LANE -> new BareLaneChannel.Writer(plan, clock);
        };
    }

    /** The time of each message: read for it, or known to its writer already. Changed only while no thread writes. */
    final class WriterClock {
        private boolean isRead = true;
        private long sinceNs;

        /** Whether times are read, and not given. */
        public boolean isRead() {
            return isRead;
        }

        /** From now on times are read; or each of a thread's is one more than its last, beginning with now. */
        public void read(final boolean wanted) {
            isRead = wanted;
            sinceNs = System.nanoTime();
        }

        /** The clock of a thread. */
        NanoClock ofThread() {
            return new NanoClock() {
                private long givenNs;

                @Override
                public long nanoTime() {
                    if (isRead) {
                        return System.nanoTime();
                    }
                    givenNs = Math.max(givenNs, sinceNs) + 1;
                    return givenNs;
                }
            };
        }
    }
}
