package io.ringside.cli.emit;

import io.ringside.provider.ProviderRegistration;
import java.util.List;
import java.util.function.Supplier;

/**
 * A registered provider and what its threads write.
 *
 * @param registration of the provider
 * @param flows        makes what the threads write, a flow for each of them
 */
record Workload(ProviderRegistration registration, Supplier<List<Flow>> flows) {
    /** The events of one thread, one after another. For one thread. */
    interface Flow extends AutoCloseable {
        /** There is no further event. */
        long END = -1;

        /**
         * Move to the next event.
         *
         * @return when it is due, in nanoseconds after the first call, or {@link #END}
         */
        long next();

        /** Writes the event; returns a {@link io.ringside.write.WriteResult}. */
        long write();

        @Override
        default void close() {
            // Most flows hold nothing.
        }
    }
}
