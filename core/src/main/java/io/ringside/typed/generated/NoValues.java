package io.ringside.typed.generated;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The values that generated code writes and receives in place of null. The arrays are empty, thus safe to share. */
public final class NoValues {
    /** No truths. */
    public static final boolean[] BOOLEANS = {};
    /** No bytes. */
    public static final byte[] BYTES = {};
    /** No numbers of 16 bits. */
    public static final short[] SHORTS = {};
    /** No characters. */
    public static final char[] CHARS = {};
    /** No numbers of 32 bits. */
    public static final int[] INTS = {};
    /** No numbers of 64 bits. */
    public static final long[] LONGS = {};
    /** No floating point numbers of 32 bits. */
    public static final float[] FLOATS = {};
    /** No floating point numbers of 64 bits. */
    public static final double[] DOUBLES = {};
    /** A buffer without bytes. */
    public static final ByteBuffer BYTE_BUFFER = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private NoValues() {}

    /** {@return a buffer without bytes} */
    public static DirectBuffer buffer() {
        return Buffer.EMPTY;
    }

    /** This class is separate because it needs Agrona's flag: only where something is traced. */
    private static final class Buffer {
        private static final DirectBuffer EMPTY = new UnsafeBuffer(0, 0);
    }
}
