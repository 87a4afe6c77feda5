package io.ringside.bench.channel;

import org.agrona.DirectBuffer;

/** Reader's end of a channel. Not thread-safe. */
public interface ReaderEnd extends AutoCloseable {
    /** Receiver of messages, called on the reader's thread. */
    @FunctionalInterface
    interface Receiver {
        /**
         * Called for each message.
         *
         * @param timeNs time at which the message was sent, or that its writer has set
         * @param buffer valid during the call
         * @param offset of the payload
         * @param length of the payload
         */
        void onMessage(long timeNs, DirectBuffer buffer, int offset, int length);
    }

    /** Passes waiting messages to the receiver, up to a limit, and returns their number. */
    int poll();

    @Override
    void close();

    /**
     * Opens the end of a channel whose host is open.
     *
     * @param plan     of the channel
     * @param receiver receives the messages
     * @return the end
     */
    static ReaderEnd open(final ChannelPlan plan, final Receiver receiver) {
        return switch (plan.kind()) {
            case RINGSIDE -> new RingsideChannel.Reader(plan, receiver);
            case AERON_EXCLUSIVE, AERON_CONCURRENT -> new AeronChannel.Reader(plan, receiver);
            case CHRONICLE -> new ChronicleChannel.Reader(plan, receiver);
            case ONE_TO_ONE, MANY_TO_ONE -> new RingChannel.Reader(plan, receiver);
            case BARE_LANE, TAKING_LANE -> new BareLaneChannel.Reader(plan, receiver);
        };
    }
}
