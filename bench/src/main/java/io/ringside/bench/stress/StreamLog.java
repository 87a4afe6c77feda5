package io.ringside.bench.stress;

import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.lane.LaneSink;
import io.ringside.session.LossCause;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** What a reader was given in one race, number by number. For one thread at a time. */
final class StreamLog implements LaneSink {
    private static final long NO_OWNER = 0;

    private final long[] owners = new long[StressLane.ATTEMPTS_MAX];
    private final List<Gap> gaps = new ArrayList<>();
    private long first;
    private long next;
    private int faults;

    /** A gap as it was given, which outlives the call. */
    record Gap(long first, long next, long full, long tooLarge, long error, long firstTime, long lastTime) {
        static Gap of(final LaneGap gap) {
            return new Gap(gap.firstNumber(), gap.nextNumber(), gap.count(LossCause.FULL),
                    gap.count(LossCause.TOO_LARGE), gap.count(LossCause.ERROR), gap.firstTimeTicks(),
                    gap.lastTimeTicks());
        }
    }

    void begin(final long firstNumber) {
        first = firstNumber;
        next = firstNumber;
        faults = 0;
        gaps.clear();
    }

    @Override
    public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
        if (!NumberedEvent.matches(buffer, offset, length, next)) {
            faults |= Fault.EVENT;
        }
        if (next - first < owners.length) {
            owners[(int) (next - first)] = ownerThreadId;
        }
        next++;
    }

    @Override
    public void onGap(final LaneGap gap, final long ownerThreadId) {
        final long end = gap.nextNumber();
        if (gap.firstNumber() != next || end <= next || end - first > owners.length) {
            faults |= Fault.GAP;
            return;
        }
        gaps.add(Gap.of(gap));
        while (next < end) {
            owners[(int) (next++ - first)] = NO_OWNER;
        }
    }

    /** Number that the next event or gap must begin with. */
    long next() {
        return next;
    }

    void fault(final int fault) {
        faults |= fault;
    }

    int faults() {
        return faults;
    }

    /** Thread that wrote the event of a number, 0 if the number was in a gap. */
    long owner(final long number) {
        return owners[(int) (number - first)];
    }

    List<Gap> gaps() {
        return gaps;
    }
}
