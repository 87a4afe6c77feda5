package io.ringside.bench.enabled;

import io.ringside.bench.fixture.AllocationMeter;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.session.ClockKind;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import io.ringside.write.ThreadWriter;
import io.ringside.write.WriteOptions;
import java.io.IOException;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A registered event that a session by the processor's counter wants, drained between batches. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class CounterSessionState {
    /** Bytes that were allocated within the measured calls of an iteration, for JMH's results. */
    public long writerBytes;

    private final AllocationMeter meter = new AllocationMeter();
    final EventClaim claim = new EventClaim();
    final WriteOptions options = new WriteOptions();
    ProviderEvent event;
    ThreadWriter writer;
    private MemoryFolder folder;
    private DrainedSessions sessions;
    private TracedProcess process;

    /** Starts the session, then registers the event: it is wanted at once. */
    @Setup
    public void open() throws IOException {
        folder = MemoryFolder.create();
        sessions = DrainedSessions.start(folder.path(), ClockKind.TSC);
        process = TracedProcess.connect(folder.path());
        event = process.event();
        writer = process.writer();
        sessions.findLanes();
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

    /** Ends a batch, and takes it out of the session. */
    @TearDown(Level.Invocation)
    public void drain() {
        writerBytes += meter.bytes();
        sessions.drain();
    }

    /** Ends the runtime and the session, compares its ledger with what was written, and removes all files. */
    @TearDown
    public void close() {
        process.close();
        sessions.close();
        folder.close();
    }
}
