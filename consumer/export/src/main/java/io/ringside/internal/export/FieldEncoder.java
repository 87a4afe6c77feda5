package io.ringside.internal.export;

import io.ringside.internal.schema.ValueText;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.FieldVisitor;
import io.ringside.schema.OutType;
import io.ringside.schema.PatternMap;
import io.ringside.schema.ValueMap;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;

/**
 * Hands fields on in the few forms that binary formats have. What a field wants to be shown as decides its form, not
 * its value, so that a format can declare it; whatever is no number of a usual kind is the text that JSON shows.
 */
abstract class FieldEncoder implements FieldVisitor {
    /** What becomes of a field. */
    enum Form {
        /** A signed whole number. */
        SIGNED,
        /** An unsigned whole number. */
        UNSIGNED,
        /** An unsigned whole number that is shown in hex. */
        HEX,
        /** 32 bits of floating point. */
        FLOAT,
        /** 64 bits of floating point. */
        DOUBLE,
        /** True or false. */
        BOOLEAN,
        /** UTF-8. */
        TEXT,
        /** Its members. */
        STRUCT
    }

    private static final char SYMBOL_FOR_NULL = '\u2400';

    private final ValueText text = new ValueText();
    private final boolean endsAtNul;

    /**
     * An encoder.
     *
     * @param endsAtNul whether readers of the format take NUL for the end of a text: it is replaced
     */
    FieldEncoder(final boolean endsAtNul) {
        this.endsAtNul = endsAtNul;
    }

    /** {@return the form of each value of a field} */
    static Form form(final FieldSchema field) {
        final FieldType type = field.type();
        if (type.isInteger()) {
            return field.values() == null ? formOfNumber(field) : Form.TEXT;
        }
        return switch (type) {
            case FLOAT -> Form.FLOAT;
            case DOUBLE -> Form.DOUBLE;
            case BOOLEAN, BOOLEAN32 -> Form.BOOLEAN;
            case TIMESTAMP -> field.outType() == OutType.DEFAULT ? Form.SIGNED : Form.TEXT;
            case STRUCT -> Form.STRUCT;
            default -> Form.TEXT;
        };
    }

    private static Form formOfNumber(final FieldSchema field) {
        final boolean unsigned = field.type().isUnsigned();
        return switch (field.outType()) {
            case DEFAULT -> field.type().isHex() ? Form.HEX : unsigned ? Form.UNSIGNED : Form.SIGNED;
            case PORT, PID, TID -> unsigned ? Form.UNSIGNED : Form.TEXT;
            case HEXINT8, HEXINT16, HEXINT32, HEXINT64, CODE_POINTER -> unsigned ? Form.HEX : Form.TEXT;
            default -> Form.TEXT;
        };
    }

    /** Encodes a whole number of one of the first three forms. */
    abstract void encodeWhole(FieldSchema field, long value, Form form);

    abstract void encodeFloat(FieldSchema field, float value);

    abstract void encodeDouble(FieldSchema field, double value);

    abstract void encodeBoolean(FieldSchema field, boolean value);

    /** Encodes well-formed UTF-8. */
    abstract void encodeText(FieldSchema field, DirectBuffer buffer, int offset, int length);

    abstract void encodeText(FieldSchema field, String value);

    /** Encodes what is no field. */
    abstract void encodeExtra(String name, String value);

    @Override
    public void onLong(final FieldSchema field, final long value) {
        onWhole(field, value);
    }

    @Override
    public void onUnsigned(final FieldSchema field, final long value) {
        onWhole(field, value);
    }

    private void onWhole(final FieldSchema field, final long value) {
        final Form form = form(field);
        if (form != Form.TEXT) {
            encodeWhole(field, value, form);
            return;
        }
        if (field.type().isUnsigned()) {
            text.next().onUnsigned(field, value);
        } else {
            text.next().onLong(field, value);
        }
        encodeAny(field);
    }

    @Override
    public void onSymbol(final FieldSchema field, final long value, final String symbol) {
        encodeText(field, symbol);
    }

    @Override
    public void onBits(final FieldSchema field, final long value, final ValueMap names) {
        text.next().onBits(field, value, names);
        encodeText(field, text.text());
    }

    @Override
    public void onFloat(final FieldSchema field, final float value) {
        encodeFloat(field, value);
    }

    @Override
    public void onDouble(final FieldSchema field, final double value) {
        encodeDouble(field, value);
    }

    @Override
    public void onBoolean(final FieldSchema field, final boolean value) {
        encodeBoolean(field, value);
    }

    @Override
    public void onString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        final PatternMap patterns = field.patterns();
        if (patterns == null && isAscii(buffer, offset, length)) {
            encodeText(field, buffer, offset, length);
        } else {
            text.next().onString(field, buffer, offset, length);
            encodeAny(field);
        }
    }

    /** Encodes a text of any characters. */
    private void encodeAny(final FieldSchema field) {
        encodeText(field, withoutNul(text.text()));
    }

    /** {@return a text that has no NUL if the format cannot hold one} */
    final String withoutNul(final String any) {
        return endsAtNul ? withSymbols(any) : any;
    }

    /** {@return a text with U+2400 in place of each NUL} */
    static String withSymbols(final String any) {
        return any.replace('\0', SYMBOL_FOR_NULL);
    }

    @Override
    public void onWideString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        text.next().onWideString(field, buffer, offset, length);
        encodeAny(field);
    }

    @Override
    public void onBytes(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        text.next().onBytes(field, buffer, offset, length);
        encodeAny(field);
    }

    @Override
    public void onUuid(final FieldSchema field, final long most, final long least) {
        text.next().onUuid(field, most, least);
        encodeText(field, text.text());
    }

    @Override
    public void onTimestamp(final FieldSchema field, final long epochNs) {
        if (form(field) == Form.SIGNED) {
            encodeWhole(field, epochNs, Form.SIGNED);
        } else {
            text.next().onTimestamp(field, epochNs);
            encodeText(field, text.text());
        }
    }

    @Override
    public void onFileTime(final FieldSchema field, final long units) {
        text.next().onFileTime(field, units);
        encodeText(field, text.text());
    }

    @Override
    public void onAddress(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        text.next().onAddress(field, buffer, offset, length);
        encodeText(field, text.text());
    }

    @Override
    public void onTruncated(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        encodeExtra("$truncated", field.name());
        if (length > 0) {
            onTrailing(buffer, offset, length);
        }
    }

    @Override
    public void onTrailing(final DirectBuffer buffer, final int offset, final int length) {
        final StringBuilder hex = new StringBuilder(2 * length);
        for (int i = offset; i < offset + length; i++) {
            hex.append(Character.forDigit((buffer.getByte(i) >>> 4) & 0xF, 16))
                    .append(Character.forDigit(buffer.getByte(i) & 0xF, 16));
        }
        encodeExtra("$unread", hex.toString());
    }

    static byte[] utf8(final String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }

    private boolean isAscii(final DirectBuffer buffer, final int offset, final int length) {
        final int least = endsAtNul ? 1 : 0;
        for (int i = offset; i < offset + length; i++) {
            if (buffer.getByte(i) < least) {
                return false;
            }
        }
        return true;
    }
}
