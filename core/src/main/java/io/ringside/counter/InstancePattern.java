package io.ringside.counter;

import io.ringside.internal.counterset.NamePattern;

/**
 * Pattern for the instances of a path. Without wildcards and index, it matches the first instance of that name; with
 * wildcards and without an index, all instances. A star alone also matches any parent. Immutable.
 */
final class InstancePattern {
    private static final int NULL_INDEX = -1;
    private static final int INDEX_DIGITS_MAX = 9;

    private final NamePattern parent;
    private final NamePattern name;
    private final int index;

    private InstancePattern(final NamePattern parent, final NamePattern name, final int index) {
        this.parent = parent;
        this.name = name;
        this.index = index;
    }

    /** Parses the text between the parentheses of a path. */
    static InstancePattern parse(final String path, final String text) {
        final int hash = text.lastIndexOf('#');
        final String names = hash < 0 ? text : text.substring(0, hash);
        final int slash = names.indexOf('/');
        final String parent = names.substring(0, Math.max(0, slash));
        final NamePattern name = new NamePattern(names.substring(slash + 1));
        PathParts.check(path, "instance", name.text(), CounterName.RESERVED_IN_PATTERN);
        if (slash >= 0) {
            PathParts.check(path, "parent", parent, CounterName.RESERVED_IN_PATTERN);
        }
        final int index = hash < 0 ? NULL_INDEX : index(path, text.substring(hash + 1));
        // The first instance is represented without its index, so that both notations are equal.
        return new InstancePattern(
                new NamePattern(parent), name, index == 0 && !name.hasWildcards() ? NULL_INDEX : index);
    }

    static InstancePattern of(final CounterPath.Instance instance) {
        return new InstancePattern(new NamePattern(instance.parent()), new NamePattern(instance.name()),
                instance.index() == 0 ? NULL_INDEX : instance.index());
    }

    /** Returns the name alone, as typed, including wildcards. */
    String nameMask() {
        return name.text();
    }

    boolean hasWildcards() {
        return parent.hasWildcards() || name.hasWildcards();
    }

    boolean matches(final CounterPath.Instance instance) {
        final boolean isAnyParent = parent.text().isEmpty() && name.isAny();
        return (isAnyParent || parent.matches(instance.parent()))
                && name.matches(instance.name())
                && (index == NULL_INDEX ? name.hasWildcards() || instance.index() == 0 : index == instance.index());
    }

    @Override
    public String toString() {
        return (parent.text().isEmpty() ? "" : parent.text() + '/') + name.text()
                + (index == NULL_INDEX ? "" : "#" + index);
    }

    private static int index(final String path, final String digits) {
        if (digits.isEmpty() || digits.length() > INDEX_DIGITS_MAX
                || digits.chars().anyMatch(c -> c < '0' || c > '9')) {
            throw PathParts.fault(path, "index is not a number of at most " + INDEX_DIGITS_MAX + " digits", digits);
        }
        return Integer.parseInt(digits);
    }
}
