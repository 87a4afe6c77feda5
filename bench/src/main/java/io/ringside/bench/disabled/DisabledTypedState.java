package io.ringside.bench.disabled;

import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.SampleEventsProvider;
import io.ringside.bench.fixture.TypedProcess;
import io.ringside.transport.write.EventClaim;
import io.ringside.transport.write.TraceEvent;
import java.io.IOException;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A registered typed event that no session wants. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class DisabledTypedState {
    /** What the events carry. */
    long value = 42;

    final EventClaim claim = new EventClaim();
    private MemoryFolder folder;
    private TypedProcess process;
    SampleEventsProvider events;
    HandWrittenEvents eventsByHand;

    /** Has the event's handle, as the generated class has: a hand would write its methods around it. */
    static final class HandWrittenEvents {
        final TraceEvent sample;

        private HandWrittenEvents(final TraceEvent sample) {
            this.sample = sample;
        }
    }

    /** Registers the event. */
    @Setup
    public void open() throws IOException {
        folder = MemoryFolder.create();
        process = TypedProcess.connect(folder.path());
        events = process.events();
        eventsByHand = new HandWrittenEvents(process.event("sample"));
    }

    /** Ends the runtime and removes its files. */
    @TearDown
    public void close() {
        process.close();
        folder.close();
    }
}
