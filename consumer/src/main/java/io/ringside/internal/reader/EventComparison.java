package io.ringside.internal.reader;

import io.ringside.internal.expression.Comparison;
import io.ringside.internal.expression.EventCondition;
import io.ringside.internal.expression.Expression;
import io.ringside.reader.EventView;
import io.ringside.schema.ProviderSchema;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A comparison in a condition on whole events, whatever their schemas. For one thread. */
public interface EventComparison extends EventCondition.Test {
    /**
     * Prepares a comparison.
     *
     * @param comparison to be prepared
     * @param header     of the event that is judged
     * @param misfits    gets events that the comparison does not fit, before more of them are judged
     */
    static EventComparison of(
            final Expression comparison, final EventHeader header, final Consumer<EventView> misfits) {
        return comparison instanceof final Comparison ofColumn && EventHeader.column(ofColumn.field()) != null
                ? new HeaderComparison(ofColumn, header, misfits)
                : new FieldComparison(comparison, header, misfits);
    }

    /** Counts an event among those that the comparison may fit. */
    void meet(EventView event);

    /** Counts the events of a provider among those that the comparison may fit. */
    void expect(ProviderSchema provider);

    /** Why the comparison fits none of the events that were met; null if it fits some, or there were none. */
    @Nullable
    String misfit();
}
