package io.ringside.internal.write;

import io.ringside.internal.lane.TakenEvent;
import io.ringside.session.LossCause;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** A session as plain lists: its free lanes, and those of each thread. */
final class ModelSession {
    final List<ModelLane> lanes = new ArrayList<>();
    private final MemorySession session;
    private final Deque<ModelLane> free = new ArrayDeque<>();
    private final Map<Long, List<ModelLane>> threads = new HashMap<>();
    private long noLane;

    ModelSession(final MemorySession session) {
        this.session = session;
        for (int i = 0; i < session.lanes().size(); i++) {
            lanes.add(new ModelLane(session.taken(i), session.lanes().get(i).geometry().laneBytes()));
        }
        free.addAll(lanes);
    }

    /** The lane that a thread writes to next; null if there is none. */
    ModelLane lane(final long threadId) {
        final List<ModelLane> own = threads.computeIfAbsent(threadId, id -> new ArrayList<>());
        for (final ModelLane lane : own) {
            if (!lane.isClaimed) {
                return lane;
            }
        }
        final ModelLane lane = free.poll();
        if (lane != null) {
            lane.handOver(threadId);
            own.add(lane);
        }
        return lane;
    }

    /** Gives the result of an attempt, with a claimed lane if there is one and it is of this session. */
    long attempt(final long threadId, final ModelLane claimed, final long value, final int payloadLength) {
        final boolean here = claimed != null && threads.getOrDefault(threadId, List.of()).contains(claimed);
        final ModelLane lane = here ? claimed : lane(threadId);
        if (lane == null) {
            noLane++;
            return ResultBits.NO_LANE;
        }
        return lane.attempt(value, payloadLength);
    }

    void endThread(final long threadId) {
        final List<ModelLane> own = threads.remove(threadId);
        if (own != null) {
            own.forEach(lane -> lane.isClaimed = false);
            free.addAll(own);
        }
    }

    /** Compare all that came out, and all that was counted; collect the time of each event. */
    void verify(final String as, final Map<Long, Long> times) {
        for (final ModelLane lane : lanes) {
            assertThat(lane.actual()).as(as).isEqualTo(lane.expected);
            assertThat(lane.taken.lost(LossCause.FULL)).as(as).isEqualTo(lane.full);
            assertThat(lane.taken.lost(LossCause.TOO_LARGE)).as(as).isEqualTo(lane.tooLarge);
            assertThat(lane.taken.lost(LossCause.ERROR)).as(as).isZero();
            assertThat(lane.taken.events()).as(as).extracting(TakenEvent::time).isSorted();
            for (final TakenEvent event : lane.taken.events()) {
                final Long time = times.putIfAbsent(event.value(), event.time());
                assertThat(time == null || time == event.time()).as(as + ": one time in all sessions").isTrue();
            }
        }
        assertThat(session.lost(LossCause.NO_LANE)).as(as).isEqualTo(noLane);
        session.assertBalanced();
    }
}
