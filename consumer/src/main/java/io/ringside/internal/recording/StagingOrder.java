package io.ringside.internal.recording;

import io.ringside.internal.drain.DrainedLane;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Lets a recorder that has fallen behind take from the lanes that are furthest behind first: so what stands together in
 * the recording is near in time, and a reader that merges keeps little of it. Where nobody is behind, all lanes are
 * taken from. Not thread-safe.
 */
public final class StagingOrder {
    private static final long SLACK_TICKS = TimeUnit.MILLISECONDS.toNanos(1);
    /** So often all lanes are taken from: one whose times a caller gives must not wait forever if they lie ahead. */
    private static final int FAIR_TURN = 16;

    private long horizonTicks = Long.MAX_VALUE;
    private int turn;

    /**
     * Begin a turn.
     *
     * @param lanes    of all processes
     * @param nowTicks of the session's clock
     */
    public void begin(final List<DrainedLane> lanes, final long nowTicks) {
        horizonTicks = Long.MAX_VALUE;
        turn++;
        if (turn % FAIR_TURN == 0) {
            return;
        }
        long least = Long.MAX_VALUE;
        for (int i = 0; i < lanes.size(); i++) {
            final DrainedLane lane = lanes.get(i);
            if (lane.stagedTimeTicks() < least && lane.hasUnstaged()) {
                least = lane.stagedTimeTicks();
            }
        }
        if (least < nowTicks - SLACK_TICKS) {
            horizonTicks = least + SLACK_TICKS;
        }
    }

    public boolean accepts(final DrainedLane lane) {
        return lane.stagedTimeTicks() <= horizonTicks;
    }
}
