package io.ringside.internal.reader;

import io.ringside.filter.ExpressionException;
import io.ringside.internal.expression.Comparison;
import io.ringside.internal.expression.EventCondition;
import io.ringside.internal.expression.Expression;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A comparison with a field. Each event is asked for it by its own schema; where it has none of that name, or one of a
 * type that does not go with the comparison, or a payload that ends before it, nothing is known.
 */
final class FieldCriterion implements EventCriterion {
    private final Comparison comparison;
    private final IdentityHashMap<EventSchema, Pair> bySchema = new IdentityHashMap<>();
    private final SchemaFit fit;

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
        this.comparison = new Comparison(EventHeader.withoutPrefix(comparison.field()), comparison.operator(),
                comparison.value(), comparison.high(), comparison.exactly());
        fit = new SchemaFit(List.of(this.comparison.field()), this.comparison::compile);
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
            fit.note(schema, event.providerSchema());
        }
        return pair.of(payload);
    }

    @Override
    public void expect(final ProviderSchema provider) {
        fit.note(provider);
    }

    @Override
    public @Nullable String misfit() {
        return fit.misfit();
    }
}
