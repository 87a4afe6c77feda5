package io.ringside.internal.schema;

import io.ringside.schema.FieldSchema;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.DirectBuffer;

/**
 * Formats a payload for human readers: {@code name=value name=value}, units after numbers, structs in braces, arrays in
 * brackets. If a unit begins with a factor, such as {@code 1e-4 USD}, numbers are multiplied by it, exactly. Text is
 * quoted and escaped if it would be ambiguous otherwise, and never contains a line break. If a payload ended too early,
 * {@code $truncated} names the field; {@code $unread} shows in hex bytes that belong to no field. Not thread-safe;
 * reused for successive payloads.
 */
public sealed class TextFields extends FieldAppender permits FieldsBesideMessage, MessageValues {
    private static final String SPECIAL = " =,[]{}";
    /** Factor and unit; limited so that the numbers remain short. */
    private static final Pattern SCALED_UNIT = Pattern
            .compile("([0-9]{1,18}(?:\\.[0-9]{1,18})?(?:[eE][-+]?[0-9]{1,2})?) (.+)");

    private final boolean alone;

    /** Formats payloads. */
    public TextFields() {
        this(false);
    }

    /** {@return a formatter of single values: an outermost text is not quoted, and numbers have no unit} */
    public static TextFields ofValues() {
        return new TextFields(true);
    }

    /**
     * Formats payloads or values.
     *
     * @param alone whether an outermost text is the whole line, so that it needs no quotes, and numbers have no unit
     */
    TextFields(final boolean alone) {
        this.alone = alone;
    }

    @Override
    void appendBegin() {
        // The line itself delimits the payload.
    }

    @Override
    void appendEnd() {
        // The line itself delimits the payload.
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
