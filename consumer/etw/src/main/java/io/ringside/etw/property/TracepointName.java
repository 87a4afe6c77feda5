package io.ringside.etw.property;

import io.ringside.RingsideException;
import io.ringside.event.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Name of a Linux tracepoint of the kind {@code user_events} that represents all events of a provider with one level
 * and one keyword mask: {@code MyProvider_L5K1}, with level and mask in hex, followed by {@code G} and the group if
 * there is one.
 *
 * @param provider name of the provider, without spaces.
 * @param level    of the events, 1..255: tracepoints have no level 0.
 * @param keyword  mask of the events.
 * @param group    of the provider, lower-case letters and digits; empty if it is in none.
 */
public record TracepointName(String provider, int level, long keyword, String group) {
    private static final Pattern FORM = Pattern.compile("(\\S+)_L([0-9a-f]{1,2})K([0-9a-f]{1,16})(?:G([0-9a-z]+))?");
    private static final Pattern GROUP = Pattern.compile("[0-9a-z]*");
    private static final int RADIX = 16;

    /**
     * Checks the parts.
     *
     * @param provider name of the provider, without spaces.
     * @param level of the events, 1..255: tracepoints have no level 0.
     * @param keyword mask of the events.
     * @param group of the provider, lower-case letters and digits; empty if it is in none.
     * @throws RingsideException if a part is not allowed in a name.
     */
    public TracepointName {
        if (level < 1 || level > Level.MAX) {
            throw RingsideException.invalidArgument("level of tracepoint out of range: level=" + level + ", min=1, max="
                    + Level.MAX);
        }
        if (provider.isEmpty() || provider.chars().anyMatch(Character::isWhitespace)
                || !GROUP.matcher(group).matches()) {
            throw RingsideException
                    .invalidArgument("name of tracepoint is not allowed: provider=" + provider + ", group="
                            + group);
        }
    }

    /**
     * Parses a name.
     *
     * @param name of a tracepoint.
     * @return its parts; null if the name does not have this form
     */
    public static @Nullable TracepointName parse(final String name) {
        final Matcher matcher = FORM.matcher(name);
        if (!matcher.matches()) {
            return null;
        }
        final int level = Integer.parseInt(matcher.group(2), RADIX);
        final String group = matcher.group(4);
        return level == 0
                ? null
                : new TracepointName(matcher.group(1), level, Long.parseUnsignedLong(matcher.group(3), RADIX),
                        group == null ? "" : group);
    }

    /** {@return the name} */
    @Override
    public String toString() {
        return provider + "_L" + Integer.toHexString(level) + 'K' + Long.toHexString(keyword)
                + (group.isEmpty() ? "" : 'G' + group);
    }
}
