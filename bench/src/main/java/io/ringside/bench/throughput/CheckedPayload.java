package io.ringside.bench.throughput;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** What an event carries: its number, its writer, then numbers that follow from the first. Stateless. */
final class CheckedPayload {
    static final int SHORTEST = 2 * Long.BYTES;

    private static final int SEQUENCE_OFFSET = 0;
    private static final int WRITER_OFFSET = Long.BYTES;

    private CheckedPayload() {}

    static void encode(final MutableDirectBuffer buffer, final int writer, final long sequence, final int length) {
        buffer.putLong(SEQUENCE_OFFSET, sequence);
        buffer.putLong(WRITER_OFFSET, writer);
        for (int i = SHORTEST; i < length; i += Long.BYTES) {
            buffer.putLong(i, sequence + i);
        }
    }

    static long sequence(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + SEQUENCE_OFFSET);
    }

    static long writer(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + WRITER_OFFSET);
    }

    /** Whether all that follows is what was written with the number. */
    static boolean isWhole(final DirectBuffer buffer, final int offset, final int length, final long sequence) {
        long difference = 0;
        for (int i = SHORTEST; i < length; i += Long.BYTES) {
            difference |= buffer.getLong(offset + i) ^ (sequence + i);
        }
        return difference == 0;
    }
}
