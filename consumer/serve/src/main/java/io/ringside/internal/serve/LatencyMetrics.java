package io.ringside.internal.serve;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Latencies as native and as classic histograms, by their names and by session. Thread-safe. */
public final class LatencyMetrics {
    private static final String NAME = "ringside_latency";
    private static final String LATENCY = "latency";
    private static final String SESSION = "session";
    private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    /** Seconds, from a microsecond to ten seconds. */
    private static final double[] CLASSIC_BOUNDS = {1e-6, 2.5e-6, 5e-6, 1e-5, 2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3,
        2.5e-3, 5e-3, 1e-2, 2.5e-2, 5e-2, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
    /** Buckets are 9 percent wide, and wider if there are more of them than these. */
    private static final int NATIVE_SCHEMA = 3;
    private static final int NATIVE_BUCKETS_MAX = 160;

    private final Histogram histogram = Histogram.builder().name(NAME + "_seconds")
            .help("Time between two events with the same key.").labelNames(LATENCY, SESSION)
            .classicUpperBounds(CLASSIC_BOUNDS).nativeInitialSchema(NATIVE_SCHEMA)
            .nativeMaxNumberOfBuckets(NATIVE_BUCKETS_MAX).withoutExemplars().build();
    private volatile Supplier<Reading> source = () -> new Reading(List.of(), Map.of(), 0);

    /**
     * The counts of events that are in no measured latency so far. Immutable.
     *
     * @param figures of each latency in each session
     * @param unseen  by session, how many events were replaced before they were read
     * @param unread  sessions of which something cannot be read
     */
    public record Reading(List<Figures> figures, Map<String, Long> unseen, int unread) {
        /** Copy list and map. */
        public Reading {
            figures = List.copyOf(figures);
            unseen = Map.copyOf(unseen);
        }
    }

    /**
     * Events that are in no pair, of one latency in one session. Immutable.
     *
     * @param latency      its name
     * @param session      name of the session
     * @param withoutEnd   first events whose second one did not come
     * @param withoutBegin second events whose first one did not come
     * @param withoutKey   events without what both have in common
     * @param open         first events that wait for their second one
     */
    public record Figures(
            String latency, String session, long withoutEnd, long withoutBegin, long withoutKey, long open) {}

    /** Sets the source of all values except histograms; each scrape calls it. */
    public void source(final Supplier<Reading> newSource) {
        source = newSource;
    }

    /**
     * Begin a histogram, which is shown from now on.
     *
     * @param latency name of the latency
     * @param session name of the session
     * @return gets each latency in nanoseconds
     */
    public LongConsumer observer(final String latency, final String session) {
        final var values = histogram.labelValues(latency, session);
        return latencyNs -> values.observe(latencyNs / NS_PER_SECOND);
    }

    /** Forget a histogram. */
    public void remove(final String latency, final String session) {
        histogram.remove(latency, session);
    }

    List<MetricSnapshot> collect() {
        final Reading reading = source.get();
        final CounterSnapshot.Builder unpaired = CounterSnapshot.builder().name(NAME + "_unpaired_events")
                .help("Events of a latency that are in no pair, by the reason.");
        final CounterSnapshot.Builder unseen = CounterSnapshot.builder().name(NAME + "_unseen_events")
                .help("Events of a session that were replaced before they were read.");
        final GaugeSnapshot.Builder open = GaugeSnapshot.builder().name(NAME + "_open_events")
                .help("First events of a latency that wait for their second one; the oldest gives way to new ones.");
        for (final Figures each : reading.figures()) {
            unpaired.dataPoint(unpaired(each, "no end", each.withoutEnd()))
                    .dataPoint(unpaired(each, "no begin", each.withoutBegin()))
                    .dataPoint(unpaired(each, "no key", each.withoutKey()));
            open.dataPoint(GaugeDataPointSnapshot.builder().value((double) each.open())
                    .labels(Labels.of(LATENCY, each.latency(), SESSION, each.session())).build());
        }
        reading.unseen().forEach((session, count) -> unseen.dataPoint(CounterDataPointSnapshot.builder()
                .value((double) count).labels(Labels.of(SESSION, session)).build()));
        final List<MetricSnapshot> all = new ArrayList<>();
        all.add(histogram.collect());
        all.add(unpaired.build());
        all.add(unseen.build());
        all.add(open.build());
        all.add(GaugeSnapshot.builder().name(NAME + "_unread_sessions")
                .help("Sessions of which something cannot be read, so that latencies are missing.")
                .dataPoint(GaugeDataPointSnapshot.builder().value(reading.unread()).build()).build());
        return all;
    }

    private static CounterDataPointSnapshot unpaired(final Figures figures, final String reason, final long count) {
        return CounterDataPointSnapshot.builder().value((double) count)
                .labels(Labels.of(LATENCY, figures.latency(), SESSION, figures.session(), "reason", reason)).build();
    }
}
