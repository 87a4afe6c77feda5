package io.ringside.consumer.where;

import io.ringside.consumer.EventView;
import io.ringside.expression.Comparison;
import io.ringside.expression.EventCondition;
import io.ringside.expression.Expression;
import io.ringside.expression.ExpressionException;
import io.ringside.expression.FieldPath;
import io.ringside.expression.PayloadBytes;
import io.ringside.schema.EventSchema;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A comparison with a field. Each event is asked for it by its own schema; where it has none of that name, or one of a
 * type that does not go with the comparison, or a payload that ends before it, nothing is known.
 */
final class FieldCriterion implements EventCriterion {
    /** In front of a field that has the name of something in the header. */
    private static final String PREFIX = "fields";

    private final Comparison comparison;
    private final IdentityHashMap<EventSchema, Pair> bySchema = new IdentityHashMap<>();
    private boolean found;

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
            found |= pair.condition() != null;
        }
        return pair.of(payload);
    }

    /** Whether events were asked, and none of them has a field that goes with the comparison. */
    boolean isMissing() {
        return !found && !bySchema.isEmpty();
    }

    String field() {
        return comparison.field().toString();
    }
}
