package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.LossCause;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

import static org.assertj.core.api.Assertions.assertThat;

/** Takes a lane in memory and keeps what came out of it; checks that every attempt came out, once. */
public final class TakenLane implements LaneSink {
    private final MemoryLane lane;
    private final int index;
    private final List<TakenEvent> events = new ArrayList<>();
    private final long[] lost = new long[LossCause.count()];
    private LaneReader reader;
    private long nextNumber;

    /**
     * Begin with a lane that nobody has read.
     *
     * @param lane  to take
     * @param index of the lane in its session
     */
    public TakenLane(final MemoryLane lane, final int index) {
        this.lane = lane;
        this.index = index;
        this.reader = lane.newReader();
        this.nextNumber = reader.checkpoint().nextNumber;
    }

    /** Take all that waits. */
    public void takeAll() {
        while (reader.hasFrames()) {
            Taking.poll(reader, this, Integer.MAX_VALUE);
        }
        Taking.reportLosses(reader, this);
    }

    /** Take some events. */
    public void take(final int eventLimit) {
        Taking.poll(reader, this, eventLimit);
    }

    /** Go on with a reader that knows only what stands in the books. */
    public void renewReader() {
        reader = lane.newReader();
    }

    /** All events taken, in the order of the lane. */
    public List<TakenEvent> events() {
        return events;
    }

    /** Losses that the reader was told of. */
    public long lost(final LossCause cause) {
        return lost[cause.code()];
    }

    /** Position up to which it was taken. */
    public long position() {
        return reader.checkpoint().position;
    }

    /** Number of the next attempt that nothing was told of. */
    public long nextNumber() {
        return nextNumber;
    }

    /** After everything was taken: the writer's books, the reader's, and what came out are the same. */
    public void assertBalanced() {
        final Losses losses = new Losses();
        assertThat(reader.isBroken()).as("lane %s is broken", index).isFalse();
        assertThat(reader.checkpoint().adds()).as("lane %s adds up", index).isTrue();
        assertThat(lane.ledger().loadLosses(losses)).isTrue();
        assertThat(nextNumber).as("attempts of lane %s that came out", index)
                .isEqualTo(lane.ledger().attemptsAcquire())
                .isEqualTo(reader.checkpoint().nextNumber);
        assertThat(List.of(lost(LossCause.FULL), lost(LossCause.TOO_LARGE), lost(LossCause.ERROR)))
                .as("full, tooLarge and error of lane %s", index)
                .isEqualTo(List.of(losses.full, losses.tooLarge, losses.error));
        assertThat(events.size() + losses.total()).as("outcomes of lane %s", index).isEqualTo(nextNumber);
    }

    @Override
    public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
        final byte[] record = new byte[length];
        buffer.getBytes(offset, record);
        events.add(new TakenEvent(index, nextNumber++, ownerThreadId, record));
    }

    @Override
    public void onRecords(final DirectBuffer buffer, final int offset, final int lastOffset, final int end,
            final long ownerThreadId) {
        int record = offset;
        int last = offset;
        while (record < end) {
            final int length = FrameDescriptor.length(buffer.getLong(record));
            onEvent(buffer, record, length, ownerThreadId);
            last = record;
            record += FrameDescriptor.align(length);
        }
        assertThat(record).isEqualTo(end);
        assertThat(last).isEqualTo(lastOffset);
    }

    @Override
    public void onGap(final LaneGap gap, final long ownerThreadId) {
        assertThat(gap.firstNumber()).as("first number of a gap in lane %s", index).isEqualTo(nextNumber);
        assertThat(gap.firstTimeTicks()).isLessThanOrEqualTo(gap.lastTimeTicks());
        nextNumber = gap.nextNumber();
        long sum = 0;
        for (final LossCause cause : LossCause.values()) {
            lost[cause.code()] += gap.count(cause);
            sum += gap.count(cause);
        }
        assertThat(sum).isEqualTo(gap.total()).isPositive();
    }
}
