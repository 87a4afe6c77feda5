package io.ringside.cli.option;

import java.time.Instant;

/**
 * A time as it was typed. Immutable.
 *
 * @param instant    by the wall clock
 * @param isRelative whether it was typed as a time before now
 */
record TypedTime(Instant instant, boolean isRelative) {
    static TypedTime parse(final String text) {
        return new TypedTime(Arguments.time(text), text.startsWith("-"));
    }

    /** Returns nanoseconds since 1970 by a clock that is ahead of the wall clock. */
    long epochNs(final long aheadNs) {
        final long ns = SelectionOptions.epochNs(instant);
        return isRelative ? ns + aheadNs : ns;
    }
}
