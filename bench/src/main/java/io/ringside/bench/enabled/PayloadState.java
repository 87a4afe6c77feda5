package io.ringside.bench.enabled;

import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** State with the payload that all events of a run have, ours and those of baselines. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class PayloadState {
    private static final byte CONTENT = 0x5A;

    /** Length of a payload in bytes. */
    @Param({"0", "32", "256", "1024"})
    int payloadBytes;

    UnsafeBuffer source;

    @Setup
    public void fill() {
        source = new UnsafeBuffer(ByteBuffer.allocateDirect(payloadBytes));
        source.setMemory(0, payloadBytes, CONTENT);
    }
}
