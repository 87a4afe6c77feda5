package io.ringside.cli.latency;

import io.ringside.reader.EventView;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldVisitor;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The value of a field, outside of structs and arrays, that is a whole number, a text, a time or a UUID. A number that
 * has a name is still a number.
 */
final class FieldKey implements PairKey, FieldVisitor {
    private final String name;
    private int depth;
    private @Nullable Object value;

    FieldKey(final String name) {
        this.name = name;
    }

    @Override
    public @Nullable Object of(final EventView event) {
        depth = 0;
        value = null;
        event.readFields(this);
        return value;
    }

    @Override
    public void onLong(final FieldSchema field, final long number) {
        take(field, number);
    }

    @Override
    public void onUnsigned(final FieldSchema field, final long number) {
        takeUnsigned(field, number);
    }

    @Override
    public void onSymbol(final FieldSchema field, final long number, final String symbol) {
        if (field.type().isUnsigned()) {
            takeUnsigned(field, number);
        } else {
            take(field, number);
        }
    }

    @Override
    public void onTimestamp(final FieldSchema field, final long epochNs) {
        take(field, epochNs);
    }

    @Override
    public void onString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        if (isKey(field)) {
            final byte[] bytes = new byte[length];
            buffer.getBytes(offset, bytes);
            value = new String(bytes, StandardCharsets.UTF_8);
        }
    }

    @Override
    public void onWideString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        if (isKey(field)) {
            final byte[] bytes = new byte[length];
            buffer.getBytes(offset, bytes);
            value = new String(bytes, StandardCharsets.UTF_16LE);
        }
    }

    @Override
    public void onFileTime(final FieldSchema field, final long units) {
        takeUnsigned(field, units);
    }

    @Override
    public void onUuid(final FieldSchema field, final long most, final long least) {
        if (isKey(field)) {
            value = new UUID(most, least);
        }
    }

    @Override
    public void onStructBegin(final FieldSchema field) {
        depth++;
    }

    @Override
    public void onStructEnd(final FieldSchema field) {
        depth--;
    }

    @Override
    public void onArrayBegin(final FieldSchema field, final long count) {
        depth++;
    }

    @Override
    public void onArrayEnd(final FieldSchema field) {
        depth--;
    }

    private void take(final FieldSchema field, final long number) {
        if (isKey(field)) {
            value = number;
        }
    }

    /** As text where a long would be negative: that is another number. */
    private void takeUnsigned(final FieldSchema field, final long number) {
        if (number >= 0) {
            take(field, number);
        } else if (isKey(field)) {
            value = Long.toUnsignedString(number);
        }
    }

    private boolean isKey(final FieldSchema field) {
        return depth == 0 && field.name().equals(name);
    }
}
