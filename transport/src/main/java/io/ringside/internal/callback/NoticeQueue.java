package io.ringside.internal.callback;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The notices that are yet to be reported to a callback, in order. An entry that is added may be reported once it is
 * released. The queue stays small however long a callback takes: it keeps the newest of consecutive states, and for
 * each session slot the newest request and the newest regular one, but merges no state across a request, nor a released
 * one with one that is not.
 * For one thread at a time.
 */
final class NoticeQueue {
    /** Generations are positive: no entry. */
    static final long NULL_GENERATION = 0;
    /** Generation of regular requests: no controller waits for one. */
    static final long NO_CHANGE = Long.MAX_VALUE;

    /**
     * One of both: a state, or a request.
     *
     * @param generation oldest change that it describes, positive
     * @param state      that results, null in a request
     * @param capture    that is asked for, null in a state
     */
    record Entry(long generation, @Nullable ControlState state, @Nullable Capture capture) {}

    private final List<Entry> entries = new ArrayList<>();
    /** So many of the first ones are ready. */
    private int ready;

    void add(final ControlState state, final long generation) {
        entries.add(new Entry(generation, state, null));
        mergeStates(entries.size() - 1);
    }

    void add(final Capture capture, final long generation) {
        long oldest = generation;
        for (int i = 0; i < entries.size(); i++) {
            final Entry entry = entries.get(i);
            // A regular request of a session does not replace one that the session has made explicitly.
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

    /** Let everything there be reported. */
    void release() {
        final int border = ready;
        ready = entries.size();
        mergeStates(border);
    }

    /** The next one that is ready, which leaves the queue; null if there is none. */
    @Nullable
    Entry poll() {
        return ready == 0 ? null : remove(0);
    }

    /** Returns the number of notices that are ready. */
    int ready() {
        return ready;
    }

    /** Returns the number of notices, ready or not. */
    int size() {
        return entries.size();
    }

    void clear() {
        entries.clear();
        ready = 0;
    }

    /** The oldest change that an entry describes; {@link #NULL_GENERATION} if there is none. */
    long oldestGeneration() {
        return entries.stream().mapToLong(Entry::generation).min().orElse(NULL_GENERATION);
    }

    /** Leaves of a state and the one before it the newer. */
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
