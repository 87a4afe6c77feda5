package io.ringside.schema;

import org.agrona.DirectBuffer;

/**
 * Prints a payload for people: {@code name=value name=value}, units behind numbers, structs in braces, arrays in
 * brackets. Text is quoted and escaped if it would not be clear otherwise, so a line stays a line. A payload that
 * ended too early names the field as {@code $truncated}, bytes that no field took are {@code $unread}, in hex. For
 * one thread; reused from payload to payload.
 */
public sealed class TextFields extends FieldAppender permits MessageValues {
    private static final String SPECIAL = " =,[]{}";

    private final boolean alone;

    /** Prints payloads. */
    public TextFields() {
        this(false);
    }

    /**
     * Prints payloads or values.
     *
     * @param alone whether an outermost text is the whole line, so that it need not be quoted, and numbers have no unit
     */
    TextFields(final boolean alone) {
        this.alone = alone;
    }

    @Override
    public void onTruncated(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        begin("$truncated");
        appendText(field.name());
        if (length > 0) {
            onTrailing(buffer, offset, length);
        }
    }

    @Override
    public void onTrailing(final DirectBuffer buffer, final int offset, final int length) {
        begin("$unread");
        appendBytes(buffer, offset, length);
    }

    @Override
    void appendBegin() {
        // The line is the frame.
    }

    @Override
    void appendEnd() {
        // The line is the frame.
    }

    @Override
    void appendSeparator(final boolean inArray) {
        out().append(inArray ? ", " : " ");
    }

    @Override
    void appendName(final String name) {
        out().append(name).append('=');
    }

    @Override
    void appendText(final String text) {
        if ((alone && isOutermost()) || isClear(text)) {
            out().append(text);
        } else {
            JsonText.appendQuoted(out(), text);
        }
    }

    @Override
    void appendWord(final String word) {
        out().append(word);
    }

    @Override
    void appendTime(final long epochNs) {
        out().append(TimeText.ofEpochNs(epochNs));
    }

    @Override
    void appendUnit(final FieldSchema field) {
        final String unit = field.unit();
        if (unit != null && !alone) {
            // Else a unit such as "1e-4 USD" would be read as more digits.
            out().append(Character.isDigit(unit.charAt(0)) ? " " : "").append(unit);
        }
    }

    @Override
    void appendBytes(final DirectBuffer buffer, final int offset, final int length) {
        out().append("0x");
        appendHex(buffer, offset, length);
    }

    private static boolean isClear(final String text) {
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (!JsonText.isPlain(c) || SPECIAL.indexOf(c) >= 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
