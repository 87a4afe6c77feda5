package io.ringside.event;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Levels of severity, a u8; lower is more severe. An event passes a level filter if its level is at most the enabled
 * one, so {@link #LOG_ALWAYS} passes every filter. A provider may define its own levels 16..255.
 */
public final class Level {
    /** Passes every level filter; as the level of an enablement it means no limit. */
    public static final int LOG_ALWAYS = 0;
    /** Abnormal end; called FATAL by classic providers. */
    public static final int CRITICAL = 1;
    /** Severe error. */
    public static final int ERROR = 2;
    /** Condition that needs attention. */
    public static final int WARNING = 3;
    /** Normal operation. */
    public static final int INFORMATION = 4;
    /** Detailed diagnostics. */
    public static final int VERBOSE = 5;
    /** First level that a provider may define; levels between {@link #VERBOSE} and this are reserved. */
    public static final int FIRST_OWN = 16;
    /** The highest, thus the least severe level. */
    public static final int MAX = 255;

    private static final int SHORTEST_NAME = 3;

    private Level() {}

    /**
     * Returns the name of one of the levels 0..5.
     *
     * @param level 0..255.
     * @return its name, such as {@code WARNING}; null for a level without a common name.
     */
    public static @Nullable String nameOf(final int level) {
        return switch (level) {
            case LOG_ALWAYS -> "LOG_ALWAYS";
            case CRITICAL -> "CRITICAL";
            case ERROR -> "ERROR";
            case WARNING -> "WARNING";
            case INFORMATION -> "INFORMATION";
            case VERBOSE -> "VERBOSE";
            default -> null;
        };
    }

    /**
     * Finds one of the levels 0..5 by name.
     *
     * @param name in any letter case, with a hyphen or an underscore, or its first three letters or more, such as
     *             {@code warn}.
     * @return the level; null if no level has that name.
     */
    public static @Nullable Integer ofName(final String name) {
        final String start = name.toUpperCase(Locale.ROOT).replace('-', '_');
        for (int level = LOG_ALWAYS; level <= VERBOSE && start.length() >= SHORTEST_NAME; level++) {
            if (String.valueOf(nameOf(level)).startsWith(start)) {
                return level;
            }
        }
        return null;
    }

    /**
     * Returns whether this is one of the reserved levels 6..15.
     *
     * @param level 0..255.
     * @return true for 6..15.
     */
    public static boolean isReserved(final int level) {
        return level > VERBOSE && level < FIRST_OWN;
    }
}
