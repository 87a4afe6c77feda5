package io.ringside.internal.expression;

import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldVisitor;
import io.ringside.schema.PayloadReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** All values that a reader finds in a payload, by the text of their paths. */
final class ReadValues implements FieldVisitor {
    private final Map<String, Object> values = new HashMap<>();
    private final Deque<String> prefixes = new ArrayDeque<>();
    private final Deque<Integer> indexes = new ArrayDeque<>();

    private ReadValues() {
        prefixes.push("");
    }

    /** Numbers and times as Long or Double, addresses in hex, the others as one would think. */
    static Map<String, Object> of(final EventSchema event, final byte[] payload) {
        final ReadValues read = new ReadValues();
        new PayloadReader().read(event, new UnsafeBuffer(payload), 0, payload.length, read);
        return read.values;
    }

    @Override
    public void onLong(final FieldSchema field, final long value) {
        put(field, value);
    }

    @Override
    public void onUnsigned(final FieldSchema field, final long value) {
        put(field, value);
    }

    @Override
    public void onSymbol(final FieldSchema field, final long value, final String symbol) {
        put(field, value);
    }

    @Override
    public void onFloat(final FieldSchema field, final float value) {
        put(field, (double) value);
    }

    @Override
    public void onDouble(final FieldSchema field, final double value) {
        put(field, value);
    }

    @Override
    public void onBoolean(final FieldSchema field, final boolean value) {
        put(field, value);
    }

    @Override
    public void onString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        put(field, new String(bytes(buffer, offset, length), StandardCharsets.UTF_8));
    }

    @Override
    public void onUuid(final FieldSchema field, final long most, final long least) {
        put(field, new UUID(most, least).toString());
    }

    @Override
    public void onTimestamp(final FieldSchema field, final long epochNs) {
        put(field, epochNs);
    }

    @Override
    public void onFileTime(final FieldSchema field, final long units) {
        put(field, units);
    }

    @Override
    public void onAddress(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        put(field, HexFormat.of().formatHex(bytes(buffer, offset, length)));
    }

    @Override
    public void onBytes(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        put(field, "");
    }

    @Override
    public void onStructBegin(final FieldSchema field) {
        prefixes.push(path(field) + ".");
    }

    @Override
    public void onStructEnd(final FieldSchema field) {
        prefixes.pop();
    }

    @Override
    public void onArrayBegin(final FieldSchema field, final long count) {
        indexes.push(0);
    }

    @Override
    public void onArrayEnd(final FieldSchema field) {
        indexes.pop();
    }

    private void put(final FieldSchema field, final Object value) {
        values.put(path(field), value);
    }

    private String path(final FieldSchema field) {
        final int index = field.shape() == FieldSchema.Shape.SCALAR ? FieldPath.Step.NULL_INDEX : indexes.pop();
        if (index != FieldPath.Step.NULL_INDEX) {
            indexes.push(index + 1);
        }
        return prefixes.element() + new FieldPath.Step(field.name(), index);
    }

    private static byte[] bytes(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }
}
