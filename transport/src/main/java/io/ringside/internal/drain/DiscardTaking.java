package io.ringside.internal.drain;

import io.ringside.internal.registry.SessionRow;
import java.util.List;

/** Hands out no frames: what is left of a process whose books are closed is discarded, and written down as a loss. */
record DiscardTaking(JournalTaking taking) implements Taking {
    @Override
    public int frames(final OpenLanes lanes, final int limit) {
        return 0;
    }

    @Override
    public void losses(final OpenLanes lanes) {
        // They are reported with all that is left of their lanes.
    }

    @Override
    public void laneless(final DrainedProcess process, final SessionRow session) {
        // The last ones are reported with the others.
    }

    @Override
    public void lastLaneless(final DrainedProcess process, final SessionRow session) {
        taking.lastLaneless(process, session);
    }

    @Override
    public boolean givesUp() {
        return true;
    }

    @Override
    public void finish(final List<DrainedLane> lanes) {
        lanes.forEach(lane -> lane.stageDiscarded(taking.journal(), taking.losses()));
        taking.takeStaged(lanes);
    }

    @Override
    public void end() {
        taking.end();
    }
}
