package io.ringside.typed.generated;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The values that generated code writes and receives instead of null. The arrays are empty, and thus safe to share. */
public final class NoValues {
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

    private NoValues() {}

    /** {@return a buffer without bytes} */
    public static DirectBuffer buffer() {
        return Buffer.EMPTY;
    }

    /** A separate class, so that the JVM flag for Agrona is needed only where something is traced. */
    private static final class Buffer {
        private static final DirectBuffer EMPTY = new UnsafeBuffer(0, 0);
    }
}
