package io.ringside.rules;

/**
 * A rule of the semantics that are implemented.
 *
 * @param number such as {@code R3.10}.
 * @param owner  which part of the work proves it; {@link #NOBODY} if it is not for us at all.
 * @param title  what it is about.
 * @param notForUs what of it is left out and why; empty if nothing is.
 */
record Rule(String number, String owner, String title, String notForUs) {
    static final String NOBODY = "-";

    boolean isForUs() {
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
