package io.ringside.transport.drain;

import io.ringside.transport.rows.SessionRow;
import java.util.List;

/** How the last losses of a process are taken before its books are closed. */
interface LastTaking {
    /** Take the losses without a lane. */
    void laneless(DrainedProcess process, SessionRow session);

    /** Give every attempt of drained lanes its outcome, and take what nobody has reported. */
    void finish(List<DrainedLane> lanes);

    /** Everything of the session was taken, and nobody else can take from it yet. */
    void end();
}
