package io.ringside.internal.schema;

import io.ringside.schema.FieldSchema;
import org.agrona.DirectBuffer;

/**
 * Formats single values for formats whose texts may contain any characters: without quotes, escapes and units. Each
 * call of a visitor's method formats one value. Not thread-safe.
 */
public final class ValueText extends FieldAppender {
    private final StringBuilder text = new StringBuilder();

    /**
     * Begins the next value.
     *
     * @return this, which receives one value next.
     */
    public ValueText next() {
        text.setLength(0);
        start(text, true);
        return this;
    }

    /** {@return the value} */
    public String text() {
        return text.toString();
    }

    @Override
    void appendBegin() {
        // A single value has no delimiters.
    }

    @Override
    void appendEnd() {
        // A single value has no delimiters.
    }

    @Override
    void appendSeparator(final boolean inArray) {
        // There is only one value.
    }

    @Override
    void appendName(final String name) {
        // The surrounding format shows the name.
    }

    @Override
    void appendText(final String value) {
        text.append(WideText.wellFormed(value));
    }

    @Override
    void appendWord(final String word) {
        text.append(word);
    }

    @Override
    void appendTime(final long epochNs) {
        text.append(epochNs);
    }

    @Override
    void appendUnit(final FieldSchema field, final int begin) {
        // The surrounding format shows the unit.
    }

    @Override
    void appendBytes(final DirectBuffer buffer, final int offset, final int length) {
        appendHex(buffer, offset, length);
    }
}
