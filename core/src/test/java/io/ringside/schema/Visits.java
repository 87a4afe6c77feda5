package io.ringside.schema;

import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;

/** Writes down what a visitor is told, in short. */
final class Visits implements FieldVisitor {
    private final StringBuilder text = new StringBuilder();
    private int open;
    private boolean closedTooOften;

    void reset() {
        text.setLength(0);
        open = 0;
    }

    boolean isBalanced() {
        return open == 0 && !closedTooOften;
    }

    @Override
    public String toString() {
        return text.toString().strip();
    }

    @Override
    public void onLong(final FieldSchema field, final long value) {
        note(field, Long.toString(value));
    }

    @Override
    public void onUnsigned(final FieldSchema field, final long value) {
        note(field, "u" + Long.toUnsignedString(value));
    }

    @Override
    public void onSymbol(final FieldSchema field, final long value, final String symbol) {
        note(field, value + "=" + symbol);
    }

    @Override
    public void onFloat(final FieldSchema field, final float value) {
        note(field, value + "f");
    }

    @Override
    public void onDouble(final FieldSchema field, final double value) {
        note(field, value + "d");
    }

    @Override
    public void onBoolean(final FieldSchema field, final boolean value) {
        note(field, Boolean.toString(value));
    }

    @Override
    public void onString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        note(field, "'" + buffer.getStringWithoutLengthUtf8(offset, length) + "'");
    }

    @Override
    public void onBits(final FieldSchema field, final long value, final ValueMap names) {
        final StringBuilder bits = new StringBuilder();
        names.appendBits(bits, value);
        note(field, value + "=" + bits);
    }

    @Override
    public void onWideString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        note(field, "'" + new String(bytes, StandardCharsets.UTF_16LE) + "'");
    }

    @Override
    public void onFileTime(final FieldSchema field, final long units) {
        note(field, "@f" + units);
    }

    @Override
    public void onBytes(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        note(field, hex(buffer, offset, length));
    }

    @Override
    public void onUuid(final FieldSchema field, final long most, final long least) {
        note(field, most + "," + least);
    }

    @Override
    public void onTimestamp(final FieldSchema field, final long epochNs) {
        note(field, "@" + epochNs);
    }

    @Override
    public void onAddress(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        note(field, hex(buffer, offset, length));
    }

    @Override
    public void onStructBegin(final FieldSchema field) {
        text.append(field.name()).append("{ ");
        open++;
    }

    @Override
    public void onStructEnd(final FieldSchema field) {
        text.append("} ");
        close();
    }

    @Override
    public void onArrayBegin(final FieldSchema field, final long count) {
        text.append(field.name()).append('[').append(count).append(' ');
        open++;
    }

    @Override
    public void onArrayEnd(final FieldSchema field) {
        text.append("] ");
        close();
    }

    @Override
    public void onTruncated(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        text.append('!').append(field.name()).append(':').append(hex(buffer, offset, length)).append(' ');
    }

    @Override
    public void onTrailing(final DirectBuffer buffer, final int offset, final int length) {
        text.append('+').append(hex(buffer, offset, length)).append(' ');
    }

    private void note(final FieldSchema field, final String value) {
        text.append(field.name()).append(':').append(value).append(' ');
    }

    private void close() {
        open--;
        closedTooOften |= open < 0;
    }

    private static String hex(final DirectBuffer buffer, final int offset, final int length) {
        final StringBuilder hex = new StringBuilder();
        for (int i = 0; i < length; i++) {
            hex.append("%02x".formatted(buffer.getByte(offset + i)));
        }
        return hex.toString();
    }
}
