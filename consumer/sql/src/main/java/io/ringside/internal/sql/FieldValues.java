package io.ringside.internal.sql;

import io.ringside.internal.schema.JsonFields;
import io.ringside.internal.schema.ValueText;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldVisitor;
import io.ringside.schema.ValueMap;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Values of a payload in the form in which {@link Columns} stores them; missing values are null. Not thread-safe. */
final class FieldValues implements FieldVisitor {
    /** Number of columns after the fields: the field at which the payload ended, and the bytes that no field used. */
    static final int EXTRAS = 2;

    private final ValueText text = new ValueText();
    private final JsonFields json = new JsonFields();
    private final StringBuilder array = new StringBuilder();
    private List<ColumnType> types = List.of();
    private @Nullable Object[] values = {};
    private int next;
    private int arrays;

    /**
     * Reads a payload.
     *
     * @param event   with a schema
     * @param schema  of the event
     * @param columns of its table
     * @param into    receives the values of the last columns: fields and extras
     * @param from    index of the first of these columns
     */
    void read(final EventView event, final EventSchema schema, final List<ColumnType> columns,
            final @Nullable Object[] into, final int from) {
        types = columns;
        values = into;
        next = from;
        arrays = 0;
        Arrays.fill(into, from, columns.size(), null);
        if (schema.sbe() == null) {
            event.readFields(this);
        } else {
            array.setLength(0);
            json.append(array, schema, event.buffer(), event.payloadOffset(), event.payloadLength());
            put(array.toString());
        }
    }

    private void put(final @Nullable Object value) {
        values[next++] = value;
    }

    private ColumnType type() {
        return types.get(next);
    }

    @Override
    public void onLong(final FieldSchema field, final long value) {
        if (arrays > 0) {
            json.onLong(field, value);
        } else if (type().isWhole()) {
            put(value);
        } else {
            text.next().onLong(field, value);
            put(text.text());
        }
    }

    @Override
    public void onUnsigned(final FieldSchema field, final long value) {
        if (arrays > 0) {
            json.onUnsigned(field, value);
        } else if (type().isWhole()) {
            put(value);
        } else {
            text.next().onUnsigned(field, value);
            put(text.text());
        }
    }

    /** Stores a whole number if {@link Columns} computes the decimal from it, else a text. */
    @Override
    public void onDecimal(final FieldSchema field, final long unscaled, final int scale) {
        if (ColumnType.isDecimal(field)) {
            FieldVisitor.super.onDecimal(field, unscaled, scale);
        } else if (arrays > 0 && ColumnType.hasGivenScale(field)) {
            // A JSON number would be read as a double.
            text.next().onDecimal(field, unscaled, scale);
            json.onSymbol(field, unscaled, text.text());
        } else if (arrays > 0) {
            json.onDecimal(field, unscaled, scale);
        } else {
            text.next().onDecimal(field, unscaled, scale);
            put(text.text());
        }
    }

    @Override
    public void onUnscaled(final FieldSchema field, final long value) {
        if (arrays > 0) {
            json.onUnscaled(field, value);
        } else {
            text.next().onUnscaled(field, value);
            put(text.text());
        }
    }

    @Override
    public void onSymbol(final FieldSchema field, final long value, final String symbol) {
        if (arrays > 0) {
            json.onSymbol(field, value, symbol);
        } else {
            put(symbol);
        }
    }

    @Override
    public void onBits(final FieldSchema field, final long value, final ValueMap names) {
        if (arrays > 0) {
            json.onBits(field, value, names);
        } else {
            text.next().onBits(field, value, names);
            put(text.text());
        }
    }

    @Override
    public void onFloat(final FieldSchema field, final float value) {
        if (arrays > 0) {
            json.onFloat(field, value);
        } else {
            put(value);
        }
    }

    @Override
    public void onDouble(final FieldSchema field, final double value) {
        if (arrays > 0) {
            json.onDouble(field, value);
        } else {
            put(value);
        }
    }

    @Override
    public void onBoolean(final FieldSchema field, final boolean value) {
        if (arrays > 0) {
            json.onBoolean(field, value);
        } else {
            put(value);
        }
    }

    @Override
    public void onString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        if (arrays > 0) {
            json.onString(field, buffer, offset, length);
        } else {
            text.next().onString(field, buffer, offset, length);
            put(text.text());
        }
    }

    @Override
    public void onWideString(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        if (arrays > 0) {
            json.onWideString(field, buffer, offset, length);
        } else {
            text.next().onWideString(field, buffer, offset, length);
            put(text.text());
        }
    }

    @Override
    public void onBytes(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        if (arrays > 0) {
            json.onBytes(field, buffer, offset, length);
        } else if (type() == ColumnType.BYTES) {
            put(bytes(buffer, offset, length));
        } else {
            text.next().onBytes(field, buffer, offset, length);
            put(text.text());
        }
    }

    @Override
    public void onUuid(final FieldSchema field, final long most, final long least) {
        if (arrays > 0) {
            json.onUuid(field, most, least);
        } else {
            put(new UUID(most, least));
        }
    }

    @Override
    public void onTimestamp(final FieldSchema field, final long epochNs) {
        if (arrays > 0) {
            json.onTimestamp(field, epochNs);
        } else if (type() == ColumnType.TIME) {
            put(epochNs);
        } else {
            text.next().onTimestamp(field, epochNs);
            put(text.text());
        }
    }

    @Override
    public void onFileTime(final FieldSchema field, final long units) {
        if (arrays > 0) {
            json.onFileTime(field, units);
        } else {
            text.next().onFileTime(field, units);
            put(text.text());
        }
    }

    @Override
    public void onAddress(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        if (arrays > 0) {
            json.onAddress(field, buffer, offset, length);
        } else {
            text.next().onAddress(field, buffer, offset, length);
            put(text.text());
        }
    }

    @Override
    public void onStructBegin(final FieldSchema field) {
        if (arrays > 0) {
            json.onStructBegin(field);
        }
    }

    @Override
    public void onStructEnd(final FieldSchema field) {
        if (arrays > 0) {
            json.onStructEnd(field);
        }
    }

    @Override
    public void onArrayBegin(final FieldSchema field, final long count) {
        if (arrays++ == 0) {
            array.setLength(0);
            json.beginValue(array);
        }
        json.onArrayBegin(field, count);
    }

    @Override
    public void onArrayEnd(final FieldSchema field) {
        json.onArrayEnd(field);
        if (--arrays == 0) {
            put(array.toString());
        }
    }

    @Override
    public void onTruncated(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        values[types.size() - EXTRAS] = field.name();
        if (length > 0) {
            onTrailing(buffer, offset, length);
        }
    }

    @Override
    public void onTrailing(final DirectBuffer buffer, final int offset, final int length) {
        values[types.size() - EXTRAS + 1] = HexFormat.of().formatHex(bytes(buffer, offset, length));
    }

    private static byte[] bytes(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }
}
