package io.ringside.internal.agent;

import io.ringside.internal.lane.LaneWriter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes the lanes of a thread that has ended apart, so that others can have them. Only for the control thread. */
final class LaneChain {
    private LaneChain() {}

    /**
     * Unlink lanes, and close claims that their thread left open.
     *
     * @param first of the lanes of one thread and session, null if it had none
     * @param use   gets each lane
     */
    static void unlink(final @Nullable LaneWriter first, final Consumer<LaneWriter> use) {
        LaneWriter lane = first;
        while (lane != null) {
            final LaneWriter next = lane.next();
            lane.next(null);
            if (lane.isClaimed()) {
                lane.abandonReservation();
                lane.unclaim();
            }
            use.accept(lane);
            lane = next;
        }
    }
}
