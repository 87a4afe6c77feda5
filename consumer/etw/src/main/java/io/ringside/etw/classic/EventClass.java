package io.ringside.etw.classic;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.ProviderSchema;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A class of classic events, and the layout of their fields if that is published: then any consumer decodes them by
 * name. In the schema, as in a consumer's event, the id of the class is the provider's and the type of an event is its
 * opcode. Immutable.
 */
public final class EventClass {
    private final UUID id;
    private final @Nullable ProviderSchema layout;

    private EventClass(final UUID id, final @Nullable ProviderSchema layout) {
        this.id = id;
        this.layout = layout;
    }

    /**
     * A class whose events can be decoded only by readers that know them.
     *
     * @param id of the class
     * @return the class
     */
    public static EventClass of(final UUID id) {
        return new EventClass(id, null);
    }

    /**
     * Begin a class whose layout is published.
     *
     * @param name of the class
     * @param id   of the class
     * @return a builder
     * @throws io.ringside.RingsideException if the name is not allowed
     */
    public static Builder builder(final String name, final UUID id) {
        return new Builder(name, id);
    }

    /** {@return the id of the class} */
    public UUID id() {
        return id;
    }

    /** {@return the name and events of the class, if its layout is published} */
    public @Nullable ProviderSchema layout() {
        return layout;
    }

    /** Collects the events of a class. For one thread. */
    public static final class Builder {
        private final UUID id;
        private final ProviderSchema.Builder schema;

        private Builder(final String name, final UUID id) {
            this.id = id;
            this.schema = ProviderSchema.builder(name).id(id);
        }

        /**
         * Publish the layout of an event.
         *
         * @param name    of the event; all versions of a type have the same, those of different types different ones
         * @param type    of the event, 0 to 255; of type 0 there is one version only under a name
         * @param version of its fields, 0 to 255
         * @param fields  of its payload, in order
         * @return this
         * @throws io.ringside.RingsideException if type and version are taken, or the fields do not fit together
         * @throws RingsideException           if type or version are out of range
         */
        public Builder event(final String name, final int type, final int version, final FieldSchema... fields) {
            schema.event(name, EventDescriptor.of(type, version, 0, 0, 0, type, 0), fields);
            return this;
        }

        /**
         * Make the class.
         *
         * @return the class
         * @throws io.ringside.RingsideException if it is too large to be published
         */
        public EventClass build() {
            return new EventClass(id, schema.build());
        }
    }
}
