package io.ringside.cli.counters;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** All values of some counters, and what they come to. For one thread. */
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

    /** A sample in which a counter had a value. */
    void add(final String counter, final long timeNs, final double value) {
        if (values >= valuesMax) {
            throw new RingsideException(ErrorCode.LIMIT, "samples do not fit into memory: values=" + values + ", max="
                    + valuesMax + ": select fewer with --column, --since and --until, or resample them with --every");
        }
        values++;
        series(counter).add(timeNs, value);
    }

    /** A sample in which a counter had none. */
    void addMissing(final String counter) {
        series(counter).missing++;
    }

    /** In the order in which counters came first. */
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
            // Files may come in any order.
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
     * The summary of a counter's values.
     *
     * @param counter   its path
     * @param sorted    all values, ascending
     * @param missing   samples without a value
     * @param perSecond change from the first value to the last, for each second between them; NaN if there is no time
     *                  between them
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Figures(String counter, double[] sorted, long missing, double perSecond) {
        /** NaN without values. */
        double mean() {
            return Arrays.stream(sorted).average().orElse(Double.NaN);
        }

        /** The least value that is not exceeded by that share of all values; NaN without values. */
        double percentile(final double percent) {
            final int rank = (int) Math.ceil(percent / 100 * sorted.length);
            return sorted.length == 0 ? Double.NaN : sorted[Math.max(1, rank) - 1];
        }
    }
}
