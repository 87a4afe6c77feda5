package io.ringside.bench.channel;

import io.ringside.bench.fixture.PeerRecord;
import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/** Appenders of a queue as it is by default. */
final class ChronicleWriterEnd implements WriterEnd {
    private static final int LONGEST_BYTES = 64 * 1024;

    private final SingleChronicleQueue queue;
    private final WriterClock clock;

    ChronicleWriterEnd(final ChannelPlan plan, final WriterClock clock) {
        this.clock = clock;
        queue = SingleChronicleQueueBuilder.binary(plan.queueFolder().toFile()).build();
    }

    @Override
    public Sender sender() {
        final ExcerptAppender appender = queue.createAppender();
        final UnsafeBuffer record = new UnsafeBuffer(ByteBuffer.allocateDirect(LONGEST_BYTES));
        final NanoClock times = clock.ofThread();
        final PointerBytesStore bytes = new PointerBytesStore();
        return (source, length) -> {
            PeerRecord.encode(record, 0, times.nanoTime(), source, length);
            bytes.set(record.addressOffset(), PeerRecord.HEADER_LENGTH + length);
            appender.writeBytes(bytes);
            return true;
        };
    }

    @Override
    public void close() {
        queue.close();
    }
}
