package io.ringside.internal.agent;

import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.layout.SchemaFileDescriptor;
import io.ringside.internal.registry.Registration;
import io.ringside.internal.write.DeclaredEvent;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import java.util.List;

/**
 * A schema in the process page, with the handles that read its enable masks. A registration has one for its declared
 * schema and one for each self-describing event. Immutable; used by the control thread.
 *
 * @param schema       whose file exists
 * @param events       events of one registration, in the order of the schema
 * @param registration of the schema
 */
record ConnectedSchema(ProviderSchema schema, List<DeclaredEvent> events, Registration registration) {
    /** Registers the schema. Its events are not connected yet. */
    static ConnectedSchema register(final ProcessLink link, final ProviderSchema schema,
            final List<DeclaredEvent> events) {
        return new ConnectedSchema(schema, events, link.register(schema));
    }

    /** Registers the same events and schema in a recreated file, not connected yet. */
    ConnectedSchema restored(final ProcessLink link) {
        return new ConnectedSchema(schema, events, link.restore(schema));
    }

    /** Registers the same events under a schema with the traits of their provider, not connected yet. */
    ConnectedSchema registerWith(final ProcessLink link, final ProviderTraits traits) {
        return register(link, schema.withTraits(traits), events);
    }

    /**
     * Lets the events read their enable masks. A write in progress may use the reference that an event had before,
     * which serves as well.
     */
    void connect() {
        final long address = registration.file().buffer().addressOffset();
        for (int i = 0; i < events.size(); i++) {
            events.get(i).connect(address + SchemaFileDescriptor.eventWordOffset(i),
                    FrameDescriptor.reference(registration.index(), i));
        }
    }

    /** Disconnects the events from their enable masks. */
    void disconnect() {
        events.forEach(DeclaredEvent::disconnect);
    }

    /** Ends the registration in the process page; its events have other enable masks, or none. */
    void unregister(final ProcessLink link) {
        link.unregister(registration);
    }

    /** Undo a registration whose events were never connected. */
    void undo(final ProcessLink link) {
        link.unregister(registration);
    }
}
