package io.ringside.internal.reader;

import io.ringside.filter.ExpressionException;
import io.ringside.internal.expression.NumberComparison;
import io.ringside.internal.expression.NumberTest;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import java.util.IdentityHashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A comparison of numbers that are computed from an event's fields and what its header says. */
final class NumberCriterion implements EventCriterion {
    private final NumberComparison comparison;
    private final IdentityHashMap<EventSchema, Optional<NumberTest>> bySchema = new IdentityHashMap<>();
    private final SchemaFit fit;

    NumberCriterion(final NumberComparison comparison) {
        this.comparison = comparison;
        fit = new SchemaFit(EventHeader.ownFields(comparison.fields()),
                schema -> NumberTest.of(comparison, schema, EventHeader.SCHEMA));
    }

    @Override
    public Truth of(final EventView event, final PayloadBytes header, final PayloadBytes payload) {
        final EventSchema schema = event.schema();
        if (schema == null) {
            return Truth.UNKNOWN;
        }
        Optional<NumberTest> test = bySchema.get(schema);
        if (test == null) {
            test = compile(schema);
            bySchema.put(schema, test);
            fit.note(schema, event.providerSchema());
        }
        if (test.isEmpty()) {
            return Truth.UNKNOWN;
        }
        final int answer = test.get().of(payload, header);
        return answer == NumberTest.UNKNOWN ? Truth.UNKNOWN : Truth.of(answer == NumberTest.TRUE);
    }

    @Override
    public void expect(final ProviderSchema provider) {
        fit.note(provider);
    }

    @Override
    public @Nullable String misfit() {
        return fit.misfit();
    }

    private Optional<NumberTest> compile(final EventSchema schema) {
        try {
            return Optional.of(NumberTest.of(comparison, schema, EventHeader.SCHEMA));
        } catch (final ExpressionException e) {
            return Optional.empty();
        }
    }
}
