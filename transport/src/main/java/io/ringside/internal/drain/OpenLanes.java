package io.ringside.internal.drain;

import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.lane.Batch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** The lanes of all processes whose ledgers are not final, and whose turn it is. Only for the drain's thread. */
final class OpenLanes {
    /** Some milliseconds: to ask a lane in vain takes about 10 ns. Many lanes are asked less often each. */
    private static final long LANES_ASKED_UNTIL_IDLE = 200_000;

    private final DrainErrorHandler errors;
    private final List<ProcessLanes> ledgers = new ArrayList<>();
    private final List<DrainedLane> lanes = new ArrayList<>();
    private final List<DrainedLane> view = Collections.unmodifiableList(lanes);
    /** The same lanes, for what is done in every poll: those that had events lately first, then the idle ones. */
    private DrainedLane[] polled = {};
    private int active;
    private boolean withAllIdle = true;
    private int nextLane;
    private int nextIdle;

    OpenLanes(final DrainErrorHandler errors) {
        this.errors = errors;
    }

    List<DrainedLane> all() {
        return view;
    }

    void clear() {
        ledgers.clear();
        lanes.clear();
        polled = new DrainedLane[0];
        active = 0;
    }

    void collect(final Collection<DrainedProcess> processes) {
        clear();
        for (final DrainedProcess process : processes) {
            final ProcessLanes opened = process.lanes();
            if (opened != null && !opened.ledger().isSealed()) {
                opened.openLanes(errors);
                ledgers.add(opened);
                lanes.addAll(opened.lanes());
            }
        }
        polled = lanes.toArray(DrainedLane[]::new);
        for (int i = 0; i < polled.length; i++) {
            if (!polled[i].isResting()) {
                swap(i, active);
                active++;
            }
        }
    }

    /** Open lanes that were added to ledgers; returns how many, after which all are to be collected again. */
    int openAdded() {
        int added = 0;
        for (int i = 0; i < ledgers.size(); i++) {
            added += ledgers.get(i).openLanes(errors);
        }
        return added;
    }

    /** Whether nothing waits in any. Reads every tail; false, if it cannot be known because a ledger was truncated. */
    boolean areEmpty() {
        try {
            boolean empty = true;
            for (int i = 0; i < lanes.size() && empty; i++) {
                empty = !lanes.get(i).reader().hasFrames();
            }
            MappedFault.settle();
            return empty;
        } catch (final InternalError e) {
            MappedFault.require(e);
            return false;
        }
    }

    /** Whether each was empty when it was asked for. Reads tails; false, if a ledger was truncated. */
    boolean haveBeenEmpty() {
        try {
            boolean all = true;
            for (int i = 0; i < lanes.size(); i++) {
                all &= lanes.get(i).hasBeenEmpty();
            }
            MappedFault.settle();
            return all;
        } catch (final InternalError e) {
            MappedFault.require(e);
            return false;
        }
    }

    /**
     * Whether the next polls ask all idle lanes, as for a caller that pauses. Else each asks one of them in turn, so
     * that lanes ahead of need, and lanes of threads that seldom write, do not delay the others.
     */
    void includeAllIdle(final boolean include) {
        withAllIdle = include;
    }

    int poll(final DrainSink sink, final int eventLimit) {
        // Idle lanes come first: if the limit is reached, they do not wait for the active ones for ever.
        int events = 0;
        if (active < polled.length) {
            events = withAllIdle ? pollAllIdle(sink, eventLimit) : pollNextIdle(sink, eventLimit);
        }
        for (int i = active; i > 0 && events < eventLimit; i--) {
            nextLane = nextLane + 1 < active ? nextLane + 1 : 0;
            final DrainedLane lane = polled[nextLane];
            events += lane.poll(sink, eventLimit - events);
            if ((long) lane.emptyPolls() * active > LANES_ASKED_UNTIL_IDLE) {
                lane.rest();
                active--;
                swap(nextLane, active);
            }
        }
        return events;
    }

    private int pollAllIdle(final DrainSink sink, final int eventLimit) {
        int events = 0;
        for (int i = active; i < polled.length && events < eventLimit; i++) {
            events += pollIdle(i, sink, eventLimit - events);
        }
        return events;
    }

    private int pollNextIdle(final DrainSink sink, final int eventLimit) {
        nextIdle = nextIdle + 1 < polled.length ? Math.max(nextIdle + 1, active) : active;
        return pollIdle(nextIdle, sink, eventLimit);
    }

    private int pollIdle(final int index, final DrainSink sink, final int eventLimit) {
        final int events = polled[index].poll(sink, eventLimit);
        if (events > 0) {
            swap(index, active);
            active++;
        }
        return events;
    }

    private void swap(final int one, final int other) {
        final DrainedLane lane = polled[one];
        polled[one] = polled[other];
        polled[other] = lane;
    }

    int stage(final DrainJournal journal, final int chunkLimit) {
        final int count = lanes.size();
        int chunks = 0;
        int lastStaged = nextLane;
        for (int i = 0; i < count && chunks < chunkLimit; i++) {
            nextLane = nextLane + 1 < count ? nextLane + 1 : 0;
            final DrainedLane lane = lanes.get(nextLane);
            if (lane.stage(journal)) {
                lastStaged = nextLane;
                chunks++;
            }
        }
        // A journal that was full before the round was over gets the others first the next time.
        nextLane = lastStaged;
        return chunks;
    }

    boolean hasStaged() {
        for (final DrainedLane lane : lanes) {
            if (lane.reader().hasStaged()) {
                return true;
            }
        }
        return false;
    }

    void commitStaged() {
        for (int i = 0; i < lanes.size(); i++) {
            lanes.get(i).commitStaged();
            if (KillPoint.ARMED) {
                KillPoint.RECORD_LANE_COMMITTED.reached();
            }
        }
    }

    void stageLosses(final DrainJournal journal, final Batch batch) {
        for (final DrainedLane lane : lanes) {
            lane.reader().noteOwnerName();
            lane.stageLosses(journal, batch);
            report(lane);
        }
    }

    private void report(final DrainedLane lane) {
        if (lane.isRefused()) {
            errors.onError(lane.ledgerPath(), "too many files are open to read a lane: lane=" + lane.index()
                    + ": its records wait; raise the limit of open files, ulimit -n, or open fewer of them");
        }
        if (lane.reader().isBroken()) {
            errors.onError(lane.ledgerPath(), "words of a lane contradict each other: lane=" + lane.index()
                    + ": nothing more is taken from it, what it holds is counted as corrupt in the end");
        }
    }
}
