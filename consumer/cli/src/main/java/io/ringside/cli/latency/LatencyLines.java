package io.ringside.cli.latency;

import io.ringside.cli.latency.LatencyReport.LatencyPair;
import io.ringside.internal.reader.EventSelector;
import io.ringside.internal.render.JsonRow;
import io.ringside.internal.render.TextTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A report for people and for programs. */
public record LatencyLines(EventSelector from, EventSelector to, LatencyReport report) {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};
    private static final double[] PERCENTILES_OF_GROUPS = {50, 90, 99, 99.9};

    /** A line of all figures, then one for each of the slowest pairs. */
    public List<CharSequence> json() {
        final LatencyReport.Unpaired unpaired = report.unpaired();
        final JsonRow row = new JsonRow().put("from", from.toString()).put("to", to.toString())
                .put("count", report.count()).put("standFor", report.standFor()).put("sampled", report.isSampled())
                .put("p50", report.percentileNs(50)).put("p90", report.percentileNs(90))
                .put("p99", report.percentileNs(99)).put("p999", report.percentileNs(99.9))
                .put("p9999", report.percentileNs(99.99)).put("max", report.maxNs())
                .put("unmatched", report.unmatched()).put("withoutEnd", unpaired.withoutEnd())
                .put("begunAgain", unpaired.begunAgain()).put("withoutBegin", unpaired.withoutBegin())
                .put("maybeLost", unpaired.maybeLost()).put("withoutKey", unpaired.withoutKey());
        row.beginArray("slowest");
        for (final LatencyPair pair : report.slowest()) {
            row.beginElement().put("key", pair.key()).put("latency", pair.latencyNs()).put("from", pair.fromNs())
                    .put("to", pair.toNs()).put("pid", pair.processId()).endObject();
        }
        return List.of(row.endArray().end());
    }

    /** Tables and sentences. */
    public List<CharSequence> text() {
        final List<CharSequence> lines = new ArrayList<>();
        lines.add(from + " to " + to + ": " + count(report.count()) + " pairs");
        if (report.count() > 0) {
            final TextTable percentiles = new TextTable("PERCENTILE", "LATENCY");
            for (final double percentile : PERCENTILES) {
                percentiles.row(String.format(Locale.ROOT, "%.2f", percentile),
                        LatencyText.of(report.percentileNs(percentile)));
            }
            lines.addAll(percentiles.row("max", LatencyText.of(report.maxNs())).lines());
        }
        final LatencyReport.Unpaired unpaired = report.unpaired();
        lines.add("unmatched: " + count(report.unmatched()) + " (" + count(unpaired.withoutEnd()) + " without end, "
                + count(unpaired.withoutBegin()) + " without begin; the other event of " + count(unpaired.maybeLost())
                + " may be lost in a gap)");
        if (unpaired.begunAgain() > 0) {
            lines.add("begun again: " + count(unpaired.begunAgain())
                    + " (among those without end: another begin with the same key was open, see --pair)");
        }
        if (unpaired.withoutKey() > 0) {
            lines.add("without key: " + count(unpaired.withoutKey())
                    + " (no activity id, or no such field outside of structs and arrays)");
        }
        if (report.isSampled()) {
            lines.add("sampled: the sessions have recorded a share of these events; the " + count(report.count())
                    + " pairs stand for about " + count(report.standFor())
                    + ", and an unmatched event may have its other half among those that were not recorded");
        }
        if (!report.slowest().isEmpty()) {
            final TextTable slowest = new TextTable("SLOWEST", "KEY", "FROM", "TO", "PID");
            report.slowest().forEach(pair -> slowest.row(LatencyText.of(pair.latencyNs()), pair.key(),
                    instant(pair.fromNs()), instant(pair.toNs()), pair.processId()));
            lines.addAll(slowest.lines());
        }
        return lines;
    }

    /** A line for each group, then one for those that have no line of their own, if there are any. */
    public List<CharSequence> json(final LatencyGroups groups) {
        final List<CharSequence> lines = new ArrayList<>();
        groups.list().forEach(group -> lines.add(json(groups.field(), group)));
        if (groups.rest().count() > 0) {
            lines.add(json(groups.field(), groups.rest()));
        }
        return lines;
    }

    private CharSequence json(final String field, final LatencyGroups.Group group) {
        final JsonRow row = new JsonRow().put("from", from.toString()).put("to", to.toString()).beginObject("group");
        row.put(field, group.name()).endObject();
        return row.put("rest", group.name() == null).put("count", group.count()).put("standFor", group.standFor())
                .put("p50", group.percentileNs(50))
                .put("p90", group.percentileNs(90)).put("p99", group.percentileNs(99))
                .put("p999", group.percentileNs(99.9)).put("max", group.maxNs()).end();
    }

    /** A table of all groups. */
    public List<CharSequence> text(final LatencyGroups groups) {
        final TextTable table = report.isSampled()
                ? new TextTable(groups.field(), "PAIRS", "STAND FOR", "P50", "P90", "P99", "P99.9", "MAX")
                : new TextTable(groups.field(), "PAIRS", "P50", "P90", "P99", "P99.9", "MAX");
        groups.list().forEach(group -> row(table, String.valueOf(group.name()), group));
        if (groups.rest().count() > 0) {
            row(table, "(rest)", groups.rest());
        }
        return table.isEmpty() ? List.of() : List.copyOf(table.lines());
    }

    private void row(final TextTable table, final String name, final LatencyGroups.Group group) {
        final List<Object> cells = new ArrayList<>(List.of(name, count(group.count())));
        if (report.isSampled()) {
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
}
