package io.ringside.transport.drain;

import io.ringside.transport.rows.SessionRow;
import java.util.List;

/** Takes the last losses, then delivers them. */
record SinkTaking(DrainSink sink) implements LastTaking {
    @Override
    public void laneless(final DrainedProcess process, final SessionRow session) {
        process.reportLanelessLosses(session.slot(), session.id(), sink);
    }

    @Override
    public void finish(final List<DrainedLane> lanes) {
        lanes.forEach(lane -> lane.finish(sink));
    }

    @Override
    public void end() {
        // A sink of events has no end.
    }
}
