package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;

/** Checks of values in rows. Stateless. */
final class RowCheck {
    private RowCheck() {}

    static long inRange(final String name, final long value, final long min, final long max) {
        if (value < min || value > max) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "value of a row is out of range: " + name + "=" + value + ", min=" + min + ", max=" + max);
        }
        return value;
    }
}
