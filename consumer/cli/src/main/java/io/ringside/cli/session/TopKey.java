package io.ringside.cli.session;

/**
 * A key that was pressed. Immutable.
 *
 * @param kind      of the key
 * @param character character of {@link Kind#CHARACTER}; 0 for all other kinds
 */
record TopKey(Kind kind, int character) {
    /** The keys that have names, and a kind for all characters. */
    enum Kind {
        UP, DOWN, LEFT, RIGHT, PAGE_UP, PAGE_DOWN, HOME, END, TAB, ENTER, ESCAPE, BACKSPACE,
        /** A letter, a digit or a sign. */
        CHARACTER,
        /** The end of the input. */
        END_OF_INPUT
    }

    static TopKey of(final Kind kind) {
        return new TopKey(kind, 0);
    }

    static TopKey of(final int character) {
        return new TopKey(Kind.CHARACTER, character);
    }
}
