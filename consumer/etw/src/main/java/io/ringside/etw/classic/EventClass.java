package io.ringside.etw.classic;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.ProviderSchema;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Class of classic events, with the layout of their fields if that is published, so that any consumer decodes them by
 * name. In the schema, and in a consumer's event, the id of the class is the provider's id and the type of an event is
 * its opcode. Immutable.
 */
public final class EventClass {
    private final UUID id;
    private final @Nullable ProviderSchema layout;

    private EventClass(final UUID id, final @Nullable ProviderSchema layout) {
        this.id = id;
        this.layout = layout;
    }

    /**
     * Creates a class without a layout: only readers that know its events can decode them.
     *
     * @param id of the class
     * @return the class
     */
    public static EventClass of(final UUID id) {
        return new EventClass(id, null);
    }

    /**
     * Begin a class with a published layout.
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

    /** Builder of a class and its events. Not thread-safe. */
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
         * @param name    of the event, the same for all versions of a type, different for different types
         * @param type    of the event, 0 to 255; a name allows only one version of type 0
         * @param version of its fields, 0 to 255
         * @param fields  of the payload, in order
         * @return this
         * @throws io.ringside.RingsideException if type and version are already used, or the fields do not fit together
         * @throws RingsideException           if type or version are out of range
         */
        public Builder event(final String name, final int type, final int version, final FieldSchema... fields) {
            schema.event(name, EventDescriptor.of(type, version, 0, 0, 0, type, 0), fields);
            return this;
        }

        /**
         * Build the class.
         *
         * @return the class
         * @throws io.ringside.RingsideException if the layout is too large to be published
         */
        public EventClass build() {
            return new EventClass(id, schema.build());
        }
    }
}
