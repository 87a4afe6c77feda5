package io.ringside.bench.channel;

import io.ringside.bench.fixture.PeerRecord;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.ringbuffer.RingBuffer;

/** The reader of a ring of Agrona. */
final class RingReaderEnd implements ReaderEnd {
    private final RingBuffer ring;
    private final MessageHandler handler;

    RingReaderEnd(final ChannelPlan plan, final Receiver receiver) {
        ring = RingMemory.ring(plan.kind(), RingMemory.map(plan.ringFile()));
        handler = (typeId, buffer, index, length) -> receiver.onMessage(PeerRecord.timeNs(buffer, index), buffer,
                index + PeerRecord.HEADER_LENGTH, length - PeerRecord.HEADER_LENGTH);
    }

    @Override
    public int poll() {
        return ring.read(handler);
    }

    @Override
    public void close() {
        // The mapping lives as long as the process.
    }
}
