package io.ringside.bench.recording;

import io.ringside.bench.fixture.AllocationMeter;
import io.ringside.bench.fixture.MemoryFolder;
import java.io.IOException;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A recorder with events to record: they are written between the measured calls, by the measuring thread. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class RecorderState {
    private final AllocationMeter meter = new AllocationMeter();
    private MemoryFolder root;
    private RecordedPayload payload;
    RecordedEvents events;
    private long allocatedBytes;
    private long measuredEvents;

    /** Starts the session, then registers the event: it is wanted at once. */
    @Setup
    public void open(final RecordedPayload carried) throws IOException {
        payload = carried;
        root = MemoryFolder.create();
        events = RecordedEvents.start(root, carried);
    }

    /** Begins an iteration, with a recording of its own. */
    @Setup(Level.Iteration)
    public void reset() {
        events.restart();
        allocatedBytes = 0;
        measuredEvents = 0;
    }

    /** Writes what is to be recorded. */
    @Setup(Level.Invocation)
    public void begin() {
        if (events.written() * payload.recordBytes() > Medium.FILE_BYTES) {
            events.restart();
        }
        events.write();
        meter.begin();
    }

    /** Ends a call. */
    @TearDown(Level.Invocation)
    public void end() {
        allocatedBytes += meter.bytes();
        measuredEvents += RecordedPayload.EVENTS;
    }

    /** Bytes allocated for each event within the measured calls of an iteration, for JMH's results. */
    public double threadBytesPerEvent() {
        return measuredEvents == 0 ? 0 : (double) allocatedBytes / measuredEvents;
    }

    /** Ends all, compares the ledger with what was written, and removes all files. */
    @TearDown
    public void close() {
        events.close();
        root.close();
    }
}
