package io.ringside.rules;

/**
 * A rule of the semantics that are implemented.
 *
 * @param number such as {@code R3.10}.
 * @param owner  which part of the work proves it; {@link #NOBODY} if it does not apply at all.
 * @param title  what it is about.
 * @param doesNotApply what of it is left out and why; empty if nothing is.
 */
record Rule(String number, String owner, String title, String doesNotApply) {
    static final String NOBODY = "-";

    boolean applies() {
        return !owner.equals(NOBODY);
    }

    /** The chapter of the rules: 3 for {@code R3.10}. */
    int chapter() {
        return Integer.parseInt(number.substring(1, number.indexOf('.')));
    }

    /** The place within its chapter: 10 for {@code R3.10}. */
    int place() {
        return Integer.parseInt(number.substring(number.indexOf('.') + 1));
    }
}
