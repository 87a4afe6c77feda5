package io.ringside.serve;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The series of one scrape, up to a limit; those beyond it are counted. For one thread. */
final class MetricFamilies {
    private final Map<String, Family> byName = new LinkedHashMap<>();
    private final Map<Part, Map<Reason, Integer>> omitted = new EnumMap<>(Part.class);
    private final int limit;
    private int size;

    /** The subjects of series, in the order in which they get room. */
    enum Part {
        /** Sessions, their ledgers and drains. */
        SESSIONS("sessions"),
        /** Processes and their agents. */
        PROCESSES("processes"),
        /** The share of each process in the sessions. */
        LANES("lanes"),
        /** Providers, where they are registered and enabled. */
        PROVIDERS("providers"),
        /** Counter sets. */
        COUNTERS("counter sets");

        private final String label;

        Part(final String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** Why a series is left out. */
    enum Reason {
        /** There are more than the limit. */
        LIMIT("limit"),
        /** Another one has the same labels. */
        DUPLICATE("duplicate"),
        /** It is said to grow, and is negative. */
        NEGATIVE("negative"),
        /** A part of it could not be read: it would go down. */
        UNREAD("unread");

        private final String label;

        Reason(final String label) {
            this.label = label;
        }
    }

    /** The kind of a family's values. */
    private enum Kind {
        /** They grow. */
        COUNTER,
        /** They come and go. */
        GAUGE,
        /** They are in the labels. */
        INFO
    }

    private record Family(Kind kind, String help, Map<Labels, Double> valueByLabels) {}

    MetricFamilies(final int limit) {
        this.limit = limit;
        for (final Part part : Part.values()) {
            omitted.put(part, new EnumMap<>(Reason.class));
        }
    }

    /**
     * Add a series whose values grow.
     *
     * @param part   that gets less room
     * @param name   of the family, without {@code _total}
     * @param help   what it counts
     * @param value  a negative one, which nothing has counted, is left out
     * @param labels names and values in turn
     */
    void counter(final Part part, final String name, final String help, final long value, final String... labels) {
        add(part, Kind.COUNTER, name, help, (double) value, labels);
    }

    /** Add a series whose values come and go. */
    void gauge(final Part part, final String name, final String help, final long value, final String... labels) {
        add(part, Kind.GAUGE, name, help, (double) value, labels);
    }

    /** Add a series whose values come and go. */
    void gauge(final Part part, final String name, final String help, final double value, final String... labels) {
        add(part, Kind.GAUGE, name, help, value, labels);
    }

    /** Add facts; the name is without {@code _info}. */
    void info(final Part part, final String name, final String help, final String... labels) {
        add(part, Kind.INFO, name, help, 1, labels);
    }

    private void add(final Part part, final Kind kind, final String name, final String help, final double value,
            final String... labels) {
        final Family family = byName.computeIfAbsent(name, key -> new Family(kind, help, new LinkedHashMap<>()));
        if (kind == Kind.COUNTER && value < 0) {
            omit(part, Reason.NEGATIVE);
        } else if (size >= limit) {
            omit(part, Reason.LIMIT);
        } else if (family.valueByLabels.putIfAbsent(Labels.of(labels), value) != null) {
            omit(part, Reason.DUPLICATE);
        } else {
            size++;
        }
    }

    /** Count a series that is left out. */
    void omit(final Part part, final Reason reason) {
        Objects.requireNonNull(omitted.get(part)).merge(reason, 1, Integer::sum);
    }

    /** All families, and how much was left out. */
    MetricSnapshots toSnapshots() {
        final MetricSnapshots.Builder all = MetricSnapshots.builder();
        byName.forEach((name, family) -> all.metricSnapshot(snapshot(name, family)));
        final GaugeSnapshot.Builder left = GaugeSnapshot.builder().name("ringside_scrape_omitted_series")
                .help("Series that this scrape does not have: beyond the limit of --max-series, with the labels of "
                        + "another one, counters that are negative, or with parts that could not be read.");
        omitted.forEach((part, counts) -> {
            for (final Reason reason : Reason.values()) {
                left.dataPoint(GaugeDataPointSnapshot.builder().value(counts.getOrDefault(reason, 0))
                        .labels(Labels.of("part", part.label(), "reason", reason.label)).build());
            }
        });
        return all.metricSnapshot(left.build()).build();
    }

    private static MetricSnapshot snapshot(final String name, final Family family) {
        return switch (family.kind) {
            case COUNTER -> {
                final CounterSnapshot.Builder builder = CounterSnapshot.builder().name(name).help(family.help);
                family.valueByLabels.forEach((labels, value) -> builder
                        .dataPoint(CounterDataPointSnapshot.builder().value(value).labels(labels).build()));
                yield builder.build();
            }
            case GAUGE -> {
                final GaugeSnapshot.Builder builder = GaugeSnapshot.builder().name(name).help(family.help);
                family.valueByLabels.forEach((labels, value) -> builder
                        .dataPoint(GaugeDataPointSnapshot.builder().value(value).labels(labels).build()));
                yield builder.build();
            }
            case INFO -> {
                final InfoSnapshot.Builder builder = InfoSnapshot.builder().name(name).help(family.help);
                family.valueByLabels.keySet().forEach(
                        labels -> builder.dataPoint(InfoDataPointSnapshot.builder().labels(labels).build()));
                yield builder.build();
            }
        };
    }
}
