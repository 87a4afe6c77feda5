package io.ringside.internal.schema;

import io.ringside.schema.FieldSchema;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.DirectBuffer;

/**
 * Prints a payload for people: {@code name=value name=value}, units after numbers, structs in braces, arrays in
 * brackets. Where a unit has a factor in front, such as {@code 1e-4 USD}, numbers are multiplied by it, exactly. Text
 * is quoted and escaped if it would not be clear otherwise, so a line stays a line. A payload that ended too early
 * names the field as {@code $truncated}, bytes that no field took are {@code $unread}, in hex. For one thread; reused
 * from payload to payload.
 */
public sealed class TextFields extends FieldAppender permits FieldsBesideMessage, MessageValues {
    private static final String SPECIAL = " =,[]{}";
    /** A factor and what it is a factor of; short enough that no number becomes long. */
    private static final Pattern SCALED_UNIT = Pattern
            .compile("([0-9]{1,18}(?:\\.[0-9]{1,18})?(?:[eE][-+]?[0-9]{1,2})?) (.+)");

    private final boolean alone;

    /** Prints payloads. */
    public TextFields() {
        this(false);
    }

    /** {@return a form for single values: an outermost text is not quoted, and numbers have no unit} */
    public static TextFields ofValues() {
        return new TextFields(true);
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
        JsonText.appendPlain(out(), name);
        out().append('=');
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
    void appendUnit(final FieldSchema field, final int begin) {
        final String unit = field.unit();
        if (unit == null || alone) {
            return;
        }
        final Matcher scaled = Character.isDigit(unit.charAt(0)) ? SCALED_UNIT.matcher(unit) : null;
        if (scaled == null || !scaled.matches()) {
            out().append(' ').append(unit);
            return;
        }
        final BigDecimal number = new BigDecimal(out().substring(begin)).multiply(new BigDecimal(scaled.group(1)));
        out().setLength(begin);
        out().append(number.toPlainString()).append(' ').append(scaled.group(2));
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
