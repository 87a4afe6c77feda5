package io.ringside.internal.expression;

import io.ringside.RingsideException;

/** Assigns slots in a {@link PayloadBytes} to counts of arrays, whose number is limited. Used for one compilation. */
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
