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
 * Pairs fills = timelines.between("accepted", "filled", pair -> histogram.recordValue(pair.durationNs()));
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
     *                given up, see {@link Pairs#evicted}
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
    public Pairs between(final String from, final String to, final Consumer<Pairs.Pair> handler) {
        return between(from, to, Pairs.Pairing.OLDEST, event -> null, handler);
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
         * A timeline of its parts.
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

        /** {@return the time from the first event to the last in nanoseconds} */
        public long durationNs() {
            return stages.get(stages.size() - 1).timeNs - stages.get(0).timeNs;
        }

        /** {@return for how many timelines it stands: the greatest weight of its stages} */
        public long weight() {
            long weight = 1;
            for (final Stage stage : stages) {
                weight = Math.max(weight, stage.weight);
            }
            return weight;
        }
    }

    /**
     * Pairs of two events with the same key, and counts of events without their other half. Made by
     * {@link Timelines#between}. Not thread-safe.
     * <p>
     * One first event of a key waits at a time: of two without a second event between them, {@link Pairing} says which
     * of them that goes with, and the other is in no pair. An event that may have lost its other half in a gap is
     * counted apart.
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
        /** Whether the event at hand begins a stage, and whether it ends one. */
        private boolean isBegin;
        private boolean isEnd;
        private @Nullable Moment moment;

        /** Which of several first events of one key a second one goes with. */
        public enum Pairing {
            /** The oldest: a request that is repeated or changed while it is open counts from its beginning. */
            OLDEST,
            /** The newest: each attempt counts by itself. */
            NEWEST
        }

        /**
         * Two events that belong together. Immutable.
         *
         * @param key       what they have in common: a value with equals, hashCode and toString
         * @param fromNs    time of the first in nanoseconds since 1970
         * @param toNs      time of the second in nanoseconds since 1970, not before the first
         * @param processId of the writer of the second; null if it is unknown
         * @param weight    for how many pairs it stands: as many as the one of its events with the greater weight
         * @param label     of the first event, or if it has none, of the second; null if neither has one
         */
        public record Pair(Object key, long fromNs, long toNs, @Nullable Long processId, long weight,
                @Nullable String label) {
            /** {@return nanoseconds from the first event to the second} */
            public long durationNs() {
                return toNs - fromNs;
            }
        }

        /** When an event was, what it is called, its weight, and who wrote it. */
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

        /** {@return events of the first kind up to now, with or without a key} */
        public long begins() {
            return begins;
        }

        /** {@return events of the second kind up to now, with or without a key} */
        public long ends() {
            return ends;
        }

        /** {@return pairs up to now} */
        public long count() {
            return count;
        }

        /**
         * {@return for how many pairs these stand} More than {@link #count} if sessions recorded a share of the events.
         */
        public long standFor() {
            return standFor;
        }

        /** {@return whether an event of either kind has a weight above 1, as a session recorded a share of them} */
        public boolean isSampled() {
            return isSampled;
        }

        /** {@return first events whose second event has not come up to now} */
        public long withoutEnd() {
            return withoutEnd + open.values().size();
        }

        /** {@return how many of {@link #withoutEnd} wait for their second event} */
        public long open() {
            return open.values().size();
        }

        /** {@return how many of {@link #withoutEnd} had another first event of their key open at the same time} */
        public long begunAgain() {
            return begunAgain;
        }

        /** {@return second events whose first event had not come} */
        public long withoutBegin() {
            return withoutBegin;
        }

        /** {@return how many events without their other half may have lost it in a gap} */
        public long maybeLost() {
            long openAndMaybeLost = 0;
            for (final Moment begin : open.values()) {
                openAndMaybeLost += gaps.endsBehind(begin.timeNs) ? 1 : 0;
            }
            return maybeLost + openAndMaybeLost;
        }

        /** {@return events of either kind without the field of the key, or without an activity id} */
        public long withoutKey() {
            return withoutKey;
        }

        /**
         * {@return how many of {@link #withoutEnd} were given up because too many were open: their end may have come}
         */
        public long evicted() {
            return evicted;
        }

        /** Takes an event whose keys come next; whether it is of either kind. */
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

        /** Takes one of the keys of the event at hand; other parts have memory of their own. */
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

        /** All keys of the event at hand have come, if it has any. */
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
                // Times of different clocks: neither of them belongs to the other.
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
     * @param event      its name, or what it is shown as without one
     * @param timeNs     when it was written, in nanoseconds since 1970
     * @param processId  of its writer; null if it is unknown
     * @param threadId   of its writer, Java's id of the thread
     * @param threadName of its writer; null if unknown
     * @param weight     for how many events it stands: 1 unless the session recorded a share of them
     * @param host       from which its recording was received; null if it was recorded here
     */
    public record Stage(String provider, String event, long timeNs, @Nullable Long processId, long threadId,
            @Nullable String threadName, long weight, @Nullable String host) {}
}
