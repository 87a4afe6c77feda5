package io.ringside.proof;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The numbered events: level, length and bytes of an event follow from its number alone. Two neighbours, the even
 * number and the next, are alike in level and length.
 */
final class Numbers {
    static final String PROVIDER = "Proof.Numbers";
    static final int LENGTH_MAX = 70_000;
    static final int PROCESS_OFFSET = 0;
    static final int THREAD_OFFSET = 4;
    static final int NUMBER_OFFSET = 8;
    static final int LENGTH_MIN = 24;

    private static final int CHECK_OFFSET = 16;
    /** Odd, so that every way of writing meets them. */
    private static final int TOO_LARGE_INTERVAL = 4_093;
    private static final int LARGE_INTERVAL = 509;
    private static final int USUAL_SPREAD = 73;
    private static final int LARGE_SPREAD = 6_000;

    private Numbers() {}

    static ProviderSchema schema() {
        return ProviderSchema.builder(PROVIDER)
                .event("coarse", EventDescriptor.of(1, Level.INFORMATION, 1), fields())
                .event("fine", EventDescriptor.of(2, Level.VERBOSE, 2), fields())
                .build();
    }

    private static FieldSchema[] fields() {
        return new FieldSchema[]{
            FieldSchema.of("process", FieldType.INT32), FieldSchema.of("thread", FieldType.INT32),
            FieldSchema.of("number", FieldType.INT64), FieldSchema.of("check", FieldType.INT64)};
    }

    static int level(final long number) {
        return eventIndex(number) == 0 ? Level.INFORMATION : Level.VERBOSE;
    }

    static int eventIndex(final long number) {
        return (int) (number >>> 1) & 1;
    }

    static boolean isWanted(final long number, final int sessionLevel) {
        return level(number) <= sessionLevel;
    }

    /** The next number that a session wants. */
    static long next(final long number, final int sessionLevel) {
        long next = number + 1;
        while (!isWanted(next, sessionLevel)) {
            next++;
        }
        return next;
    }

    /** Bytes of the payload: mostly some ten, at times some thousand, rarely more than any event may have. */
    static int length(final long number) {
        final long pair = number >>> 1;
        if (pair % TOO_LARGE_INTERVAL == TOO_LARGE_INTERVAL - 1) {
            return LENGTH_MAX;
        }
        final int spread = pair % LARGE_INTERVAL == LARGE_INTERVAL - 1 ? LARGE_SPREAD : USUAL_SPREAD;
        return LENGTH_MIN + (int) (mix(pair) >>> 33) % spread;
    }

    static void encode(final MutableDirectBuffer buffer, final int offset, final int process, final int thread,
            final long number) {
        final int length = length(number);
        final long check = check(process, thread, number, length);
        buffer.putInt(offset + PROCESS_OFFSET, process);
        buffer.putInt(offset + THREAD_OFFSET, thread);
        buffer.putLong(offset + NUMBER_OFFSET, number);
        buffer.putLong(offset + CHECK_OFFSET, check);
        int at = LENGTH_MIN;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            buffer.putLong(offset + at, check + at);
        }
        for (; at < length; at++) {
            buffer.putByte(offset + at, (byte) (check + at));
        }
    }

    /** Whether the bytes are those of the number that they tell. */
    static boolean isIntact(final DirectBuffer buffer, final int offset, final int length) {
        if (length < LENGTH_MIN) {
            return false;
        }
        final long number = buffer.getLong(offset + NUMBER_OFFSET);
        final long check = check(buffer.getInt(offset + PROCESS_OFFSET), buffer.getInt(offset + THREAD_OFFSET), number,
                length);
        if (length != length(number) || buffer.getLong(offset + CHECK_OFFSET) != check) {
            return false;
        }
        int at = LENGTH_MIN;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            if (buffer.getLong(offset + at) != check + at) {
                return false;
            }
        }
        for (; at < length; at++) {
            if (buffer.getByte(offset + at) != (byte) (check + at)) {
                return false;
            }
        }
        return true;
    }

    private static long check(final int process, final int thread, final long number, final int length) {
        return mix(mix(number + 1) + ((long) process << 40) + ((long) thread << 20) + length);
    }

    private static long mix(final long value) {
        final long once = (value ^ value >>> 31) * 0x9E3779B97F4A7C15L;
        return (once ^ once >>> 29) * 0xBF58476D1CE4E5B9L;
    }
}
