package io.ringside.internal.schema;

import io.ringside.schema.FieldSchema;
import org.agrona.DirectBuffer;

/**
 * Prints single values as they are, for formats that hold texts of any characters: without quotes, escapes and units.
 * Each call of a visitor's method prints one value. For one thread.
 */
public final class ValueText extends FieldAppender {
    private final StringBuilder text = new StringBuilder();

    /**
     * Begin the next value.
     *
     * @return this, to be handed one value.
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
        // A value has no frame.
    }

    @Override
    void appendEnd() {
        // A value has no frame.
    }

    @Override
    void appendSeparator(final boolean inArray) {
        // There is one value.
    }

    @Override
    void appendName(final String name) {
        // The format has the name.
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
        // The format has the unit.
    }

    @Override
    void appendBytes(final DirectBuffer buffer, final int offset, final int length) {
        appendHex(buffer, offset, length);
    }
}
