package io.ringside.cli.option;

import io.ringside.event.ProviderId;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/**
 * A provider as typed, or a pattern that matches names of providers. Immutable.
 *
 * @param id   id of the provider, derived from the name if a name was typed
 * @param name typed name without a leading asterisk; null if an id was typed
 */
public record ProviderSelector(UUID id, @Nullable String name) {
    public static final ProviderSelector NONE = new ProviderSelector(new UUID(0, 0), null);

    private static final Pattern ID = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");
    private static final String NAME_MARK = "*";
    private static final char WILDCARD = '*';

    /**
     * Parses a provider's UUID or name. Text after an asterisk, which other tools of this kind require, is always a
     * name. An asterisk elsewhere, or alone, matches any characters.
     *
     * @param text as typed
     */
    public static ProviderSelector parse(final String text) {
        final boolean marked = text.startsWith(NAME_MARK) && !text.equals(NAME_MARK);
        if (!marked && ID.matcher(text).matches()) {
            return new ProviderSelector(UUID.fromString(text), null);
        }
        final String name = marked ? text.substring(NAME_MARK.length()) : text;
        if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
            throw new TypeConversionException("invalid provider: expected a name or UUID such as Orders, *Orders or "
                    + "22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716");
        }
        return ofName(name);
    }

    /**
     * Returns the selector of a provider by its name.
     *
     * @param name not empty
     */
    public static ProviderSelector ofName(final String name) {
        return new ProviderSelector(ProviderId.fromName(name), name);
    }

    /**
     * Returns whether this names or matches the provider. Names are compared without letter case, as in the derivation
     * of ids.
     *
     * @param otherId   of the provider
     * @param otherName of the provider
     */
    public boolean matches(final UUID otherId, final String otherName) {
        return id.equals(otherId)
                || (name != null && (isPattern() ? fits(name, otherName) : otherName.equalsIgnoreCase(name)));
    }

    /** Returns whether this is a pattern: each asterisk matches any characters or none. */
    public boolean isPattern() {
        return name != null && name.indexOf(WILDCARD) >= 0;
    }

    /** Matches each part between asterisks at its first occurrence; only the last asterisk needs backtracking. */
    private static boolean fits(final String pattern, final String text) {
        int inPattern = 0;
        int inText = 0;
        int behindWildcard = -1;
        int skipped = 0;
        while (inText < text.length()) {
            if (inPattern < pattern.length() && pattern.charAt(inPattern) == WILDCARD) {
                inPattern++;
                behindWildcard = inPattern;
                skipped = inText;
            } else if (inPattern < pattern.length() && isSame(pattern.charAt(inPattern), text.charAt(inText))) {
                inPattern++;
                inText++;
            } else if (behindWildcard >= 0) {
                skipped++;
                inPattern = behindWildcard;
                inText = skipped;
            } else {
                return false;
            }
        }
        return pattern.chars().skip(inPattern).allMatch(rest -> rest == WILDCARD);
    }

    private static boolean isSame(final char one, final char other) {
        return Character.toLowerCase(Character.toUpperCase(one)) == Character.toLowerCase(Character.toUpperCase(other));
    }

    /** Returns the text that was typed. */
    @Override
    public String toString() {
        return name == null ? id.toString() : name;
    }
}
