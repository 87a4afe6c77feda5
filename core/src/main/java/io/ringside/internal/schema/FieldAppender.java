package io.ringside.internal.schema;

import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldVisitor;
import io.ringside.schema.OutType;
import io.ringside.schema.PayloadReader;
import io.ringside.schema.ValueMap;
import java.util.UUID;
import org.agrona.DirectBuffer;

/**
 * Base of all classes that format a payload as text: names before values but not before array elements, separators
 * between values, nesting. Not thread-safe.
 */
abstract class FieldAppender implements FieldVisitor {
    /** Suffix of a decimal without a valid scale. */
    private static final String NO_SCALE = " (no scale)";

    private final PayloadReader reader = new PayloadReader();
    /** Whether the open value at each depth is an array; depth 0 is the event. */
    private final boolean[] arrays = new boolean[2 * SchemaLimits.DEPTH_MAX + 1];

    private StringBuilder out = new StringBuilder(0);
    private int depth;
    private boolean separated = true;

    /**
     * Reads a payload and appends its fields.
     *
     * @param target  to append to.
     * @param event   schema of the payload.
     * @param payload buffer that holds it, which must not change meanwhile.
     * @param offset  of its first byte.
     * @param length  in bytes.
     */
    public final void append(
            final StringBuilder target,
            final EventSchema event,
            final DirectBuffer payload,
            final int offset,
            final int length) {
        start(target, false);
        appendBegin();
        reader.read(event, payload, offset, length, this);
        appendEnd();
    }

    /** Reads one value and appends it without its name: see {@link PayloadReader#readProperty}. */
    public final int appendProperty(
            final StringBuilder target,
            final FieldSchema field,
            final long propertyLength,
            final DirectBuffer payload,
            final int offset,
            final int length) {
        start(target, true);
        return reader.readProperty(field, propertyLength, payload, offset, length, this);
    }

    /** Begins the output of a payload. */
    abstract void appendBegin();

    /** Ends the output of a payload. */
    abstract void appendEnd();

    /** Appends the separator between two values. */
    abstract void appendSeparator(boolean inArray);

    /** Appends a name and the separator before its value. */
    abstract void appendName(String name);

    /** Appends text from a payload. */
    abstract void appendText(String text);

    /** Appends text created here, which needs no escaping. */
    abstract void appendWord(String word);

    /** Appends a point in time. */
    abstract void appendTime(long epochNs);

    /** Appends the unit of the number whose text begins at an index of the output, if this format shows units. */
    abstract void appendUnit(FieldSchema field, int begin);

    /** Appends bytes in hex. */
    abstract void appendBytes(DirectBuffer buffer, int offset, int length);

    /** {@return whether the current value belongs to the event itself, rather than to a struct or an array} */
    final boolean isOutermost() {
        return depth == 0;
    }

    final StringBuilder out() {
        return out;
    }

    /** Begins a value: appends a separator, and the name unless it is an element of an array. */
    public final void begin(final FieldSchema field) {
        begin(field.name());
    }

    public final void begin(final String name) {
        if (!separated) {
            appendSeparator(arrays[depth]);
        }
        separated = false;
        if (!arrays[depth]) {
            appendName(name);
        }
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

    final void appendHex(final DirectBuffer buffer, final int offset, final int length) {
        for (int i = offset; i < offset + length; i++) {
            final int value = buffer.getByte(i);
            out.append(Character.forDigit((value >>> 4) & 0xF, 16)).append(Character.forDigit(value & 0xF, 16));
        }
    }

    @Override
    public final void onLong(final FieldSchema field, final long value) {
        begin(field);
        appendNumber(field, value);
    }

    @Override
    public final void onUnsigned(final FieldSchema field, final long value) {
        begin(field);
        appendNumber(field, value);
    }

    @Override
    public final void onDecimal(final FieldSchema field, final long unscaled, final int scale) {
        begin(field);
        final int begin = out.length();
        appendScaled(field, unscaled, scale);
        appendUnit(field, begin);
    }

    @Override
    public final void onUnscaled(final FieldSchema field, final long value) {
        begin(field);
        appendText((field.type().isUnsigned() ? Long.toUnsignedString(value) : Long.toString(value)) + NO_SCALE);
    }

    @Override
    public final void onBits(final FieldSchema field, final long value, final ValueMap names) {
        begin(field);
        final StringBuilder text = new StringBuilder();
        if (names.appendBits(text, unsigned(field, value))) {
            appendText(text.toString());
        } else {
            appendNumber(field, value);
        }
    }

    @Override
    public final void onSymbol(final FieldSchema field, final long value, final String symbol) {
        begin(field);
        appendText(symbol);
    }

    @Override
    public final void onFloat(final FieldSchema field, final float value) {
        begin(field);
        if (Float.isFinite(value)) {
            final int begin = out.length();
            out.append(value);
            appendUnit(field, begin);
        } else {
            appendWord(Float.toString(value));
        }
    }

    @Override
    public final void onDouble(final FieldSchema field, final double value) {
        begin(field);
        if (Double.isFinite(value)) {
            final int begin = out.length();
            out.append(value);
            appendUnit(field, begin);
        } else {
            appendWord(Double.toString(value));
        }
    }

    @Override
    public final void onBoolean(final FieldSchema field, final boolean value) {
        begin(field);
        out.append(value);
    }

    @Override
    public final void onString(
            final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        begin(field);
        appendNamed(field, buffer.getStringWithoutLengthUtf8(offset, length));
    }

    @Override
    public final void onWideString(
            final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        begin(field);
        appendNamed(field, WideText.of(buffer, offset, length));
    }

    @Override
    public final void onBytes(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        begin(field);
        final String address = switch (field.outType()) {
            case IPV6 -> length == 2 * Long.BYTES ? AddressText.of(buffer, offset, length) : null;
            case SOCKETADDRESS -> AddressText.ofSocket(buffer, offset, length);
            default -> null;
        };
        if (address != null) {
            appendWord(address);
            return;
        }
        switch (field.outType()) {
            case STRING, XML, JSON, UTF8 -> appendText(buffer.getStringWithoutLengthUtf8(offset, length));
            default -> appendBytes(buffer, offset, length);
        }
    }

    @Override
    public final void onUuid(final FieldSchema field, final long most, final long least) {
        begin(field);
        appendWord(new UUID(most, least).toString());
    }

    @Override
    public final void onTimestamp(final FieldSchema field, final long epochNs) {
        begin(field);
        if (field.outType() == OutType.DEFAULT) {
            appendTime(epochNs);
        } else {
            appendWord(TimeText.ofEpochNs(epochNs));
        }
    }

    @Override
    public final void onFileTime(final FieldSchema field, final long units) {
        begin(field);
        appendWord(TimeText.ofFileTime(units));
    }

    @Override
    public final void onAddress(
            final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        begin(field);
        appendWord(AddressText.of(buffer, offset, length));
    }

    @Override
    public void onStructBegin(final FieldSchema field) {
        open(field, false, '{');
    }

    @Override
    public void onStructEnd(final FieldSchema field) {
        close('}');
    }

    @Override
    public void onArrayBegin(final FieldSchema field, final long count) {
        open(field, true, '[');
    }

    @Override
    public void onArrayEnd(final FieldSchema field) {
        close(']');
    }

    /** Starts the output. A single value has no name, like an element of an array. */
    final void start(final StringBuilder target, final boolean alone) {
        out = target;
        depth = 0;
        arrays[0] = alone;
        separated = true;
    }

    private void appendNumber(final FieldSchema field, final long value) {
        switch (field.outType()) {
            case HEXINT8, HEXINT16, HEXINT32, HEXINT64, ERRORCODE, NTSTATUS, HRESULT, CODE_POINTER ->
                appendHexNumber(field, value);
            case BOOLEAN -> out.append(value != 0);
            case STRING -> appendText(String.valueOf((char) unsigned(field, value)));
            case IPV4 -> appendWord(AddressText.of((int) value));
            case BYTE, SHORT, INT, LONG -> appendDecimal(field, signed(field, value), false);
            case UBYTE, USHORT, UINT, ULONG, PID, TID, WIN32ERROR -> appendDecimal(field, unsigned(field, value), true);
            default -> {
                if (field.type().isHex()) {
                    appendHexNumber(field, value);
                } else {
                    appendDecimal(field, value, field.type().isUnsigned());
                }
            }
        }
    }

    private void appendHexNumber(final FieldSchema field, final long value) {
        appendWord("0x" + Long.toHexString(unsigned(field, value)));
    }

    private void appendDecimal(final FieldSchema field, final long value, final boolean unsigned) {
        final int begin = out.length();
        if (field.type().length() == Long.BYTES) {
            appendLong(value, unsigned);
        } else {
            out.append(value);
        }
        appendUnit(field, begin);
    }

    /** Appends a 64-bit whole number. */
    void appendLong(final long value, final boolean unsigned) {
        if (value >= 0 || !unsigned) {
            out.append(value);
        } else {
            out.append(Long.toUnsignedString(value));
        }
    }

    /** Appends a decimal. */
    void appendScaled(final FieldSchema field, final long unscaled, final int scale) {
        DecimalText.append(out, unscaled, field.type().isUnsigned(), scale);
    }

    private void appendNamed(final FieldSchema field, final String text) {
        final ValueMap.Patterns patterns = field.patterns();
        final String symbol = patterns == null ? null : patterns.symbolOf(text);
        appendText(symbol == null ? text : symbol);
    }

    /** Returns the value without bits beyond the width of the field's type. */
    private static long unsigned(final FieldSchema field, final long value) {
        return value & (-1L >>> unusedBits(field));
    }

    private static long signed(final FieldSchema field, final long value) {
        return value << unusedBits(field) >> unusedBits(field);
    }

    private static int unusedBits(final FieldSchema field) {
        return Long.SIZE - field.type().length() * Byte.SIZE;
    }

    private void open(final FieldSchema field, final boolean array, final char bracket) {
        begin(field);
        out.append(bracket);
        arrays[++depth] = array;
        separated = true;
    }

    private void close(final char bracket) {
        out.append(bracket);
        depth--;
        separated = false;
    }
}
