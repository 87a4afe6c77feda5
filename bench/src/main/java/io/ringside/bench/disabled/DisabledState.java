package io.ringside.bench.disabled;

import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.transport.write.ThreadWriter;
import io.ringside.transport.write.TraceEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A registered event that no session wants. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class DisabledState {
    static final int PAYLOAD_BYTES = 32;

    final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(PAYLOAD_BYTES));
    private MemoryFolder folder;
    private TracedProcess process;
    TraceEvent event;
    ThreadWriter writer;

    /** Registers the event. */
    @Setup
    public void open() throws IOException {
        folder = MemoryFolder.create();
        process = TracedProcess.connect(folder.path());
        event = process.event();
        writer = process.writer();
    }

    /** Ends the runtime and removes its files. */
    @TearDown
    public void close() {
        process.close();
        folder.close();
    }
}
