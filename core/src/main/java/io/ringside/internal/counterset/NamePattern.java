package io.ringside.internal.counterset;

/**
 * Pattern for names, ignoring letter case: a star matches any number of characters, a question mark exactly one.
 * Matching takes at most as many steps as the product of the lengths of pattern and name. Immutable.
 */
public final class NamePattern {
    /** Matches every name. */
    public static final String ANY = "*";

    private static final int STAR = '*';
    private static final int ONE = '?';
    private static final int NULL_INDEX = -1;

    private final String text;
    private final int[] pattern;

    /**
     * Creates a pattern.
     *
     * @param text with stars and question marks
     */
    public NamePattern(final String text) {
        this.text = text;
        this.pattern = folded(text);
    }

    /** {@return the text of the pattern as given} */
    public String text() {
        return text;
    }

    /** {@return whether it contains a star or a question mark} */
    public boolean hasWildcards() {
        return text.indexOf(STAR) >= 0 || text.indexOf(ONE) >= 0;
    }

    /** {@return whether this is the pattern that matches every name} */
    public boolean isAny() {
        return ANY.equals(text);
    }

    /** {@return whether a name matches} */
    public boolean matches(final String name) {
        final int[] characters = folded(name);
        int next = 0;
        int star = NULL_INDEX;
        int behindStar = 0;
        int index = 0;
        while (index < characters.length) {
            if (next < pattern.length && pattern[next] == STAR) {
                star = next++;
                behindStar = index;
            } else if (next < pattern.length && (pattern[next] == ONE || pattern[next] == characters[index])) {
                next++;
                index++;
            } else if (star != NULL_INDEX) {
                // The last star matches one more character; earlier stars need not be tried again.
                next = star + 1;
                index = ++behindStar;
            } else {
                return false;
            }
        }
        while (next < pattern.length && pattern[next] == STAR) {
            next++;
        }
        return next == pattern.length;
    }

    /** Returns a form of a name that is equal for all names that differ only in letter case. */
    public static String fold(final String name) {
        final int[] folded = folded(name);
        return new String(folded, 0, folded.length);
    }

    private static int[] folded(final String name) {
        return name.codePoints().map(c -> Character.toLowerCase(Character.toUpperCase(c))).toArray();
    }
}
