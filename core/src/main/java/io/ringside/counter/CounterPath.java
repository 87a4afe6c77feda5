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
 * index may be missing, and so may the instance for sets without instances. {@code \set…} and {@code set…} mean this
 * machine. In set, parent, instance and counter a star matches any characters, a question mark exactly one; letter case
 * does not matter. Immutable.
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
     * Reads a path.
     *
     * @param text at most 2,048 characters.
     * @return the path.
     * @throws RingsideException if it is not understood.
     */
    public static CounterPath parse(final String text) {
        final PathParts parts = PathParts.of(text);
        return new CounterPath(parts.machine(), parts.set(),
                parts.hasInstance() ? InstancePattern.parse(text, parts.instance()) : null, parts.counter());
    }

    /**
     * Makes the path of one counter on this machine.
     *
     * @param set      that has it.
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

    /** {@return whether it may mean several counters} */
    public boolean hasWildcards() {
        return set.hasWildcards() || (instance != null && instance.hasWildcards()) || counter.hasWildcards();
    }

    /**
     * Says whether a counter is asked for; the machine is ignored.
     *
     * @param setName      of the set that has it.
     * @param instanceName of the instance; {@code null} if the set has none, which only a path without one is for.
     * @param counterName  of the counter.
     * @return whether it is.
     */
    public boolean matches(
            final String setName, final @Nullable Instance instanceName, final String counterName) {
        return set.matches(setName) && counter.matches(counterName) && matchesInstance(instanceName);
    }

    /**
     * Says whether counters of a set are asked for.
     *
     * @param setName of the set.
     * @return whether they are.
     */
    public boolean matchesSet(final String setName) {
        return set.matches(setName);
    }

    /**
     * Says whether a counter is asked for, in whatever set and instance.
     *
     * @param counterName of the counter.
     * @return whether it is.
     */
    public boolean matchesCounter(final String counterName) {
        return counter.matches(counterName);
    }

    /** {@return whether instances are asked for: sets without instances have no counter of such a path} */
    public boolean hasInstance() {
        return instance != null;
    }

    /**
     * {@return what names of instances are like, as it was typed, without parent and index; a star for a path without
     * instance}
     */
    public String instanceMask() {
        return instance == null ? NamePattern.ANY : instance.nameMask();
    }

    /** {@return whether it may mean several instances of one provider} */
    public boolean hasInstanceWildcards() {
        return instance != null && instance.hasWildcards();
    }

    /**
     * Says whether exactly this instance is asked for, in whatever set: by its name and not by wildcards.
     *
     * @param instanceName of the instance.
     * @return whether it is.
     */
    public boolean namesInstance(final Instance instanceName) {
        return instance != null && !instance.hasWildcards() && instance.matches(instanceName);
    }

    /** {@return whether it may mean several counters of one instance} */
    public boolean hasCounterWildcards() {
        return counter.hasWildcards();
    }

    /** {@return the path in full, always with a backslash in front, and without an index 0 that says nothing} */
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
     * Name of an instance in a path: its parent, its name, and its place among instances of the same name and parent,
     * letter case aside. The place shifts when one of them ends, so it identifies nothing for longer than one reading.
     * Immutable.
     *
     * @param parent name of the instance that this one belongs to; empty for none.
     * @param name   1..1,023 characters, none of {@code \ ( ) / # *} and the question mark; as in the parent.
     * @param index  from 0; the first is written without it.
     */
    public record Instance(String parent, String name, int index) {
        /**
         * Checks the parts.
         *
         * @param parent name of the instance that this one belongs to; empty for none.
         * @param name 1..1,023 characters, none of {@code \ ( ) / # *} and the question mark; as in the parent.
         * @param index from 0; the first is written without it.
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
         * Numbers instances without parents.
         *
         * @param names in the order in which they are numbered.
         * @return as many names of instances, in the same order.
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
         * Says whether an instance may be called so.
         *
         * @param name to check.
         * @return whether it may.
         */
        public static boolean isAllowed(final String name) {
            return CounterName.fault(name, CounterName.RESERVED).isEmpty();
        }

        /**
         * Returns a form that is equal for names that differ only in letter case.
         *
         * @param name of an instance, or of a set.
         * @return to be compared.
         */
        public static String key(final String name) {
            return NamePattern.fold(name);
        }

        /** {@return as in a path: {@code parent/name#index}, without what is not there and without index 0} */
        @Override
        public String toString() {
            return (parent.isEmpty() ? "" : parent + '/') + name + (index == 0 ? "" : "#" + index);
        }
    }
}
