package io.ringside.internal.counter;

import java.util.Arrays;
import java.util.List;

/**
 * The checked answer of a provider: it contains nothing that was not asked for. Immutable.
 *
 * @param callbackStatus what the callback has returned, for people
 * @param epochNs        when the provider opened the set, in nanoseconds since 1970, as it says
 * @param instances      in the order in which they were added
 */
public record CounterAnswer(int callbackStatus, long epochNs, List<Instance> instances) {
    /** Copy the list. */
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

        /** The name; empty where the set has one instance. */
        public String name() {
            return name;
        }

        /** The stable id, 0..4,294,967,293. */
        public long id() {
            return id;
        }

        /** Number of values: one for each counter of the set, none where instances were enumerated. */
        public int values() {
            return values.length;
        }

        /**
         * A value.
         *
         * @param index of the counter in the set
         * @return raw, all 64 bits; 0 if it was not asked for
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
