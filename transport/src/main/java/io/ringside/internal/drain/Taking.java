package io.ringside.internal.drain;

import io.ringside.internal.registry.SessionRow;
import java.util.List;

/** How a drain lets go of what it finds: to a sink, or to a journal. Only for the drain's thread. */
interface Taking {
    /**
     * Hand out what waits in lanes.
     *
     * @param limit most events or chunks, whichever it counts
     * @return how many
     */
    int frames(OpenLanes lanes, int limit);

    /** Hand out the losses of lanes that are empty. */
    void losses(OpenLanes lanes);

    /** Hand out the losses of a process without a lane. */
    void laneless(DrainedProcess process, SessionRow session);

    /** The same before the process's books are closed: none is left that was handed out and not taken. */
    void lastLaneless(DrainedProcess process, SessionRow session);

    /** Whether what waits in lanes is given up once nobody adds anything, so that nobody waits for it to be taken. */
    default boolean givesUp() {
        return false;
    }

    /** Give every attempt of drained lanes its outcome, and take what nobody has reported. */
    void finish(List<DrainedLane> lanes);

    /** Everything of the session was taken, and nobody else can take from it yet. */
    void end();
}
