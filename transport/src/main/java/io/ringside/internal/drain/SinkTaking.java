package io.ringside.internal.drain;

import io.ringside.internal.registry.SessionRow;
import java.util.List;

/** Takes events and losses, then delivers them. */
record SinkTaking(DrainSink sink) implements Taking {
    @Override
    public int frames(final OpenLanes lanes, final int limit) {
        return lanes.poll(sink, limit);
    }

    @Override
    public void losses(final OpenLanes lanes) {
        lanes.reportLosses(sink);
    }

    @Override
    public void laneless(final DrainedProcess process, final SessionRow session) {
        process.reportLanelessLosses(session.slot(), session.id(), sink);
    }

    @Override
    public void lastLaneless(final DrainedProcess process, final SessionRow session) {
        laneless(process, session);
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
