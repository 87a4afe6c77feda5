package io.ringside.counter;

import io.ringside.RingsideException;
import io.ringside.internal.counterset.CounterLimits;
import io.ringside.internal.counterset.NamePattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The path of the counters of a query: {@code \\machine\set(parent/instance#index)\counter}, where machine, parent and
 * index may be absent, as is the instance for sets without instances. {@code \set…} and {@code set…} refer to this
 * machine. In set, parent, instance and counter a star matches any characters, a question mark exactly one; letter case
 * is ignored. Immutable.
 */
public final class CounterPath {
    private final String machine;
    private final NamePattern set;
    private final @Nullable InstancePattern instance;
    private final NamePattern counter;

    private CounterPath(
            final String machine, final String set, final @Nullable InstancePattern instance, final String counter) {
        this.machine = machine;
        this.set = new NamePattern(set);
        this.instance = instance;
        this.counter = new NamePattern(counter);
    }

    /**
     * Parses a path.
     *
     * @param text at most 2,048 characters.
     * @return the path.
     * @throws RingsideException if the path is invalid.
     */
    public static CounterPath parse(final String text) {
        final PathParts parts = PathParts.of(text);
        return new CounterPath(parts.machine(), parts.set(),
                parts.hasInstance() ? InstancePattern.parse(text, parts.instance()) : null, parts.counter());
    }

    /**
     * Creates the path of one counter on this machine.
     *
     * @param set      with the counter.
     * @param instance of the set; {@code null} if the set has none.
     * @param counter  of the set.
     * @return the path.
     * @throws RingsideException if it would be too long.
     */
    public static CounterPath of(
            final CounterSetSchema set, final @Nullable Instance instance, final CounterSchema counter) {
        final CounterPath path = new CounterPath(
                "", set.name(), instance == null ? null : InstancePattern.of(instance), counter.name());
        final int length = path.toString().length();
        if (length > CounterLimits.PATH_LENGTH_MAX) {
            throw RingsideException.invalidArgument(
                    "path of a counter is too long: length=" + length + ", max=" + CounterLimits.PATH_LENGTH_MAX);
        }
        return path;
    }

    /** {@return the machine; empty for this one} */
    public String machine() {
        return machine;
    }

    /** {@return whether it may match several counters} */
    public boolean hasWildcards() {
        return set.hasWildcards() || (instance != null && instance.hasWildcards()) || counter.hasWildcards();
    }

    /**
     * Returns whether the path matches a counter; ignores the machine.
     *
     * @param setName      name of the counter's set.
     * @param instanceName name of the instance; {@code null} if the set has none, which only a path without an instance
     *                     matches.
     * @param counterName  of the counter.
     * @return whether it matches.
     */
    public boolean matches(
            final String setName, final @Nullable Instance instanceName, final String counterName) {
        return set.matches(setName) && counter.matches(counterName) && matchesInstance(instanceName);
    }

    /**
     * Returns whether the path matches counters of a set.
     *
     * @param setName of the set.
     * @return whether it matches.
     */
    public boolean matchesSet(final String setName) {
        return set.matches(setName);
    }

    /**
     * Returns whether the path matches a counter of any set and instance.
     *
     * @param counterName of the counter.
     * @return whether it matches.
     */
    public boolean matchesCounter(final String counterName) {
        return counter.matches(counterName);
    }

    /** {@return whether the path contains an instance: such a path matches no counter of a set without instances} */
    public boolean hasInstance() {
        return instance != null;
    }

    /**
     * {@return the pattern for names of instances, as typed, without parent and index; a star for a path without
     * instance}
     */
    public String instanceMask() {
        return instance == null ? NamePattern.ANY : instance.nameMask();
    }

    /** {@return whether it may match several instances of one provider} */
    public boolean hasInstanceWildcards() {
        return instance != null && instance.hasWildcards();
    }

    /**
     * Returns whether the path names exactly this instance, in any set, without wildcards.
     *
     * @param instanceName of the instance.
     * @return whether it does.
     */
    public boolean namesInstance(final Instance instanceName) {
        return instance != null && !instance.hasWildcards() && instance.matches(instanceName);
    }

    /** {@return whether it may match several counters of one instance} */
    public boolean hasCounterWildcards() {
        return counter.hasWildcards();
    }

    /** {@return the complete path, always with a leading backslash, and without an index of 0} */
    @Override
    public String toString() {
        return (machine.isEmpty() ? "" : "\\\\" + machine) + '\\' + set.text()
                + (instance == null ? "" : "(" + instance + ')') + '\\' + counter.text();
    }

    private boolean matchesInstance(final @Nullable Instance instanceName) {
        if (instance == null || instanceName == null) {
            return instance == null && instanceName == null;
        }
        return instance.matches(instanceName);
    }

    /**
     * Name of an instance in a path: its parent, its name, and its index among instances of the same name and parent,
     * ignoring letter case. The index changes when one of them ends, so it is only valid for one reading. Immutable.
     *
     * @param parent name of the instance that this one belongs to; empty for none.
     * @param name   1..1,023 characters, none of {@code \ ( ) / # *} and the question mark; as in the parent.
     * @param index  from 0; index 0 is omitted in text.
     */
    public record Instance(String parent, String name, int index) {
        /**
         * Checks the parts.
         *
         * @param parent name of the instance that this one belongs to; empty for none.
         * @param name 1..1,023 characters, none of {@code \ ( ) / # *} and the question mark; as in the parent.
         * @param index  from 0; index 0 is omitted in text.
         * @throws RingsideException if a name is not allowed, or the index is negative.
         */
        public Instance {
            final String fault = CounterName.fault(name, CounterName.RESERVED);
            final String parentFault = parent.isEmpty() ? "" : CounterName.fault(parent, CounterName.RESERVED);
            if (!fault.isEmpty() || !parentFault.isEmpty()) {
                throw RingsideException
                        .invalidArgument("name of an instance " + (fault.isEmpty() ? parentFault : fault));
            }
            if (index < 0) {
                throw RingsideException
                        .invalidArgument("index of an instance is negative: name=" + name + ", index=" + index);
            }
        }

        /**
         * Assigns indexes to instances without parents.
         *
         * @param names in the order in which they are numbered.
         * @return names of the instances, in the same order.
         * @throws RingsideException if a name is not allowed.
         */
        public static List<Instance> numbered(final List<String> names) {
            final Map<String, Integer> countByName = new HashMap<>();
            final List<Instance> numbered = new ArrayList<>(names.size());
            for (final String name : names) {
                final int count = countByName.merge(NamePattern.fold(name), 1, Integer::sum);
                numbered.add(new Instance("", name, count - 1));
            }
            return List.copyOf(numbered);
        }

        /**
         * Returns whether a name is allowed for an instance.
         *
         * @param name to check.
         * @return whether it is allowed.
         */
        public static boolean isAllowed(final String name) {
            return CounterName.fault(name, CounterName.RESERVED).isEmpty();
        }

        /**
         * Returns a form that is equal for names that differ only in letter case.
         *
         * @param name of an instance, or of a set.
         * @return the form to compare.
         */
        public static String key(final String name) {
            return NamePattern.fold(name);
        }

        /** {@return the form in a path: {@code parent/name#index}, without absent parts and without index 0} */
        @Override
        public String toString() {
            return (parent.isEmpty() ? "" : parent + '/') + name + (index == 0 ? "" : "#" + index);
        }
    }
}
