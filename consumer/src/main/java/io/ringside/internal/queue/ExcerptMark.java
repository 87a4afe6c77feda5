package io.ringside.internal.queue;

import org.agrona.DirectBuffer;

/**
 * Bytes by which the excerpts of a queue are recognized. Immutable.
 *
 * @param magic        first four bytes of every excerpt
 * @param lengthOffset offset of the excerpt's own length, i32
 */
public record ExcerptMark(int magic, int lengthOffset) {
    /** Returns the number of bytes needed to recognize an excerpt. */
    int length() {
        return lengthOffset + Integer.BYTES;
    }

    boolean fits(final DirectBuffer buffer, final int offset, final long length) {
        return length >= length() && buffer.getInt(offset) == magic && buffer.getInt(offset + lengthOffset) == length;
    }

    /** Returns the reason why the bytes at the beginning of a buffer are not an excerpt. */
    String misfit(final DirectBuffer buffer, final long length) {
        final int found = length < Integer.BYTES ? 0 : buffer.getInt(0);
        return found == magic
                ? "length of an excerpt is damaged"
                : "excerpt does not begin as one: magic=0x" + Integer.toHexString(found) + ", expected=0x"
                        + Integer.toHexString(magic)
                        + ": if it is not damaged, read the recording with the version that wrote it";
    }
}
