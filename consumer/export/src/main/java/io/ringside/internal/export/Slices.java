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
 * Finds the stop of each start: an event with opcode Stop ends the newest one with opcode Start of the same provider,
 * task and activity, in its thread or, if it has an activity, in another. Starts wait for their stops, as only these
 * show whether slices of a thread nest: one nests if nothing that began after it in its thread is still open, and if
 * the times agree, as readers know nothing else. For one thread.
 *
 * @param <T> what a format keeps of a start
 */
final class Slices<T> {
    /** Most starts that wait at once, and most bytes that are kept of them: the oldest ones are given up beyond. */
    static final int OPEN_MAX = 1 << 16;
    static final long KEPT_BYTES_MAX = 64L << 20;

    private final LinkedHashSet<Start<T>> open = new LinkedHashSet<>();
    private final Long2ObjectHashMap<Start<T>> newestByThread = new Long2ObjectHashMap<>();
    private final Map<OwnKey, Deque<Start<T>>> byThread = new HashMap<>();
    private final Map<Key, Start<T>> byActivity = new HashMap<>();
    /** When the last of the slices that nest in a thread has ended, or begun if nothing ends it. */
    private final Long2LongHashMap lastByThread = new Long2LongHashMap(Long.MIN_VALUE);
    private long lastNs = Long.MIN_VALUE;
    /** Latest time of threads which are not in the map any more. */
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

    /** A start that waits. */
    static final class Start<T> {
        private final OwnKey own;
        private final long timeNs;
        private final T kept;
        private final int bytes;
        /** Starts of its thread that its stop may end, this one among them. */
        private final Deque<Start<T>> same;
        /** No start that was open in its thread when it came is later. */
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

        /** {@return its activity; null if it has none} */
        @Nullable
        UUID activity() {
            return own.key.isShared() ? new UUID(own.key.most, own.key.least) : null;
        }

        T kept() {
            return kept;
        }

        /** {@return whether it nests in its thread, by all that is known of it} */
        boolean isNested() {
            return nested;
        }
    }

    /** {@return whether an event may end a start} */
    static boolean isStop(final EventView event) {
        return event.descriptor().opcode() == Opcode.STOP;
    }

    /** {@return whether an event begins a slice} */
    static boolean isStart(final EventView event) {
        return event.descriptor().opcode() == Opcode.START;
    }

    /**
     * Keep a start; some may have to be {@linkplain #giveUp given up} then.
     *
     * @param event  of the start
     * @param timeNs at which the format shows it
     * @param thread that identifies its thread in all processes
     * @param kept   until its stop
     * @param bytes  that {@code kept} takes
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

    /** {@return the oldest start, which waits no longer, if too much waits; else null} */
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
     * Find and forget the start of a stop.
     *
     * @param event  of the stop
     * @param timeNs at which the format shows it
     * @param thread as of its start
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

    /** {@return what has not ended, in the order of the starts} */
    Collection<Start<T>> unfinished() {
        return List.copyOf(open);
    }

    private Start<T> forget(final Start<T> start) {
        final Deque<Start<T>> same = start.same;
        // Mostly the newest, and the oldest if it is given up.
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
