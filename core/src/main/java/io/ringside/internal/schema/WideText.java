package io.ringside.internal.schema;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/** Decodes text that should be UTF-16LE. Stateless. */
public final class WideText {
    /** Replaces units that no encoding can represent. */
    static final char REPLACEMENT = '\ufffd';

    private WideText() {}

    /**
     * Decodes each unit separately, since the JDK's decoder drops the unit after an unpaired surrogate.
     *
     * @param buffer that holds the text.
     * @param offset of its first byte.
     * @param length in bytes; half a unit at the end becomes U+FFFD.
     * @return the text.
     */
    public static String of(final DirectBuffer buffer, final int offset, final int length) {
        final int units = length / Character.BYTES;
        final char[] text = new char[units + length % Character.BYTES];
        for (int i = 0; i < units; i++) {
            text[i] = buffer.getChar(offset + i * Character.BYTES, ByteOrder.LITTLE_ENDIAN);
        }
        if (text.length > units) {
            text[units] = REPLACEMENT;
        }
        return new String(text);
    }

    /**
     * Replaces characters that no encoding can represent.
     *
     * @param text any text.
     * @return the text with U+FFFD for each unpaired surrogate.
     */
    public static String wellFormed(final String text) {
        StringBuilder replaced = null;
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                i++;
            } else {
                replaced = replaced == null ? new StringBuilder(text) : replaced;
                replaced.setCharAt(i, REPLACEMENT);
            }
        }
        return replaced == null ? text : replaced.toString();
    }
}
