package io.ringside.internal.schema;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import org.agrona.MutableDirectBuffer;

/**
 * Encodes the ASCII prefix of a long text as bytes, with operations that the JVM vectorizes: copying a string's chars
 * into an array, and encoding an array of Latin-1 as bytes. Allocates only when created. Not thread-safe.
 */
final class AsciiText {
    /** Length in chars below which this is slower than reading each char. */
    static final int LENGTH_MIN = 64;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int CHUNK_LENGTH = 256;
    private static final long SIGN_BITS = 0x8080_8080_8080_8080L;

    private final CharsetEncoder encoder = StandardCharsets.ISO_8859_1.newEncoder();
    private final char[] chars = new char[CHUNK_LENGTH];
    private final byte[] bytes = new byte[CHUNK_LENGTH];
    private final CharBuffer source = CharBuffer.wrap(chars);
    private final ByteBuffer encoded = ByteBuffer.wrap(bytes);

    /**
     * Encodes the longest ASCII prefix.
     *
     * @param text   to encode.
     * @param buffer to write to.
     * @param offset of its first byte.
     * @param limit  maximum number of chars to encode, not above the text's length; may be negative.
     * @return number of chars encoded, as one byte each.
     */
    int encode(final String text, final MutableDirectBuffer buffer, final int offset, final int limit) {
        int done = 0;
        while (done < limit) {
            final int length = Math.min(CHUNK_LENGTH, limit - done);
            text.getChars(done, done + length, chars, 0);
            final int ascii = asciiOf(length);
            buffer.putBytes(offset + done, bytes, 0, ascii);
            done += ascii;
            if (ascii < length) {
                break;
            }
        }
        return done;
    }

    /** Encodes a chunk; returns the length of its ASCII prefix. */
    private int asciiOf(final int length) {
        source.limit(length).position(0);
        encoded.clear();
        // Stops before a char that is not Latin-1. The input is never declared complete, so the encoder needs no reset.
        encoder.encode(source, encoded, false);
        final int latin = encoded.position();
        return isAscii(latin) ? latin : firstOther();
    }

    private boolean isAscii(final int length) {
        final byte[] all = bytes;
        final int end = length & -Long.BYTES;
        long signs = 0;
        for (int i = 0; i < end; i += Long.BYTES) {
            signs |= (long) WORDS.get(all, i);
        }
        for (int i = end; i < length; i++) {
            signs |= all[i];
        }
        return (signs & SIGN_BITS) == 0;
    }

    private int firstOther() {
        int i = 0;
        while (bytes[i] >= 0) {
            i++;
        }
        return i;
    }
}
