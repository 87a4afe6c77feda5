package io.ringside.internal.filter;

import io.ringside.RingsideException;

/** Limits of the filters of one enablement, each with its reason. None is below that of ETW. */
public final class FilterLimits {
    /** Maximum number of process ids of a filter, and of processes: ETW has 8, tools that observe a fleet need more. */
    public static final int PROCESSES_MAX = 1_000;

    /** Maximum number of event ids of a filter: ETW has 64. */
    public static final int IDS_MAX = 1_000;

    /** Maximum number of names of a filter, of events or executables. */
    public static final int NAMES_MAX = 1_000;

    /** Maximum length of the name of an executable in characters, as for a file name. */
    public static final int EXECUTABLE_LENGTH_MAX = 255;

    /** Maximum number of comparisons of all payload filters: each may cost a writer some nanoseconds per event. */
    public static final int PREDICATES_MAX = 100;

    /** Maximum length of all payload filters as text, in characters: ETW has 4,096 bytes. */
    public static final int PAYLOAD_TEXT_LENGTH_MAX = 32_768;

    /** Maximum length of the data that a session passes to a provider's callbacks, in bytes: the same as in ETW. */
    public static final int DATA_LENGTH_MAX = 1_024;

    private FilterLimits() {}

    public static void check(final FilterType type, final String what, final long value, final long min,
            final long max) {
        if (value < min || value > max) {
            throw RingsideException.invalidArgument(
                    "filter is beyond a limit: type=" + type + ", " + what + '=' + value
                            + ", min=" + min + ", max=" + max);
        }
    }
}
