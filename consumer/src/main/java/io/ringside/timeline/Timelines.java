package io.ringside.timeline;

import io.ringside.RingsideException;
import io.ringside.internal.reader.GapSpan;
import io.ringside.internal.reader.KeyFields;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Assembles events into timelines, in one pass, and measures the time between any two of their stages. Run it as the
 * handler of a reader that merges its sources by time. Not thread-safe.
 * <p>
 * No event marks a timeline as complete. A timeline is handed over when its first event occurs again with the same key,
 * when it is the oldest and more than {@link #OPEN_MAX} are open or memory is exhausted, or by {@link #finish}.
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
 * Pairs fills = timelines.between("accepted", "filled", pair -> histogram.recordValue(pair.durationNs()));
 * }</pre>
 */
public final class Timelines implements EventHandler {
    /** Key that groups the events of one activity into a timeline. No particular event begins such a timeline. */
    public static final String ACTIVITY_ID = KeyFields.ACTIVITY_ID;
    /** Maximum number of timelines that are open at a time. */
    public static final int OPEN_MAX = OpenKeys.KEYS_MAX;
    /** Maximum number of events kept per timeline. */
    public static final int STAGES_MAX = 1_000;

    private final int openMax;
    private final KeyFields keys;
    private final @Nullable EventFilter begin;
    /** Null if only pairs are wanted. */
    private final @Nullable Consumer<Timeline> handler;
    private final OpenKeys<Open> open = new OpenKeys<>();
    private final List<Pairs> pairs = new ArrayList<>();
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
     * Creates an assembler without timelines.
     *
     * @param key     which events belong together: fields of events as {@code [PROVIDER/]EVENT.FIELD} with {@code =}
     *                between them, of which the first event begins a timeline, or {@value #ACTIVITY_ID}. An event may
     *                belong to several timelines, such as a trade to those of two orders. A field may be a number, a
     *                string, a boolean, a time, an address or a UUID.
     * @param handler receives each timeline, called within {@link #onEvent} and {@link #finish}
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
     * Creates an assembler that makes no timelines, only the pairs requested with {@link #between}.
     *
     * @param by name of the field whose value is equal in both events of a pair, outside of structs and arrays, or
     *           {@value #ACTIVITY_ID}
     * @return the assembler
     */
    public static Timelines ofPairs(final String by) {
        return ofPairs(by, OPEN_MAX);
    }

    /**
     * Creates an assembler that makes no timelines, only the pairs requested with {@link #between}, with a limit on
     * waiting events.
     *
     * @param by      name of the field whose value is equal in both events of a pair, outside of structs and arrays;
     *                fields of events as for {@link #Timelines(String, Consumer)}; or {@value #ACTIVITY_ID}
     * @param openMax maximum number of waiting first events for each pair of stages, 1 to {@link #OPEN_MAX}; beyond it
     *                the oldest is evicted, see {@link Pairs#evicted}
     * @return the assembler
     * @throws RingsideException if the limit is out of range, or the fields of events do not have that form
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
     * Requests pairs of two stages: each second event is paired with the oldest waiting first event of its key.
     *
     * @param from    first events, as {@code [PROVIDER/]EVENT}
     * @param to      second events in the same form; the same as the first for the time between successive events
     * @param handler receives each pair, called within {@link #onEvent}
     * @return the counts
     * @throws RingsideException if an event is not given in that form
     */
    public Pairs between(final String from, final String to, final Consumer<Pairs.Pair> handler) {
        return between(from, to, Pairs.Pairing.OLDEST, event -> null, handler);
    }

    /**
     * Requests pairs of two stages. Call it before the first event.
     *
     * @param from    first events, as {@code [PROVIDER/]EVENT}
     * @param to      second events in the same form; the same as the first for the time between successive events
     * @param pairing selects which of several first events of a key is paired with a second one
     * @param label   returns the label of an event of either kind, for example the name of a group; null for none
     * @param handler receives each pair, called within {@link #onEvent}
     * @return the counts
     * @throws RingsideException if an event is not given in that form
     */
    public Pairs between(final String from, final String to, final Pairs.Pairing pairing,
            final Function<EventView, @Nullable String> label, final Consumer<Pairs.Pair> handler) {
        final Pairs added = new Pairs(EventFilter.ofEvent(from), EventFilter.ofEvent(to), pairing, label,
                handler, gaps, openMax);
        pairs.add(added);
        return added;
    }

    @Override
    public void onEvent(final EventView event) {
        boolean isWanted = handler != null;
        for (final Pairs pair : pairs) {
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
            for (final Pairs pair : pairs) {
                pair.add(key, parts());
            }
        });
        withoutKey += hasKey || !keys.isSelected() ? 0 : 1;
        for (final Pairs pair : pairs) {
            pair.end(hasKey);
        }
    }

    @Override
    public void onGap(final GapView gap) {
        gaps.add(gap);
    }

    /** Hand over all open timelines, in the order in which they began. */
    public void finish() {
        final List<Open> rest = List.copyOf(open.values());
        open.clear();
        rest.forEach(this::deliver);
    }

    /** {@return the number of timelines handed over} */
    public long count() {
        return count;
    }

    /** {@return the number of timelines that ended because their key began again} */
    public long begunAgain() {
        return begunAgain;
    }

    /** {@return the number of timelines without the event that begins a timeline} */
    public long withoutBegin() {
        return withoutBegin;
    }

    /** {@return the number of timelines handed over early because too many were open; later events may exist} */
    public long evicted() {
        return evicted;
    }

    /** {@return the number of timelines that may lack lost events} */
    public long maybeLost() {
        return maybeLost;
    }

    /**
     * {@return the number of timelines these represent} More than {@link #count} if a session sampled the events: each
     * timeline counts {@link Timeline#weight} times. Timelines may then lack events that were not recorded.
     */
    public long standFor() {
        return standFor;
    }

    /** {@return the number of events that the key names, but that lack the field or an activity id} */
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
     * Returns why the timelines are unusable: two events have keys of two types, such as a number and a string, which
     * are never equal.
     *
     * @return the reason, with both types; null if all keys have one type
     */
    public @Nullable String misfit() {
        return keys.clash();
    }

    /** Returns the number of parts that share the memory. */
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
            // Late events, and events with timestamps of their own, are out of order.
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

    /**
     * All events with one key, in the order of their times. Immutable.
     *
     * @param key        the value that all events have in common: a Long, a String or a UUID
     * @param stages     the events, at least one
     * @param leftOut    events after the last stage that were not kept, because there are more than
     *                   {@link Timelines#STAGES_MAX}
     * @param hasBegin   whether the first stage is the event that begins a timeline; true if no event does
     * @param maybeLost  whether events of this timeline may be among events that were lost
     */
    public record Timeline(Object key, List<Stage> stages, long leftOut, boolean hasBegin, boolean maybeLost) {
        /**
         * Creates a timeline and copies its list of stages.
         *
         * @param key       the value that all events have in common
         * @param stages    the events, at least one
         * @param leftOut   events that were not kept
         * @param hasBegin  whether the first stage begins a timeline
         * @param maybeLost whether events may be lost
         */
        public Timeline {
            stages = List.copyOf(stages);
        }

        /** {@return the time from the first event to the last, in nanoseconds} */
        public long durationNs() {
            return stages.get(stages.size() - 1).timeNs - stages.get(0).timeNs;
        }

        /** {@return the number of timelines that this one represents: the greatest weight of its stages} */
        public long weight() {
            long weight = 1;
            for (final Stage stage : stages) {
                weight = Math.max(weight, stage.weight);
            }
            return weight;
        }
    }

    /**
     * Counts of pairs of events with the same key, and of unpaired events. Created by {@link Timelines#between}. Not
     * thread-safe.
     * <p>
     * Only one first event of a key waits at a time: if there are two without a second event between them, {@link
     * Pairing} selects the one that is paired, and the other remains unpaired. Unpaired events whose counterpart may
     * have been lost in a gap are counted separately.
     */
    public static final class Pairs {
        private final EventFilter from;
        private final EventFilter to;
        private final Pairing pairing;
        private final Function<EventView, @Nullable String> label;
        private final Consumer<Pair> handler;
        private final GapSpan gaps;
        private final OpenKeys<Moment> open;
        private long begins;
        private long ends;
        private long count;
        private long standFor;
        private boolean isSampled;
        private long withoutEnd;
        private long begunAgain;
        private long withoutBegin;
        private long maybeLost;
        private long withoutKey;
        private long evicted;
        /** Whether the current event is a first event of a pair; {@code isEnd}: whether it is a second event. */
        private boolean isBegin;
        private boolean isEnd;
        private @Nullable Moment moment;

        /** Selects which of several first events of a key is paired with a second one. */
        public enum Pairing {
            /** The oldest: a request that is repeated or changed while it is open counts from its beginning. */
            OLDEST,
            /** The newest: each attempt counts separately. */
            NEWEST
        }

        /**
         * Two events with the same key. Immutable.
         *
         * @param key       common key: a value with equals, hashCode and toString
         * @param fromNs    time of the first in nanoseconds since 1970
         * @param toNs      time of the second in nanoseconds since 1970, not before the first
         * @param processId process of the second event's writer; null if unknown
         * @param weight    number of pairs that this one represents: the greater weight of its two events
         * @param label     label of the first event, or of the second if the first has none; null if neither has one
         */
        public record Pair(Object key, long fromNs, long toNs, @Nullable Long processId, long weight,
                @Nullable String label) {
            /** {@return nanoseconds from the first event to the second} */
            public long durationNs() {
                return toNs - fromNs;
            }
        }

        /** Time, label, weight and writer of an event. */
        private record Moment(long timeNs, @Nullable String label, long weight,
                @Nullable Long processId) implements OpenKeys.Held {
            @Override
            public int units() {
                return label == null ? 1 : 1 + OpenKeys.unitsOf(label);
            }
        }

        Pairs(final EventFilter from, final EventFilter to, final Pairing pairing,
                final Function<EventView, @Nullable String> label, final Consumer<Pair> handler, final GapSpan gaps,
                final int openMax) {
            this.open = new OpenKeys<>(openMax);
            this.from = from;
            this.to = to;
            this.pairing = pairing;
            this.label = label;
            this.handler = handler;
            this.gaps = gaps;
        }

        /** {@return the number of first events so far, with or without a key} */
        public long begins() {
            return begins;
        }

        /** {@return the number of second events so far, with or without a key} */
        public long ends() {
            return ends;
        }

        /** {@return the number of pairs so far} */
        public long count() {
            return count;
        }

        /** {@return the number of pairs that these represent} More than {@link #count} if sessions sample events. */
        public long standFor() {
            return standFor;
        }

        /** {@return whether a first or second event has a weight above 1, because a session sampled the events} */
        public boolean isSampled() {
            return isSampled;
        }

        /** {@return the number of first events without a second event so far} */
        public long withoutEnd() {
            return withoutEnd + open.values().size();
        }

        /** {@return the number of events in {@link #withoutEnd} that still wait for their second event} */
        public long open() {
            return open.values().size();
        }

        /** {@return the number of events in {@link #withoutEnd} that overlap with another first event of their key} */
        public long begunAgain() {
            return begunAgain;
        }

        /** {@return the number of second events without a first event} */
        public long withoutBegin() {
            return withoutBegin;
        }

        /** {@return the number of unpaired events whose counterpart may have been lost in a gap} */
        public long maybeLost() {
            long openAndMaybeLost = 0;
            for (final Moment begin : open.values()) {
                openAndMaybeLost += gaps.endsBehind(begin.timeNs) ? 1 : 0;
            }
            return maybeLost + openAndMaybeLost;
        }

        /** {@return the number of first and second events without the key field, or without an activity id} */
        public long withoutKey() {
            return withoutKey;
        }

        /** {@return the number of events in {@link #withoutEnd} evicted because too many were open} */
        public long evicted() {
            return evicted;
        }

        /** Starts an event, whose keys follow. Returns whether it is a first or second event. */
        boolean begin(final EventView event) {
            isEnd = to.accepts(event);
            isBegin = from.accepts(event);
            if (!isEnd && !isBegin) {
                return false;
            }
            begins += isBegin ? 1 : 0;
            ends += isEnd ? 1 : 0;
            final long weight = event.weight();
            isSampled |= weight != 1;
            moment = new Moment(event.timeNs(), label.apply(event), weight, event.processId());
            return true;
        }

        /** Adds one key of the current event. The memory is divided into {@code parts}. */
        void add(final Object key, final int parts) {
            final Moment now = moment;
            if (now == null) {
                return;
            }
            if (isEnd) {
                addEnd(key, now);
            }
            if (isBegin) {
                addBegin(key, now);
                for (Moment surplus = open.removeSurplus(parts); surplus != null; surplus = open.removeSurplus(parts)) {
                    evicted++;
                    giveUp(surplus);
                }
            }
        }

        /** Ends the current event, after all its keys. */
        void end(final boolean hasKey) {
            withoutKey += moment == null || hasKey ? 0 : 1;
            moment = null;
        }

        private void addBegin(final Object key, final Moment begin) {
            final Moment older = open.get(key);
            if (older != null) {
                begunAgain++;
                if (pairing == Pairing.OLDEST) {
                    giveUp(begin);
                    return;
                }
                giveUp(older);
                open.remove(key);
            }
            open.put(key, begin);
        }

        private void addEnd(final Object key, final Moment end) {
            final Moment begin = open.remove(key);
            if (begin != null && end.timeNs >= begin.timeNs) {
                final long weight = Math.max(begin.weight, end.weight);
                count++;
                standFor += weight;
                handler.accept(new Pair(key, begin.timeNs, end.timeNs, end.processId, weight,
                        begin.label == null ? end.label : begin.label));
            } else if (begin != null) {
                // The times are of different clocks, so these two events are not a pair.
                giveUp(begin);
                withoutBegin++;
            } else if (!isBegin) {
                withoutBegin++;
                maybeLost += gaps.beginsBefore(end.timeNs) ? 1 : 0;
            }
        }

        private void giveUp(final Moment begin) {
            withoutEnd++;
            maybeLost += gaps.endsBehind(begin.timeNs) ? 1 : 0;
        }
    }

    /**
     * An event of a timeline. Immutable.
     *
     * @param provider   name of its provider
     * @param event      its name, or its id as text if it has no name
     * @param timeNs     time of writing, in nanoseconds since 1970
     * @param processId  process of its writer; null if unknown
     * @param threadId   Java's thread id of its writer
     * @param threadName thread name of its writer; null if unknown
     * @param weight     number of events that this one represents: 1 unless the session samples events
     * @param host       host that sent the recording; null if it was recorded locally
     */
    public record Stage(String provider, String event, long timeNs, @Nullable Long processId, long threadId,
            @Nullable String threadName, long weight, @Nullable String host) {}
}
