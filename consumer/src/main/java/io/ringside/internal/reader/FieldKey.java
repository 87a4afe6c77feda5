package io.ringside.internal.reader;

import io.ringside.provider.TextDictionary;
import io.ringside.reader.EventView;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldVisitor;
import io.ringside.schema.ValueMap;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The value of a field, outside of structs and arrays, as a key: a number, a string, a boolean, a time, an address or a
 * UUID. A number with a name is still a number, a number greater than a long is a BigInteger, and a decimal that is not
 * an integer is a BigDecimal without trailing zeros. If names are published, the name is the key, because each process
 * has its own numbers; a number without a name is a key as text. The number of a string that a dictionary could not
 * store is not a key, because it represents different strings.
 */
public final class FieldKey implements FieldVisitor {
    private final String name;
    private int depth;
    private @Nullable Object value;

    /**
     * Creates a key that has not been read yet. Not thread-safe.
     *
     * @param name name of the field
     */
    public FieldKey(final String name) {
        this.name = name;
    }

    /** Returns the value in an event, with equals, hashCode and toString; null if there is no such field or value. */
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

    /** Equal numbers are equal keys, whatever their scales: a decimal without a fraction becomes an integer. */
    @Override
    public void onDecimal(final FieldSchema field, final long unscaled, final int scale) {
        if (isKey(field)) {
            final BigDecimal number = new BigDecimal(field.type().isUnsigned()
                    ? new BigInteger(Long.toUnsignedString(unscaled))
                    : BigInteger.valueOf(unscaled), scale).stripTrailingZeros();
            if (number.scale() > 0) {
                value = number;
            } else {
                final BigInteger whole = number.toBigInteger();
                value = whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : whole;
            }
        }
    }

    @Override
    public void onUnscaled(final FieldSchema field, final long number) {}

    @Override
    public void onSymbol(final FieldSchema field, final long number, final String symbol) {
        if (isPublished(field)) {
            value = isKey(field) && !TextDictionary.isNotInterned(number, symbol) ? symbol : value;
        } else if (field.scale() != 0) {
            onDecimal(field, number, field.scale());
        } else if (field.type().isUnsigned()) {
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
    public void onFloat(final FieldSchema field, final float number) {
        onDouble(field, number);
    }

    @Override
    public void onDouble(final FieldSchema field, final double number) {
        if (isKey(field)) {
            value = number;
        }
    }

    @Override
    public void onBoolean(final FieldSchema field, final boolean truth) {
        if (isKey(field)) {
            value = truth;
        }
    }

    @Override
    public void onAddress(final FieldSchema field, final DirectBuffer buffer, final int offset, final int length) {
        if (isKey(field)) {
            final byte[] bytes = new byte[length];
            buffer.getBytes(offset, bytes);
            try {
                value = InetAddress.getByAddress(bytes).getHostAddress();
            } catch (final UnknownHostException e) {
                // No address has this length, so there is no value.
            }
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
            value = isPublished(field) ? (Object) Long.toString(number) : (Object) number;
        }
    }

    private static boolean isPublished(final FieldSchema field) {
        final ValueMap names = field.values();
        return names != null && names.isPublished();
    }

    private void takeUnsigned(final FieldSchema field, final long number) {
        if (number >= 0) {
            take(field, number);
        } else if (isKey(field)) {
            final String text = Long.toUnsignedString(number);
            value = isPublished(field) ? text : new BigInteger(text);
        }
    }

    private boolean isKey(final FieldSchema field) {
        return depth == 0 && field.name().equals(name);
    }
}
