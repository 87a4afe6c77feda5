package io.ringside.bench.stress;

import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.FrameDescriptor;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.layout.FrameDescriptor.ACTIVITY_LEAST_OFFSET;
import static io.ringside.internal.layout.FrameDescriptor.ACTIVITY_MOST_OFFSET;
import static io.ringside.internal.layout.FrameDescriptor.RECORD_HEADER_LENGTH;
import static io.ringside.internal.layout.FrameDescriptor.TIME_OFFSET;
import static io.ringside.internal.layout.FrameDescriptor.WORD_OFFSET;

/**
 * Event whose bytes all follow from the number of its attempt, so that a reader knows the expected content. Stateless.
 */
final class NumberedEvent {
    private static final long REFERENCE = FrameDescriptor.reference(3, 7);
    private static final int MIN_LENGTH = 8;
    private static final int MAX_LENGTH = LaneMemory.GEOMETRY.maxRecordBytes() - RECORD_HEADER_LENGTH;
    private static final int LENGTH_STEP = 37;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private NumberedEvent() {}

    /**
     * Returns the payload length: from the shortest to the longest that the lane allows, in an order that differs from
     * block to block.
     */
    static int length(final long number) {
        return MIN_LENGTH + (int) (number * LENGTH_STEP % (MAX_LENGTH - MIN_LENGTH + 1));
    }

    static long time(final long number) {
        return number + 1;
    }

    static void fill(final UnsafeBuffer ring, final int index, final long number) {
        final int payload = index + RECORD_HEADER_LENGTH;
        final int length = length(number);
        for (int offset = 0; offset + Long.BYTES <= length; offset += Long.BYTES) {
            ring.putLong(payload + offset, content(number, offset));
        }
        for (int offset = length & -Long.BYTES; offset < length; offset++) {
            ring.putByte(payload + offset, (byte) content(number, offset));
        }
    }

    static void publish(final LaneWriter writer, final int index, final long number) {
        writer.publish(index, REFERENCE, length(number), time(number), SPREAD * number, ~number);
    }

    /** {@return whether a record is the one of a number, byte by byte} */
    static boolean matches(final DirectBuffer buffer, final int offset, final int recordLength, final long number) {
        final int length = length(number);
        final long word = buffer.getLong(offset + WORD_OFFSET);
        if (recordLength != RECORD_HEADER_LENGTH + length || FrameDescriptor.length(word) != recordLength
                || FrameDescriptor.eventIndex(word) != FrameDescriptor.eventIndex(REFERENCE)
                || buffer.getLong(offset + TIME_OFFSET) != time(number)
                || buffer.getLong(offset + ACTIVITY_MOST_OFFSET) != SPREAD * number
                || buffer.getLong(offset + ACTIVITY_LEAST_OFFSET) != ~number) {
            return false;
        }
        return payloadMatches(buffer, offset + RECORD_HEADER_LENGTH, length, number);
    }

    private static boolean payloadMatches(final DirectBuffer buffer, final int payload, final int length,
            final long number) {
        for (int offset = 0; offset + Long.BYTES <= length; offset += Long.BYTES) {
            if (buffer.getLong(payload + offset) != content(number, offset)) {
                return false;
            }
        }
        for (int offset = length & -Long.BYTES; offset < length; offset++) {
            if (buffer.getByte(payload + offset) != (byte) content(number, offset)) {
                return false;
            }
        }
        return true;
    }

    private static long content(final long number, final int offset) {
        return SPREAD * (number * MAX_LENGTH + offset + 1);
    }
}
