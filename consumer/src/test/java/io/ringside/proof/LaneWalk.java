package io.ringside.proof;

import io.ringside.session.LossCause;

/**
 * Goes along one lane of a session, entry by entry, and compares every gap between two events of one thread with the
 * numbers that are missing there. What cannot be told so, at a lane's ends and where it changes hands, is left over for
 * {@link SessionCheck}.
 */
final class LaneWalk {
    private final Evidence session;
    private final Lane lane;
    private final Fates fates;
    private final int sessionIndex;
    private final Problems problems;

    private final Tally leftOver = new Tally();
    private Tally open = new Tally();
    private boolean interrupted;
    private long abandoned;
    private Writer last;
    private long lastNumber;

    /** Receives what is explained of a thread's missing numbers. */
    interface Explained {
        /** These are missing between two events, and are told of there. */
        void explained(Writer writer, Tally missing);
    }

    LaneWalk(final Evidence session, final int sessionIndex, final Lane lane, final Fates fates,
            final Problems problems) {
        this.session = session;
        this.sessionIndex = sessionIndex;
        this.lane = lane;
        this.fates = fates;
        this.problems = problems;
    }

    Lane lane() {
        return lane;
    }

    /** Told gaps that lie at the lane's ends, or where it changed hands. */
    Tally leftOver() {
        return leftOver;
    }

    /** A drain was killed here: what it held in its hand was told to nobody. */
    void interrupt() {
        interrupted = true;
    }

    void gap(final Journal journal, final int entry) {
        final Tally losses = journal.losses(entry);
        open.add(losses);
        abandoned += losses.of(LossCause.ABANDONED);
        if (losses.total() != journal.to(entry) || losses.hasNegative() || losses.total() == 0) {
            problem("gap is not the sum of its causes: total=" + journal.to(entry) + ", causes=" + losses, lastNumber);
        }
        if (abandoned > 1) {
            problem("more than one attempt is abandoned: abandoned=" + abandoned, lastNumber);
        }
    }

    void run(final Writer writer, final long from, final long to, final Explained explained) {
        if (writer.equals(last) && from <= lastNumber) {
            problem("order is broken: next=" + from, lastNumber);
        }
        if (writer.equals(last) && !writer.isCarried()) {
            compare(writer, from, explained);
        } else {
            leftOver.add(open);
        }
        open = new Tally();
        interrupted = false;
        last = writer;
        lastNumber = to;
    }

    void end() {
        leftOver.add(open);
    }

    private void compare(final Writer writer, final long next, final Explained explained) {
        final Tally missing = new Tally();
        for (long number = lastNumber + 1; number < next; number++) {
            final int fate = fates.fate(sessionIndex, writer, number);
            if (fate >= 0 && isOfLane(writer, number)) {
                missing.add(fate, 1);
            }
        }
        missing.add(LossCause.NO_LANE.code(), -missing.of(LossCause.NO_LANE));
        missing.add(LossCause.NOT_ATTACHED.code(), -missing.of(LossCause.NOT_ATTACHED));
        final Tally untold = new Tally().add(missing).subtract(open);
        if (interrupted ? untold.hasNegative() : untold.total() != 0 || untold.hasNegative()) {
            problem("gap is not what is missing: next=" + next + ", missing=" + missing + ", told=" + open, lastNumber);
        }
        explained.explained(writer, missing);
    }

    /** A thread's second lane takes what it writes while a claim is open in the first. */
    private boolean isOfLane(final Writer writer, final long number) {
        return Outcome.isNested(writer.outcome(number)) == Outcome.isNested(writer.outcome(lastNumber));
    }

    private void problem(final String what, final long after) {
        problems.add(what + ", session=" + session.name() + ", lane=" + lane + ", " + last + ", after=" + after);
    }
}
