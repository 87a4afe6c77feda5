package io.ringside.bench.channel;

import java.io.IOException;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/** Writers' end of a channel. Any thread may get a sender. */
public interface WriterEnd extends AutoCloseable {
    /** Sender of one thread's messages. Used by that thread. */
    @FunctionalInterface
    interface Sender {
        /**
         * Sends a message, if there is space.
         *
         * @param source of the payload, from its beginning; direct memory
         * @param length of the payload
         * @return false if the message was not sent: a Ringside session counts it as lost, a baseline must be called
         *         again
         */
        boolean send(DirectBuffer source, int length);
    }

    /** Returns the sender of the calling thread, which calls this once. */
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

    /**
     * Clock of the messages, whose times are either read for each message or set by the writer. Changed only while no
     * thread writes.
     */
    final class WriterClock {
        private boolean isRead = true;
        private long sinceNs;

        /** {@return whether times are read instead of set} */
        public boolean isRead() {
            return isRead;
        }

        /**
         * Sets whether times are read. Otherwise, each message of a thread is one nanosecond later than the previous
         * one, beginning with the current time.
         */
        public void read(final boolean wanted) {
            isRead = wanted;
            sinceNs = System.nanoTime();
        }

        /** Returns the clock of a thread. */
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
