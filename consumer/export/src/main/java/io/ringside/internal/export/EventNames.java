package io.ringside.internal.export;

import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names that all formats have in common. Stateless. */
public final class EventNames {
    /** Name of events that are a text without a schema. */
    public static final String STRING = "string";
    /** Name of losses, in formats that have no name of their own for them. */
    public static final String LOSS = "ringside.loss";
    /** Sampling weight: the number of events that one sampled event represents. */
    static final String WEIGHT = "weight";
    /** Sampling weight of the stop of a slice. */
    static final String STOP_WEIGHT = "stopWeight";
    /** Argument with the name of a thread that has been renamed. */
    static final String THREAD = "threadName";
    /** Argument with the time of an event that a format cannot show exactly. */
    static final String EXACT_TIME = "exactTime";
    /** Argument with the time of a slice's stop that a format cannot show exactly. */
    static final String EXACT_STOP_TIME = "exactStopTime";

    private static final long UNKNOWN_ID = -1;

    private EventNames() {}

    /** {@return a name for the event's kind, even if its schema is unknown} */
    public static String kind(final EventView event) {
        final String name = event.eventName();
        return name != null
                ? name
                : event.isString() ? STRING : EventLines.unnamed(event);
    }

    /** {@return the name of the thread that wrote the event} */
    public static String thread(final EventView event) {
        return thread(event.threadName(), event.threadId());
    }

    /** {@return the name of the thread that lost events} */
    public static String thread(final GapView gap) {
        return thread(gap.threadName(), threadId(gap));
    }

    private static String thread(final @Nullable String name, final long threadId) {
        return name == null ? "thread " + threadId : name;
    }

    /** {@return the id of a process, with a replacement for an unknown id, for formats that need a number} */
    static long orUnknown(final @Nullable Long processId) {
        return processId == null ? UNKNOWN_ID : processId;
    }

    /** {@return the id of a thread; 0 for a loss without a thread} */
    static long threadId(final GapView gap) {
        final Long id = gap.threadId();
        return id == null ? 0 : id;
    }

    /** {@return 64 bits of an activity's id, never 0} Ids are random or counted, so both halves contribute. */
    static long flow(final long most, final long least) {
        final long mixed = (most * 0x9E3779B97F4A7C15L ^ least) * 0xC2B2AE3D27D4EB4FL;
        return (mixed ^ mixed >>> Integer.SIZE) | 1;
    }

    /** {@return 64 bits of an activity's id, never 0} */
    static long flow(final UUID activity) {
        return flow(activity.getMostSignificantBits(), activity.getLeastSignificantBits());
    }
}
