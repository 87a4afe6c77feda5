package io.ringside.bench.disabled;

import io.ringside.bench.fixture.HandWrittenSample;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.SampleEventsProvider;
import io.ringside.bench.fixture.TypedProcess;
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

    private MemoryFolder folder;
    private TypedProcess process;
    SampleEventsProvider events;
    HandWrittenSample byHand;

    /** Registers the event. */
    @Setup
    public void open() throws IOException {
        folder = MemoryFolder.create();
        process = TypedProcess.connect(folder.path());
        events = process.events();
        byHand = new HandWrittenSample(process.event("sample"));
    }

    /** Ends the runtime and removes its files. */
    @TearDown
    public void close() {
        process.close();
        folder.close();
    }
}
