package io.ringside.proof;

import java.util.ArrayList;
import java.util.List;

/** What does not agree. Keeps the first ones, counts all. */
final class Problems {
    private static final int KEPT = 20;

    private final List<String> first = new ArrayList<>();
    private int count;

    void add(final String problem) {
        count++;
        if (first.size() < KEPT) {
            first.add(problem);
        }
    }

    /** The first ones, and how many more there are. */
    List<String> list() {
        final List<String> list = new ArrayList<>(first);
        if (count > KEPT) {
            list.add("and " + (count - KEPT) + " more");
        }
        return list;
    }
}
