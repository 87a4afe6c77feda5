package io.ringside.internal.schema;

import io.ringside.schema.FieldSchema;
import org.agrona.DirectBuffer;

/**
 * Formats a payload as one JSON object with a member for each field. Numbers are exact, including unsigned 64-bit ones;
 * NaN and the infinities are strings; timestamps are nanoseconds since 1970; named values appear as their names; bytes
 * are hex. A number whose type or out type requires hex, an address, a character or a time is a string in that form;
 * all other numbers are JSON numbers, decimals with all their digits.
 * <p>
 * Members that are not fields have a name that begins with a dollar sign: {@code $truncated} names the field at which
 * the payload ended too early, {@code $unread} contains in hex the bytes that belong to no field. Not thread-safe;
 * reused for successive payloads.
 */
public sealed class JsonFields extends FieldAppender permits CsvFields {
    private final boolean longsQuoted;

    /** Creates a formatter that writes all numbers as JSON numbers, whatever their size. */
    public JsonFields() {
        this(false);
    }

    /**
     * Creates a formatter.
     *
     * @param longsQuoted whether 64-bit whole numbers and decimals are strings, for readers that represent numbers as
     *                    doubles.
     */
    public JsonFields(final boolean longsQuoted) {
        this.longsQuoted = longsQuoted;
    }

    /**
     * Begins a single value without its name; the value is passed to this visitor next.
     *
     * @param target to append the value to.
     */
    public void beginValue(final StringBuilder target) {
        start(target, true);
    }

    @Override
    void appendBegin() {
        out().append('{');
    }

    @Override
    void appendEnd() {
        out().append('}');
    }

    @Override
    void appendSeparator(final boolean inArray) {
        out().append(',');
    }

    @Override
    void appendName(final String name) {
        JsonText.appendQuoted(out(), name);
        out().append(':');
    }

    @Override
    void appendText(final String text) {
        JsonText.appendQuoted(out(), text);
    }

    @Override
    void appendWord(final String word) {
        out().append('"').append(word).append('"');
    }

    @Override
    void appendTime(final long epochNs) {
        appendQuote();
        out().append(epochNs);
        appendQuote();
    }

    @Override
    void appendLong(final long value, final boolean unsigned) {
        appendQuote();
        super.appendLong(value, unsigned);
        appendQuote();
    }

    @Override
    void appendScaled(final FieldSchema field, final long unscaled, final int scale) {
        final boolean isQuoted = longsQuoted && field.type().length() == Long.BYTES;
        out().append(isQuoted ? "\"" : "");
        super.appendScaled(field, unscaled, scale);
        out().append(isQuoted ? "\"" : "");
    }

    private void appendQuote() {
        if (longsQuoted) {
            out().append('"');
        }
    }

    @Override
    void appendUnit(final FieldSchema field, final int begin) {
        // JSON has no place for a unit after a number; the schema contains it.
    }

    @Override
    void appendBytes(final DirectBuffer buffer, final int offset, final int length) {
        out().append('"');
        appendHex(buffer, offset, length);
        out().append('"');
    }
}
