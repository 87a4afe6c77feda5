package io.ringside.cli.tail;

import io.ringside.reader.ClassicView;
import io.ringside.reader.EventView;

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
