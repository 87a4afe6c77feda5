package io.ringside.measure;

import io.ringside.internal.schema.SchemaLimits;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Values that the events of a group share, and the beginning of their window. Constant after its first lookup. */
final class GroupKey {
    /** Beginning of the window, in nanoseconds since 1970. */
    long windowNs;
    final long[] numbers;
    /** Values by column: an {@link Unscaled} if the value is in {@link #numbers}, null if the event has no value. */
    final @Nullable Object[] values;

    private static final Unscaled[] SCALES = new Unscaled[SchemaLimits.SCALE_MAX + 1];

    static {
        Arrays.setAll(SCALES, Unscaled::new);
    }

    /** Marks a column with its value in {@link #numbers}: an integer, or a decimal with this number of digits. */
    record Unscaled(int scale) {}

    GroupKey(final int columns) {
        numbers = new long[columns];
        values = new Object[columns];
    }

    private GroupKey(final GroupKey other) {
        windowNs = other.windowNs;
        numbers = other.numbers.clone();
        values = other.values.clone();
    }

    GroupKey copy() {
        return new GroupKey(this);
    }

    /** Stores a number. Equal numbers are equal keys, whatever their scales. */
    void put(final int column, final long unscaled, final int scale) {
        long number = unscaled;
        int digits = scale;
        while (digits > 0 && number % 10 == 0) {
            number /= 10;
            digits--;
        }
        numbers[column] = number;
        values[column] = SCALES[digits];
    }

    /** Returns whether the value of a column is an integer that fits a long. */
    boolean isWhole(final int column) {
        return values[column] == SCALES[0];
    }

    @Nullable
    Object value(final int column) {
        if (values[column] instanceof final Unscaled unscaled) {
            return unscaled.scale == 0
                    ? (Object) numbers[column]
                    : BigDecimal.valueOf(numbers[column], unscaled.scale);
        }
        return values[column];
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof final GroupKey that && windowNs == that.windowNs
                && Arrays.equals(numbers, that.numbers) && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return (Long.hashCode(windowNs) * 31 + Arrays.hashCode(numbers)) * 31 + Arrays.hashCode(values);
    }
}
