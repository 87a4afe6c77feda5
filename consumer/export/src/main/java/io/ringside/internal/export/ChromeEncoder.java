package io.ringside.internal.export;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.render.EventLines;
import io.ringside.internal.render.JsonRow;
import io.ringside.internal.schema.JsonFields;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * JSON of Chrome's trace viewer: instants, complete events for starts and stops that nest in a thread, asynchronous
 * pairs for others, and a counter of lost events. Times are microseconds with three decimals, which readers hold as
 * doubles: they count from the UTC day of the first event, so that they stay exact. Whole numbers of 64 bits are
 * strings for the same reason, and NUL becomes U+2400, as trace processor ends texts there.
 */
public final class ChromeEncoder implements EventEncoder {
    private static final long NS_PER_DAY = TimeUnit.DAYS.toNanos(1);
    private static final long NS_PER_US = 1_000;
    private static final String NUL = "\\u0000";
    private static final int THREADS_MAX = 1 << 16;

    private final OutputStream out;
    private final JsonRow row = new JsonRow();
    private final JsonFields fields = new JsonFields(true);
    private final Slices<Begin> slices = new Slices<>();
    private final Set<Long> threads = new HashSet<>();
    private final Map<Long, Long> lostByProcess = new HashMap<>();
    private long dayNs = Long.MIN_VALUE;
    private long lastTimeNs;
    private long asynchronous;

    /**
     * What is kept of a start.
     *
     * @param name     of its kind
     * @param provider of its kind
     * @param pid      of its thread
     * @param tid      of its thread
     * @param args     as JSON, without the brace at their end
     */
    private record Begin(String name, String provider, long pid, long tid, String args) {}

    /**
     * An encoder.
     *
     * @param out to write to
     */
    public ChromeEncoder(final OutputStream out) {
        this.out = out;
    }

    @Override
    public void event(final EventView event) throws IOException {
        lastTimeNs = event.timeNs();
        final long thread = EventNames.flow(EventNames.flow(event.incarnation()), event.threadId());
        begin(lastTimeNs);
        nameThread(thread, event);
        final Slices.Start<Begin> start = Slices.isStop(event) ? slices.stop(event, thread) : null;
        if (start != null) {
            putSlice(event, start);
            return;
        }
        final Begin begin = new Begin(EventNames.kind(event), event.providerName(), event.processId(),
                event.threadId(), args(event));
        if (Slices.isStart(event)) {
            slices.start(event, thread, begin, Character.BYTES * begin.args.length());
            for (Slices.Start<Begin> old = slices.giveUp(); old != null; old = slices.giveUp()) {
                putUnfinished(old);
            }
        } else {
            head(begin, "i", lastTimeNs).put("s", "t");
            end(begin.args);
        }
    }

    @Override
    public void gap(final GapView gap, final long timeNs) throws IOException {
        lastTimeNs = timeNs;
        begin(timeNs);
        final Begin loss = new Begin(EventNames.LOSS, "ringside", gap.processId(), gap.threadId(), "");
        head(loss, "i", timeNs).put("s", gap.lane() == GapView.NULL_LANE ? "p" : "t");
        final JsonRow args = new JsonRow().put("lost", gap.total());
        EventLines.forEachFate(gap, (fate, count, isLost) -> args.put(fate, count));
        if (gap.fromTimeNs() != GapView.NULL_TIME_NS) {
            args.put("from", gap.fromTimeNs());
        }
        if (gap.toTimeNs() != GapView.NULL_TIME_NS) {
            args.put("to", gap.toTimeNs());
        }
        end(args.end().toString());
        final long sum = lostByProcess.merge(EventNames.flow(gap.incarnation()), gap.total(), Long::sum);
        head(new Begin("lost events", "ringside", gap.processId(), 0, ""), "C", timeNs);
        end("{\"lost\":" + sum + "}");
    }

    @Override
    public void end() throws IOException {
        begin(lastTimeNs);
        for (final Slices.Start<Begin> start : slices.unfinished()) {
            putUnfinished(start);
        }
        write("\n]}\n");
        out.flush();
    }

    private void putUnfinished(final Slices.Start<Begin> start) throws IOException {
        head(start.kept(), "B", start.timeNs());
        end(start.kept().args);
    }

    private void putSlice(final EventView event, final Slices.Start<Begin> start) throws IOException {
        final Begin begin = start.kept();
        final JsonRow stop = new JsonRow();
        final EventSchema schema = event.schema();
        if (schema != null) {
            fields.append(stop.name(EventNames.kind(event)), schema, event.buffer(), event.payloadOffset(),
                    event.payloadLength());
        }
        final String more = stop.end().toString();
        final String args = begin.args.substring(0, begin.args.length() - 1)
                + (more.length() > 2 ? "," + more.substring(1) : "}");
        if (start.isNested() && event.timeNs() >= start.timeNs()) {
            head(begin, "X", start.timeNs());
            appendMicroseconds(row.name("dur"), event.timeNs() - start.timeNs());
            end(args);
        } else {
            final String id = "0x" + Long.toHexString(++asynchronous);
            head(begin, "b", start.timeNs()).put("id", id);
            end(args);
            head(begin, "e", event.timeNs()).put("id", id);
            end("{}");
        }
    }

    private void begin(final long timeNs) throws IOException {
        if (dayNs == Long.MIN_VALUE) {
            dayNs = Math.floorDiv(timeNs, NS_PER_DAY) * NS_PER_DAY;
            write("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"startTimeNs\":\"" + dayNs
                    + "\"},\"traceEvents\":[\n{\"ph\":\"M\",\"name\":\"ringside\",\"pid\":0,\"args\":{}}");
        }
    }

    private void nameThread(final long thread, final EventView event) throws IOException {
        if (threads.add(thread)) {
            if (threads.size() > THREADS_MAX) {
                threads.clear();
            }
            row.begin().put("ph", "M").put("name", "thread_name").put("pid", event.processId())
                    .put("tid", event.threadId());
            end(new JsonRow().put("name", EventNames.thread(event)).end().toString());
        }
    }

    private JsonRow head(final Begin begin, final String phase, final long timeNs) {
        row.begin().put("ph", phase).put("name", begin.name).put("cat", begin.provider);
        appendMicroseconds(row.name("ts"), timeNs - dayNs);
        return row.put("pid", begin.pid).put("tid", begin.tid);
    }

    /** Three decimals, exactly. */
    private static void appendMicroseconds(final StringBuilder text, final long ns) {
        if (ns < 0) {
            text.append('-');
        }
        text.append(Math.abs(ns) / NS_PER_US).append('.');
        final int rest = (int) (Math.abs(ns) % NS_PER_US);
        text.append((char) ('0' + rest / 100)).append((char) ('0' + rest / 10 % 10)).append((char) ('0' + rest % 10));
    }

    private void end(final String args) throws IOException {
        row.name("args").append(args);
        write(withoutNul(",\n" + row.end()));
    }

    private static String withoutNul(final String json) {
        if (!json.contains(NUL)) {
            return json;
        }
        final StringBuilder text = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            if (json.startsWith(NUL, i)) {
                text.append('\u2400');
                i += NUL.length() - 1;
            } else {
                text.append(json.charAt(i));
                if (json.charAt(i) == '\\') {
                    // What is escaped begins no escape.
                    text.append(json.charAt(++i));
                }
            }
        }
        return text.toString();
    }

    private void write(final String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private String args(final EventView event) {
        final EventDescriptor descriptor = event.descriptor();
        final EventSchema schema = event.schema();
        final JsonRow args = new JsonRow();
        args.beginObject("etw").put("id", descriptor.id()).put("version", descriptor.version())
                .put("level", descriptor.level()).put("levelName", Level.nameOf(descriptor.level()))
                .putMask("keyword", descriptor.keyword()).put("opcode", descriptor.opcode())
                .put("task", descriptor.task()).endObject();
        if (EventNames.hasActivity(event)) {
            args.put("activityId", event.activityId());
        }
        final UUID related = event.relatedActivityId();
        if (related != null) {
            args.put("relatedActivityId", related);
        }
        if (event.isLate()) {
            args.put("late", true);
        }
        if (schema != null) {
            fields.append(args.name("fields"), schema, event.buffer(), event.payloadOffset(), event.payloadLength());
        } else if (event.isString()) {
            args.put(EventNames.STRING, event.string());
        } else {
            args.put("payload", EventLines.hex(event));
        }
        return args.end().toString();
    }
}
