package io.ringside.internal.recording;

import io.ringside.internal.drain.DrainedLane;
import io.ringside.internal.lane.LaneReader;
import io.ringside.internal.merge.Watermark;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * The times of a session's lanes, as a recorder takes from them turn by turn. It says with each batch what no event
 * that is recorded later is older than, and lets a recorder that has fallen behind take from the lanes first that are
 * furthest behind: so what stands together in the recording is near in time, and a reader that merges keeps little of
 * it. Where nobody is behind, all lanes are taken from. Not thread-safe.
 */
public final class LaneTimes {
    private static final long SLACK_TICKS = TimeUnit.MILLISECONDS.toNanos(1);
    /** So often all lanes are taken from: one whose times a caller gives must not wait forever if they lie ahead. */
    private static final int FAIR_TURN = 16;

    private final Watermark watermark = new Watermark(Watermark.DEFAULT_REORDER_WINDOW_NS);
    private final NanoClock clock;
    private long turnTicks;
    private long horizonTicks = Long.MAX_VALUE;
    private int turn;

    /** Bounds by the clock that sessions have without another. */
    public LaneTimes(final NanoClock clock) {
        this.clock = clock;
    }

    /**
     * Begin a turn, before anything of a lane is read: what an idle lane writes next is not older.
     *
     * @param lanes of all processes
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

    /** Whether a lane is taken from in this turn. */
    public boolean accepts(final DrainedLane lane) {
        return lane.reader().stagedTimeTicks() <= horizonTicks;
    }

    /** No event that is recorded later is older, but for those that come late. */
    long end(final List<DrainedLane> lanes) {
        DrainedLane.noteIdle(lanes);
        for (int i = 0; i < lanes.size(); i++) {
            final DrainedLane lane = lanes.get(i);
            final LaneBound bound = LaneBound.of(lane);
            // A time that lies ahead, given by a caller, is not waited for.
            bound.ticks = watermark.observe(
                    Math.max(bound.ticks, Math.min(lane.reader().stagedTimeTicks(), turnTicks)), lane.wasIdle(),
                    !lane.reader().hasUnstaged());
        }
        return watermark.end();
    }

    /** A lower bound for the times of events that a lane can still bring. */
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
