package io.ringside.bench.stress;

import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.RingBytes;
import io.ringside.internal.layout.LedgerDescriptor;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The shared words and bytes of one lane and of one enable mask, as each of two sides sees them. Both sides hold the
 * same memory, at one address or at two.
 *
 * @param kind       of memory.
 * @param ring       the lane's bytes, for its writer.
 * @param entry      the lane's ledger entry, for its writer.
 * @param word       an enable mask, for writers.
 * @param otherRing  the lane's bytes, for its reader.
 * @param otherEntry the lane's ledger entry, for its reader.
 * @param otherWord  the enable mask, for the controller.
 */
record LaneMemory(Kind kind, UnsafeBuffer ring, UnsafeBuffer entry, UnsafeBuffer word, RingBytes otherRing,
        UnsafeBuffer otherEntry, UnsafeBuffer otherWord) {

    /**
     * Geometry far below that of a session: few enough bytes that thousands of races lie in memory at a time, and that
     * a handful of events meets the borders of blocks and of the lane. Positions, frames and ledger know no other size.
     */
    static final LaneGeometry GEOMETRY = new LaneGeometry(1024, 256, 112);

    /** Bytes of one lane with all that belongs to it. */
    static final int LENGTH = 2048;

    private static final int ENTRY_OFFSET = 1024;
    private static final int WORD_OFFSET = 1920;

    /** The place of the bytes, and the way by which the other side reaches them. */
    enum Kind {
        /** Direct memory of the JVM, one address. */
        DIRECT(0),
        /** A mapped file, one mapping. */
        MAPPED(1),
        /** A file mapped twice: each side has a mapping of its own, as two processes have. */
        MAPPED_TWICE(2),
        /** A file mapped twice whose ring is read with system calls, as a drain does it. */
        MAPPED_AND_READ(3);

        private final int figure;

        Kind(final int figure) {
            this.figure = figure;
        }

        /** Its name in results. */
        int figure() {
            return figure;
        }
    }

    static LaneMemory of(final Kind kind, final DirectBuffer memory, final DirectBuffer otherMemory, final int offset,
            final RingBytes otherRing) {
        return new LaneMemory(kind, new UnsafeBuffer(memory, offset, GEOMETRY.laneBytes()), entry(memory, offset),
                word(memory, offset), otherRing, entry(otherMemory, offset), word(otherMemory, offset));
    }

    private static UnsafeBuffer entry(final DirectBuffer memory, final int offset) {
        return new UnsafeBuffer(memory, offset + ENTRY_OFFSET, LedgerDescriptor.LANE_LENGTH);
    }

    private static UnsafeBuffer word(final DirectBuffer memory, final int offset) {
        return new UnsafeBuffer(memory, offset + WORD_OFFSET, Long.BYTES);
    }
}
