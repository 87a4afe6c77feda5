package io.ringside.internal.reader;

import io.ringside.filter.ExpressionException;
import io.ringside.internal.expression.Comparison;
import io.ringside.internal.expression.EventCondition;
import io.ringside.internal.expression.Expression;
import io.ringside.internal.expression.FieldPath;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.ProviderSchema;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A comparison with a field. Each event is asked for it by its own schema; where it has none of that name, or one of a
 * type that does not go with the comparison, or a payload that ends before it, nothing is known.
 */
final class FieldCriterion implements EventCriterion {
    /** In front of a field that has the name of something in the header. */
    private static final String PREFIX = "fields";
    private static final int NAMES_SHOWN = 100;

    private final Comparison comparison;
    private final IdentityHashMap<EventSchema, Pair> bySchema = new IdentityHashMap<>();
    private final Set<ProviderSchema> providers = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> names = new TreeSet<>();
    private boolean fits;
    /** Why the comparison does not go with a field of this name. */
    private @Nullable String reason;

    /** The comparison and its opposite: nothing is known if neither holds. */
    private record Pair(@Nullable EventCondition condition, @Nullable EventCondition opposite) {
        private static final Pair NONE = new Pair(null, null);

        static Pair of(final Comparison comparison, final EventSchema schema) {
            try {
                return new Pair(comparison.compile(schema), new Expression.Not(comparison).compile(schema));
            } catch (final ExpressionException e) {
                return NONE;
            }
        }

        Truth of(final PayloadBytes payload) {
            if (condition == null || opposite == null) {
                return Truth.UNKNOWN;
            }
            if (condition.accepts(payload)) {
                return Truth.TRUE;
            }
            return opposite.accepts(payload) ? Truth.FALSE : Truth.UNKNOWN;
        }
    }

    FieldCriterion(final Comparison comparison) {
        final List<FieldPath.Step> steps = comparison.field().steps();
        this.comparison = steps.size() > 1 && steps.get(0).name().equals(PREFIX)
                ? new Comparison(new FieldPath(steps.subList(1, steps.size())), comparison.operator(),
                        comparison.value(), comparison.high(), comparison.exactly())
                : comparison;
    }

    @Override
    public Truth of(final EventView event, final PayloadBytes header, final PayloadBytes payload) {
        final EventSchema schema = event.schema();
        if (schema == null) {
            return Truth.UNKNOWN;
        }
        Pair pair = bySchema.get(schema);
        if (pair == null) {
            pair = Pair.of(comparison, schema);
            bySchema.put(schema, pair);
            note(schema);
            final ProviderSchema provider = event.providerSchema();
            if (provider != null && providers.add(provider)) {
                provider.events().forEach(this::note);
            }
        }
        return pair.of(payload);
    }

    @Override
    public @Nullable String misfit() {
        if (fits || bySchema.isEmpty()) {
            return null;
        }
        return reason != null
                ? reason
                : "no event has such a field: field=" + comparison.field() + ", fields="
                        + names.stream().limit(NAMES_SHOWN).collect(Collectors.joining(" ", "[",
                                names.size() > NAMES_SHOWN ? " ...]" : "]"));
    }

    /** Also events that were not read count: that none of those with the field came is no mistake. */
    private void note(final EventSchema schema) {
        final String first = comparison.field().steps().get(0).name();
        boolean isNamed = false;
        for (final FieldSchema field : schema.fields()) {
            isNamed |= field.name().equals(first);
            if (names.size() <= NAMES_SHOWN) {
                names.add(field.name());
            }
        }
        if (isNamed && !fits) {
            try {
                comparison.compile(schema);
                fits = true;
            } catch (final ExpressionException e) {
                reason = e.getMessage();
            }
        }
    }
}
