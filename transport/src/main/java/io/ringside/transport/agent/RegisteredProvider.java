package io.ringside.transport.agent;

import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.transport.lane.FrameDescriptor;
import io.ringside.transport.registry.Registration;
import io.ringside.transport.schema.SchemaFileDescriptor;
import io.ringside.transport.write.ProviderState;
import io.ringside.transport.write.TraceEvent;
import io.ringside.transport.write.WriterThreads;
import java.util.List;

/**
 * One registration of a provider in this process: the events that the application writes, and what the control thread
 * knows of them. The events may be used by any thread, the rest belongs to the control thread.
 */
public final class RegisteredProvider {
    private final ProviderSchema schema;
    private final ProviderState state;
    private final List<TraceEvent> events;

    /**
     * A registration that nobody knows of yet.
     *
     * @param schema  of the provider
     * @param threads of the runtime
     */
    public RegisteredProvider(final ProviderSchema schema, final WriterThreads threads) {
        this.schema = schema;
        this.state = new ProviderState(threads);
        this.events = schema.events().stream().map(this::newEvent).toList();
    }

    /** What the provider declares. */
    public ProviderSchema schema() {
        return schema;
    }

    /** Handles in the order of the schema. */
    public List<TraceEvent> events() {
        return events;
    }

    /** Heap mask and end of the registration. */
    public ProviderState state() {
        return state;
    }

    /** Let the events read their flag words, which stay mapped for the life of the JVM. */
    void connect(final Registration registration) {
        final long address = registration.file().buffer().addressOffset();
        for (int i = 0; i < events.size(); i++) {
            events.get(i).connect(address + SchemaFileDescriptor.eventWordOffset(i),
                    FrameDescriptor.reference(registration.index(), i));
        }
    }

    /** Let the events be wanted by nobody. */
    void disconnect() {
        events.forEach(TraceEvent::disconnect);
    }

    private TraceEvent newEvent(final EventSchema event) {
        return new TraceEvent(state, event);
    }
}
