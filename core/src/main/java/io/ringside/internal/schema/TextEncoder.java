package io.ringside.internal.schema;

import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Encodes texts as UTF-8; an unpaired surrogate becomes a question mark. Allocates only for the first text of {@value
 * AsciiText#LENGTH_MIN} chars or more, and never if it is compact. Not thread-safe.
 */
public final class TextEncoder {
    private @Nullable AsciiText ascii;
    private boolean isCompact;

    /** Releases the memory that makes the encoding of long texts faster, and does not allocate it again. */
    public void compact() {
        isCompact = true;
        ascii = null;
    }

    /** Returns the number of bytes written, or {@link Utf#NO_ROOM} with the bytes at the offset undefined. */
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
                // The memory only makes long texts faster.
            }
        }
        return ascii;
    }
}
