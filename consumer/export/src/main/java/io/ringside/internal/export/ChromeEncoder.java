package io.ringside.internal.export;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.export.CounterSample;
import io.ringside.internal.schema.JsonFields;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.EventSchema;
import io.ringside.text.JsonRow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.LongHashSet;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of JSON for Chrome's trace viewer: instants, complete events for starts and stops that nest in a thread,
 * asynchronous pairs for other starts and stops, flows, and a counter of lost events. A flow begins with the first
 * event of an activity, goes on with each of its later ones, and ends at each event of another activity that is related
 * to it; asynchronous pairs have no flows, because a flow binds to the slice of a thread. Times are microseconds with
 * three decimals, which readers hold as doubles: they count from the UTC day of the first event, so that they stay
 * exact. Times before that day, which trace processor drops, are shown at its beginning. The exact time is an argument
 * for those events, and for events far from that day. 64-bit integers are strings, because readers hold numbers as
 * doubles, and NUL becomes U+2400, because trace processor ends texts at NUL.
 */
public final class ChromeEncoder implements EventEncoder {
    private static final long NS_PER_DAY = TimeUnit.DAYS.toNanos(1);
    private static final long NS_PER_US = 1_000;
    /** Largest time since the day's beginning that readers show exactly to the nanosecond. */
    private static final long EXACT_NS = TimeUnit.DAYS.toNanos(50);
    /** Largest time since the day's beginning that is written; later times are shown as this one. */
    private static final long SHOWN_NS_MAX = 1L << 62;
    private static final String NUL = "\\u0000";
    private static final int THREADS_MAX = 1 << 16;
    private static final int FLOWS_MAX = 1 << 16;
    private static final String FLOW = "activity";
    /** Arguments that all events can have. */
    private static final Set<String> ARGUMENTS = Set.of("etw", "activityId", "relatedActivityId", "late", "fields",
            "payload", EventNames.STRING, EventNames.THREAD, EventNames.EXACT_TIME, EventNames.EXACT_STOP_TIME,
            EventNames.WEIGHT, EventNames.STOP_WEIGHT);

    private final OutputStream out;
    private final JsonRow row = new JsonRow();
    private final JsonFields fields = new JsonFields(true);
    private final Slices<Begin> slices = new Slices<>();
    private final Map<Long, String> threads = new HashMap<>();
    private final LongHashSet flows = new LongHashSet();
    private final Map<Long, Long> lostByProcess = new HashMap<>();
    private boolean begun;
    private long dayNs;
    private long lastTimeNs;
    private long asynchronous;

    /**
     * Parts of a start that are kept until its stop.
     *
     * @param name     name of its kind
     * @param provider provider of its kind
     * @param pid      pid of its thread
     * @param tid      id of its thread
     * @param args     arguments as JSON, without the closing brace
     * @param flows    flows through the start
     */
    private record Begin(String name, String provider, long pid, long tid, String args, List<Flow> flows) {}

    /** Flow through an event, with the phase: whether it begins, continues or ends there. */
    private record Flow(String phase, long id) {}

    /**
     * Creates an encoder.
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
        final long sinceNs = since(lastTimeNs);
        final String renamed = nameThread(thread, event);
        final Slices.Start<Begin> start = Slices.isStop(event) ? slices.stop(event, sinceNs, thread) : null;
        if (start != null) {
            putSlice(event, start);
            return;
        }
        final Begin begin = new Begin(EventNames.kind(event), event.providerName(),
                EventNames.orUnknown(event.processId()),
                event.threadId(), args(event, renamed), flows(event));
        if (Slices.isStart(event)) {
            slices.start(event, sinceNs, thread, begin, Character.BYTES * begin.args.length());
            for (Slices.Start<Begin> old = slices.giveUp(); old != null; old = slices.giveUp()) {
                putUnfinished(old);
            }
        } else {
            head(begin, "i", sinceNs).put("s", "t");
            end(begin.args);
            putFlows(begin, sinceNs);
        }
    }

    @Override
    public void gap(final GapView gap, final long timeNs) throws IOException {
        lastTimeNs = timeNs;
        begin(timeNs);
        final Begin loss = new Begin(EventNames.LOSS, "ringside", EventNames.orUnknown(gap.processId()),
                EventNames.threadId(gap), "", List.of());
        final long sinceNs = since(timeNs);
        head(loss, "i", sinceNs).put("s", gap.lane() == null ? "p" : "t");
        final JsonRow args = new JsonRow().put("lost", gap.total());
        EventLines.forEachFate(gap, (fate, count, isLost) -> args.put(fate, count));
        if (gap.fromTimeNs() != null) {
            args.put("from", gap.fromTimeNs());
        }
        if (gap.toTimeNs() != null) {
            args.put("to", gap.toTimeNs());
        }
        end(args.end().toString());
        final long sum = lostByProcess.merge(EventNames.flow(gap.incarnation()), gap.total(), Long::sum);
        head(new Begin("lost events", "ringside", EventNames.orUnknown(gap.processId()), 0, "", List.of()), "C",
                sinceNs);
        end("{\"lost\":" + sum + "}");
    }

    @Override
    public void counter(final CounterSample sample) throws IOException {
        begin(sample.timeNs());
        head(new Begin(sample.name(), "counter", 0, 0, "", List.of()), "C", since(sample.timeNs()));
        end(new JsonRow().put(sample.unit() == null ? "value" : sample.unit(), sample.value()).end().toString());
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
        if (start.isNested()) {
            head(start.kept(), "B", start.timeNs());
            end(start.kept().args);
            putFlows(start.kept(), start.timeNs());
        } else {
            putAsynchronous(start, start.kept().args);
        }
    }

    private List<Flow> flows(final EventView event) {
        final UUID related = event.relatedActivityId();
        final List<Flow> passing = new ArrayList<>(2);
        if (event.hasActivity()) {
            passing.add(flow(EventNames.flow(event.activityMost(), event.activityLeast()), "t"));
        }
        if (related != null) {
            passing.add(flow(EventNames.flow(related), "f"));
        }
        return passing;
    }

    private Flow flow(final long id, final String phaseOfLater) {
        if (flows.size() >= FLOWS_MAX) {
            flows.clear();
        }
        return new Flow(flows.add(id) ? "s" : phaseOfLater, id);
    }

    /** Writes the flows after the slices that they bind to: readers bind a flow to the slice at its time. */
    private void putFlows(final Begin begin, final long sinceNs) throws IOException {
        for (final Flow flow : begin.flows) {
            row.begin().put("ph", flow.phase).put("name", FLOW).put("cat", FLOW);
            appendMicroseconds(row.name("ts"), sinceNs);
            row.put("pid", begin.pid).put("tid", begin.tid).put("id", "0x" + Long.toHexString(flow.id)).put("bp", "e");
            write(",\n" + row.end());
        }
    }

    private void putSlice(final EventView event, final Slices.Start<Begin> start) throws IOException {
        final Begin begin = start.kept();
        final JsonRow stop = new JsonRow();
        final EventSchema schema = event.schema();
        if (schema != null) {
            fields.append(stop.name(FormatNames.besides(EventNames.kind(event), ARGUMENTS, false)), schema,
                    event.buffer(), event.payloadOffset(),
                    event.payloadLength());
        }
        final long stopNs = since(event.timeNs());
        final long endNs = Math.max(stopNs, start.timeNs());
        if (endNs != stopNs || !isExact(event.timeNs())) {
            stop.put(EventNames.EXACT_STOP_TIME, Long.toString(event.timeNs()));
        }
        if (event.weight() != 1) {
            stop.putLong(EventNames.STOP_WEIGHT, event.weight());
        }
        final String more = stop.end().toString();
        final String args = begin.args.substring(0, begin.args.length() - 1)
                + (more.length() > 2 ? "," + more.substring(1) : "}");
        if (start.isNested()) {
            head(begin, "X", start.timeNs());
            appendMicroseconds(row.name("dur"), endNs - start.timeNs());
            end(args);
            putFlows(begin, start.timeNs());
        } else {
            final String id = putAsynchronous(start, args);
            head(begin, "e", endNs).put("id", id);
            end("{}");
        }
    }

    /** Begins an asynchronous pair and returns its id. */
    private String putAsynchronous(final Slices.Start<Begin> start, final String args) throws IOException {
        final String id = "0x" + Long.toHexString(++asynchronous);
        head(start.kept(), "b", start.timeNs()).put("id", id);
        end(args);
        return id;
    }

    /** {@return nanoseconds since the day's beginning, limited to the range that readers can show} */
    private long since(final long timeNs) {
        if (timeNs < dayNs) {
            return 0;
        }
        // Negative if the difference overflows.
        final long ns = timeNs - dayNs;
        return ns < 0 ? SHOWN_NS_MAX : Math.min(ns, SHOWN_NS_MAX);
    }

    private boolean isExact(final long timeNs) {
        return timeNs >= dayNs && since(timeNs) <= EXACT_NS;
    }

    private void begin(final long timeNs) throws IOException {
        if (!begun) {
            begun = true;
            final long beginNs = Math.floorDiv(timeNs, NS_PER_DAY) * NS_PER_DAY;
            // The earliest day begins at a time that a long cannot hold.
            dayNs = beginNs > timeNs ? Long.MIN_VALUE : beginNs;
            write("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"startTimeNs\":\"" + dayNs
                    + "\"},\"traceEvents\":[\n{\"ph\":\"M\",\"name\":\"ringside\",\"pid\":0,\"args\":{}}");
        }
    }

    /** Returns the thread's name if it is not the written one, because the thread has been renamed; else null. */
    private @Nullable String nameThread(final long thread, final EventView event) throws IOException {
        final String name = EventNames.thread(event);
        final String shown = threads.putIfAbsent(thread, name);
        if (shown != null) {
            return shown.equals(name) ? null : name;
        }
        if (threads.size() > THREADS_MAX) {
            threads.clear();
        }
        row.begin().put("ph", "M").put("name", "thread_name").put("pid", EventNames.orUnknown(event.processId()))
                .put("tid", event.threadId());
        end(new JsonRow().put("name", name).end().toString());
        return null;
    }

    private JsonRow head(final Begin begin, final String phase, final long sinceNs) {
        row.begin().put("ph", phase).put("name", begin.name).put("cat", begin.provider);
        appendMicroseconds(row.name("ts"), sinceNs);
        return row.put("pid", begin.pid).put("tid", begin.tid);
    }

    /** Appends microseconds with three decimals, exactly. */
    private static void appendMicroseconds(final StringBuilder text, final long ns) {
        text.append(ns / NS_PER_US).append('.');
        final int rest = (int) (ns % NS_PER_US);
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
                    // The second character of an escape does not begin another escape.
                    text.append(json.charAt(++i));
                }
            }
        }
        return text.toString();
    }

    private void write(final String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private String args(final EventView event, final @Nullable String renamed) {
        final EventDescriptor descriptor = event.descriptor();
        final EventSchema schema = event.schema();
        final JsonRow args = new JsonRow();
        args.beginObject("etw").put("id", descriptor.id()).put("version", descriptor.version())
                .put("level", descriptor.level()).put("levelName", Level.nameOf(descriptor.level()))
                .putMask("keyword", descriptor.keyword()).put("opcode", descriptor.opcode())
                .put("task", descriptor.task()).endObject();
        if (event.hasActivity()) {
            args.put("activityId", event.activityId());
        }
        final UUID related = event.relatedActivityId();
        if (related != null) {
            args.put("relatedActivityId", related);
        }
        if (renamed != null) {
            args.put(EventNames.THREAD, renamed);
        }
        if (event.isLate()) {
            args.put("late", true);
        }
        if (!isExact(event.timeNs())) {
            args.put(EventNames.EXACT_TIME, Long.toString(event.timeNs()));
        }
        if (event.weight() != 1) {
            args.putLong(EventNames.WEIGHT, event.weight());
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
