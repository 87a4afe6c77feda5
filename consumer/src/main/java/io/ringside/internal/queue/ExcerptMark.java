package io.ringside.internal.queue;

import org.agrona.DirectBuffer;

/**
 * By what the excerpts of a queue are distinguished from other bytes. Immutable.
 *
 * @param magic        first four bytes of every excerpt
 * @param lengthOffset where an excerpt gives its own length, i32
 */
public record ExcerptMark(int magic, int lengthOffset) {
    /** Bytes that are needed to recognise an excerpt. */
    int length() {
        return lengthOffset + Integer.BYTES;
    }

    boolean fits(final DirectBuffer buffer, final int offset, final long length) {
        return length >= length() && buffer.getInt(offset) == magic && buffer.getInt(offset + lengthOffset) == length;
    }
}
