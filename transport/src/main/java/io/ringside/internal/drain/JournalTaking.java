package io.ringside.internal.drain;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.registry.SessionRow;
import java.util.List;

/** Hands out frames and losses to be written down, and takes the last ones of a process itself. */
record JournalTaking(DrainJournal journal, Batch losses) implements Taking {
    @Override
    public int frames(final OpenLanes lanes, final int limit) {
        return lanes.stage(journal, limit);
    }

    @Override
    public void losses(final OpenLanes lanes) {
        lanes.stageLosses(journal, losses);
    }

    @Override
    public void laneless(final DrainedProcess process, final SessionRow session) {
        process.stageLanelessLosses(session.slot(), session.id(), journal);
    }

    @Override
    public void lastLaneless(final DrainedProcess process, final SessionRow session) {
        laneless(process, session);
        if (process.hasStagedLosses()) {
            journal.settle(process);
            process.commitLanelessLosses();
        }
    }

    @Override
    public void finish(final List<DrainedLane> lanes) {
        lanes.forEach(lane -> lane.stageFinish(journal, losses));
        takeStaged(lanes);
    }

    /** Writes down what was staged of the lanes of one process, then takes it. */
    void takeStaged(final List<DrainedLane> lanes) {
        if (lanes.stream().anyMatch(DrainedLane::hasStaged)) {
            journal.settle(lanes.get(0).process());
            lanes.forEach(DrainedLane::commitStaged);
        }
    }

    @Override
    public void end() {
        journal.onEnd();
    }
}
