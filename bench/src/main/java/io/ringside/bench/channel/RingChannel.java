package io.ringside.bench.channel;

import io.ringside.bench.fixture.PeerRecord;
import java.nio.file.Path;
import org.agrona.IoUtil;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;

/** Channel through an Agrona ring in a mapped file; the mapping exists as long as the process. */
final class RingChannel {
    private static final String DESCRIPTION = "ring of the bench";

    private RingChannel() {}

    /** Reader of an Agrona ring. */
    static final class Reader implements ReaderEnd {
        private final RingBuffer ring;
        private final MessageHandler handler;

        Reader(final ChannelPlan plan, final Receiver receiver) {
            ring = ring(plan.kind(), map(plan.ringFile()));
            handler = (typeId, buffer, index, length) -> receiver.onMessage(PeerRecord.timeNs(buffer, index), buffer,
                    index + PeerRecord.HEADER_LENGTH, length - PeerRecord.HEADER_LENGTH);
        }

        @Override
        public int poll() {
            return ring.read(handler);
        }

        @Override
        public void close() {
            // Nothing to close.
        }
    }

    /** Agrona ring in which threads claim space. */
    static final class Writer implements WriterEnd {
        private final UnsafeBuffer memory;
        private final RingBuffer ring;
        private final WriterClock clock;

        Writer(final ChannelPlan plan, final WriterClock clock) {
            this.clock = clock;
            memory = map(plan.ringFile());
            ring = ring(plan.kind(), memory);
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
            // Nothing to close.
        }
    }

    /** Maps the file that the host has created. */
    private static UnsafeBuffer map(final Path file) {
        return new UnsafeBuffer(IoUtil.mapExistingFile(file.toFile(), DESCRIPTION));
    }

    private static RingBuffer ring(final ChannelKind kind, final UnsafeBuffer memory) {
        return kind == ChannelKind.ONE_TO_ONE ? new OneToOneRingBuffer(memory) : new ManyToOneRingBuffer(memory);
    }
}
