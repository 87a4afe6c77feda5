package io.ringside.internal.registry;

import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Texts of a bounded number of UTF-8 bytes in a page. Stateless. */
final class ShortText {
    private static final int CONTINUATION_MASK = 0xC0;
    private static final int CONTINUATION = 0x80;

    private ShortText() {}

    /** Stores what fits of a text, cut between characters, and gives the number of bytes. */
    static int put(final MutableDirectBuffer buffer, final int offset, final int maxLength, final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, maxLength);
        while (length < bytes.length && length > 0 && (bytes[length] & CONTINUATION_MASK) == CONTINUATION) {
            length--;
        }
        buffer.putBytes(offset, bytes, 0, length);
        return length;
    }

    /** Copies a text of any claimed length. What is no text becomes replacement characters and question marks. */
    static String get(final DirectBuffer buffer, final int offset, final int maxLength, final int length) {
        final byte[] bytes = new byte[Math.max(0, Math.min(length, maxLength))];
        buffer.getBytes(offset, bytes);
        return new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }
}
