package io.ringside.consumer.recording;

import io.ringside.consumer.merge.LaneMerge;
import io.ringside.session.LossCause;
import io.ringside.transport.lane.FrameDescriptor;
import io.ringside.transport.lane.LaneGap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.agrona.DirectBuffer;

/**
 * Delivers what a recording holds in the order of time: keeps what is read until the recorder's watermark has passed
 * it. Not thread-safe.
 * <p>
 * If more waits than a bound allows, the oldest comes out before its turn; what then comes too late is marked by who
 * receives it. Losses without a lane have no place among the events of one, and are delivered at once.
 */
public final class RecordingMerge implements RecordingHandler {
    /** Bytes that may wait. */
    private static final long MAX_WAITING_BYTES = 8L * 1024 * 1024;

    private final RecordingHandler target;
    private final ToLongFunction<RecordedProcess> ticksToEpochNs;
    private final LaneMerge merge = new LaneMerge();
    private final Map<LaneKey, RecordedLane> byKey = new HashMap<>();
    private final List<RecordedLane> lanes = new ArrayList<>();

    /**
     * Merge the lanes of a recording.
     *
     * @param target         receives events and losses
     * @param ticksToEpochNs what is to be added to the ticks of a process's events to get nanoseconds since 1970
     */
    public RecordingMerge(final RecordingHandler target, final ToLongFunction<RecordedProcess> ticksToEpochNs) {
        this.target = target;
        this.ticksToEpochNs = ticksToEpochNs;
    }

    /**
     * Deliver what is due.
     *
     * @param watermarkNs up to which, in nanoseconds since 1970
     */
    public void deliver(final long watermarkNs) {
        merge.poll(watermarkNs, Integer.MAX_VALUE);
        if (waitingBytes() > MAX_WAITING_BYTES) {
            deliverAll();
        }
    }

    /** Deliver everything: nothing more is read, or nothing comes. */
    public void deliverAll() {
        merge.poll(Long.MAX_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public void onSession(final RecordedSession session) {
        target.onSession(session);
    }

    @Override
    public void onEvent(final RecordedProcess process, final int lane, final DirectBuffer buffer, final int offset,
            final int length, final long ownerThreadId) {
        final RecordedLane queue = laneOf(process, lane);
        final boolean takesPart = queue.hasHead();
        queue.event(buffer, offset, length, ownerThreadId,
                buffer.getLong(offset + FrameDescriptor.TIME_OFFSET) + ticksToEpochNs.applyAsLong(process));
        if (!takesPart) {
            merge.offer(queue);
        }
    }

    @Override
    public void onGap(final RecordedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
        final RecordedLane queue = laneOf(process, lane);
        final boolean takesPart = queue.hasHead();
        queue.gap(gap, ownerThreadId);
        if (!takesPart) {
            merge.offer(queue);
        }
    }

    @Override
    public void onLanelessLoss(final RecordedProcess process, final LossCause cause, final long count,
            final long firstTimeTicks, final long lastTimeTicks) {
        target.onLanelessLoss(process, cause, count, firstTimeTicks, lastTimeTicks);
    }

    @Override
    public void onProblem(final String problem) {
        target.onProblem(problem);
    }

    private RecordedLane laneOf(final RecordedProcess process, final int lane) {
        return byKey.computeIfAbsent(new LaneKey(process.incarnation(), lane), key -> {
            final RecordedLane created = new RecordedLane(process, lane, target);
            lanes.add(created);
            return created;
        });
    }

    private long waitingBytes() {
        long bytes = 0;
        for (final RecordedLane lane : lanes) {
            bytes += lane.bytes();
        }
        return bytes;
    }
}
