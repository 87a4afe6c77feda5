package io.ringside.internal.expression;

import io.ringside.RingsideException;

/** Hands out places in a {@link PayloadBytes} for the counts of arrays; there are only so many. For one compilation. */
final class CounterSlots {
    private int used;

    int next() {
        if (used == ExpressionLimits.COUNTERS_MAX) {
            throw RingsideException.invalidArgument("event has too many fields that count arrays: max="
                    + ExpressionLimits.COUNTERS_MAX);
        }
        return used++;
    }
}
