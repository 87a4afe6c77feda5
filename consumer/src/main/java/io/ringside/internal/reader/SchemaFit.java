package io.ringside.internal.reader;

import io.ringside.RingsideException;
import io.ringside.internal.expression.FieldPath;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.ProviderSchema;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether something that names fields goes with any event of the providers that were met: if it goes with none, it is
 * most often a slip of the pen. Thread-safe; asked once for each schema.
 */
public final class SchemaFit {
    private static final int NAMES_SHOWN = 100;

    private final List<FieldPath> fields;
    private final Consumer<EventSchema> compiler;
    private final Set<ProviderSchema> providers = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> names = new TreeSet<>();
    private boolean any;
    private boolean fits;
    /** Why it does not go with an event that has fields of these names. */
    private @Nullable String reason;

    /**
     * Something that has met no event.
     *
     * @param fields   of events that it names
     * @param compiler throws an {@link RingsideException} if it does not go with an event
     */
    public SchemaFit(final List<FieldPath> fields, final Consumer<EventSchema> compiler) {
        this.fields = fields;
        this.compiler = compiler;
    }

    /**
     * Meet an event. Also events that were not read count: that none of those with the field came is no mistake.
     *
     * @param schema   of the event
     * @param provider of the event, if it is known
     */
    public synchronized void note(final EventSchema schema, final @Nullable ProviderSchema provider) {
        note(schema);
        if (provider != null) {
            note(provider);
        }
    }

    /**
     * Meet all events of a provider.
     *
     * @param provider whose events may come
     */
    public synchronized void note(final ProviderSchema provider) {
        if (providers.add(provider)) {
            provider.events().forEach(this::note);
        }
    }

    /** Why it goes with none of the events that were met; null if it goes with some, or there were none. */
    public synchronized @Nullable String misfit() {
        if (fits || !any) {
            return null;
        }
        return reason != null
                ? reason
                : "no event has such a field: field="
                        + fields.stream().map(FieldPath::toString).collect(Collectors.joining(" ")) + ", fields="
                        + names.stream().limit(NAMES_SHOWN).collect(Collectors.joining(" ", "[",
                                names.size() > NAMES_SHOWN ? " ...]" : "]"));
    }

    private void note(final EventSchema schema) {
        any = true;
        for (final FieldSchema field : schema.fields()) {
            if (names.size() <= NAMES_SHOWN) {
                names.add(field.name());
            }
        }
        if (!fits && fields.stream().allMatch(path -> hasField(schema, path))) {
            try {
                compiler.accept(schema);
                fits = true;
            } catch (final RingsideException e) {
                reason = e.getMessage();
            }
        }
    }

    private static boolean hasField(final EventSchema schema, final FieldPath path) {
        return schema.fields().stream().anyMatch(field -> field.name().equals(path.steps().get(0).name()));
    }
}
