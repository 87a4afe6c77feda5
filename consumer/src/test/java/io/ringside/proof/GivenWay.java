package io.ringside.proof;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a circular recording does not hold any more of what was written, by the numbers of its events: of each thread
 * all that is older than what is there, and nothing else. For one thread.
 */
final class GivenWay {
    private static final long NONE = Long.MAX_VALUE;

    private final Fates fates;
    private final Problems problems = new Problems();
    private final Set<Integer> absent = new HashSet<>();
    private long events;
    private long unknown;

    /**
     * Compare.
     *
     * @param session whose last journal is that of the recording, and whose others are empty
     * @param writers of all its events
     */
    GivenWay(final Evidence session, final Writers writers) {
        fates = new Fates(List.of(session), List.of(new Deliveries(session, writers, problems)), problems);
        for (final Writer writer : writers.all()) {
            // What is written while a claim is open goes through a lane of its own.
            compare(writer, false);
            compare(writer, true);
            unknown += writer.isCutOff() && fates.fate(0, writer, writer.returned()) == Fates.UNKNOWN ? 1 : 0;
        }
    }

    /** Whatever is missing behind an event that is there. */
    List<String> problems() {
        return problems.list();
    }

    /** Events that were written and have given way, as far as their calls returned. */
    long events() {
        return events;
    }

    /** Calls that were cut off, and have written nothing that is there. */
    long unknown() {
        return unknown;
    }

    /** Numbers of processes of which a thread has written, and nothing is there. */
    Set<Integer> absent() {
        return absent;
    }

    private void compare(final Writer writer, final boolean nested) {
        final long before = events;
        long first = NONE;
        for (long number = 0; number < writer.returned(); number++) {
            if (Outcome.isNested(writer.outcome(number)) == nested) {
                final int fate = fates.fate(0, writer, number);
                if (fate == Fates.DELIVERED) {
                    first = Math.min(first, number);
                } else if (fate == Fates.IN_HAND) {
                    events++;
                    if (first != NONE) {
                        problems.add("event has given way before an older one: " + writer + ", number=" + number
                                + ", older=" + first);
                    }
                }
            }
        }
        if (first == NONE && events > before) {
            absent.add(writer.truth().process());
        }
    }
}
