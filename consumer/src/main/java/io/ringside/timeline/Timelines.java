package io.ringside.timeline;

import io.ringside.internal.reader.EventSelector;
import io.ringside.internal.reader.GapSpan;
import io.ringside.internal.reader.KeyFields;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.timeline.Timeline.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts events together to timelines, in one pass. To be run as the handler of a reader that merges its sources by time.
 * Not thread-safe.
 * <p>
 * Nothing says that a timeline is complete. It is handed over when the event that begins it comes again with the same
 * key, when more than {@link #OPEN_MAX} are open, or memory does not suffice for them, and it was begun first, or by
 * {@link #finish}.
 *
 * <pre>{@code
 * Timelines timelines = new Timelines("accepted.orderId = filled.orderId",
 *         timeline -> System.out.println(timeline.key() + " took " + timeline.durationNs() + " ns"));
 * try (EventReader reader = EventReader.open(Source.recording(folder))) {
 *     while (!reader.isDone()) {
 *         reader.poll(timelines);
 *     }
 * }
 * timelines.finish();
 * }</pre>
 */
public final class Timelines implements EventHandler {
    /** The key by which events of one activity form a timeline. No event begins it. */
    public static final String ACTIVITY_ID = KeyFields.ACTIVITY_ID;
    /** Timelines that may be open at a time. */
    public static final int OPEN_MAX = 1_000_000;
    /** Events that are kept of one timeline. */
    public static final int STAGES_MAX = 1_000;

    /** A stage takes less than half of it, even if it is the only one of its timeline. */
    private static final long BYTES_PER_STAGE = 512;
    /** Stages of all open timelines together. */
    private static final long OPEN_STAGES_MAX = Math.min(4L * OPEN_MAX,
            Runtime.getRuntime().maxMemory() / BYTES_PER_STAGE);

    private final KeyFields keys;
    private final EventSelector.@Nullable Matcher begin;
    private final Consumer<Timeline> handler;
    private final Map<Object, Open> open = new LinkedHashMap<>();
    private final GapSpan gaps = new GapSpan();
    private long openStages;
    private long count;
    private long begunAgain;
    private long withoutBegin;
    private long withoutKey;
    private long evicted;
    private long maybeLost;
    private long standFor;
    private boolean hasKey;

    /**
     * No timelines yet.
     *
     * @param key     which events belong together: fields of events as {@code [PROVIDER/]EVENT.FIELD} with {@code =}
     *                between them, of which the first event begins a timeline, or {@value #ACTIVITY_ID}. An event may
     *                belong to several timelines, such as a trade to those of two orders. A field may be a
     *                number, a text, a truth value, a time, an address or a UUID.
     * @param handler receives each timeline, from within {@link #onEvent} and {@link #finish}
     * @throws IllegalArgumentException if the key is not of that form
     */
    public Timelines(final String key, final Consumer<Timeline> handler) {
        this.keys = new KeyFields(key);
        this.begin = keys.begin();
        this.handler = handler;
    }

    @Override
    public void onEvent(final EventView event) {
        hasKey = false;
        keys.of(event, key -> {
            hasKey = true;
            add(key, event);
        });
        withoutKey += hasKey || !keys.isSelected() ? 0 : 1;
    }

    @Override
    public void onGap(final GapView gap) {
        gaps.add(gap);
    }

    /** Hand over all timelines that are open, in the order in which they were begun. */
    public void finish() {
        final List<Open> rest = List.copyOf(open.values());
        open.clear();
        openStages = 0;
        rest.forEach(this::deliver);
    }

    /** {@return timelines that were handed over} */
    public long count() {
        return count;
    }

    /** {@return how many of them ended because their key began again} */
    public long begunAgain() {
        return begunAgain;
    }

    /** {@return how many of them do not begin with the event that begins a timeline} */
    public long withoutBegin() {
        return withoutBegin;
    }

    /** {@return how many of them were handed over early because too many were open: events may have come later} */
    public long evicted() {
        return evicted;
    }

    /** {@return how many of them may have lost events} */
    public long maybeLost() {
        return maybeLost;
    }

    /**
     * {@return for how many timelines they stand} More than {@link #count} if a session recorded a share of the events:
     * each stands for as many as its {@link Timeline#weight}. Timelines may then lack events that were not recorded.
     */
    public long standFor() {
        return standFor;
    }

    /** {@return events that the key names, but without the field, or without an activity id} */
    public long withoutKey() {
        return withoutKey;
    }

    private void add(final Object key, final EventView event) {
        final boolean begins = begin != null && begin.matches(event);
        Open timeline = open.get(key);
        if (timeline != null && begins) {
            begunAgain++;
            remove(key, timeline);
            timeline = null;
        }
        if (timeline == null) {
            timeline = new Open(key, begin == null || begins);
            open.put(key, timeline);
        }
        if (timeline.stages.size() < STAGES_MAX) {
            // Late events, and those with a time of their own.
            timeline.isInOrder &= event.timeNs() >= timeline.lastNs;
            timeline.lastNs = Math.max(timeline.lastNs, event.timeNs());
            timeline.stages.add(new Stage(event.providerName(), event.eventName(), event.timeNs(), event.processId(),
                    event.threadId(), event.threadName(), event.weight()));
            openStages++;
        } else {
            timeline.leftOut++;
        }
        while (open.size() > OPEN_MAX || openStages > OPEN_STAGES_MAX) {
            final Iterator<Open> oldest = open.values().iterator();
            final Open first = oldest.next();
            evicted++;
            remove(first.key, first);
        }
    }

    private void remove(final Object key, final Open timeline) {
        open.remove(key);
        openStages -= timeline.stages.size();
        deliver(timeline);
    }

    private void deliver(final Open timeline) {
        if (!timeline.isInOrder) {
            timeline.stages.sort(Comparator.comparingLong(Stage::timeNs));
        }
        final boolean mayLack = gaps.endsBehind(timeline.stages.get(0).timeNs())
                || (!timeline.hasBegin && gaps.beginsBefore(timeline.stages.get(0).timeNs()));
        count++;
        withoutBegin += timeline.hasBegin ? 0 : 1;
        maybeLost += mayLack ? 1 : 0;
        final Timeline whole = new Timeline(timeline.key, timeline.stages, timeline.leftOut, timeline.hasBegin,
                mayLack);
        standFor += whole.weight();
        handler.accept(whole);
    }

    private static final class Open {
        private final Object key;
        private final boolean hasBegin;
        private final List<Stage> stages = new ArrayList<>(4);
        private long leftOut;
        private long lastNs = Long.MIN_VALUE;
        private boolean isInOrder = true;

        Open(final Object key, final boolean hasBegin) {
            this.key = key;
            this.hasBegin = hasBegin;
        }
    }
}
