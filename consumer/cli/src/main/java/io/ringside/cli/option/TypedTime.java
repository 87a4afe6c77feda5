package io.ringside.cli.option;

import java.time.Instant;

/**
 * A time as typed. Immutable.
 *
 * @param instant    time by the wall clock
 * @param isRelative whether the time was typed relative to now
 */
record TypedTime(Instant instant, boolean isRelative) {
    static TypedTime parse(final String text) {
        return new TypedTime(Arguments.time(text), text.startsWith("-"));
    }

    /** Returns nanoseconds since 1970 by a clock that is the given time ahead of the wall clock. */
    long epochNs(final long aheadNs) {
        final long ns = SelectionOptions.epochNs(instant);
        return isRelative ? ns + aheadNs : ns;
    }
}
