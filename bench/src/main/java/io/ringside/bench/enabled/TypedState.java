package io.ringside.bench.enabled;

import io.ringside.bench.fixture.AllocationMeter;
import io.ringside.bench.fixture.HandWrittenSample;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.SampleEvents;
import io.ringside.bench.fixture.SampleEventsProvider;
import io.ringside.bench.fixture.TypedProcess;
import io.ringside.control.EnableRequest;
import io.ringside.event.Keyword;
import io.ringside.schema.PayloadWriter;
import io.ringside.session.Enablement;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import java.io.IOException;
import java.util.List;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** State with a typed event that one session wants, drained by the measuring thread between batches. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class TypedState {
    /** Bytes allocated within the measured calls of an iteration, for JMH's results. */
    public long writerBytes;

    private final AllocationMeter meter = new AllocationMeter();
    final EventClaim claim = EventClaim.create();
    final PayloadWriter payload = new PayloadWriter();
    SampleEventsProvider events;
    HandWrittenSample byHand;
    ProviderEvent textEvent;
    ProviderEvent bytesEvent;
    private MemoryFolder folder;
    private DrainedSessions sessions;
    private TypedProcess process;

    /** Starts the session, then registers the event, which is wanted at once. */
    @Setup
    public void open() throws IOException {
        folder = MemoryFolder.create();
        sessions = DrainedSessions.start(folder.path(), List.of(EnableRequest.of(SampleEvents.PROVIDER,
                Enablement.of(io.ringside.event.Level.MAX, Keyword.NONE, Keyword.NONE))));
        process = TypedProcess.connect(folder.path());
        events = process.events();
        byHand = new HandWrittenSample(process.event("sample"));
        textEvent = process.event("text");
        bytesEvent = process.event("bytes");
        process.takeLanes();
        sessions.findLanes();
    }

    /** Begins an iteration. */
    @Setup(Level.Iteration)
    public void reset() {
        writerBytes = 0;
    }

    @Setup(Level.Invocation)
    public void begin() {
        meter.begin();
    }

    /** Ends a batch, and drains it from the session. */
    @TearDown(Level.Invocation)
    public void drain() {
        writerBytes += meter.bytes();
        sessions.drain();
    }

    /** Ends the runtime and the session, compares its ledger with the written events, and removes all files. */
    @TearDown
    public void close() {
        process.close();
        sessions.close();
        folder.close();
    }
}
