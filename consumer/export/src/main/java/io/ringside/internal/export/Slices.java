package io.ringside.internal.export;

import io.ringside.event.Opcode;
import io.ringside.reader.EventView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the stop of each start: an event with opcode Stop ends the newest one with opcode Start of the same provider,
 * task and activity, in its thread or, if it has an activity, in another. Starts wait for their stops, as only these
 * tell whether slices of a thread nest: one nests if nothing that began after it in its thread is still open.
 * For one thread.
 *
 * @param <T> what a format keeps of a start
 */
final class Slices<T> {
    /** Most starts that wait at once; further ones are events like any other. */
    static final int OPEN_MAX = 1 << 16;

    private final Long2ObjectHashMap<List<Start<T>>> byThread = new Long2ObjectHashMap<>();
    private final Map<Key, Start<T>> byActivity = new HashMap<>();
    private int open;

    private record Key(UUID provider, int task, long most, long least) {
        static Key of(final EventView event) {
            return new Key(event.providerId(), event.descriptor().task(), event.activityMost(),
                    event.activityLeast());
        }

        boolean isShared() {
            return (most | least) != 0;
        }
    }

    /** A start that waits. */
    static final class Start<T> {
        private final Key key;
        private final long timeNs;
        private final long thread;
        private final T kept;
        private boolean nested;
        private boolean begun;

        private Start(final Key key, final long timeNs, final long thread, final T kept) {
            this.key = key;
            this.timeNs = timeNs;
            this.thread = thread;
            this.kept = kept;
        }

        long timeNs() {
            return timeNs;
        }

        long thread() {
            return thread;
        }

        T kept() {
            return kept;
        }

        /** Writes it on its thread's track; returns whether that was not done before. */
        boolean begin() {
            final boolean first = !begun;
            begun = true;
            return first;
        }

        /** {@return whether it is on its thread's track already} */
        boolean isBegun() {
            return begun;
        }

        /** {@return whether it has ended where slices of its thread nest} */
        boolean isNested() {
            return nested;
        }
    }

    /** {@return whether an event may end a start} */
    static boolean isStop(final EventView event) {
        return event.descriptor().opcode() == Opcode.STOP;
    }

    /** {@return whether an event begins a slice, for which there is room} */
    boolean isStart(final EventView event) {
        return event.descriptor().opcode() == Opcode.START && open < OPEN_MAX;
    }

    /**
     * Keep a start.
     *
     * @param event  of the start
     * @param thread that identifies its thread in all processes
     * @param kept   until its stop
     */
    void start(final EventView event, final long thread, final T kept) {
        final Start<T> start = new Start<>(Key.of(event), event.timeNs(), thread, kept);
        byThread.computeIfAbsent(thread, key -> new ArrayList<>()).add(start);
        if (start.key.isShared()) {
            byActivity.put(start.key, start);
        }
        open++;
    }

    /**
     * Find and forget the start of a stop.
     *
     * @param event  of the stop
     * @param thread as of its start
     * @return the start; null if there is none
     */
    @Nullable
    Start<T> stop(final EventView event, final long thread) {
        final Key key = Key.of(event);
        final List<Start<T>> own = byThread.get(thread);
        for (int i = own == null ? -1 : own.size() - 1; i >= 0; i--) {
            final Start<T> start = own.get(i);
            if (start.key.equals(key)) {
                start.nested = i == own.size() - 1;
                return forget(start);
            }
        }
        final Start<T> other = key.isShared() ? byActivity.get(key) : null;
        return other == null ? null : forget(other);
    }

    /** {@return what has not ended, thread by thread in the order of the starts} */
    Collection<Start<T>> unfinished() {
        return byThread.values().stream().flatMap(List::stream).toList();
    }

    /**
     * {@return starts of the same thread and time, oldest first, that are still open} They began before one that has
     * ended, and by its time alone that could not be seen.
     */
    List<Start<T>> sameTimed(final Start<T> ended) {
        final List<Start<T>> own = byThread.get(ended.thread);
        return own == null ? List.of() : own.stream().filter(start -> start.timeNs == ended.timeNs).toList();
    }

    private Start<T> forget(final Start<T> start) {
        final List<Start<T>> own = byThread.get(start.thread);
        own.remove(start);
        if (own.isEmpty()) {
            byThread.remove(start.thread);
        }
        byActivity.remove(start.key, start);
        open--;
        return start;
    }
}
