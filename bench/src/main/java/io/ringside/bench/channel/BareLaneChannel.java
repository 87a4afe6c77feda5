package io.ringside.bench.channel;

import io.ringside.bench.fixture.BareLane;
import io.ringside.bench.fixture.PeerRecord;
import org.agrona.IoUtil;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/** Channel through a {@link BareLane} in a mapped file; the mapping exists as long as the process. */
final class BareLaneChannel {
    private static final String DESCRIPTION = "lane of the bench";

    private BareLaneChannel() {}

    /** Reader of the lane. */
    static final class Reader implements ReaderEnd {
        private final BareLane.Reader lane;

        Reader(final ChannelPlan plan, final Receiver receiver) {
            final BareLane mapped = map(plan);
            final BareLane.Handler handler = (memory, index, length) -> receiver.onMessage(
                    PeerRecord.timeNs(memory, index), memory, index + PeerRecord.HEADER_LENGTH,
                    length - PeerRecord.HEADER_LENGTH);
            lane = plan.kind() == ChannelKind.TAKING_LANE
                    ? mapped.new TakingReader(handler)
                    : mapped.new Reader(handler);
        }

        @Override
        public int poll() {
            return lane.poll();
        }

        @Override
        public void close() {
            // Nothing to close.
        }
    }

    /** Only writer of the lane. */
    static final class Writer implements WriterEnd {
        private final BareLane.Writer lane;
        private final WriterClock clock;

        Writer(final ChannelPlan plan, final WriterClock clock) {
            this.clock = clock;
            lane = map(plan).new Writer();
        }

        @Override
        public Sender sender() {
            final NanoClock times = clock.ofThread();
            return (source, length) -> lane.write(times, source, length);
        }

        @Override
        public void close() {
            // Nothing to close.
        }
    }

    /** Maps the file that the host has created. */
    private static BareLane map(final ChannelPlan plan) {
        return new BareLane(new UnsafeBuffer(IoUtil.mapExistingFile(plan.ringFile().toFile(), DESCRIPTION)));
    }
}
