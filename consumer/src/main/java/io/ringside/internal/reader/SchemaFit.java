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
 * Checks whether an expression with fields fits any event of the providers seen so far: if it fits none, it usually
 * contains a typing error. Thread-safe; called once per schema.
 */
public final class SchemaFit {
    private static final int NAMES_SHOWN = 100;

    private final List<FieldPath> fields;
    private final Consumer<EventSchema> compiler;
    private final Set<ProviderSchema> providers = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> names = new TreeSet<>();
    private boolean any;
    private boolean fits;
    /** Reason why the expression does not fit an event with fields of these names. */
    private @Nullable String reason;

    /**
     * Creates a check that has seen no event.
     *
     * @param fields   fields that the expression names
     * @param compiler throws a {@link RingsideException} if the expression does not fit an event
     */
    public SchemaFit(final List<FieldPath> fields, final Consumer<EventSchema> compiler) {
        this.fields = fields;
        this.compiler = compiler;
    }

    /**
     * Note an event. Events that were not read count too: it is no error if no event with the field occurred.
     *
     * @param schema   of the event
     * @param provider provider of the event, if known
     */
    public synchronized void note(final EventSchema schema, final @Nullable ProviderSchema provider) {
        note(schema);
        if (provider != null) {
            note(provider);
        }
    }

    /**
     * Note all events of a provider.
     *
     * @param provider provider whose events may occur
     */
    public synchronized void note(final ProviderSchema provider) {
        if (providers.add(provider)) {
            provider.events().forEach(this::note);
        }
    }

    /** Returns why the expression fits none of the events seen; null if it fits some, or there were none. */
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
