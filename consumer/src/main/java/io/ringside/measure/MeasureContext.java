package io.ringside.measure;

import io.ringside.RingsideException;
import java.util.List;

/**
 * The settings of a {@link Measurement}; all of them have defaults. For one thread; a measurement takes the values when
 * it is made.
 *
 * <pre>{@code
 * new MeasureContext().of("price * size").by(List.of("symbol")).windowNs(1_000_000_000)
 * }</pre>
 */
public final class MeasureContext {
    /** Measures nothing but the number of events. */
    public static final String COUNT = "count";
    /** Measures the bytes of payloads. */
    public static final String BYTES = "bytes";
    /** Instead of the length of a window: there are none. */
    public static final long NO_WINDOW = 0;

    private static final int DEFAULT_GROUPS = 100_000;
    private static final long DEFAULT_BYTES = 64 << 20;

    private String of = COUNT;
    private List<String> by = List.of();
    private long windowNs = NO_WINDOW;
    private int groupLimit = DEFAULT_GROUPS;
    private long histogramBytes = DEFAULT_BYTES;
    private boolean isScaled = true;

    /** Everything is set to its default. */
    public MeasureContext() {
        // The fields have their defaults.
    }

    /**
     * Set what is measured of each event.
     *
     * @param expression {@link #COUNT}, {@link #BYTES}, or a number in the language of conditions, such as {@code price
     *                   * size}; default {@link #COUNT}
     * @return this
     */
    public MeasureContext of(final String expression) {
        of = expression;
        return this;
    }

    /** {@return what is measured of each event} */
    public String of() {
        return of;
    }

    /**
     * Set what the events of a group have in common.
     *
     * @param names of fields or of what the header says, as in conditions; default none, so all are one group
     * @return this
     */
    public MeasureContext by(final List<String> names) {
        by = List.copyOf(names);
        return this;
    }

    /** {@return what the events of a group have in common} */
    public List<String> by() {
        return by;
    }

    /**
     * Set the length of windows, which begin at its multiples since 1970.
     *
     * @param lengthNs default {@link #NO_WINDOW}; at least 0
     * @return this
     * @throws RingsideException if it is below 0
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
     * Set the most groups, times windows, that are measured one by one. The events of all others are summed into one.
     *
     * @param limit default 100,000; at least 1
     * @return this
     * @throws RingsideException if it is below 1
     */
    public MeasureContext groupLimit(final int limit) {
        if (limit < 1) {
            throw RingsideException.invalidArgument("limit of groups is out of range: groupLimit=" + limit + ", min=1");
        }
        groupLimit = limit;
        return this;
    }

    /** {@return the most groups, times windows} */
    public int groupLimit() {
        return groupLimit;
    }

    /**
     * Set about how many bytes all histograms together may take. Beyond them percentiles become less precise; {@link
     * Measurement.Group#precision} says how precise they are.
     *
     * @param bytes default 64 MiB; at least 0
     * @return this
     */
    public MeasureContext histogramBytes(final long bytes) {
        histogramBytes = bytes;
        return this;
    }

    /**
     * Set whether an event counts as often as its {@link io.ringside.reader.EventView#weight}, so that the figures are
     * those of all events where a session records a share of them.
     *
     * @param scaled default true
     * @return this
     */
    public MeasureContext scaled(final boolean scaled) {
        isScaled = scaled;
        return this;
    }

    /** {@return whether an event counts as often as its weight} */
    public boolean isScaled() {
        return isScaled;
    }

    /** {@return about how many bytes all histograms together may take} */
    public long histogramBytes() {
        return histogramBytes;
    }
}
