package io.ringside.consumer.cli.tail;

import io.ringside.consumer.ClassicView;
import io.ringside.consumer.EventView;

/** What events are called that no schema names. Stateless. */
final class EventNames {
    private EventNames() {}

    static String of(final EventView event) {
        final ClassicView classic = event.classic();
        if (classic == null) {
            return "event " + event.eventIndex();
        }
        return classic.isEvent()
                ? "type " + classic.type() + " version " + classic.version()
                : "message " + event.descriptor().id();
    }
}
