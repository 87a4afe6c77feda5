package io.ringside.cli.session;

/**
 * A key that was pressed. Immutable.
 *
 * @param kind      of the key
 * @param character of {@link Kind#CHARACTER}; 0 of all others
 */
record TopKey(Kind kind, int character) {
    /** Keys that have names, and all others. */
    enum Kind {
        UP, DOWN, LEFT, RIGHT, PAGE_UP, PAGE_DOWN, HOME, END, TAB, ENTER, ESCAPE, BACKSPACE,
        /** A letter, a digit or a sign. */
        CHARACTER,
        /** Nothing can be typed any more. */
        END_OF_INPUT
    }

    static TopKey of(final Kind kind) {
        return new TopKey(kind, 0);
    }

    static TopKey of(final int character) {
        return new TopKey(Kind.CHARACTER, character);
    }
}
