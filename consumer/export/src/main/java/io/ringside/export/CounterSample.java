package io.ringside.export;

import io.ringside.RingsideException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value of a counter at a time, for an export that shows counters as tracks beside the events. Immutable.
 *
 * @param name   of its track, such as the counter's path
 * @param unit   of the values; null if they have none
 * @param timeNs in nanoseconds since 1970
 * @param value  any that is finite
 */
public record CounterSample(String name, @Nullable String unit, long timeNs, double value) {
    /**
     * A sample.
     *
     * @param name   of its track
     * @param unit   of the values; null if they have none
     * @param timeNs in nanoseconds since 1970
     * @param value  any that is finite
     * @throws RingsideException if the value is not finite
     */
    public CounterSample {
        Objects.requireNonNull(name, "name");
        if (!Double.isFinite(value)) {
            throw RingsideException.invalidArgument("value is not finite: counter=" + name + ", value=" + value);
        }
    }
}
