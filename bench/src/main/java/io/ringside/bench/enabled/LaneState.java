package io.ringside.bench.enabled;

import io.ringside.bench.fixture.AllocationMeter;
import io.ringside.bench.fixture.LoneLane;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneWriter;
import java.io.IOException;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A lane alone, on the measuring thread. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class LaneState {
    /** Bytes that were allocated within the measured calls of an iteration, for JMH's results. */
    public long writerBytes;

    private final AllocationMeter meter = new AllocationMeter();
    private LoneLane lane;
    LaneWriter writer;

    /** Makes the lane. */
    @Setup
    public void open() throws IOException {
        lane = LoneLane.create(LaneGeometry.of(Batch.RING_BYTES));
        writer = lane.writer();
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
        Batch.check(Batch.EVENTS, lane.take());
    }

    /** Removes the files. */
    @TearDown
    public void close() {
        lane.close();
    }
}
