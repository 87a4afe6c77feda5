package io.ringside.counter;

import io.ringside.RingsideException;
import io.ringside.internal.counterset.CounterLimits;

/** The parts of a path as text, each of them checked; the instance is without its parentheses. */
record PathParts(String machine, String set, boolean hasInstance, String instance, String counter) {
    private static final String MACHINE_PREFIX = "\\\\";

    static PathParts of(final String path) {
        if (path.length() > CounterLimits.PATH_LENGTH_MAX) {
            throw RingsideException.invalidArgument("path of a counter is too long: length=" + path.length() + ", max="
                    + CounterLimits.PATH_LENGTH_MAX);
        }
        String machine = "";
        int begin = path.startsWith("\\") ? 1 : 0;
        if (path.startsWith(MACHINE_PREFIX)) {
            final int end = path.indexOf('\\', MACHINE_PREFIX.length());
            machine = path.substring(MACHINE_PREFIX.length(), end < 0 ? path.length() : end);
            check(path, "machine", machine, CounterName.RESERVED);
            begin = end < 0 ? path.length() : end + 1;
        }
        // The name of a counter may contain parentheses, the name of a set may not.
        final int backslash = path.indexOf('\\', begin);
        final int open = path.indexOf('(', begin);
        final boolean hasInstance = open >= 0 && (backslash < 0 || open < backslash);
        final int close = hasInstance ? path.indexOf(')', open) : 0;
        final int counter = hasInstance ? close + 1 : backslash;
        if (counter <= 0 || counter >= path.length() || path.charAt(counter) != '\\') {
            throw fault(path, hasInstance ? "instance is not followed by ) and a backslash" : "counter is missing",
                    path.substring(begin));
        }
        final String set = path.substring(begin, hasInstance ? open : counter);
        check(path, "set", set, CounterName.RESERVED_IN_PATTERN);
        final String counterName = path.substring(counter + 1);
        check(path, "counter", counterName, CounterName.RESERVED_IN_COUNTER_PATTERN);
        return new PathParts(machine, set, hasInstance, hasInstance ? path.substring(open + 1, close) : "",
                counterName);
    }

    static void check(final String path, final String part, final String name, final String reserved) {
        final String fault = CounterName.fault(name, reserved);
        if (!fault.isEmpty()) {
            throw RingsideException.invalidArgument(part + " of a path " + fault + ", path=" + CounterName.shown(path));
        }
    }

    static RingsideException fault(final String path, final String what, final String at) {
        return RingsideException.invalidArgument("path of a counter is not understood, " + what + ": at="
                + CounterName.shown(at) + ", path=" + CounterName.shown(path));
    }
}
