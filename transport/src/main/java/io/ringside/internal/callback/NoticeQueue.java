package io.ringside.internal.callback;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The notices that have yet to be reported to a callback, in order. An entry may be reported once it is released. The
 * queue stays small however long a callback takes: it keeps the newest of consecutive states, and the newest explicit
 * and regular request of each session slot, but never merges states across a request, nor a released state with an
 * unreleased one. Used by one thread at a time.
 */
final class NoticeQueue {
    /** Generation of no entry; generations are positive. */
    static final long NULL_GENERATION = 0;
    /** Generation of regular requests, for which no controller waits. */
    static final long NO_CHANGE = Long.MAX_VALUE;

    /**
     * An entry, which is either a state or a request.
     *
     * @param generation oldest change that the entry describes, positive
     * @param state      new state, null in a request
     * @param capture    request, null in a state
     */
    record Entry(long generation, @Nullable ControlState state, @Nullable Capture capture) {}

    private final List<Entry> entries = new ArrayList<>();
    /** Number of entries at the beginning that are released. */
    private int ready;

    void add(final ControlState state, final long generation) {
        entries.add(new Entry(generation, state, null));
        mergeStates(entries.size() - 1);
    }

    void add(final Capture capture, final long generation) {
        long oldest = generation;
        for (int i = 0; i < entries.size(); i++) {
            final Entry entry = entries.get(i);
            // A regular request of a session does not replace an explicit one.
            if (entry.capture() != null && entry.capture().requester().slot() == capture.requester().slot()
                    && (entry.generation() == NO_CHANGE) == (generation == NO_CHANGE)) {
                oldest = Math.min(oldest, entry.generation());
                remove(i);
                mergeStates(i);
                break;
            }
        }
        entries.add(new Entry(oldest, null, capture));
    }

    /** Release all entries. */
    void release() {
        final int border = ready;
        ready = entries.size();
        mergeStates(border);
    }

    /** Remove and return the next released entry; null if there is none. */
    @Nullable
    Entry poll() {
        return ready == 0 ? null : remove(0);
    }

    /** Returns the number of released entries. */
    int ready() {
        return ready;
    }

    /** Returns the number of entries, released or not. */
    int size() {
        return entries.size();
    }

    void clear() {
        entries.clear();
        ready = 0;
    }

    /** Returns the oldest change that an entry describes; {@link #NULL_GENERATION} if there is none. */
    long oldestGeneration() {
        return entries.stream().mapToLong(Entry::generation).min().orElse(NULL_GENERATION);
    }

    /** Merges a state with the one before it, keeping the newer. */
    private void mergeStates(final int index) {
        if (index > 0 && index < entries.size() && index != ready) {
            final Entry older = entries.get(index - 1);
            final Entry newer = entries.get(index);
            if (older.state() != null && newer.state() != null) {
                entries.set(index, new Entry(Math.min(older.generation(), newer.generation()), newer.state(), null));
                remove(index - 1);
            }
        }
    }

    private Entry remove(final int index) {
        ready -= index < ready ? 1 : 0;
        return entries.remove(index);
    }
}
