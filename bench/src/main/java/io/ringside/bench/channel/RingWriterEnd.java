package io.ringside.bench.channel;

import io.ringside.bench.fixture.PeerRecord;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;

/** A ring of Agrona, in which threads claim. */
final class RingWriterEnd implements WriterEnd {
    private final UnsafeBuffer memory;
    private final RingBuffer ring;
    private final WriterClock clock;

    RingWriterEnd(final ChannelPlan plan, final WriterClock clock) {
        this.clock = clock;
        memory = RingMemory.map(plan.ringFile());
        ring = RingMemory.ring(plan.kind(), memory);
    }

    @Override
    public Sender sender() {
        final NanoClock times = clock.ofThread();
        return (source, length) -> {
            final long timeNs = times.nanoTime();
            final int index = ring.tryClaim(PeerRecord.TYPE_ID, PeerRecord.HEADER_LENGTH + length);
            if (index <= 0) {
                return false;
            }
            PeerRecord.encode(memory, index, timeNs, source, length);
            ring.commit(index);
            return true;
        };
    }

    @Override
    public void close() {
        // The mapping lives as long as the process.
    }
}
