package io.ringside.timeline;

import io.ringside.internal.reader.GapSpan;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventView;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of two events with the same key, and counts of events without their other half. Made by
 * {@link Timelines#between}. Not thread-safe.
 * <p>
 * One first event of a key waits at a time: of two without a second event between them, {@link Pairing} says which of
 * them that goes with, and the other is in no pair. An event that may have lost its other half in a gap is counted
 * apart.
 */
public final class StagePairs {
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

    StagePairs(final EventFilter from, final EventFilter to, final Pairing pairing,
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

    /** {@return for how many pairs these stand} More than {@link #count} if sessions recorded a share of the events. */
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

    /** {@return how many of {@link #withoutEnd} were given up because too many were open: their end may have come} */
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
