package io.ringside.bench.channel;

/** The reader's end of a channel. For one thread. */
public interface ReaderEnd extends AutoCloseable {
    /**
     * Hand over what waits, up to some limit.
     *
     * @return messages handed over
     */
    int poll();

    @Override
    void close();

    /**
     * Open the end of a channel whose host stands.
     *
     * @param plan     of the channel
     * @param receiver gets the messages
     * @return the end
     */
    static ReaderEnd open(final ChannelPlan plan, final Receiver receiver) {
        return switch (plan.kind()) {
            case RINGSIDE -> new RingsideReaderEnd(plan, receiver);
            case AERON_EXCLUSIVE, AERON_CONCURRENT -> new AeronReaderEnd(plan, receiver);
            case CHRONICLE -> new ChronicleReaderEnd(plan, receiver);
            case ONE_TO_ONE, MANY_TO_ONE -> new RingReaderEnd(plan, receiver);
        };
    }
}
