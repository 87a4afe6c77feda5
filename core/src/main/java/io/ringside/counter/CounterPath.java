package io.ringside.counter;

import io.ringside.RingsideException;
import io.ringside.internal.counterset.CounterLimits;
import io.ringside.internal.counterset.NamePattern;
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
            final CounterSetSchema set, final @Nullable InstanceName instance, final CounterSchema counter) {
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
            final String setName, final @Nullable InstanceName instanceName, final String counterName) {
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
    public boolean namesInstance(final InstanceName instanceName) {
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

    private boolean matchesInstance(final @Nullable InstanceName instanceName) {
        if (instance == null || instanceName == null) {
            return instance == null && instanceName == null;
        }
        return instance.matches(instanceName);
    }
}
