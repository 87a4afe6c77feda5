package io.ringside.bench.enabled;

import java.io.IOException;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Agrona's rings for one producer, one for each session. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class OneToOneState {
    private PeerRings<OneToOneRingBuffer> peer;
    OneToOneRingBuffer[] rings;
    UnsafeBuffer[] memories;

    /** Makes the rings. */
    @Setup
    public void open(final SessionCountState count) throws IOException {
        peer = PeerRings.open(count.sessions, OneToOneRingBuffer::new);
        rings = peer.rings().toArray(OneToOneRingBuffer[]::new);
        memories = peer.memories();
    }

    /** Takes a batch out of the rings, if it was for them. */
    @TearDown(Level.Invocation)
    public void drain(final WriteTurnsState turns) {
        peer.drain(turns.inRings(WriteTurnsState.ONE_TO_ONE));
    }

    /** Removes the files. */
    @TearDown
    public void close() {
        peer.close();
    }
}
