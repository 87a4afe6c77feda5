package io.ringside.counter;

import io.ringside.RingsideException;
import io.ringside.internal.counterset.CounterLimits;

/**
 * The rules for names: characters with a meaning in a path are not allowed in names. A counter comes last in a path,
 * so that its name may have all of it but backslashes and wildcards, as in "Bytes/sec" or "# of calls". Stateless.
 */
final class CounterName {
    /** Not in the name of a set or an instance, nor in a pattern for it but for the wildcards. */
    static final String RESERVED_IN_PATTERN = "\\()/#";
    static final String RESERVED = RESERVED_IN_PATTERN + "*?";
    /** Not in the name of a counter, nor in a pattern for it but for the wildcards. */
    static final String RESERVED_IN_COUNTER_PATTERN = "\\";
    static final String RESERVED_IN_COUNTER = RESERVED_IN_COUNTER_PATTERN + "*?";

    private CounterName() {}

    /** Returns a name that is declared, if it is allowed. */
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

    /** Nothing that commands a terminal. */
    static String shown(final String name) {
        return name.replaceAll("\\p{Cntrl}", " ");
    }
}
