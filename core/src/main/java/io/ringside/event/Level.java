package io.ringside.event;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Levels of severity, a u8 where lower is more severe. An event passes a level filter when its level is at most
 * the one that is enabled, so {@link #LOG_ALWAYS} passes every one. Any of 16..255 may be a provider's own level.
 */
public final class Level {
    /** Passes every level filter; as the level of an enablement it means no limit. */
    public static final int LOG_ALWAYS = 0;
    /** Abnormal end; classic providers say FATAL. */
    public static final int CRITICAL = 1;
    /** Severe. */
    public static final int ERROR = 2;
    /** Needs attention. */
    public static final int WARNING = 3;
    /** The ordinary course of things. */
    public static final int INFORMATION = 4;
    /** Everything. */
    public static final int VERBOSE = 5;
    /** First level that a provider may define; those between {@link #VERBOSE} and this are reserved. */
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
     * Finds one of the levels 0..5 by its name.
     *
     * @param name in any letter case, with a hyphen or an underscore, or its first three letters or more, such as
     *             {@code warn}.
     * @return the level; null if there is none of that name.
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
     * Is this one of the levels 6..15, which are reserved?
     *
     * @param level 0..255.
     * @return true for 6..15.
     */
    public static boolean isReserved(final int level) {
        return level > VERBOSE && level < FIRST_OWN;
    }
}
