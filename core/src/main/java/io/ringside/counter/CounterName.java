package io.ringside.counter;

import io.ringside.RingsideException;
import io.ringside.internal.counterset.CounterLimits;

/**
 * Rules for names: characters with a meaning in a path are not allowed. A counter comes last in a path, so only
 * backslashes and wildcards are not allowed in its name, as in "Bytes/sec" or "# of calls". Stateless.
 */
final class CounterName {
    /** Characters not allowed in the name of a set or an instance, nor, except for wildcards, in a pattern for it. */
    static final String RESERVED_IN_PATTERN = "\\()/#";
    static final String RESERVED = RESERVED_IN_PATTERN + "*?";
    /** Characters not allowed in the name of a counter, nor, except for wildcards, in a pattern for it. */
    static final String RESERVED_IN_COUNTER_PATTERN = "\\";
    static final String RESERVED_IN_COUNTER = RESERVED_IN_COUNTER_PATTERN + "*?";

    private CounterName() {}

    /** Returns a declared name after checking it. */
    static String check(final String what, final String name, final String reserved) {
        final String fault = fault(name, reserved);
        if (!fault.isEmpty()) {
            throw RingsideException.invalidArgument("name of " + what + ' ' + fault);
        }
        return name;
    }

    /** Returns the reason why a name is invalid; empty if it is valid. */
    static String fault(final String name, final String reserved) {
        if (name.isEmpty() || name.length() > CounterLimits.NAME_LENGTH_MAX) {
            return "has a wrong length: length=" + name.length() + ", min=1, max=" + CounterLimits.NAME_LENGTH_MAX;
        }
        if (name.chars().anyMatch(c -> Character.isISOControl(c) || reserved.indexOf(c) >= 0)) {
            return "has a character that is not allowed: name=" + shown(name) + ", reserved=" + reserved;
        }
        if (name.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            return "has half a character, which no file can hold: length=" + name.length();
        }
        return name.strip().equals(name) ? "" : "has blanks around: name=" + name;
    }

    /** Returns the name without characters that control a terminal. */
    static String shown(final String name) {
        return name.replaceAll("\\p{Cntrl}", " ");
    }
}
