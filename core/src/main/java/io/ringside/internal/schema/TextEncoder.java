package io.ringside.internal.schema;

import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Puts texts as UTF-8; a lone surrogate becomes a question mark. Allocates with its first text of
 * {@value AsciiText#LENGTH_MIN} chars or more only, and if it is compact not even then. For one thread.
 */
public final class TextEncoder {
    private @Nullable AsciiText ascii;
    private boolean isCompact;

    /** From now on do without the memory that makes long texts faster. */
    public void compact() {
        isCompact = true;
        ascii = null;
    }

    /** Returns the bytes written, or {@link Utf#NO_ROOM} with the bytes at the offset undefined. */
    public int encode(final CharSequence text, final MutableDirectBuffer buffer, final int offset,
            final int lengthMax) {
        if (isCompact || !(text instanceof final String string) || string.length() < AsciiText.LENGTH_MIN) {
            return Utf.encode(text, buffer, offset, lengthMax);
        }
        final AsciiText words = ascii();
        if (words == null) {
            return Utf.encode(text, buffer, offset, lengthMax);
        }
        final int done = words.encode(string, buffer, offset, Math.min(string.length(), lengthMax));
        return Utf.encodeRest(string, done, buffer, offset, lengthMax);
    }

    private @Nullable AsciiText ascii() {
        if (ascii == null) {
            try {
                ascii = new AsciiText();
            } catch (final OutOfMemoryError e) {
                // It only makes long texts faster.
            }
        }
        return ascii;
    }
}
