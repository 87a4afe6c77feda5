package io.ringside.serve;

import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterType;
import io.ringside.reader.counter.CounterQuery;
import io.ringside.serve.MetricFamilies.Part;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads all counter sets: raw values and what their formulas need, so that Prometheus calculates over its own time.
 * For one thread.
 */
final class CounterMetrics implements AutoCloseable {
    private static final String SECONDS = "s";
    private static final String BASE_HELP = "What the formula of the counter divides by, as it is.";

    private final CounterQuery query;

    /**
     * Counters of a directory.
     *
     * @param directory with the counters
     * @param timeoutNs longest wait for processes that have to be asked
     */
    CounterMetrics(final Path directory, final long timeoutNs) {
        query = CounterQuery.open(directory).timeoutNs(timeoutNs);
    }

    /** Adds what there is now; who does not answer loses its own rows. */
    void addTo(final MetricFamilies families, final List<String> problems) {
        if (query.items().isEmpty()) {
            // The query begins with the first scrape: providers with a callback are notified of it.
            query.add("*\\*");
            query.add("*(*)\\*");
        }
        query.collect();
        problems.addAll(query.problems());
        final Map<List<String>, Integer> unavailable = new LinkedHashMap<>();
        for (final CounterQuery.Row row : query.rows()) {
            if (row.status().isValid() && !row.isStale()) {
                add(families, row);
            } else if (!row.isStale()) {
                unavailable.merge(List.of(row.set().name(), row.status().name().toLowerCase(Locale.ROOT)), 1,
                        Integer::sum);
            }
        }
        unavailable.forEach((key, count) -> families.gauge(Part.COUNTERS, "ringside_set_unavailable_values",
                "Values that a set should have, and which could not be read.", count, "set", key.get(0), "status",
                key.get(1)));
    }

    private static void add(final MetricFamilies families, final CounterQuery.Row row) {
        final CounterType type = row.counter().type();
        final CounterPath.Instance instance = row.instance();
        // The number of an instance among those of its name changes when another one ends: its id does not.
        final String item = instance == null
                ? ""
                : new CounterPath.Instance(instance.parent(), instance.name(), 0).toString();
        final String[] labels = {"set", row.set().name(), "counter", row.counter().name(), "item", item, "item_id",
            Long.toString(row.id()), "process", TraceMetrics.process(row.incarnation()), "pid",
            Long.toString(row.pid()), "type", type.name().toLowerCase(Locale.ROOT)};
        if (type.samples() == 1) {
            families.gauge(Part.COUNTERS, "ringside_set_raw", "Raw values of counters that come and go.", row.raw(),
                    labels);
        } else {
            families.counter(Part.COUNTERS, "ringside_set_accumulated",
                    "Raw values of counters that grow, of which rates and shares are made.", row.raw(), labels);
        }
        if (type.base() == CounterType.MULTI_BASE || (type.base() != null && type.samples() == 1)) {
            families.gauge(Part.COUNTERS, "ringside_set_raw_base", BASE_HELP, row.sample().base(), labels);
        } else if (type.base() != null) {
            families.counter(Part.COUNTERS, "ringside_set_accumulated_base", BASE_HELP, row.sample().base(), labels);
        }
        if (type.suffix().equals(SECONDS)) {
            families.gauge(Part.COUNTERS, "ringside_set_frequency_hertz", "Units of the raw value in a second.",
                    row.sample().frequency(), labels);
        }
        if (type == CounterType.ELAPSED_TIME) {
            families.gauge(Part.COUNTERS, "ringside_set_raw_time", "When the raw value was read, in its own units.",
                    row.sample().time(), labels);
        }
    }

    @Override
    public void close() {
        query.close();
    }
}
