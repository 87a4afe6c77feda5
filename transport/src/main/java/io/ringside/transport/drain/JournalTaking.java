package io.ringside.transport.drain;

import io.ringside.transport.rows.SessionRow;
import java.util.List;

/** Has the last losses written down, then takes them. */
record JournalTaking(DrainJournal journal) implements LastTaking {
    @Override
    public void laneless(final DrainedProcess process, final SessionRow session) {
        process.stageLanelessLosses(session.slot(), session.id(), journal);
        if (process.hasStagedLosses()) {
            journal.settle(process);
            process.commitLanelessLosses();
        }
    }

    @Override
    public void finish(final List<DrainedLane> lanes) {
        lanes.forEach(lane -> lane.stageFinish(journal));
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
