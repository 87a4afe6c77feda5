package io.ringside.internal.filter;

import io.ringside.RingsideException;

/** The limits of the filters of one enablement, each with its reason. None is below that of ETW. */
public final class FilterLimits {
    /** Most process ids of a filter, and most processes: ETW has 8, tools that follow a fleet need more. */
    public static final int PROCESSES_MAX = 1_000;

    /** Most event ids of a filter: ETW has 64. */
    public static final int IDS_MAX = 1_000;

    /** Most names of a filter, of events or executables. */
    public static final int NAMES_MAX = 1_000;

    /** Most characters of one name of an executable: as many as a file's name has. */
    public static final int EXECUTABLE_LENGTH_MAX = 255;

    /** Most comparisons of all payload filters together: each may cost a writer some nanoseconds for every event. */
    public static final int PREDICATES_MAX = 100;

    /** Most characters of all payload filters together, as text: ETW has 4,096 bytes. */
    public static final int PAYLOAD_TEXT_LENGTH_MAX = 32_768;

    /** Most bytes of the data that a session hands to the callbacks of a provider: ETW's figure. */
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
