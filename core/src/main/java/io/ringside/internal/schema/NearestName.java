package io.ringside.internal.schema;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds the name that was probably meant by a mistyped one. Stateless. */
public final class NearestName {
    private static final int MAX_TYPING_ERRORS = 2;

    private NearestName() {}

    /**
     * Returns the name that differs least from a mistyped one.
     *
     * @param typed name as typed
     * @param names existing names
     * @return the nearest name, if it differs by no more than two characters and half of the typed ones; ignores letter
     *         case
     */
    public static Optional<String> of(final String typed, final Collection<String> names) {
        final int allowed = Math.min(MAX_TYPING_ERRORS, typed.length() / 2);
        return names.stream().filter(name -> Math.abs(name.length() - typed.length()) <= allowed)
                .filter(name -> distance(typed, name) <= allowed)
                .min(Comparator.comparingInt(name -> distance(typed, name)));
    }

    /** Returns the number of characters to insert, remove or replace to get from one text to the other. */
    private static int distance(final String typed, final String name) {
        final String from = typed.toLowerCase(Locale.ROOT);
        final String to = name.toLowerCase(Locale.ROOT);
        int[] row = IntStream.rangeClosed(0, to.length()).toArray();
        for (int i = 1; i <= from.length(); i++) {
            final int[] next = new int[row.length];
            next[0] = i;
            for (int j = 1; j < row.length; j++) {
                final int replaced = row[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(replaced, 1 + Math.min(row[j], next[j - 1]));
            }
            row = next;
        }
        return row[row.length - 1];
    }
}
