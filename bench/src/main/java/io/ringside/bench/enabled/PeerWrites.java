package io.ringside.bench.enabled;

import io.ringside.bench.enabled.DrainedSessions.Batch;
import io.ringside.bench.enabled.WriteTurnsState.SessionCountState;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.PeerRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Batches of the baselines for an enabled event. Each ring is called through its own class, because calls through a
 * common interface would add a cost that our write does not have. Stateless.
 */
public final class PeerWrites {
    private PeerWrites() {}

    /** Writes a batch with the current baseline. */
    static long write(final WriteTurnsState turns, final ManyToOneState manyToOne, final OneToOneState oneToOne,
            final PayloadState payload) {
        return switch (turns.way()) {
            case WriteTurnsState.MANY_TO_ONE -> manyToOne(manyToOne, payload);
            case WriteTurnsState.ONE_TO_ONE -> oneToOne(oneToOne, payload);
            default -> nanoTime();
        };
    }

    /** Reads the clock alone. */
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    static long nanoTime() {
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= System.nanoTime();
        }
        return results;
    }

    /** Writes to Agrona's rings for one producer. */
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static long oneToOne(final OneToOneState state, final PayloadState payload) {
        final OneToOneRingBuffer[] rings = state.rings;
        final UnsafeBuffer[] memories = state.memories;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            final long nowNs = System.nanoTime();
            for (int j = 0; j < rings.length; j++) {
                final OneToOneRingBuffer ring = rings[j];
                final int index = ring.tryClaim(PeerRecord.TYPE_ID, PeerRecord.HEADER_LENGTH + length);
                if (index > 0) {
                    PeerRecord.encode(memories[j], index, nowNs, source, length);
                    ring.commit(index);
                }
                results |= index;
            }
        }
        return results;
    }

    /** Writes to Agrona's rings for many producers, which a user would choose for events of several threads. */
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static long manyToOne(final ManyToOneState state, final PayloadState payload) {
        final ManyToOneRingBuffer[] rings = state.rings;
        final UnsafeBuffer[] memories = state.memories;
        final DirectBuffer source = payload.source;
        final int length = payload.payloadBytes;
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            final long nowNs = System.nanoTime();
            for (int j = 0; j < rings.length; j++) {
                final ManyToOneRingBuffer ring = rings[j];
                final int index = ring.tryClaim(PeerRecord.TYPE_ID, PeerRecord.HEADER_LENGTH + length);
                if (index > 0) {
                    PeerRecord.encode(memories[j], index, nowNs, source, length);
                    ring.commit(index);
                }
                results |= index;
            }
        }
        return results;
    }

    /** State with Agrona's rings for many producers, one for each session. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class ManyToOneState {
        private PeerRings<ManyToOneRingBuffer> peer;
        ManyToOneRingBuffer[] rings;
        UnsafeBuffer[] memories;

        @Setup
        public void open(final SessionCountState count) throws IOException {
            peer = PeerRings.open(count.sessions, ManyToOneRingBuffer::new);
            rings = peer.rings().toArray(ManyToOneRingBuffer[]::new);
            memories = peer.memories();
        }

        /** Drains a batch from the rings, if it was written to them. */
        @TearDown(Level.Invocation)
        public void drain(final WriteTurnsState turns) {
            peer.drain(turns.inRings(WriteTurnsState.MANY_TO_ONE));
        }

        /** Removes the files. */
        @TearDown
        public void close() {
            peer.close();
        }
    }

    /** State with Agrona's rings for one producer, one for each session. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class OneToOneState {
        private PeerRings<OneToOneRingBuffer> peer;
        OneToOneRingBuffer[] rings;
        UnsafeBuffer[] memories;

        @Setup
        public void open(final SessionCountState count) throws IOException {
            peer = PeerRings.open(count.sessions, OneToOneRingBuffer::new);
            rings = peer.rings().toArray(OneToOneRingBuffer[]::new);
            memories = peer.memories();
        }

        /** Drains a batch from the rings, if it was written to them. */
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

    /** Agrona rings in mapped files, as large as lanes. Not thread-safe. */
    static final class PeerRings<R extends RingBuffer> implements AutoCloseable {
        private final MessageHandler counter = (typeId, buffer, index, length) -> count();
        private final MemoryFolder folder;
        private final List<R> rings = new ArrayList<>();
        private final List<UnsafeBuffer> memories = new ArrayList<>();
        private long drained;

        private PeerRings(final MemoryFolder folder) {
            this.folder = folder;
        }

        static <R extends RingBuffer> PeerRings<R> open(final int count, final Function<AtomicBuffer, R> maker)
                throws IOException {
            final PeerRings<R> peer = new PeerRings<>(MemoryFolder.create());
            for (int i = 0; i < count; i++) {
                final UnsafeBuffer memory = peer.folder.map("ring-" + i,
                        Batch.RING_BYTES + RingBufferDescriptor.TRAILER_LENGTH);
                peer.memories.add(memory);
                peer.rings.add(maker.apply(memory));
            }
            return peer;
        }

        List<R> rings() {
            return rings;
        }

        /** Returns the rings' memory: a claim returns an index into it. */
        UnsafeBuffer[] memories() {
            return memories.toArray(UnsafeBuffer[]::new);
        }

        /** Drains a number of events from every ring. */
        void drain(final int eventsPerRing) {
            drained = 0;
            for (int i = 0; i < rings.size(); i++) {
                final R ring = rings.get(i);
                while (ring.size() > 0) {
                    ring.read(counter);
                }
            }
            Batch.check((long) eventsPerRing * rings.size(), drained);
        }

        @Override
        public void close() {
            folder.close();
        }

        private void count() {
            drained++;
        }
    }
}
