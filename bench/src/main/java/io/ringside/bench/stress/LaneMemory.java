package io.ringside.bench.stress;

import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.RingBytes;
import io.ringside.internal.layout.LedgerDescriptor;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Shared words and bytes of one lane and one enable mask, as each of two sides accesses them. Both sides use the same
 * memory, at one address or at two.
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
     * Geometry far smaller than a session's: thousands of races fit into memory at a time, and a few events reach the
     * borders of blocks and of the lane. Positions, frames and ledger depend on no other size.
     */
    static final LaneGeometry GEOMETRY = new LaneGeometry(1024, 256, 112);

    /** Length in bytes of one lane with its ledger entry and enable mask. */
    static final int LENGTH = 2048;

    private static final int ENTRY_OFFSET = 1024;
    private static final int WORD_OFFSET = 1920;

    /** Kind of memory, and the access of the other side to it. */
    enum Kind {
        /** Direct memory of the JVM, at one address. */
        DIRECT(0),
        /** A mapped file, with one mapping. */
        MAPPED(1),
        /** A file mapped twice: each side has a mapping of its own, as in two processes. */
        MAPPED_TWICE(2),
        /** A file mapped twice whose ring is read with system calls, as in a drain. */
        MAPPED_AND_READ(3);

        private final int figure;

        Kind(final int figure) {
            this.figure = figure;
        }

        /** Returns its number in results. */
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
