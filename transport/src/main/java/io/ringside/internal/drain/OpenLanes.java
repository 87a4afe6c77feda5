package io.ringside.internal.drain;

import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.lane.Batch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** The lanes of all processes whose ledgers are not final, in polling order. Used only by the drain's thread. */
final class OpenLanes {
    /** Number of polls of all lanes until one without events is idle: some milliseconds, at about 10 ns each. */
    private static final long LANES_ASKED_UNTIL_IDLE = 200_000;

    private final DrainErrorHandler errors;
    private final List<ProcessLanes> ledgers = new ArrayList<>();
    private final List<DrainedLane> lanes = new ArrayList<>();
    private final List<DrainedLane> view = Collections.unmodifiableList(lanes);
    /** The same lanes in the order used by polls: active lanes, which had events recently, then idle ones. */
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

    /** Open lanes that were added to ledgers. Returns their number; if it is not 0, lanes must be collected again. */
    int openAdded() {
        int added = 0;
        for (int i = 0; i < ledgers.size(); i++) {
            added += ledgers.get(i).openLanes(errors);
        }
        return added;
    }

    /** Returns whether all lanes are empty. Reads every tail; returns false if a ledger was truncated. */
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

    /** Returns whether each lane was empty at some moment. Reads tails; returns false if a ledger was truncated. */
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
     * Set whether the next polls include all idle lanes, as for a caller that pauses. Otherwise each poll includes one
     * of them in turn, so that spare lanes, and lanes of threads that rarely write, do not delay the others.
     */
    void includeAllIdle(final boolean include) {
        withAllIdle = include;
    }

    int poll(final DrainSink sink, final int eventLimit) {
        // Idle lanes are polled first, so that they do not wait forever for active ones when the limit is reached.
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
        // If the journal became full before the end of the round, the next round begins with the other lanes.
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
