package io.ringside.internal.export;

import io.ringside.internal.schema.FieldTable;
import io.ringside.internal.schema.SchemaMap;
import io.ringside.internal.schema.ValueText;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.FieldVisitor;
import io.ringside.schema.OutType;
import io.ringside.schema.ValueMap;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Visitor that reduces fields to the few forms that binary formats have. The out type of a field, not its value,
 * decides its form, so that a format can declare it. Any value but a usual number becomes the text that JSON shows.
 */
public abstract class FieldEncoder implements FieldVisitor {
    /** The form in which a field is written. */
    public enum Form {
        /** A signed whole number. */
        SIGNED,
        /** An unsigned whole number. */
        UNSIGNED,
        /** An unsigned whole number, shown in hexadecimal. */
        HEX,
        /** A 32-bit floating-point number. */
        FLOAT,
        /** A 64-bit floating-point number. */
        DOUBLE,
        /** True or false. */
        BOOLEAN,
        /** UTF-8. */
        TEXT,
        /** A struct with members. */
        STRUCT
    }

    private static final char SYMBOL_FOR_NULL = '\u2400';

    /** Suffix of the name of a decimal's numeric field. */
    static final String NUMBER = "_number";

    private static final byte[] NOTHING = {};

    private final ValueText text = new ValueText();
    private final SchemaMap<FieldTable<Prepared>> tables = new SchemaMap<>();
    private final boolean endsAtNul;
    private @Nullable FieldTable<Prepared> table;

    /** Facts about a field that are computed once. */
    static final class Prepared {
        final FieldSchema schema;
        final Form form;
        /** Length of a whole number in bytes. */
        final int length;
        /** Bytes that the format writes in front of each value. */
        final byte[] head;
        private final boolean hasNumber;

        private Prepared(final FieldSchema schema, final byte[] head) {
            this.schema = schema;
            this.form = form(schema);
            this.length = schema.type().length();
            this.head = head;
            this.hasNumber = hasNumber(schema);
        }
    }

    /**
     * Creates an encoder.
     *
     * @param endsAtNul whether readers of the format end a text at NUL, so that NUL must be replaced
     */
    FieldEncoder(final boolean endsAtNul) {
        this.endsAtNul = endsAtNul;
    }

    /** Encodes all fields of an event that has a schema. */
    final void encode(final EventView event, final EventSchema schema) {
        FieldTable<Prepared> known = tables.get(schema);
        if (known == null) {
            known = new FieldTable<>(schema, field -> new Prepared(field,
                    head(field, schema.fields().contains(field))));
            tables.put(schema, known);
        }
        table = known;
        event.readFields(this);
    }

    /** {@return the prepared facts about a field of the event} */
    final Prepared prepared(final FieldSchema field) {
        return Objects.requireNonNull(table).get(field);
    }

    /** {@return the bytes that the format writes in front of each value of a field, top-level or in a struct} */
    byte[] head(final FieldSchema field, final boolean isOutermost) {
        return NOTHING;
    }

    /** {@return the form of each value of a field} */
    public static Form form(final FieldSchema field) {
        final FieldType type = field.type();
        if (type.isInteger()) {
            return field.values() == null && !field.isDecimal() ? formOfNumber(field) : Form.TEXT;
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

    /** {@return whether a numeric field follows the text of a field, for programs that draw or compare values} */
    static boolean hasNumber(final FieldSchema field) {
        return field.isDecimal() && field.shape() == FieldSchema.Shape.SCALAR;
    }

    /** {@return number of fields, including the numeric fields that follow decimals} */
    static int countWithNumbers(final List<FieldSchema> fields) {
        return fields.size() + (int) fields.stream().filter(FieldEncoder::hasNumber).count();
    }

    /**
     * {@return length in bytes of payloads that consist of numbers only, each with the same bytes as in the record; -1
     * for other payloads}
     */
    static int numbersLength(final List<FieldSchema> fields) {
        int sum = 0;
        for (final FieldSchema field : fields) {
            // Ports are in network byte order.
            final int length = field.shape() != FieldSchema.Shape.SCALAR || field.outType() == OutType.PORT
                    ? -1
                    : switch (form(field)) {
                        case SIGNED, UNSIGNED, HEX, FLOAT, DOUBLE -> field.type().length();
                        case STRUCT -> numbersLength(field.members());
                        default -> -1;
                    };
            if (length < 0) {
                return -1;
            }
            sum += length;
        }
        return sum;
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

    /** Encodes a whole number with one of the first three forms. */
    abstract void encodeWhole(Prepared field, long value);

    void encodeFloat(final Prepared field, final float value) {
        encodeDouble(field, value);
    }

    abstract void encodeDouble(Prepared field, double value);

    abstract void encodeBoolean(Prepared field, boolean value);

    /** Encodes well-formed UTF-8. */
    abstract void encodeText(Prepared field, DirectBuffer buffer, int offset, int length);

    abstract void encodeText(Prepared field, String value);

    /** Encodes the number beside the text of a decimal, NaN if the value is not a number. Does nothing by default. */
    void encodeNumber(final Prepared field, final double value) {
        // The format has exact decimals, or only texts.
    }

    private void encodeDecimal(final FieldSchema field, final String shown, final double number) {
        final Prepared prepared = prepared(field);
        encodeText(prepared, shown);
        if (prepared.hasNumber) {
            encodeNumber(prepared, number);
        }
    }

    /** Encodes a text that is not a field of the event. */
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
        final Prepared prepared = prepared(field);
        if (prepared.form != Form.TEXT) {
            encodeWhole(prepared, value);
            return;
        }
        if (field.type().isUnsigned()) {
            text.next().onUnsigned(field, value);
        } else {
            text.next().onLong(field, value);
        }
        encodeAny(prepared);
        if (prepared.hasNumber) {
            // This field has the scale 0; its scale is given by another field.
            encodeNumber(prepared, Double.parseDouble(text.text()));
        }
    }

    /** Writes a text, because a format's floating-point numbers lack some digits, and then such a number. */
    @Override
    public void onDecimal(final FieldSchema field, final long unscaled, final int scale) {
        text.next().onDecimal(field, unscaled, scale);
        final String shown = text.text();
        encodeDecimal(field, shown, prepared(field).hasNumber ? Double.parseDouble(shown) : Double.NaN);
    }

    @Override
    public void onUnscaled(final FieldSchema field, final long value) {
        text.next().onUnscaled(field, value);
        encodeDecimal(field, text.text(), Double.NaN);
    }

    @Override
    public void onSymbol(final FieldSchema field, final long value, final String symbol) {
        encodeDecimal(field, symbol, Double.NaN);
    }

    @Override
    public void onBits(final FieldSchema field, final long value, final ValueMap names) {
        text.next().onBits(field, value, names);
        encodeText(prepared(field), text.text());
    }

    @Override
    public void onFloat(final FieldSchema field, final float value) {
        encodeFloat(prepared(field), value);
    }

    @Override
    public void onDouble(final FieldSchema field, final double value) {
        encodeDouble(prepared(field), value);
    }

    @Override
    public void onBoolean(final FieldSchema field, final boolean value) {
        encodeBoolean(prepared(field), value);
    }

    @Override
    public void onString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        final ValueMap.Patterns patterns = field.patterns();
        if (patterns == null && isAscii(buffer, offset, length)) {
            encodeText(prepared(field), buffer, offset, length);
        } else {
            text.next().onString(field, buffer, offset, length);
            encodeAny(prepared(field));
        }
    }

    /** Encodes a text with arbitrary characters. */
    private void encodeAny(final Prepared field) {
        encodeText(field, withoutNul(text.text()));
    }

    /** {@return the text, without NUL if the format cannot contain it} */
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
        encodeAny(prepared(field));
    }

    @Override
    public void onBytes(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        text.next().onBytes(field, buffer, offset, length);
        encodeAny(prepared(field));
    }

    @Override
    public void onUuid(final FieldSchema field, final long most, final long least) {
        text.next().onUuid(field, most, least);
        encodeText(prepared(field), text.text());
    }

    @Override
    public void onTimestamp(final FieldSchema field, final long epochNs) {
        final Prepared prepared = prepared(field);
        if (prepared.form == Form.SIGNED) {
            encodeWhole(prepared, epochNs);
        } else {
            text.next().onTimestamp(field, epochNs);
            encodeText(prepared, text.text());
        }
    }

    @Override
    public void onFileTime(final FieldSchema field, final long units) {
        text.next().onFileTime(field, units);
        encodeText(prepared(field), text.text());
    }

    @Override
    public void onAddress(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        text.next().onAddress(field, buffer, offset, length);
        encodeText(prepared(field), text.text());
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
