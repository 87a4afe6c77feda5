package io.ringside.internal.export;

import io.ringside.event.Opcode;
import io.ringside.reader.EventView;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of starts and stops: an event with opcode Stop ends the newest one with opcode Start of the same provider, task
 * and activity, in its thread or, if it has an activity, in another. Starts wait for their stops, because only a stop
 * shows whether the slices of a thread nest: a slice nests if no slice that began after it in its thread is still open,
 * and if the times agree, because readers go by times alone. Not thread-safe.
 *
 * @param <T> data of a start that a format keeps
 */
final class Slices<T> {
    /** Maximum numbers of waiting starts and of bytes kept for them: beyond these, the oldest starts are given up. */
    static final int OPEN_MAX = 1 << 16;
    static final long KEPT_BYTES_MAX = 64L << 20;

    private final LinkedHashSet<Start<T>> open = new LinkedHashSet<>();
    private final Long2ObjectHashMap<Start<T>> newestByThread = new Long2ObjectHashMap<>();
    private final Map<OwnKey, Deque<Start<T>>> byThread = new HashMap<>();
    private final Map<Key, Start<T>> byActivity = new HashMap<>();
    /** Latest time at which a nested slice of each thread has ended, or begun if it has no stop. */
    private final Long2LongHashMap lastByThread = new Long2LongHashMap(Long.MIN_VALUE);
    private long lastNs = Long.MIN_VALUE;
    /** Latest time of threads that are no longer in the map. */
    private long lastOfOthersNs = Long.MIN_VALUE;
    private long keptBytes;

    private record Key(@Nullable UUID provider, int task, long most, long least) {
        static Key of(final EventView event) {
            return new Key(event.providerId(), event.descriptor().task(), event.activityMost(),
                    event.activityLeast());
        }

        boolean isShared() {
            return (most | least) != 0;
        }
    }

    private record OwnKey(long thread, Key key) {}

    /** Start that waits for its stop. */
    static final class Start<T> {
        private final OwnKey own;
        private final long timeNs;
        private final T kept;
        private final int bytes;
        /** Starts in the same thread that the same stop may end, including this one. */
        private final Deque<Start<T>> same;
        /** Time of the latest start that was open in the thread when this start arrived. */
        private final long latestNs;
        private @Nullable Start<T> below;
        private @Nullable Start<T> above;
        private boolean nested;

        private Start(final OwnKey own, final long timeNs, final T kept, final int bytes,
                final Deque<Start<T>> same, final @Nullable Start<T> below, final long lastNs) {
            this.own = own;
            this.timeNs = timeNs;
            this.kept = kept;
            this.bytes = bytes;
            this.same = same;
            this.below = below;
            this.nested = timeNs >= lastNs && (below == null || timeNs > below.latestNs);
            this.latestNs = below == null ? timeNs : Math.max(timeNs, below.latestNs);
        }

        long timeNs() {
            return timeNs;
        }

        long thread() {
            return own.thread;
        }

        /** {@return the activity; null if there is none} */
        @Nullable
        UUID activity() {
            return own.key.isShared() ? new UUID(own.key.most, own.key.least) : null;
        }

        T kept() {
            return kept;
        }

        /** {@return whether the slice nests in its thread, as far as is known} */
        boolean isNested() {
            return nested;
        }
    }

    /** {@return whether an event may be the stop of a start} */
    static boolean isStop(final EventView event) {
        return event.descriptor().opcode() == Opcode.STOP;
    }

    /** {@return whether an event begins a slice} */
    static boolean isStart(final EventView event) {
        return event.descriptor().opcode() == Opcode.START;
    }

    /**
     * Keep a start; afterwards some starts may have to be {@linkplain #giveUp given up}.
     *
     * @param event  start event
     * @param timeNs time at which the format shows the event
     * @param thread key that identifies the thread among all processes
     * @param kept   data to keep until the stop
     * @param bytes  size of {@code kept}
     */
    void start(final EventView event, final long timeNs, final long thread, final T kept, final int bytes) {
        final Start<T> below = newestByThread.get(thread);
        final OwnKey own = new OwnKey(thread, Key.of(event));
        final Deque<Start<T>> same = byThread.computeIfAbsent(own, key -> new ArrayDeque<>(1));
        final Start<T> start = new Start<>(own, timeNs, kept, bytes, same, below, lastNs(thread));
        same.add(start);
        if (below != null) {
            below.above = start;
        }
        newestByThread.put(thread, start);
        if (start.own.key.isShared()) {
            byActivity.put(start.own.key, start);
        }
        open.add(start);
        keptBytes += bytes;
    }

    /** {@return the oldest start, which is removed, if too many starts or bytes wait; else null} */
    @Nullable
    Start<T> giveUp() {
        if (open.size() <= OPEN_MAX && keptBytes <= KEPT_BYTES_MAX) {
            return null;
        }
        final Start<T> oldest = open.iterator().next();
        if (oldest.nested) {
            onNested(oldest.thread(), oldest.timeNs);
        }
        return forget(oldest);
    }

    /**
     * Find and remove the start of a stop.
     *
     * @param event  stop event
     * @param timeNs time at which the format shows the event
     * @param thread same key as for the start
     * @return the start; null if there is none
     */
    @Nullable
    Start<T> stop(final EventView event, final long timeNs, final long thread) {
        final Key key = Key.of(event);
        final Deque<Start<T>> same = byThread.get(new OwnKey(thread, key));
        if (same != null) {
            final Start<T> start = same.getLast();
            start.nested &= start.above == null && timeNs >= start.timeNs && timeNs >= lastNs(thread);
            if (start.nested) {
                onNested(thread, timeNs);
            }
            return forget(start);
        }
        final Start<T> other = key.isShared() ? byActivity.get(key) : null;
        if (other == null) {
            return null;
        }
        other.nested = false;
        return forget(other);
    }

    private long lastNs(final long thread) {
        return Math.max(lastByThread.get(thread), lastOfOthersNs);
    }

    private void onNested(final long thread, final long timeNs) {
        if (timeNs <= lastNs(thread)) {
            return;
        }
        if (lastByThread.size() >= OPEN_MAX) {
            lastByThread.clear();
            lastOfOthersNs = lastNs;
        }
        lastByThread.put(thread, timeNs);
        lastNs = Math.max(lastNs, timeNs);
    }

    /** {@return the starts without a stop, in the order of their arrival} */
    Collection<Start<T>> unfinished() {
        return List.copyOf(open);
    }

    private Start<T> forget(final Start<T> start) {
        final Deque<Start<T>> same = start.same;
        // Usually the newest, or the oldest if it is given up.
        if (same.getLast() == start) {
            same.removeLast();
        } else {
            same.remove(start);
        }
        if (same.isEmpty()) {
            byThread.remove(start.own);
        }
        final Start<T> below = start.below;
        final Start<T> above = start.above;
        if (below != null) {
            below.above = above;
        }
        if (above != null) {
            above.below = below;
        } else if (below != null) {
            newestByThread.put(start.thread(), below);
        } else {
            newestByThread.remove(start.thread());
        }
        start.below = null;
        byActivity.remove(start.own.key, start);
        open.remove(start);
        keptBytes -= start.bytes;
        return start;
    }
}
