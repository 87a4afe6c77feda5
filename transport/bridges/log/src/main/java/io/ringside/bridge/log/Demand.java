package io.ringside.bridge.log;

import io.ringside.schema.EventSchema;
import io.ringside.schema.PayloadWriter;
import io.ringside.session.Enablement;
import io.ringside.write.ProviderEvent;
import java.util.Collection;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Snapshot of all sessions' enablements of the provider. Immutable. */
final class Demand {
    /** No session wants anything. */
    static final Demand NONE = new Demand(List.of(), 0);

    private final List<Enablement> sessions;
    /** Levels that a session wants from some logger, by {@link LogLevel#bit}. */
    private final int levels;

    private Demand(final List<Enablement> sessions, final int levels) {
        this.sessions = sessions;
        this.levels = levels;
    }

    static Demand of(final Collection<Enablement> sessions, final Collection<EventSchema> events) {
        int levels = 0;
        for (final EventSchema event : events) {
            if (sessions.stream().anyMatch(session -> session.accepts(event))) {
                levels |= LogLevel.of(event.descriptor().id() - 1).bit();
            }
        }
        return new Demand(List.copyOf(sessions), levels);
    }

    boolean isNone() {
        return levels == 0;
    }

    boolean includes(final LogLevel level) {
        return (levels & level.bit()) != 0;
    }

    /**
     * Returns the levels that a session may want from a logger.
     *
     * @param events       of the logger's row
     * @param logger       name of the logger, short enough to be written
     * @param asksPayloads whether to apply payload filters as well, which is slow
     * @return mask of {@link LogLevel#bit}
     */
    int levelsOf(final ProviderEvent[] events, final String logger, final boolean asksPayloads) {
        final UnsafeBuffer beginning = new UnsafeBuffer(new byte[(int) PayloadWriter.stringLengthMax(logger)]);
        final int length = new PayloadWriter().wrap(beginning, 0, beginning.capacity()).putString(logger).length();
        int wanted = 0;
        for (final ProviderEvent event : events) {
            final EventSchema schema = event.schema();
            for (final Enablement session : sessions) {
                if (session.accepts(schema)
                        && (!asksPayloads || session.filters().mayPass(schema, beginning, 0, length))) {
                    wanted |= LogLevel.of(schema.descriptor().id() - 1).bit();
                }
            }
        }
        return wanted;
    }
}
