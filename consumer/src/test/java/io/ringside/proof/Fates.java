package io.ringside.proof;

import java.util.List;

/**
 * What became of a number in a session, as the calls' results and all deliveries together tell it. A result counts
 * sessions and does not name them; who delivered the event and who did not makes up for that.
 */
final class Fates {
    /** The session did not want it. */
    static final int NOT_WANTED = -1;
    static final int DELIVERED = -2;
    /** The call did not return, and nothing was delivered. */
    static final int UNKNOWN = -3;
    /** Written, and never seen: in the hand of a drain that was killed. */
    static final int IN_HAND = -4;

    private final List<Evidence> sessions;
    private final List<Deliveries> deliveries;
    private final Problems problems;

    Fates(final List<Evidence> sessions, final List<Deliveries> deliveries, final Problems problems) {
        this.sessions = sessions;
        this.deliveries = deliveries;
        this.problems = problems;
    }

    /** Compares all results with all deliveries. */
    void check(final Writer writer) {
        // Of each kind of event: their flag words are cleared one after another.
        final boolean[] over = new boolean[2];
        for (long number = 0; number < writer.returned(); number++) {
            final int outcome = writer.outcome(number);
            final int wanted = Outcome.wanted(outcome);
            final int delivered = delivered(writer, number);
            over[Numbers.eventIndex(number)] |= wanted == 0 && wanting(number) > 0;
            final int expected = over[Numbers.eventIndex(number)] ? 0 : wanting(number);
            if (!Outcome.isValid(outcome)) {
                problems.add("result makes no sense: " + at(writer, number, outcome));
            } else if (wanted != expected) {
                problems.add("result tells another number of sessions: " + at(writer, number, outcome) + ", expected="
                        + expected);
            } else if (delivered > Outcome.written(outcome)
                    || (delivered < Outcome.written(outcome) && !mayBeInHand())) {
                problems.add("deliveries are not what the call returned: " + at(writer, number, outcome)
                        + ", delivered=" + delivered);
            } else if (wanted > Outcome.written(outcome) && Outcome.cause(outcome) < 0) {
                problems.add("proof cannot tell which session lost it by which cause: " + at(writer, number, outcome));
            }
        }
    }

    /** A constant of this class, or the code of the cause by which it was lost. */
    int fate(final int session, final Writer writer, final long number) {
        if (!Numbers.isWanted(number, sessions.get(session).level())) {
            return NOT_WANTED;
        }
        if (deliveries.get(session).has(writer, number)) {
            return DELIVERED;
        }
        if (number >= writer.returned()) {
            return UNKNOWN;
        }
        final int outcome = writer.outcome(number);
        if (Outcome.wanted(outcome) == 0) {
            return NOT_WANTED;
        }
        return Outcome.written(outcome) > delivered(writer, number) ? IN_HAND : Math.max(0, Outcome.cause(outcome));
    }

    private int delivered(final Writer writer, final long number) {
        int count = 0;
        for (final Deliveries session : deliveries) {
            count += session.has(writer, number) ? 1 : 0;
        }
        return count;
    }

    private int wanting(final long number) {
        int count = 0;
        for (final Evidence session : sessions) {
            count += Numbers.isWanted(number, session.level()) ? 1 : 0;
        }
        return count;
    }

    private boolean mayBeInHand() {
        // With two sessions one could not tell in whose hand.
        return sessions.size() == 1 && sessions.get(0).wasDrainKilled();
    }

    private static String at(final Writer writer, final long number, final int outcome) {
        return writer + ", number=" + number + ", written=" + Outcome.written(outcome) + ", wanted="
                + Outcome.wanted(outcome) + ", outcome=0x" + Integer.toHexString(outcome);
    }
}
