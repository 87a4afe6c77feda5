package io.ringside.cli.counters;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** All values of some counters, and their statistics. Not thread-safe. */
final class CounterHistory {
    private static final long HEAP_SHARE = 4;

    private final Map<String, Series> series = new LinkedHashMap<>();
    private final long valuesMax;
    private long values;

    CounterHistory() {
        this(Runtime.getRuntime().maxMemory() / HEAP_SHARE / Double.BYTES);
    }

    CounterHistory(final long valuesMax) {
        this.valuesMax = valuesMax;
    }

    /** Adds a sample in which the counter had a value. */
    void add(final String counter, final long timeNs, final double value) {
        if (values >= valuesMax) {
            throw new RingsideException(ErrorCode.LIMIT, "samples do not fit into memory: values=" + values + ", max="
                    + valuesMax + ": select fewer with --column, --since and --until, or resample them with --every");
        }
        values++;
        series(counter).add(timeNs, value);
    }

    /** Adds a sample in which the counter had no value. */
    void addMissing(final String counter) {
        series(counter).missing++;
    }

    /** Returns the statistics of all counters, in the order in which the counters first appeared. */
    List<Figures> figures() {
        final List<Figures> figures = new ArrayList<>();
        series.forEach((counter, each) -> figures.add(each.figures(counter)));
        return figures;
    }

    private Series series(final String counter) {
        return series.computeIfAbsent(counter, name -> new Series());
    }

    private static final class Series {
        private double[] values = new double[16];
        private int count;
        private long missing;
        private long firstNs;
        private long lastNs;
        private double first;
        private double last;

        void add(final long timeNs, final double value) {
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            // Files may be given in any order, so values are not always in the order of time.
            if (count == 0 || timeNs < firstNs) {
                firstNs = timeNs;
                first = value;
            }
            if (count == 0 || timeNs >= lastNs) {
                lastNs = timeNs;
                last = value;
            }
            values[count++] = value;
        }

        Figures figures(final String counter) {
            final double[] sorted = Arrays.copyOf(values, count);
            Arrays.sort(sorted);
            final double seconds = (double) (lastNs - firstNs) / TimeUnit.SECONDS.toNanos(1);
            return new Figures(counter, sorted, missing, seconds > 0 ? (last - first) / seconds : Double.NaN);
        }
    }

    /**
     * The statistics of a counter's values.
     *
     * @param counter   its path
     * @param sorted    all values, ascending
     * @param missing   samples without a value
     * @param perSecond change from the first value to the last, per second; NaN if both have the same time
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Figures(String counter, double[] sorted, long missing, double perSecond) {
        /** Returns the mean; NaN without values. */
        double mean() {
            return Arrays.stream(sorted).average().orElse(Double.NaN);
        }

        /** Returns the smallest value that the given percentage of all values does not exceed; NaN without values. */
        double percentile(final double percent) {
            final int rank = (int) Math.ceil(percent / 100 * sorted.length);
            return sorted.length == 0 ? Double.NaN : sorted[Math.max(1, rank) - 1];
        }
    }
}
