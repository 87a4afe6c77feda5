package io.ringside.schema;

import io.ringside.event.Channel;
import io.ringside.event.EventDescriptor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One declared event of a provider: its name, its descriptor and what its payload consists of. Immutable. Made by
 * {@link ProviderSchemaBuilder}.
 */
public final class EventSchema {
    private final int index;
    private final String name;
    private final EventDescriptor descriptor;
    private final FieldGroup fields;

    EventSchema(final int index, final String name, final EventDescriptor descriptor, final FieldGroup fields) {
        this.index = index;
        this.name = name;
        this.descriptor = descriptor;
        this.fields = fields;
    }

    /** {@return the place of this event among those of its provider, from 0: what a record refers to} */
    public int index() {
        return index;
    }

    /** {@return the name; events of different ids have different names} */
    public String name() {
        return name;
    }

    /** {@return the descriptor} */
    public EventDescriptor descriptor() {
        return descriptor;
    }

    /** {@return true if it describes itself: it is known by its name and fields, not by an id (R1.4, R2.23)} */
    public boolean isSelfDescribing() {
        return descriptor.channel() == Channel.SELF_DESCRIBING;
    }

    /** {@return the fields in payload order} */
    public List<FieldSchema> fields() {
        return fields.fields();
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof EventSchema that
                && index == that.index
                && name.equals(that.name)
                && descriptor.equals(that.descriptor)
                && fields().equals(that.fields());
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + descriptor.hashCode();
    }

    @Override
    public String toString() {
        return "EventSchema{index=" + index + ", name=" + name + ", descriptor=" + descriptor + ", fields="
                + fields().size() + '}';
    }

    FieldGroup group() {
        return fields;
    }
}
