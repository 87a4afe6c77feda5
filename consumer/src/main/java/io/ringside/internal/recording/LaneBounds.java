package io.ringside.internal.recording;

import io.ringside.internal.drain.DrainedLane;
import io.ringside.internal.merge.Watermark;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/** Reports with each batch what no event that is recorded later is older than. Not thread-safe. */
public final class LaneBounds {
    private final Watermark watermark = new Watermark(Watermark.DEFAULT_REORDER_WINDOW_NS);
    private final NanoClock clock;
    private long turnTicks;

    /** Bounds by the clock that sessions have without another. */
    public LaneBounds(final NanoClock clock) {
        this.clock = clock;
    }

    /** Before anything of a lane is read: what an idle lane writes next is not older than what this returns. */
    public long begin() {
        turnTicks = clock.nanoTime();
        watermark.begin(turnTicks);
        return turnTicks;
    }

    /** No event that is recorded later is older, but for those that come late. */
    long end(final List<DrainedLane> lanes) {
        DrainedLane.noteIdle(lanes);
        for (int i = 0; i < lanes.size(); i++) {
            final DrainedLane lane = lanes.get(i);
            final LaneBound bound = LaneBound.of(lane);
            // A time that lies ahead, given by a caller, is not waited for.
            bound.ticks = watermark.observe(Math.max(bound.ticks, Math.min(lane.stagedTimeTicks(), turnTicks)),
                    lane.wasIdle(),
                    !lane.hasUnstaged());
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
