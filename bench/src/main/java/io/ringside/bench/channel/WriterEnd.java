package io.ringside.bench.channel;

import java.io.IOException;

/** The writers' end of a channel. Senders may be asked for by any thread. */
public interface WriterEnd extends AutoCloseable {
    /**
     * What the calling thread sends with; to be asked for once by each thread.
     *
     * @return for the calling thread
     */
    Sender sender();

    @Override
    void close();

    /**
     * Open the end of a channel whose reader is there.
     *
     * @param plan  of the channel
     * @param clock that peers read for each message; ours reads that of its session, unless times are given
     * @return the end
     * @throws IOException if it cannot be opened
     */
    static WriterEnd open(final ChannelPlan plan, final WriterClock clock) throws IOException {
        return switch (plan.kind()) {
            case RINGSIDE -> new RingsideWriterEnd(plan, clock);
            case AERON_EXCLUSIVE, AERON_CONCURRENT -> new AeronWriterEnd(plan, clock);
            case CHRONICLE -> new ChronicleWriterEnd(plan, clock);
            case ONE_TO_ONE, MANY_TO_ONE -> new RingWriterEnd(plan, clock);
        };
    }
}
