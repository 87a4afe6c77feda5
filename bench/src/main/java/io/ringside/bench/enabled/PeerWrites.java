package io.ringside.bench.enabled;

import io.ringside.bench.fixture.PeerRecord;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.openjdk.jmh.annotations.CompilerControl;

/**
 * Batches of what an enabled event is compared with; each ring by its own class, as a call through what they have in
 * common would cost them what ours does not pay. Stateless.
 */
final class PeerWrites {
    private PeerWrites() {}

    /** Whose turn it is. */
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
}
