package io.ringside.internal.export;

import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The names that all formats have in common. Stateless. */
public final class EventNames {
    /** Name of events that are a text without a schema. */
    public static final String STRING = "string";
    /** Name of losses, where a format has none for them. */
    public static final String LOSS = "ringside.loss";
    /** For how many events one of a sample stands. */
    static final String WEIGHT = "weight";
    /** The same of the stop of a slice. */
    static final String STOP_WEIGHT = "stopWeight";
    /** The argument with the name of a thread that has been renamed. */
    static final String THREAD = "threadName";
    /** The argument with the time of an event that a format cannot show exactly. */
    static final String EXACT_TIME = "exactTime";
    /** The argument with that of the stop of a slice. */
    static final String EXACT_STOP_TIME = "exactStopTime";

    private static final long UNKNOWN_ID = -1;

    private EventNames() {}

    /** {@return the name of the event's kind, whatever is known of it} */
    public static String kind(final EventView event) {
        final String name = event.eventName();
        return name != null
                ? name
                : event.isString() ? STRING : EventLines.unnamed(event);
    }

    /** {@return the name of the thread that wrote} */
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

    /** {@return the id of a process for formats that need a number} */
    static long orUnknown(final @Nullable Long processId) {
        return processId == null ? UNKNOWN_ID : processId;
    }

    /** {@return the id of a thread, 0 for a loss without one} */
    static long threadId(final GapView gap) {
        final Long id = gap.threadId();
        return id == null ? 0 : id;
    }

    /** {@return 64 bits of an activity's id, never 0} Ids are random or counted: both halves are needed. */
    static long flow(final long most, final long least) {
        final long mixed = (most * 0x9E3779B97F4A7C15L ^ least) * 0xC2B2AE3D27D4EB4FL;
        return (mixed ^ mixed >>> Integer.SIZE) | 1;
    }

    /** {@return the same of an id} */
    static long flow(final UUID activity) {
        return flow(activity.getMostSignificantBits(), activity.getLeastSignificantBits());
    }
}
