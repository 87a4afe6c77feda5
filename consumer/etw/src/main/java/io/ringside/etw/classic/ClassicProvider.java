package io.ringside.etw.classic;

import io.ringside.schema.ProviderSchema;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * Description of a classic provider for its registration: name, control id, by which sessions enable it, and the
 * classes of its events. Classes are needed only for instance events, or to publish the layout of events. Immutable.
 */
public final class ClassicProvider {
    private final ProviderSchema schema;
    private final List<EventClass> classes;

    private ClassicProvider(final ProviderSchema schema, final List<EventClass> classes) {
        this.schema = schema;
        this.classes = classes;
    }

    /**
     * Creates a provider whose control id is derived from its name.
     *
     * @param name    of the provider
     * @param classes of its events
     * @return the provider
     * @throws io.ringside.RingsideException if the name is not allowed
     */
    public static ClassicProvider of(final String name, final EventClass... classes) {
        return new ClassicProvider(ProviderSchema.builder(name).build(), List.of(classes));
    }

    /**
     * Creates a provider with a control id of its own.
     *
     * @param name      of the provider
     * @param controlId by which sessions enable it
     * @param classes   of its events
     * @return the provider
     * @throws io.ringside.RingsideException if the name is not allowed
     */
    public static ClassicProvider of(final String name, final UUID controlId, final EventClass... classes) {
        return new ClassicProvider(ProviderSchema.builder(name).id(controlId).build(), List.of(classes));
    }

    /** {@return the name of the provider} */
    public String name() {
        return schema.name();
    }

    /** {@return the control id, by which sessions enable it} */
    public UUID controlId() {
        return schema.id();
    }

    /** {@return the classes of the provider's events} */
    public List<EventClass> classes() {
        return classes;
    }

    ProviderSchema schema() {
        return schema;
    }

    /** Returns the layouts of the classes that publish one. */
    List<ProviderSchema> layouts() {
        return classes.stream().map(EventClass::layout).filter(Objects::nonNull).toList();
    }
}
