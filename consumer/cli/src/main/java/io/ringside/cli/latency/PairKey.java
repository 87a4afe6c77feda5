package io.ringside.cli.latency;

import io.ringside.reader.EventView;
import org.jspecify.annotations.Nullable;

/** What the two events of a pair have in common. */
@FunctionalInterface
public interface PairKey {
    /** Pairs are the events of one activity. */
    PairKey ACTIVITY = event -> (event.activityMost() | event.activityLeast()) == 0 ? null : event.activityId();

    /**
     * Pairs are the events that have the same value in a field: a whole number, a text, a time or a UUID.
     *
     * @param name of the field, of both events
     * @return the key; for one thread
     */
    static PairKey field(final String name) {
        return new FieldKey(name);
    }

    /**
     * The key of an event.
     *
     * @param event that may be the begin or the end of a pair
     * @return a value with equals and hashCode, shown as text; null if the event has none
     */
    @Nullable
    Object of(EventView event);
}
