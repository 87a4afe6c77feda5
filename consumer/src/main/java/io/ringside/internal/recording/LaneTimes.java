package io.ringside.internal.recording;

import io.ringside.internal.drain.DrainedLane;
import io.ringside.internal.lane.LaneReader;
import io.ringside.internal.merge.Watermark;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * Times of a session's lanes, as a recorder takes events from them turn by turn. Determines for each batch a time that
 * no event recorded later precedes. If the recorder has a backlog, it makes it take from those lanes first that are
 * furthest behind: so events that are close in the recording are close in time, and a merging reader holds few of them.
 * Without a backlog, all lanes are read. Not thread-safe.
 */
public final class LaneTimes {
    private static final long SLACK_TICKS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Interval of turns in which all lanes are read, so that lanes with times in the future do not wait forever. */
    private static final int FAIR_TURN = 16;

    private final Watermark watermark = new Watermark(Watermark.DEFAULT_REORDER_WINDOW_NS);
    private final NanoClock clock;
    private long turnTicks;
    private long horizonTicks = Long.MAX_VALUE;
    private int turn;

    /** Creates times based on the default clock of sessions. */
    public LaneTimes(final NanoClock clock) {
        this.clock = clock;
    }

    /**
     * Begin a turn. Called before any lane is read, so the next event of an idle lane is not older.
     *
     * @param lanes lanes of all processes
     */
    public void begin(final List<DrainedLane> lanes) {
        turnTicks = clock.nanoTime();
        watermark.begin(turnTicks);
        horizonTicks = Long.MAX_VALUE;
        turn++;
        if (turn % FAIR_TURN == 0) {
            return;
        }
        long least = Long.MAX_VALUE;
        for (int i = 0; i < lanes.size(); i++) {
            final LaneReader lane = lanes.get(i).reader();
            if (lane.stagedTimeTicks() < least && lane.hasUnstaged()) {
                least = lane.stagedTimeTicks();
            }
        }
        if (least < turnTicks - SLACK_TICKS) {
            horizonTicks = least + SLACK_TICKS;
        }
    }

    /** Returns whether a lane is read in this turn. */
    public boolean accepts(final DrainedLane lane) {
        return lane.reader().stagedTimeTicks() <= horizonTicks;
    }

    /** Ends a turn. Returns a time that no event recorded later precedes, except late events. */
    long end(final List<DrainedLane> lanes) {
        DrainedLane.noteIdle(lanes);
        for (int i = 0; i < lanes.size(); i++) {
            final DrainedLane lane = lanes.get(i);
            final LaneBound bound = LaneBound.of(lane);
            // The order does not wait for caller-supplied times in the future.
            bound.ticks = watermark.observe(
                    Math.max(bound.ticks, Math.min(lane.reader().stagedTimeTicks(), turnTicks)), lane.wasIdle(),
                    !lane.reader().hasUnstaged());
        }
        return watermark.end();
    }

    /** Lower bound of the times of a lane's future events. */
    private static final class LaneBound {
        private long ticks = Watermark.NULL_BOUND_NS;

        static LaneBound of(final DrainedLane lane) {
            if (lane.attachment() instanceof LaneBound known) {
                return known;
            }
            final LaneBound created = new LaneBound();
            lane.attach(created);
            return created;
        }
    }
}
