package io.ringside.timeline;

import io.ringside.RingsideException;
import io.ringside.internal.reader.GapSpan;
import io.ringside.internal.reader.KeyFields;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.timeline.Timeline.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts events together to timelines, in one pass, and measures the time between any two of their stages. To be run as
 * the handler of a reader that merges its sources by time. Not thread-safe.
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
 *
 * The time between two stages, here without timelines:
 *
 * <pre>{@code
 * Timelines timelines = Timelines.ofPairs("orderId");
 * StagePairs fills = timelines.between("accepted", "filled", pair -> histogram.recordValue(pair.durationNs()));
 * }</pre>
 */
public final class Timelines implements EventHandler {
    /** The key by which events of one activity form a timeline. No event begins it. */
    public static final String ACTIVITY_ID = KeyFields.ACTIVITY_ID;
    /** Timelines that may be open at a time. */
    public static final int OPEN_MAX = OpenKeys.KEYS_MAX;
    /** Events that are kept of one timeline. */
    public static final int STAGES_MAX = 1_000;

    private final int openMax;
    private final KeyFields keys;
    private final @Nullable EventFilter begin;
    /** Null if only pairs are wanted. */
    private final @Nullable Consumer<Timeline> handler;
    private final OpenKeys<Open> open = new OpenKeys<>();
    private final List<StagePairs> pairs = new ArrayList<>();
    private final GapSpan gaps = new GapSpan();
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
     * @throws RingsideException if the key is not of that form
     */
    public Timelines(final String key, final Consumer<Timeline> handler) {
        this(new KeyFields(key), handler, OPEN_MAX);
    }

    private Timelines(final KeyFields keys, final @Nullable Consumer<Timeline> handler, final int openMax) {
        this.openMax = openMax;
        this.keys = keys;
        this.begin = keys.begin();
        this.handler = handler;
    }

    /**
     * Makes no timelines, only the pairs that {@link #between} names.
     *
     * @param by name of the field whose value the events of a pair have in common, outside of structs and arrays, or
     *           {@value #ACTIVITY_ID}
     * @return what finds pairs
     */
    public static Timelines ofPairs(final String by) {
        return ofPairs(by, OPEN_MAX);
    }

    /**
     * Makes no timelines, only the pairs that {@link #between} names, with a bound on what waits.
     *
     * @param by      name of the field whose value the events of a pair have in common, outside of structs and arrays;
     *                fields of events as for {@link #Timelines(String, Consumer)}; or {@value #ACTIVITY_ID}
     * @param openMax first events of each pair of stages that may wait, 1 to {@link #OPEN_MAX}; beyond it the oldest is
     *                given up, see {@link StagePairs#evicted}
     * @return what finds pairs
     * @throws RingsideException if the bound is out of range, or the fields of events are not of that form
     */
    public static Timelines ofPairs(final String by, final int openMax) {
        if (openMax < 1 || openMax > OPEN_MAX) {
            throw RingsideException.invalidArgument(
                    "bound of open pairs is out of range: openMax=" + openMax + ", max=" + OPEN_MAX);
        }
        final boolean isOfSeveral = by.equals(ACTIVITY_ID) || by.indexOf('=') >= 0;
        return new Timelines(isOfSeveral ? new KeyFields(by) : KeyFields.ofField(by), null, openMax);
    }

    /**
     * Has pairs of two stages found: each second event goes with the oldest first event of its key that waits.
     *
     * @param from    first events, as {@code [PROVIDER/]EVENT}
     * @param to      second events in the same form; the same as the first for the time between successive events
     * @param handler receives each pair, from within {@link #onEvent}
     * @return the counts
     * @throws RingsideException if an event is not given in that form
     */
    public StagePairs between(final String from, final String to, final Consumer<StagePairs.Pair> handler) {
        return between(from, to, StagePairs.Pairing.OLDEST, event -> null, handler);
    }

    /**
     * Has pairs of two stages found. To be called before the first event.
     *
     * @param from    first events, as {@code [PROVIDER/]EVENT}
     * @param to      second events in the same form; the same as the first for the time between successive events
     * @param pairing which of several first events of a key a second one goes with
     * @param label   is asked for each event of either kind, for example for the name of a group; null if it has none
     * @param handler receives each pair, from within {@link #onEvent}
     * @return the counts
     * @throws RingsideException if an event is not given in that form
     */
    public StagePairs between(final String from, final String to, final StagePairs.Pairing pairing,
            final Function<EventView, @Nullable String> label, final Consumer<StagePairs.Pair> handler) {
        final StagePairs added = new StagePairs(EventFilter.ofEvent(from), EventFilter.ofEvent(to), pairing, label,
                handler, gaps, openMax);
        pairs.add(added);
        return added;
    }

    @Override
    public void onEvent(final EventView event) {
        boolean isWanted = handler != null;
        for (final StagePairs pair : pairs) {
            isWanted |= pair.begin(event);
        }
        if (!isWanted) {
            return;
        }
        hasKey = false;
        keys.of(event, key -> {
            hasKey = true;
            if (handler != null) {
                add(key, event);
            }
            for (final StagePairs pair : pairs) {
                pair.add(key, parts());
            }
        });
        withoutKey += hasKey || !keys.isSelected() ? 0 : 1;
        for (final StagePairs pair : pairs) {
            pair.end(hasKey);
        }
    }

    @Override
    public void onGap(final GapView gap) {
        gaps.add(gap);
    }

    /** Hand over all timelines that are open, in the order in which they were begun. */
    public void finish() {
        final List<Open> rest = List.copyOf(open.values());
        open.clear();
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
     * each counts for as many as its {@link Timeline#weight}. Timelines may then lack events that were not recorded.
     */
    public long standFor() {
        return standFor;
    }

    /** {@return events that the key names, but without the field, or without an activity id} */
    public long withoutKey() {
        return withoutKey;
    }

    /**
     * {@return names of fields of events {@linkplain #withoutKey() without the key}} Most often the key's name is among
     * them, spelled in another way.
     */
    public List<String> otherFields() {
        return keys.otherFields();
    }

    /**
     * Why timelines are of no use: two events have keys of two types, such as a number and a text, which are never
     * equal.
     *
     * @return the reason, with both; null if that is not so
     */
    public @Nullable String misfit() {
        return keys.clash();
    }

    /** Memory is shared by so many. */
    private int parts() {
        return pairs.size() + (handler == null ? 0 : 1);
    }

    private void add(final Object key, final EventView event) {
        final boolean begins = begin != null && begin.accepts(event);
        Open timeline = open.get(key);
        if (timeline != null && begins) {
            begunAgain++;
            open.remove(key);
            deliver(timeline);
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
            timeline.stages.add(new Stage(event.providerName(),
                    Objects.requireNonNullElseGet(event.eventName(), () -> EventLines.unnamed(event)), event.timeNs(),
                    event.processId(),
                    event.threadId(), event.threadName(), event.weight(), event.host()));
            open.grow();
        } else {
            timeline.leftOut++;
        }
        for (Open surplus = open.removeSurplus(parts()); surplus != null; surplus = open.removeSurplus(parts())) {
            evicted++;
            deliver(surplus);
        }
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
        Objects.requireNonNull(handler).accept(whole);
    }

    private static final class Open implements OpenKeys.Held {
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

        @Override
        public int units() {
            return stages.size();
        }
    }
}
