package io.ringside.internal.reader;

import io.ringside.filter.ExpressionException;
import io.ringside.internal.expression.EventCondition;
import io.ringside.internal.expression.Expression;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.internal.schema.SchemaMap;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A comparison with fields, which is compiled for the schema of each event. It neither holds nor fails where an event
 * has no such field, or one of a type that does not fit the comparison.
 */
final class FieldComparison implements EventComparison {
    private final Expression comparison;
    private final EventHeader header;
    private final Consumer<EventView> misfits;
    private final SchemaMap<Optional<Pair>> bySchema = new SchemaMap<>();
    private final SchemaFit fit;

    /** The comparison and its opposite: neither holds if a value is missing. */
    private record Pair(EventCondition condition, EventCondition opposite) {}

    FieldComparison(final Expression comparison, final EventHeader header, final Consumer<EventView> misfits) {
        this.comparison = comparison;
        this.header = header;
        this.misfits = misfits;
        fit = new SchemaFit(EventHeader.ownFields(comparison.fields()),
                schema -> comparison.compile(schema, EventHeader.SCHEMA));
    }

    @Override
    public boolean holds(final PayloadBytes payload, final int offset, final boolean negated) {
        final EventView event = header.event();
        final EventSchema schema = event.schema();
        if (schema == null) {
            return false;
        }
        Optional<Pair> pair = bySchema.get(schema);
        if (pair == null) {
            pair = compile(schema);
            bySchema.put(schema, pair);
            meet(event);
            if (pair.isEmpty()) {
                misfits.accept(event);
            }
        }
        return pair.isPresent()
                && (negated ? pair.get().opposite : pair.get().condition).accepts(payload);
    }

    private Optional<Pair> compile(final EventSchema schema) {
        try {
            return Optional.of(new Pair(comparison.compile(schema, EventHeader.SCHEMA),
                    new Expression.Not(comparison).compile(schema, EventHeader.SCHEMA)));
        } catch (final ExpressionException e) {
            return Optional.empty();
        }
    }

    @Override
    public void meet(final EventView event) {
        final EventSchema schema = event.schema();
        if (schema != null) {
            fit.note(schema, event.providerSchema());
        }
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
