package io.ringside.proof;

import io.ringside.session.LossCause;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Compares what one session's drains were handed, gap by gap, and its ledger, with the truth. Used once. */
final class SessionCheck {
    private final Evidence session;
    private final int sessionIndex;
    private final Writers writers;
    private final Deliveries deliveries;
    private final Fates fates;
    private final Problems problems;

    private final Map<Lane, LaneWalk> walks = new LinkedHashMap<>();
    private final Map<Writer, Tally> explained = new HashMap<>();
    private final Tally toldLaneless = new Tally();

    /** All that is missing, by threads; what cut-off calls may add; what is told of it at lanes' ends. */
    private static final class Pool {
        private final Tally missing = new Tally();
        private final Tally told = new Tally();
        private long cutOff;
    }

    SessionCheck(final Evidence session, final int sessionIndex, final Writers writers, final Deliveries deliveries,
            final Fates fates, final Problems problems) {
        this.session = session;
        this.sessionIndex = sessionIndex;
        this.writers = writers;
        this.deliveries = deliveries;
        this.fates = fates;
        this.problems = problems;
    }

    void check() {
        for (int i = 0; i < session.journals().size(); i++) {
            if (i > 0) {
                walks.values().forEach(LaneWalk::interrupt);
            }
            walk(session.journals().get(i));
        }
        walks.values().forEach(LaneWalk::end);
        comparePools();
        compareLedger();
    }

    private void walk(final Journal journal) {
        for (int entry = 0; entry < journal.size(); entry++) {
            final Journal.Kind kind = journal.kind(entry);
            if (kind == Journal.Kind.LANELESS) {
                toldLaneless.add(journal.losses(entry));
            } else if (kind == Journal.Kind.GAP) {
                walkOf(journal, entry).gap(journal, entry);
            } else if (kind == Journal.Kind.RUN) {
                final Writer writer = writers.find(journal.process(entry), journal.thread(entry));
                if (writer != null) {
                    walkOf(journal, entry).run(writer, journal.from(entry), journal.to(entry), this::explain);
                }
            }
        }
    }

    private LaneWalk walkOf(final Journal journal, final int entry) {
        return walks.computeIfAbsent(journal.lane(entry),
                lane -> new LaneWalk(session, sessionIndex, lane, fates, problems));
    }

    private void explain(final Writer writer, final Tally missing) {
        explained.computeIfAbsent(writer, key -> new Tally()).add(missing);
    }

    /** At the ends of lanes: per lane where lane and thread have each other for themselves, else per process. */
    private void comparePools() {
        final Map<Object, Pool> pools = new HashMap<>();
        for (final LaneWalk walk : walks.values()) {
            final Object key = deliveries.isExclusive(walk.lane()) ? walk.lane() : (Object) walk.lane().pid();
            pools.computeIfAbsent(key, any -> new Pool()).told.add(walk.leftOver());
        }
        for (final Writer writer : writers.all()) {
            final Object key = deliveries.isExclusive(writer) ? deliveries.lane(writer) : (Object) writer.pid();
            final Pool pool = pools.computeIfAbsent(key, any -> new Pool());
            pool.missing.add(missing(writer)).subtract(explained.getOrDefault(writer, new Tally()));
            pool.cutOff += isUnknown(writer) ? 1 : 0;
        }
        pools.forEach(this::compare);
    }

    private void compare(final Object key, final Pool pool) {
        final Tally extra = new Tally().add(pool.told).subtract(pool.missing);
        if (session.wasDrainKilled()) {
            // A killed drain may have had gaps in its hand; the ledger knows them.
            return;
        }
        if (!extra.isOnly(LossCause.ABANDONED, LossCause.FULL, LossCause.TOO_LARGE) || extra.total() > pool.cutOff) {
            problems.add("gaps at the ends are not what is missing: session=" + session.name() + ", at=" + key
                    + ", missing=" + pool.missing + ", told=" + pool.told + ", callsCutOff=" + pool.cutOff);
        }
    }

    /** Everything of a thread that a lane lost, as far as calls returned. */
    private Tally missing(final Writer writer) {
        final Tally missing = all(writer);
        return missing.add(LossCause.NO_LANE.code(), -missing.of(LossCause.NO_LANE))
                .add(LossCause.NOT_ATTACHED.code(), -missing.of(LossCause.NOT_ATTACHED));
    }

    private Tally all(final Writer writer) {
        final Tally all = new Tally();
        for (long number = 0; number < writer.returned(); number++) {
            final int fate = fates.fate(sessionIndex, writer, number);
            if (fate >= 0) {
                all.add(fate, 1);
            }
        }
        return all;
    }

    private boolean isUnknown(final Writer writer) {
        return writer.isCutOff() && fates.fate(sessionIndex, writer, writer.returned()) == Fates.UNKNOWN;
    }

    private void compareLedger() {
        final LedgerNumbers ledger = session.ledger().withoutStart(session.laneStart());
        final Tally lost = new Tally();
        long inHand = 0;
        long cutOff = 0;
        for (final Writer writer : writers.all()) {
            lost.add(all(writer));
            inHand += inHand(writer);
            cutOff += isUnknown(writer) ? 1 : 0;
        }
        final Tally extra = new Tally().subtract(lost);
        for (int cause = 0; cause < Journal.CAUSES; cause++) {
            extra.add(cause, ledger.lost()[cause]);
        }
        final long taken = ledger.delivered() - deliveries.events() - inHand;
        // A call that was cut off may have been lost in any way, or be in the hand of a killed drain.
        final boolean balanced = !extra.hasNegative() && taken >= 0 && extra.total() + taken <= cutOff
                && (taken == 0 || session.wasDrainKilled())
                && extra.of(LossCause.ERROR) + extra.of(LossCause.CORRUPT) + extra.of(LossCause.DISCARDED) == 0;
        final long outcomes = ledger.delivered() + ledger.lostTotal() + ledger.overwritten() + ledger.inRing()
                + ledger.inFlight();
        if (!balanced || ledger.wanted() != outcomes || ledger.inRing() + ledger.inFlight() + ledger.overwritten() != 0
                || !ledger.settled() || !ledger.isFinal()) {
            problems.add("ledger is not the truth: session=" + session.name() + ", ledger=" + ledger + ", delivered="
                    + deliveries.events() + ", inHand=" + inHand + ", lost=" + lost + ", callsCutOff=" + cutOff
                    + ", wantedLessOutcomes=" + (ledger.wanted() - outcomes));
        }
        compareLaneless(ledger);
    }

    private long inHand(final Writer writer) {
        long count = 0;
        for (long number = 0; session.wasDrainKilled() && number < writer.returned(); number++) {
            count += fates.fate(sessionIndex, writer, number) == Fates.IN_HAND ? 1 : 0;
        }
        return count;
    }

    private void compareLaneless(final LedgerNumbers ledger) {
        final long noLane = ledger.lost()[LossCause.NO_LANE.code()] - toldLaneless.of(LossCause.NO_LANE);
        final long notAttached = ledger.lost()[LossCause.NOT_ATTACHED.code()] - toldLaneless.of(LossCause.NOT_ATTACHED);
        final boolean told = session.wasDrainKilled()
                ? noLane >= 0 && notAttached >= 0
                : noLane == 0 && notAttached == 0;
        if (!told) {
            problems.add("losses without a lane are not told: session=" + session.name() + ", ledger=" + ledger
                    + ", told=" + toldLaneless);
        }
    }
}
