package io.ringside.bench.channel;

import io.ringside.bench.fixture.PeerRecord;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.Closeable;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.agrona.concurrent.UnsafeBuffer;

/** A tailer, which reads excerpts where they lie. */
final class ChronicleReaderEnd implements ReaderEnd {
    private static final int EXCERPTS = 256;

    private final UnsafeBuffer record = new UnsafeBuffer(0, 0);
    private final Receiver receiver;
    private final SingleChronicleQueue queue;
    private final ExcerptTailer tailer;

    ChronicleReaderEnd(final ChannelPlan plan, final Receiver receiver) {
        this.receiver = receiver;
        queue = SingleChronicleQueueBuilder.binary(plan.queueFolder().toFile()).build();
        tailer = queue.createTailer();
    }

    @Override
    public int poll() {
        int taken = 0;
        while (taken < EXCERPTS) {
            try (DocumentContext document = tailer.readingDocument()) {
                if (!document.isPresent()) {
                    return taken;
                }
                final Bytes<?> bytes = document.wire().bytes();
                final int length = (int) bytes.readRemaining();
                record.wrap(bytes.addressForRead(bytes.readPosition(), length), length);
                receiver.onMessage(PeerRecord.timeNs(record, 0), record, PeerRecord.HEADER_LENGTH,
                        length - PeerRecord.HEADER_LENGTH);
                taken++;
            }
        }
        return taken;
    }

    @Override
    public void close() {
        Closeable.closeQuietly(tailer, queue);
    }
}
