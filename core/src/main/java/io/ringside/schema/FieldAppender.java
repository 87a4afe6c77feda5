package io.ringside.schema;

import java.util.UUID;
import org.agrona.DirectBuffer;

/**
 * What all forms of printing a payload have in common: names in front of values but not of elements, separators between
 * them, nesting. For one thread.
 */
abstract class FieldAppender implements FieldVisitor {
    private final PayloadReader reader = new PayloadReader();
    /** Whether what is open at each depth is an array; depth 0 is the event. */
    private final boolean[] arrays = new boolean[2 * SchemaLimits.DEPTH_MAX + 1];

    private StringBuilder out = new StringBuilder(0);
    private int depth;
    private boolean separated = true;

    /**
     * Reads a payload and appends its fields.
     *
     * @param target  to append to.
     * @param event   that the payload belongs to.
     * @param payload buffer that holds it, not changed by others meanwhile.
     * @param offset  of its first byte.
     * @param length  in bytes.
     */
    public final void append(
            final StringBuilder target,
            final EventSchema event,
            final DirectBuffer payload,
            final int offset,
            final int length) {
        out = target;
        depth = 0;
        separated = true;
        appendBegin();
        reader.read(event, payload, offset, length, this);
        appendEnd();
    }

    /** Begins the whole. */
    abstract void appendBegin();

    /** Ends the whole. */
    abstract void appendEnd();

    /** Appends what stands between two values. */
    abstract void appendSeparator(boolean inArray);

    /** Appends a name and what ties it to its value. */
    abstract void appendName(String name);

    /** Appends text that came from a payload. */
    abstract void appendText(String text);

    /** Appends text of our own making, free of what needs escaping. */
    abstract void appendWord(String word);

    /** Appends a point in time. */
    abstract void appendTime(long epochNs);

    /** Appends a unit behind its number, if this form shows units. */
    abstract void appendUnit(FieldSchema field);

    final StringBuilder out() {
        return out;
    }

    /** Begins a value: separator, and the name unless it is an element of an array. */
    final void begin(final FieldSchema field) {
        begin(field.name());
    }

    final void begin(final String name) {
        if (!separated) {
            appendSeparator(arrays[depth]);
        }
        separated = false;
        if (!arrays[depth]) {
            appendName(name);
        }
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
        out.append(value);
        appendUnit(field);
    }

    @Override
    public final void onUnsigned(final FieldSchema field, final long value) {
        begin(field);
        if (value >= 0) {
            out.append(value);
        } else {
            out.append(Long.toUnsignedString(value));
        }
        appendUnit(field);
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
            out.append(value);
        } else {
            appendWord(Float.toString(value));
        }
        appendUnit(field);
    }

    @Override
    public final void onDouble(final FieldSchema field, final double value) {
        begin(field);
        if (Double.isFinite(value)) {
            out.append(value);
        } else {
            appendWord(Double.toString(value));
        }
        appendUnit(field);
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
        appendText(buffer.getStringWithoutLengthUtf8(offset, length));
    }

    @Override
    public final void onUuid(final FieldSchema field, final long most, final long least) {
        begin(field);
        appendWord(new UUID(most, least).toString());
    }

    @Override
    public final void onTimestamp(final FieldSchema field, final long epochNs) {
        begin(field);
        appendTime(epochNs);
    }

    @Override
    public final void onAddress(
            final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        begin(field);
        appendWord(AddressText.of(buffer, offset, length));
    }

    @Override
    public final void onStructBegin(final FieldSchema field) {
        open(field, false, '{');
    }

    @Override
    public final void onStructEnd(final FieldSchema field) {
        close('}');
    }

    @Override
    public final void onArrayBegin(final FieldSchema field, final long count) {
        open(field, true, '[');
    }

    @Override
    public final void onArrayEnd(final FieldSchema field) {
        close(']');
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
