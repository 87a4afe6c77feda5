package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.internal.schema.SchemaLimits;

/** Rules for names within a schema, and for its texts. */
final class SchemaName {
    private SchemaName() {}

    /** Returns a name after checking it: 1..255 characters, no control characters, no blank at either end. */
    static String check(final String what, final String name) {
        checkPrintable(what, name);
        if (!name.strip().equals(name)) {
            throw RingsideException.invalidArgument(
                    "name is not allowed, no control characters, no blanks around: of=" + what + ", name="
                            + printable(name) + ": choose one without them");
        }
        return name;
    }

    /** Returns a name after checking it, with blanks allowed at the ends, as in an application's text. */
    static String checkPrintable(final String what, final String name) {
        if (name.isEmpty() || name.length() > SchemaLimits.NAME_LENGTH_MAX) {
            throw RingsideException.invalidArgument("name has a wrong length: of=" + what + ", length=" + name.length()
                    + ", min=1, max=" + SchemaLimits.NAME_LENGTH_MAX + ": choose one of such a length");
        }
        if (!isPrintable(name)) {
            throw RingsideException.invalidArgument("name is not allowed, no control characters: of=" + what + ", name="
                    + printable(name) + ": choose one without them");
        }
        return name;
    }

    /**
     * Returns the name of a field or keyword after checking it as above. Blanks and commas are not allowed, since such
     * names appear in lists; a dollar at the beginning is reserved for values that are shown beside fields.
     */
    static String checkIdentifier(final String what, final String name) {
        check(what, name);
        if (name.charAt(0) == '$' || name.indexOf(',') >= 0 || name.chars().anyMatch(Character::isWhitespace)) {
            throw RingsideException
                    .invalidArgument("name is not allowed, no blanks, no commas, no dollar in front: of=" + what
                            + ", name=" + printable(name) + ": choose one without them");
        }
        return name;
    }

    /** Returns a text after checking its length; the empty text means none. */
    static String checkText(final String what, final String text, final int lengthMax) {
        if (text.length() > lengthMax || !isWellFormed(text)) {
            throw RingsideException
                    .invalidArgument("text is too long or not Unicode: of=" + what + ", length=" + text.length()
                            + ", max=" + lengthMax + ": shorten it, and use no lone surrogates");
        }
        return text;
    }

    private static boolean isPrintable(final String name) {
        return name.chars().noneMatch(Character::isISOControl) && isWellFormed(name);
    }

    /** Unpaired surrogates would be decoded from UTF-8 as question marks, and so change the schema. */
    private static boolean isWellFormed(final String text) {
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    private static String printable(final String name) {
        return name.replaceAll("[^\\x20-\\x7e]", "?");
    }
}
