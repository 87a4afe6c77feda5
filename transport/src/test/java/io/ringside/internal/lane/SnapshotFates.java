package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a snapshot says of every attempt of a lane, by number: an event's first value, or that it is missing. Replays
 * what is handed out, as who reads a recording does, and checks that no number comes twice or not at all.
 */
final class SnapshotFates implements Consumer<Batch> {
    static final long OVERWRITTEN = -1;
    static final long LOST = -2;

    private final FrameWalker walker;
    private final Checkpoint state = new Checkpoint();
    private final long firstNumber;
    private final List<Long> fates = new ArrayList<>();

    SnapshotFates(final LaneGeometry geometry, final long firstNumber) {
        walker = new FrameWalker(geometry);
        this.firstNumber = firstNumber;
    }

    /** Take a snapshot of a lane. */
    static SnapshotFates of(final LaneFixture lane, final RingBytes ring, final long firstNumber) {
        final SnapshotFates fates = new SnapshotFates(lane.geometry, firstNumber);
        final LaneSnapshot snapshot = new LaneSnapshot(lane.ledger, ring, lane.geometry, lane.newCopy());
        while (snapshot.look(fates)) {
            snapshot.copy(fates);
        }
        snapshot.losses(fates);
        assertThat(snapshot.isBroken()).isFalse();
        assertThat(snapshot.books().adds()).isTrue();
        assertThat(snapshot.books().nextNumber).isEqualTo(fates.nextNumber());
        assertThat(snapshot.books().overwritten).isEqualTo(fates.count(OVERWRITTEN));
        return fates;
    }

    /** One for each attempt up to now. */
    List<Long> fates() {
        return fates;
    }

    long nextNumber() {
        return firstNumber + fates.size();
    }

    long count(final long fate) {
        return fates.stream().filter(found -> found == fate).count();
    }

    /** Values of the events, in their order. */
    List<Long> values() {
        return fates.stream().filter(fate -> fate >= 0).toList();
    }

    @Override
    public void accept(final Batch batch) {
        if (batch.isLoss()) {
            assertThat(batch.loss().firstTimeTicks()).isLessThanOrEqualTo(batch.loss().lastTimeTicks());
            missing(batch.loss());
        } else {
            onFrames(batch.from(), batch.to(), batch.numberLimit(), batch.bytes(), batch.length());
        }
    }

    private void onFrames(final Checkpoint from, final Checkpoint to, final long numberLimit, final DirectBuffer bytes,
            final int length) {
        assertThat(from.nextNumber).isEqualTo(nextNumber());
        state.set(from);
        walker.numberLimit(numberLimit);
        walker.walk(bytes, length, Integer.MAX_VALUE, state, new LaneSink() {
            @Override
            public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long owner) {
                fates.add(length < FrameDescriptor.RECORD_HEADER_LENGTH + Long.BYTES
                        ? nextNumber()
                        : buffer.getLong(offset + FrameDescriptor.RECORD_HEADER_LENGTH));
            }

            @Override
            public void onGap(final LaneGap gap, final long owner) {
                missing(gap);
            }
        });
        assertThat(state.nextNumber).isEqualTo(to.nextNumber).isEqualTo(nextNumber());
        assertThat(state.damaged).isFalse();
    }

    private void missing(final LaneGap gap) {
        assertThat(gap.firstNumber()).isEqualTo(nextNumber());
        for (long i = 0; i < gap.total(); i++) {
            fates.add(i < gap.overwritten() ? OVERWRITTEN : LOST);
        }
    }
}
