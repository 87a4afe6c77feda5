package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.schema.SchemaLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events of a provider, with the rules of their identity: an event with an id is identified by id and version, an
 * event with id 0 by its name, and a name belongs to one id. Not thread-safe; no longer changed once a schema holds it.
 */
final class EventTable {
    private final List<EventSchema> events = new ArrayList<>();
    private final Map<Integer, EventSchema> eventByIdentity = new HashMap<>();
    private final Map<String, Integer> idByName = new HashMap<>();

    EventTable() {}

    EventTable(final EventTable other) {
        events.addAll(other.events);
        eventByIdentity.putAll(other.eventByIdentity);
        idByName.putAll(other.idByName);
    }

    void add(final String name, final EventDescriptor descriptor, final FieldGroup fields) {
        if (events.size() == SchemaLimits.EVENTS_MAX) {
            throw RingsideException
                    .invalidArgument("too many events: event=" + name + ", max=" + SchemaLimits.EVENTS_MAX
                            + ": declare a second provider");
        }
        final int id = descriptor.id();
        final Integer idOfName = idByName.get(name);
        if (idOfName != null && (id == 0 || idOfName != id)) {
            throw RingsideException.invalidArgument(
                    "two events have the same name: event=" + name + ", ids=" + idOfName + " and " + id
                            + ": give one of them another name");
        }
        final EventSchema event = new EventSchema(events.size(), name, descriptor, fields);
        if (id != 0) {
            final EventSchema taken = eventByIdentity.putIfAbsent(identity(id, descriptor.version()), event);
            if (taken != null) {
                throw RingsideException
                        .invalidArgument("two events have the same id and version: id=" + id + ", version="
                                + descriptor.version() + ", events=" + taken.name() + " and " + name
                                + ": give one of them another id or version");
            }
        }
        idByName.put(name, id);
        events.add(event);
    }

    /** Replaces an event by a changed one with the same index. */
    void replace(final EventSchema event) {
        events.set(event.index(), event);
        final EventDescriptor descriptor = event.descriptor();
        if (descriptor.id() != 0) {
            eventByIdentity.put(identity(descriptor.id(), descriptor.version()), event);
        }
    }

    List<EventSchema> events() {
        return events;
    }

    @Nullable
    EventSchema find(final int id, final int version) {
        return eventByIdentity.get(identity(id, version));
    }

    private static int identity(final int id, final int version) {
        return (id << Byte.SIZE) | (version & 0xFF);
    }
}
