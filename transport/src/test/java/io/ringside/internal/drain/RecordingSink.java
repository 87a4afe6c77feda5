package io.ringside.internal.drain;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

/** Keeps what a drain delivers: first values of the payloads by process and lane, gaps, and losses by cause. */
public final class RecordingSink implements EventSink {
    /** A gap of a lane. */
    public record Gap(Incarnation process, int lane, long firstNumber, long nextNumber, long firstTicks,
            long lastTicks) {}

    /** Losses without a lane. */
    public record LanelessLoss(Incarnation process, LossCause cause, long count, long firstTicks, long lastTicks) {}

    private record LaneKey(Incarnation process, int lane) {}

    /** All gaps in the order of their delivery. */
    public final List<Gap> gaps = new ArrayList<>();
    /** All losses without a lane in the order of their delivery. */
    public final List<LanelessLoss> laneless = new ArrayList<>();
    /** First value of every payload in the order of delivery. */
    public final List<Long> values = new ArrayList<>();
    private final Map<LaneKey, List<Long>> byLane = new LinkedHashMap<>();
    private LossCounts lost = LossCounts.NONE;

    /** Losses by cause. */
    public LossCounts lost() {
        return lost;
    }

    /** First values of a lane's payloads in the order of their delivery. */
    public List<Long> values(final HandMadeProvider provider, final int lane) {
        return byLane.getOrDefault(new LaneKey(provider.incarnation(), lane), List.of());
    }

    @Override
    public void onEvent(final DrainedProcess process, final int lane, final DirectBuffer buffer, final int offset,
            final int length, final long ownerThreadId) {
        final long value = buffer.getLong(offset + FrameDescriptor.RECORD_HEADER_LENGTH);
        values.add(value);
        byLane.computeIfAbsent(new LaneKey(process.incarnation(), lane), key -> new ArrayList<>()).add(value);
    }

    @Override
    public void onGap(final DrainedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
        gaps.add(new Gap(process.incarnation(), lane, gap.firstNumber(), gap.nextNumber(), gap.firstTimeTicks(),
                gap.lastTimeTicks()));
        for (final LossCause cause : LossCause.values()) {
            lost = lost.plus(cause, gap.count(cause));
        }
    }

    @Override
    public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
            final long firstTimeTicks, final long lastTimeTicks) {
        laneless.add(new LanelessLoss(process.incarnation(), cause, count, firstTimeTicks, lastTimeTicks));
        lost = lost.plus(cause, count);
    }
}
