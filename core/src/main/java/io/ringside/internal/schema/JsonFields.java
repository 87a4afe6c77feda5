package io.ringside.internal.schema;

import io.ringside.schema.FieldSchema;
import org.agrona.DirectBuffer;

/**
 * Prints a payload as one JSON object, a member for each field. Numbers are exact, also unsigned ones of 64 bits; NaN
 * and the infinities are strings; timestamps are nanoseconds since 1970; named values are their names; bytes are hex. A
 * number whose type or out type wants hex, an address, a character or a time is a string with that; every other number
 * stays one, decimals with all their digits.
 * <p>
 * Members that are not fields have a name with a dollar: {@code $truncated} names the field at which the payload ended
 * too early, {@code $unread} holds in hex the bytes that no field took. For one thread; reused from payload to payload.
 */
public sealed class JsonFields extends FieldAppender permits CsvFields {
    private final boolean longsQuoted;

    /** Numbers are numbers, whatever their size. */
    public JsonFields() {
        this(false);
    }

    /**
     * Prints payloads.
     *
     * @param longsQuoted whether whole numbers and decimals of 64 bits are strings, for readers that hold numbers as
     *                    doubles.
     */
    public JsonFields(final boolean longsQuoted) {
        this.longsQuoted = longsQuoted;
    }

    /**
     * Begins a single value, which is to be handed over next, without its name.
     *
     * @param target to append it to.
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
        // A unit after a number would be no JSON; the schema gives it.
    }

    @Override
    void appendBytes(final DirectBuffer buffer, final int offset, final int length) {
        out().append('"');
        appendHex(buffer, offset, length);
        out().append('"');
    }
}
