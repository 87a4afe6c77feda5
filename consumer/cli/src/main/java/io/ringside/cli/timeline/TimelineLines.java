package io.ringside.cli.timeline;

import io.ringside.cli.latency.LatencyText;
import io.ringside.cli.render.TextTable;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import io.ringside.timeline.Timelines;
import io.ringside.timeline.Timelines.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Timelines for people and for programs. */
record TimelineLines(Timelines timelines, List<Timelines.Timeline> shown) {
    private static final long UNKNOWN_PID = -1;
    private static final List<String> CSV_NAMES = List.of("timeline", "key", "provider", "event", "time", "offsetNs",
            "pid", "tid", "thread", "weight", "host");

    /** Returns a line for each shown timeline, then one with the counts of all timelines. */
    List<CharSequence> json() {
        final List<CharSequence> lines = new ArrayList<>();
        for (final Timelines.Timeline timeline : shown) {
            final long beganNs = timeline.stages().get(0).timeNs();
            final JsonRow row = new JsonRow().put("key", timeline.key().toString())
                    .put("durationNs", timeline.durationNs()).put("hasBegin", timeline.hasBegin())
                    .put("maybeLost", timeline.maybeLost()).put("leftOut", timeline.leftOut()).beginArray("stages");
            for (final Stage stage : timeline.stages()) {
                row.beginElement().put("provider", stage.provider()).put("event", stage.event())
                        .put("time", stage.timeNs()).put("offsetNs", stage.timeNs() - beganNs)
                        .put("pid", pid(stage)).put("tid", stage.threadId())
                        .put("thread", stage.threadName());
                if (stage.host() != null) {
                    row.put("host", stage.host());
                }
                if (stage.weight() != 1) {
                    row.put("weight", stage.weight());
                }
                row.endObject();
            }
            lines.add(row.endArray().end());
        }
        lines.add(new JsonRow().put("timelines", timelines.count()).put("standFor", timelines.standFor())
                .put("begunAgain", timelines.begunAgain())
                .put("withoutBegin", timelines.withoutBegin()).put("maybeLost", timelines.maybeLost())
                .put("withoutKey", timelines.withoutKey()).put("evicted", timelines.evicted()).end());
        return lines;
    }

    /** Returns a heading, then a line for each stage. The timelines are numbered. */
    List<CharSequence> csv() {
        final List<CharSequence> lines = new ArrayList<>();
        lines.add(PlainText.cells(CSV_NAMES, ','));
        int number = 0;
        for (final Timelines.Timeline timeline : shown) {
            number++;
            final long beganNs = timeline.stages().get(0).timeNs();
            for (final Stage stage : timeline.stages()) {
                lines.add(PlainText.cells(List.of(Integer.toString(number), timeline.key().toString(),
                        stage.provider(), stage.event(), Long.toString(stage.timeNs()),
                        Long.toString(stage.timeNs() - beganNs), Long.toString(pid(stage)),
                        Long.toString(stage.threadId()),
                        stage.threadName() == null ? "" : stage.threadName(),
                        Long.toString(stage.weight()), stage.host() == null ? "" : stage.host()), ','));
            }
        }
        return lines;
    }

    /** Returns the counts of all timelines, then a table for each shown one. */
    List<CharSequence> text() {
        final List<CharSequence> lines = new ArrayList<>();
        lines.add("timelines: " + PlainText.count(timelines.count()) + " ("
                + PlainText.count(timelines.withoutBegin()) + " without begin, "
                + PlainText.count(timelines.maybeLost()) + " may have lost events in a gap)");
        add(lines, "begun again", timelines.begunAgain(), "the first event came again with the same key");
        add(lines, "without key", timelines.withoutKey(), "events that have no activity id, or no such field");
        if (timelines.standFor() != timelines.count()) {
            lines.add("sampled: the sessions have recorded a share of the events; the "
                    + PlainText.count(timelines.count()) + " timelines represent about "
                    + PlainText.count(timelines.standFor()) + ", and may lack events that were not recorded");
        }
        add(lines, "ended early", timelines.evicted(), "too many were open: later events began new timelines");
        for (final Timelines.Timeline timeline : shown) {
            lines.add("");
            lines.add(timeline.key() + ": " + timeline.stages().size() + " events in "
                    + LatencyText.of(timeline.durationNs()) + ", from "
                    + Instant.EPOCH.plusNanos(timeline.stages().get(0).timeNs())
                    + (timeline.hasBegin() ? "" : ", without begin")
                    + (timeline.maybeLost() ? ", may have lost events" : "")
                    + (timeline.leftOut() > 0 ? ", " + PlainText.count(timeline.leftOut()) + " more events" : "")
                    + (timeline.weight() == 1 ? "" : ", represents " + PlainText.count(timeline.weight())));
            final TextTable table = new TextTable("OFFSET", "EVENT", "PID", "THREAD");
            final long beganNs = timeline.stages().get(0).timeNs();
            for (final Stage stage : timeline.stages()) {
                table.row(LatencyText.of(stage.timeNs() - beganNs), stage.provider() + "/" + stage.event(),
                        pid(stage), stage.threadName() == null ? stage.threadId() : stage.threadName());
            }
            lines.addAll(table.lines());
        }
        return lines;
    }

    private static void add(final List<CharSequence> lines, final String what, final long count, final String why) {
        if (count > 0) {
            lines.add(what + ": " + PlainText.count(count) + " (" + why + ")");
        }
    }

    private static long pid(final Stage stage) {
        return stage.processId() == null ? UNKNOWN_PID : stage.processId();
    }
}
