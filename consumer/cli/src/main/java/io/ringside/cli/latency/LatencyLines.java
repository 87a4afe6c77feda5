package io.ringside.cli.latency;

import io.ringside.cli.render.TextTable;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import io.ringside.timeline.Timelines;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleToLongFunction;
import java.util.stream.LongStream;
import org.HdrHistogram.HistogramIterationValue;

/** Renders a latency report for people and for programs. */
record LatencyLines(EventPair events, LatencyReport report) {
    private static final long UNKNOWN_PID = -1;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};
    private static final double[] PERCENTILES_OF_GROUPS = {50, 90, 99, 99.9};
    private static final List<String> CSV_NAMES = List.of("from", "to", "group", "rest", "count", "standFor", "p50",
            "p90", "p99", "p999", "p9999", "max", "unmatched", "withoutEnd", "begunAgain", "withoutBegin", "maybeLost",
            "withoutKey");

    /** Returns a line with all statistics, then one for each of the slowest pairs. */
    List<CharSequence> json() {
        final Timelines.Pairs pairs = report.pairs();
        final JsonRow row = new JsonRow().put("from", events.from())
                .put("to", events.to())
                .put("count", report.count()).put("standFor", pairs.standFor()).put("sampled", pairs.isSampled())
                .put("p50", report.percentileNs(50)).put("p90", report.percentileNs(90))
                .put("p99", report.percentileNs(99)).put("p999", report.percentileNs(99.9))
                .put("p9999", report.percentileNs(99.99)).put("max", report.maxNs())
                .put("unmatched", report.unmatched()).put("withoutEnd", pairs.withoutEnd())
                .put("begunAgain", pairs.begunAgain()).put("withoutBegin", pairs.withoutBegin())
                .put("maybeLost", pairs.maybeLost()).put("withoutKey", pairs.withoutKey());
        row.beginArray("slowest");
        for (final Timelines.Pairs.Pair pair : report.slowest()) {
            row.beginElement().put("key", pair.key().toString()).put("latency", pair.durationNs())
                    .put("from", pair.fromNs()).put("to", pair.toNs()).put("pid", pid(pair)).endObject();
        }
        row.endArray().beginArray("buckets");
        boolean isBegun = false;
        for (final HistogramIterationValue bucket : report.histogram().logarithmicBucketValues(1, 2)) {
            isBegun |= bucket.getCountAddedInThisIterationStep() > 0;
            if (isBegun) {
                row.beginElement().put("to", bucket.getValueIteratedTo())
                        .put("count", bucket.getCountAddedInThisIterationStep()).endObject();
            }
        }
        return List.of(row.endArray().end());
    }

    /** Returns the report as tables and sentences. */
    List<CharSequence> text() {
        final List<CharSequence> lines = new ArrayList<>();
        lines.add(events + ": " + count(report.count()) + " pairs");
        if (report.count() > 0) {
            final TextTable percentiles = new TextTable("PERCENTILE", "LATENCY");
            for (final double percentile : PERCENTILES) {
                percentiles.row(String.format(Locale.ROOT, "%.2f", percentile),
                        LatencyText.of(report.percentileNs(percentile)));
            }
            lines.addAll(percentiles.row("max", LatencyText.of(report.maxNs())).lines());
        }
        final Timelines.Pairs pairs = report.pairs();
        lines.add("unmatched: " + count(report.unmatched()) + " (" + count(pairs.withoutEnd()) + " without end, "
                + count(pairs.withoutBegin()) + " without begin; the other event of " + count(pairs.maybeLost())
                + " may be lost in a gap)");
        if (pairs.begunAgain() > 0) {
            lines.add("begun again: " + count(pairs.begunAgain())
                    + " (among those without end: another begin with the same key was open, see --pair)");
        }
        if (pairs.withoutKey() > 0) {
            lines.add("without key: " + count(pairs.withoutKey())
                    + " (no activity id, or no such field outside of structs and arrays)");
        }
        if (pairs.isSampled()) {
            lines.add("sampled: the sessions have recorded a share of these events; the " + count(report.count())
                    + " pairs represent about " + count(pairs.standFor())
                    + ", and an unmatched event may have its other half among those that were not recorded");
        }
        if (!report.slowest().isEmpty()) {
            final TextTable slowest = new TextTable("SLOWEST", "KEY", "FROM", "TO", "PID");
            report.slowest().forEach(pair -> slowest.row(LatencyText.of(pair.durationNs()), pair.key().toString(),
                    instant(pair.fromNs()), instant(pair.toNs()), pid(pair)));
            lines.addAll(slowest.lines());
        }
        return lines;
    }

    /** Returns a line for each group, then one for the shared group if it is not empty. */
    List<CharSequence> json(final LatencyGroups groups) {
        final List<CharSequence> lines = new ArrayList<>();
        groups.list().forEach(group -> lines.add(json(groups.field(), group)));
        if (groups.rest().count() > 0) {
            lines.add(json(groups.field(), groups.rest()));
        }
        return lines;
    }

    private CharSequence json(final String field, final LatencyGroups.Group group) {
        final JsonRow row = new JsonRow().put("from", events.from())
                .put("to", events.to()).beginObject("group");
        row.put(field, group.name()).endObject();
        return row.put("rest", group.name() == null).put("count", group.count()).put("standFor", group.standFor())
                .put("p50", group.percentileNs(50))
                .put("p90", group.percentileNs(90)).put("p99", group.percentileNs(99))
                .put("p999", group.percentileNs(99.9)).put("max", group.maxNs()).end();
    }

    /** Returns the names of the CSV columns. */
    static String csvHeading() {
        return PlainText.cells(CSV_NAMES, ',');
    }

    /** Returns a line with all statistics. */
    CharSequence csv() {
        final Timelines.Pairs pairs = report.pairs();
        return csv("", false, report.count(), pairs.standFor(), report::percentileNs, report.maxNs(),
                LongStream.of(report.unmatched(), pairs.withoutEnd(), pairs.begunAgain(), pairs.withoutBegin(),
                        pairs.maybeLost(), pairs.withoutKey()).mapToObj(Long::toString).toList());
    }

    /** Returns a line for each group as in JSON. The numbers of unmatched events are not known by group. */
    List<CharSequence> csv(final LatencyGroups groups) {
        final List<CharSequence> lines = new ArrayList<>();
        groups.list().forEach(group -> lines.add(csv(group)));
        if (groups.rest().count() > 0) {
            lines.add(csv(groups.rest()));
        }
        return lines;
    }

    private CharSequence csv(final LatencyGroups.Group group) {
        final String name = group.name();
        return csv(name == null ? "" : name, name == null, group.count(), group.standFor(),
                group::percentileNs, group.maxNs(), List.of("", "", "", "", "", ""));
    }

    private CharSequence csv(final String group, final boolean isRest, final long count, final long standFor,
            final DoubleToLongFunction percentileNs, final long maxNs, final List<String> unmatched) {
        final List<String> cells = new ArrayList<>(List.of(events.from(),
                events.to(), group, Boolean.toString(isRest), Long.toString(count),
                Long.toString(standFor)));
        for (final double percentile : PERCENTILES) {
            cells.add(Long.toString(percentileNs.applyAsLong(percentile)));
        }
        cells.add(Long.toString(maxNs));
        cells.addAll(unmatched);
        return PlainText.cells(cells, ',');
    }

    /** Returns a table of all groups. */
    List<CharSequence> text(final LatencyGroups groups) {
        final TextTable table = report.pairs().isSampled()
                ? new TextTable(groups.field(), "PAIRS", "REPRESENT", "P50", "P90", "P99", "P99.9", "MAX")
                : new TextTable(groups.field(), "PAIRS", "P50", "P90", "P99", "P99.9", "MAX");
        groups.list().forEach(group -> row(table, String.valueOf(group.name()), group));
        if (groups.rest().count() > 0) {
            row(table, "(rest)", groups.rest());
        }
        return table.isEmpty() ? List.of() : List.copyOf(table.lines());
    }

    private void row(final TextTable table, final String name, final LatencyGroups.Group group) {
        final List<Object> cells = new ArrayList<>(List.of(name, count(group.count())));
        if (report.pairs().isSampled()) {
            cells.add(count(group.standFor()));
        }
        for (final double percentile : PERCENTILES_OF_GROUPS) {
            cells.add(LatencyText.of(group.percentileNs(percentile)));
        }
        cells.add(LatencyText.of(group.maxNs()));
        table.row(cells.toArray());
    }

    private static Instant instant(final long epochNs) {
        return Instant.EPOCH.plusNanos(epochNs);
    }

    private static String count(final long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    private static long pid(final Timelines.Pairs.Pair pair) {
        return pair.processId() == null ? UNKNOWN_PID : pair.processId();
    }
}
