package io.ringside.counter;

import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Method that combines the raw values of several instances; a base is combined by its own aggregate. Stateless. */
public enum CounterAggregate {
    /** They do not. */
    UNDEFINED(0),
    /** All together. */
    SUM(1),
    /** Their mean, without its fraction. */
    AVERAGE(2),
    /** The smallest. */
    MIN(3),
    /** The greatest. */
    MAX(4);

    private final int code;

    CounterAggregate(final int code) {
        this.code = code;
    }

    /** {@return the number in shared memory; it never changes} */
    public int code() {
        return code;
    }

    /**
     * Combines.
     *
     * @param values of the instances.
     * @return the value of all of them; null if it is undefined, has no room in 64 bits, or there are no values.
     */
    public @Nullable Long combine(final long... values) {
        if (this == UNDEFINED || values.length == 0) {
            return null;
        }
        return switch (this) {
            case MIN -> Arrays.stream(values).min().getAsLong();
            case MAX -> Arrays.stream(values).max().getAsLong();
            case AVERAGE -> sum(values).divide(BigInteger.valueOf(values.length)).longValueExact();
            default -> {
                final BigInteger sum = sum(values);
                yield sum.bitLength() < Long.SIZE ? (Long) sum.longValueExact() : null;
            }
        };
    }

    /** The values of many instances may together need more than 64 bits, though their mean does not. */
    private static BigInteger sum(final long... values) {
        BigInteger sum = BigInteger.ZERO;
        for (final long value : values) {
            sum = sum.add(BigInteger.valueOf(value));
        }
        return sum;
    }
}
