package io.ringside.measure;

import io.ringside.RingsideException;
import java.util.List;

/**
 * Settings of a {@link Measurement}; all of them have defaults. Not thread-safe; a measurement reads the values when it
 * is created.
 *
 * <pre>{@code
 * new MeasureContext().of("price * size").by(List.of("symbol")).windowNs(1_000_000_000)
 * }</pre>
 */
public final class MeasureContext {
    /** Expression that only counts events. */
    public static final String COUNT = "count";
    /** Expression that measures payload sizes in bytes. */
    public static final String BYTES = "bytes";
    /** Window length that means no windows. */
    public static final long NO_WINDOW = 0;

    private static final int DEFAULT_GROUPS = 100_000;
    private static final long DEFAULT_BYTES = 64 << 20;

    private String of = COUNT;
    private List<String> by = List.of();
    private long windowNs = NO_WINDOW;
    private int groupLimit = DEFAULT_GROUPS;
    private long histogramBytes = DEFAULT_BYTES;
    private boolean isScaled = true;

    /** Sets all values to their defaults. */
    public MeasureContext() {
        // The fields have their defaults.
    }

    /**
     * Set the number that is measured in each event.
     *
     * @param expression {@link #COUNT}, {@link #BYTES}, or a number in the language of conditions, such as {@code price
     *                   * size}; default {@link #COUNT}
     * @return this
     */
    public MeasureContext of(final String expression) {
        of = expression;
        return this;
    }

    /** {@return the expression that is measured in each event} */
    public String of() {
        return of;
    }

    /**
     * Set the fields by which events are grouped.
     *
     * @param names names of payload fields or header columns, as in conditions; default none, so all events are one
     *              group
     * @return this
     */
    public MeasureContext by(final List<String> names) {
        by = List.copyOf(names);
        return this;
    }

    /** {@return the names of the fields by which events are grouped} */
    public List<String> by() {
        return by;
    }

    /**
     * Set the length of windows. Windows begin at multiples of their length since 1970.
     *
     * @param lengthNs default {@link #NO_WINDOW}; at least 0
     * @return this
     * @throws RingsideException if the length is below 0
     */
    public MeasureContext windowNs(final long lengthNs) {
        if (lengthNs < 0) {
            throw RingsideException
                    .invalidArgument("length of a window is out of range: windowNs=" + lengthNs + ", min=0");
        }
        windowNs = lengthNs;
        return this;
    }

    /** {@return the length of windows in nanoseconds; {@link #NO_WINDOW} if there are none} */
    public long windowNs() {
        return windowNs;
    }

    /**
     * Set the maximum number of groups, over all windows, that are measured individually. All other groups are combined
     * into one.
     *
     * @param limit default 100,000; at least 1
     * @return this
     * @throws RingsideException if the limit is below 1
     */
    public MeasureContext groupLimit(final int limit) {
        if (limit < 1) {
            throw RingsideException.invalidArgument("limit of groups is out of range: groupLimit=" + limit + ", min=1");
        }
        groupLimit = limit;
        return this;
    }

    /** {@return the maximum number of groups, over all windows} */
    public int groupLimit() {
        return groupLimit;
    }

    /**
     * Set the approximate memory of all histograms together. Beyond it percentiles become less precise; {@link
     * Measurement.Group#precision} is their precision.
     *
     * @param bytes default 64 MiB; at least 0
     * @return this
     */
    public MeasureContext histogramBytes(final long bytes) {
        histogramBytes = bytes;
        return this;
    }

    /**
     * Set whether each event is counted {@link io.ringside.reader.EventView#weight} times, so that the figures of a
     * sampling session estimate all events.
     *
     * @param scaled default true
     * @return this
     */
    public MeasureContext scaled(final boolean scaled) {
        isScaled = scaled;
        return this;
    }

    /** {@return whether each event is counted as many times as its weight} */
    public boolean isScaled() {
        return isScaled;
    }

    /** {@return the approximate memory of all histograms together, in bytes} */
    public long histogramBytes() {
        return histogramBytes;
    }
}
