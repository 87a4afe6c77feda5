package io.ringside.internal.agent;

import io.ringside.internal.lane.LaneWriter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Unlinks the lanes of an ended thread, so that other threads can use them. Used by the control thread only. */
final class LaneChain {
    private LaneChain() {}

    /**
     * Unlink lanes, and close claims that their thread left open.
     *
     * @param first first lane of one thread in a session, null if it had none
     * @param use   receives each lane
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
