package io.ringside.bench.enabled;

import java.io.IOException;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Agrona's ring for one producer, as a peer of one lane. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class LaneRingState {
    private PeerRings<OneToOneRingBuffer> peer;
    OneToOneRingBuffer ring;
    UnsafeBuffer memory;

    /** Makes the ring. */
    @Setup
    public void open() throws IOException {
        peer = PeerRings.open(1, OneToOneRingBuffer::new);
        ring = peer.rings().get(0);
        memory = peer.memories()[0];
    }

    /** Takes a batch out of the ring. */
    @TearDown(Level.Invocation)
    public void drain() {
        peer.drain(Batch.EVENTS);
    }

    /** Removes the files. */
    @TearDown
    public void close() {
        peer.close();
    }
}
