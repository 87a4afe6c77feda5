package io.ringside.internal.export;

import io.ringside.internal.render.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What all formats call the same. Stateless. */
public final class EventNames {
    /** Name of events that are a text without a schema. */
    public static final String STRING = "string";
    /** Name of losses, where a format has none for them. */
    public static final String LOSS = "ringside.loss";

    private EventNames() {}

    /** {@return the name of the event's kind, whatever is known of it} */
    static String kind(final EventView event) {
        return event.schema() != null
                ? event.eventName()
                : event.isString() ? STRING : EventLines.unnamed(event);
    }

    /** {@return the name of the thread that wrote} */
    static String thread(final EventView event) {
        return thread(event.threadName(), event.threadId());
    }

    /** {@return the name of the thread that lost events} */
    static String thread(final GapView gap) {
        return thread(gap.threadName(), gap.threadId());
    }

    private static String thread(final @Nullable String name, final long threadId) {
        return name == null ? "thread " + threadId : name;
    }

    /** {@return whether the event belongs to an activity} */
    static boolean hasActivity(final EventView event) {
        return (event.activityMost() | event.activityLeast()) != 0;
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
