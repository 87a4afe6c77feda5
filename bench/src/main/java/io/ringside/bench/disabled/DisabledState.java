package io.ringside.bench.disabled;

import io.ringside.write.ThreadWriter;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Who writes the event that no session wants, and what. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class DisabledState {
    static final int PAYLOAD_BYTES = 32;

    final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(PAYLOAD_BYTES));
    ThreadWriter writer;

    /** Registers the event. */
    @Setup
    public void open() {
        writer = DeclaredEvent.PROCESS.writer();
    }

    /** Ends the runtime and removes its files. */
    @TearDown
    public void close() {
        DeclaredEvent.close();
    }
}
