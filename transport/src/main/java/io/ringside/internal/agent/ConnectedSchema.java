package io.ringside.internal.agent;

import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.layout.SchemaFileDescriptor;
import io.ringside.internal.registry.Registration;
import io.ringside.internal.write.DeclaredEvent;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import java.util.List;

/**
 * A schema as the process page names it, and the handles that read its words. A registration has one for what it
 * declares and one for each event that describes itself. Immutable; for the control thread.
 *
 * @param schema       whose file exists
 * @param events       of one registration, in the order of the schema
 * @param registration of the schema
 */
record ConnectedSchema(ProviderSchema schema, List<DeclaredEvent> events, Registration registration) {
    /** Makes the schema known. Its events are not connected yet. */
    static ConnectedSchema register(final ProcessLink link, final ProviderSchema schema,
            final List<DeclaredEvent> events) {
        return new ConnectedSchema(schema, events, link.register(schema));
    }

    /** The same events and schema in a file that is recreated, known and not connected yet. */
    ConnectedSchema restored(final ProcessLink link) {
        return new ConnectedSchema(schema, events, link.restore(schema));
    }

    /** The same events under a schema that gives the traits of their provider, known and not connected yet. */
    ConnectedSchema registerWith(final ProcessLink link, final ProviderTraits traits) {
        return register(link, schema.withTraits(traits), events);
    }

    /**
     * Makes the events read their enable masks. A write that is under way may use the reference that an event had
     * before: it serves as well.
     */
    void connect() {
        final long address = registration.file().buffer().addressOffset();
        for (int i = 0; i < events.size(); i++) {
            events.get(i).connect(address + SchemaFileDescriptor.eventWordOffset(i),
                    FrameDescriptor.reference(registration.index(), i));
        }
    }

    /** Makes the events forget their enable masks. */
    void disconnect() {
        events.forEach(DeclaredEvent::disconnect);
    }

    /** The process does not register it any more, and its events have other words or none. */
    void unregister(final ProcessLink link) {
        link.unregister(registration);
    }

    /** Take back a registration whose events were never connected. */
    void undo(final ProcessLink link) {
        link.unregister(registration);
    }
}
