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
 * Batches of what an enabled event is compared with; each ring by its own class, as a call through what they have in
 * common would cost them what ours does not pay. Stateless.
 */
public final class PeerWrites {
    private PeerWrites() {}

    /** Writes with the baseline whose turn it is. */
    static long write(final WriteTurnsState turns, final ManyToOneState manyToOne, final OneToOneState oneToOne,
            final PayloadState payload) {
        return switch (turns.way()) {
            case WriteTurnsState.MANY_TO_ONE -> manyToOne(manyToOne, payload);
            case WriteTurnsState.ONE_TO_ONE -> oneToOne(oneToOne, payload);
            default -> nanoTime();
        };
    }

    /** The clock alone. */
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    static long nanoTime() {
        long results = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            results |= System.nanoTime();
        }
        return results;
    }

    /** Agrona's ring for one producer. */
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

    /** Agrona's ring for many producers: what a user would take for events of several threads. */
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

    /** Agrona's rings for many producers, one for each session. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class ManyToOneState {
        private PeerRings<ManyToOneRingBuffer> peer;
        ManyToOneRingBuffer[] rings;
        UnsafeBuffer[] memories;

        /** Makes the rings. */
        @Setup
        public void open(final SessionCountState count) throws IOException {
            peer = PeerRings.open(count.sessions, ManyToOneRingBuffer::new);
            rings = peer.rings().toArray(ManyToOneRingBuffer[]::new);
            memories = peer.memories();
        }

        /** Takes a batch out of the rings, if it was for them. */
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

    /** Agrona's rings for one producer, one for each session. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class OneToOneState {
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

    /** Rings of Agrona in mapped files, as large as lanes. For one thread. */
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

        /** The rings' own memory: what a claim gives is an index in it. */
        UnsafeBuffer[] memories() {
            return memories.toArray(UnsafeBuffer[]::new);
        }

        /** Takes so many events out of every ring. */
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
