package io.ringside.internal.counter;

import java.util.Arrays;
import java.util.List;

/**
 * The checked answer of a provider, which contains only what was requested. Immutable.
 *
 * @param callbackStatus status that the callback has returned, for display
 * @param epochNs        time at which the provider says it opened the set, in nanoseconds since 1970
 * @param instances      in the order in which they were added
 */
public record CounterAnswer(int callbackStatus, long epochNs, List<Instance> instances) {
    public CounterAnswer {
        instances = List.copyOf(instances);
    }

    /** An instance of an answer. Immutable. */
    public static final class Instance {
        private final String name;
        private final long id;
        private final long[] values;

        Instance(final String name, final long id, final long[] values) {
            this.name = name;
            this.id = id;
            this.values = values;
        }

        /** Returns the name; empty if the set has a single instance. */
        public String name() {
            return name;
        }

        /** Returns the stable id, 0..4,294,967,293. */
        public long id() {
            return id;
        }

        /** Returns the number of values: one for each counter of the set, none if instances were enumerated. */
        public int values() {
            return values.length;
        }

        /**
         * Returns a value.
         *
         * @param index of the counter in the set
         * @return raw value, all 64 bits; 0 if it was not requested
         */
        public long value(final int index) {
            return values[index];
        }

        @Override
        public String toString() {
            return name + " " + id + Arrays.toString(values);
        }
    }
}
