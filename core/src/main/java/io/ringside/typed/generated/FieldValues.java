package io.ringside.typed.generated;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The values that generated code writes and receives in place of null, and points in time as fields hold them:
 * nanoseconds since 1970 UTC, from 1677 to 2262. The arrays are empty, thus safe to share. Stateless.
 */
public final class FieldValues {
    /** No booleans. */
    public static final boolean[] BOOLEANS = {};
    /** No bytes. */
    public static final byte[] BYTES = {};
    /** No 16-bit numbers. */
    public static final short[] SHORTS = {};
    /** No characters. */
    public static final char[] CHARS = {};
    /** No 32-bit numbers. */
    public static final int[] INTS = {};
    /** No 64-bit numbers. */
    public static final long[] LONGS = {};
    /** No 32-bit floating point numbers. */
    public static final float[] FLOATS = {};
    /** No 64-bit floating point numbers. */
    public static final double[] DOUBLES = {};
    /** A buffer without bytes. */
    public static final ByteBuffer BYTE_BUFFER = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long SECONDS_MAX = Long.MAX_VALUE / NS_PER_SECOND;

    private FieldValues() {}

    /** {@return a buffer without bytes} */
    public static DirectBuffer buffer() {
        return Buffer.EMPTY;
    }

    /**
     * Converts a point in time to a number.
     *
     * @param instant any point in time; null counts as 1970.
     * @return its nanoseconds, or the nearest ones that a long can hold.
     */
    public static long toEpochNs(final @Nullable Instant instant) {
        if (instant == null) {
            return 0;
        }
        final long seconds = instant.getEpochSecond();
        final int nano = instant.getNano();
        if (seconds >= SECONDS_MAX || seconds < -SECONDS_MAX) {
            return nearLimit(seconds, nano);
        }
        return seconds * NS_PER_SECOND + nano;
    }

    /**
     * Converts a number to a point in time. Allocates.
     *
     * @param epochNs nanoseconds since 1970 UTC.
     * @return the point in time.
     */
    public static Instant ofEpochNs(final long epochNs) {
        return Instant.ofEpochSecond(Math.floorDiv(epochNs, NS_PER_SECOND), Math.floorMod(epochNs, NS_PER_SECOND));
    }

    private static long nearLimit(final long seconds, final int nano) {
        final long limit = seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        final long second = Math.floorDiv(limit, NS_PER_SECOND);
        if (seconds != second) {
            return limit;
        }
        final long rest = Math.floorMod(limit, NS_PER_SECOND);
        return limit < 0 ? limit + Math.max(0, nano - rest) : limit - Math.max(0, rest - nano);
    }

    /** A separate class, so that the JVM flag for Agrona is needed only where something is traced. */
    private static final class Buffer {
        private static final DirectBuffer EMPTY = new UnsafeBuffer(0, 0);
    }
}
