package io.ringside.export;

import io.ringside.RingsideException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Value of a counter at one time, for exports that show counters as tracks beside the events. Immutable.
 *
 * @param name   of the track, such as the counter's path
 * @param unit   of the values; null if they have none
 * @param timeNs in nanoseconds since 1970
 * @param value  any finite number
 */
public record CounterSample(String name, @Nullable String unit, long timeNs, double value) {
    /**
     * Creates a sample.
     *
     * @param name   of the track
     * @param unit   of the values; null if they have none
     * @param timeNs in nanoseconds since 1970
     * @param value  any finite number
     * @throws RingsideException if the value is not finite
     */
    public CounterSample {
        Objects.requireNonNull(name, "name");
        if (!Double.isFinite(value)) {
            throw RingsideException.invalidArgument("value is not finite: counter=" + name + ", value=" + value);
        }
    }
}
