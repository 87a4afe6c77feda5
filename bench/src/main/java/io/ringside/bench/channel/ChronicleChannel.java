package io.ringside.bench.channel;

import io.ringside.bench.fixture.PeerRecord;
import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.core.io.Closeable;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/** Channel through a Chronicle queue with default settings, with an excerpt for each message. */
final class ChronicleChannel {
    private ChronicleChannel() {}

    /** Tailer that reads excerpts in place. */
    static final class Reader implements ReaderEnd {
        private static final int EXCERPTS = 256;

        private final UnsafeBuffer record = new UnsafeBuffer(0, 0);
        private final Receiver receiver;
        private final SingleChronicleQueue queue;
        private final ExcerptTailer tailer;

        Reader(final ChannelPlan plan, final Receiver receiver) {
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

    /** Appenders of a queue with default settings. */
    static final class Writer implements WriterEnd {
        private static final int LONGEST_BYTES = 64 * 1024;

        private final SingleChronicleQueue queue;
        private final WriterClock clock;

        Writer(final ChannelPlan plan, final WriterClock clock) {
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
}
