package io.ringside.internal.session;

import io.ringside.RingsideException;
import io.ringside.event.EventLimits;
import java.util.Locale;

/**
 * Rules for the names of sessions: 1 to 1,024 characters; names that differ only in letter case are the same name.
 * Stateless.
 */
public final class SessionName {
    private SessionName() {}

    /**
     * Checks a name.
     *
     * @param name to check.
     * @return the same name.
     * @throws RingsideException if it is blank, too long or contains control characters.
     */
    public static String check(final String name) {
        if (name.isBlank()) {
            throw RingsideException.invalidArgument("name of session must not be blank: name=" + name);
        }
        if (name.length() > EventLimits.SESSION_NAME_LENGTH_MAX) {
            throw RingsideException.invalidArgument("name of session is too long: length=" + name.length() + ", max="
                    + EventLimits.SESSION_NAME_LENGTH_MAX);
        }
        if (name.chars().anyMatch(Character::isISOControl)) {
            throw RingsideException.invalidArgument(
                    "name of session holds a control character: name=" + name.replaceAll("\\p{Cntrl}", "?"));
        }
        return name;
    }

    /**
     * Returns the identity of a name: two names denote the same session exactly if their identities are equal.
     *
     * @param name valid name.
     * @return its identity, independent of letter case and locale.
     */
    public static String identity(final String name) {
        // Both conversions are needed, since some letters agree in one case only, such as the long s and the dotted I.
        return name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}
