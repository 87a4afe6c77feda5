package io.ringside.cli.emit;

import io.ringside.provider.ProviderRegistration;
import java.util.List;
import java.util.function.Supplier;

/**
 * A registered provider and the flows of events that its threads write.
 *
 * @param registration of the provider
 * @param flows        creates the flows, one for each writing thread
 */
record Workload(ProviderRegistration registration, Supplier<List<Flow>> flows) {
    /** The sequence of events of one thread. Not thread-safe. */
    interface Flow extends AutoCloseable {
        /** Value of {@link #next} after the last event. */
        long END = -1;

        /**
         * Moves to the next event.
         *
         * @return time at which it is due, in nanoseconds after the first call, or {@link #END}
         */
        long next();

        /** Writes the event; returns a {@link io.ringside.write.WriteResult}. */
        long write();

        @Override
        default void close() {
            // Most flows have no resources.
        }
    }
}
