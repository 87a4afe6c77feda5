package io.ringside.bench.enabled;

import io.ringside.bench.fixture.AllocationMeter;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.transport.lane.LaneGap;
import io.ringside.transport.lane.LaneGeometry;
import io.ringside.transport.lane.LaneReader;
import io.ringside.transport.lane.LaneSink;
import io.ringside.transport.lane.LaneWriter;
import io.ringside.transport.ledger.Checkpoint;
import io.ringside.transport.ledger.LaneLedger;
import io.ringside.transport.ledger.LedgerDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One mapped lane without a runtime around it, its writer and its reader on the measuring thread. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class LaneState {
    private static final long OWNER_THREAD_ID = 1;

    /** Bytes that were allocated within the measured calls of an iteration, for JMH's results. */
    public long writerBytes;

    private final AllocationMeter meter = new AllocationMeter();
    private final Counter counter = new Counter();
    private MemoryFolder folder;
    private LaneReader reader;
    LaneWriter writer;

    private static final class Counter implements LaneSink {
        private long events;

        @Override
        public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
            events++;
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            throw new IllegalStateException("events of a batch were lost: the figure would be wrong");
        }
    }

    /** Makes the lane. */
    @Setup
    public void open() throws IOException {
        folder = MemoryFolder.create();
        final LaneGeometry geometry = LaneGeometry.of(Batch.RING_BYTES);
        final UnsafeBuffer ring = folder.map("ring", geometry.laneBytes());
        final LaneLedger ledger = new LaneLedger(folder.map("ledger", LedgerDescriptor.LANE_LENGTH));
        final Checkpoint start = new Checkpoint();
        ledger.initialise(start);
        writer = new LaneWriter(ring, ledger.entry(), geometry, start);
        writer.handOver(OWNER_THREAD_ID);
        final UnsafeBuffer copy = new UnsafeBuffer(ByteBuffer.allocateDirect(geometry.blockBytes()));
        reader = new LaneReader(ledger, (index, target, length) -> {
            target.putBytes(0, ring, index, length);
            return true;
        }, geometry, copy);
    }

    /** Begins an iteration. */
    @Setup(Level.Iteration)
    public void reset() {
        writerBytes = 0;
    }

    /** Begins a batch. */
    @Setup(Level.Invocation)
    public void begin() {
        meter.begin();
    }

    /** Ends a batch, and takes it out of the lane. */
    @TearDown(Level.Invocation)
    public void drain() {
        writerBytes += meter.bytes();
        final long before = counter.events;
        while (reader.hasFrames()) {
            reader.poll(counter, Integer.MAX_VALUE);
        }
        Batch.check(Batch.EVENTS, counter.events - before);
    }

    /** Removes the files. */
    @TearDown
    public void close() {
        folder.close();
    }
}
