package io.ringside.transport.lane;

import io.ringside.transport.lane.FrameWalker.Outcome;
import io.ringside.transport.ledger.Checkpoint;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Numbers that no writer can have stored. */
class FrameWalkerTest {
    private static final LaneGeometry GEOMETRY = LaneGeometry.of(LaneGeometry.MIN_LANE_BYTES);
    private static final long MAX = Long.MAX_VALUE;

    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[1024]);
    private final Checkpoint state = new Checkpoint();
    private long reported;

    @ParameterizedTest
    @CsvSource({MAX + "," + MAX + ",2", MAX + ",0,0", "0," + MAX + "," + MAX, "21,0,0", "10,10,1", "-1,1,0"})
    void shouldRefuseBlocksWhoseLossesAreMoreThanTheAttempts(final long full, final long tooLarge, final long error) {
        state.nextNumber = 10;
        state.delivered = 10;
        state.damaged = true;
        block(20, full, tooLarge, error);
        walk(BlockDescriptor.HEADER_LENGTH);
        assertThat(state.damaged).isTrue();
        assertThat(state.nextNumber).isEqualTo(10);
        assertThat(reported).isZero();
        assertThat(state.adds()).isTrue();
    }

    @Test
    void shouldTakeABlockBehindADamagedOne() {
        state.nextNumber = 10;
        state.delivered = 10;
        state.damaged = true;
        block(20, 3, 2, 1);
        walk(BlockDescriptor.HEADER_LENGTH);
        assertThat(state.damaged).isFalse();
        assertThat(state.corrupt).isEqualTo(4);
        assertThat(reported).isEqualTo(10);
        assertThat(state.adds()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({MAX + "," + MAX + ",7", "6,0,0"})
    void shouldRefuseGapsWhoseLossesAreMoreThanTheAttempts(final long full, final long tooLarge, final long error) {
        block(0, 0, 0, 0);
        final int offset = BlockDescriptor.HEADER_LENGTH;
        bytes.putLong(offset + FrameDescriptor.GAP_WORD_OFFSET,
                FrameDescriptor.control(FrameDescriptor.KIND_GAP, FrameDescriptor.GAP_LENGTH));
        bytes.putLong(offset + FrameDescriptor.GAP_FIRST_NUMBER_OFFSET, 0);
        bytes.putLong(offset + FrameDescriptor.GAP_NEXT_NUMBER_OFFSET, 5);
        bytes.putLong(offset + FrameDescriptor.GAP_LOST_FULL_OFFSET, full);
        bytes.putLong(offset + FrameDescriptor.GAP_LOST_TOO_LARGE_OFFSET, tooLarge);
        bytes.putLong(offset + FrameDescriptor.GAP_LOST_ERROR_OFFSET, error);
        walk(offset + FrameDescriptor.GAP_LENGTH);
        assertThat(state.damaged).isTrue();
        assertThat(reported).isZero();
    }

    @Test
    void shouldNotBelieveACheckpointWhoseCountsOverflow() {
        state.nextNumber = 5;
        state.delivered = MAX;
        state.lostFull = MAX;
        state.corrupt = 7;
        assertThat(state.adds()).isFalse();
    }

    private void block(final long first, final long full, final long tooLarge, final long error) {
        bytes.putInt(BlockDescriptor.MAGIC_OFFSET, BlockDescriptor.MAGIC);
        bytes.putInt(BlockDescriptor.HEADER_LENGTH_OFFSET, BlockDescriptor.HEADER_LENGTH);
        bytes.putLong(BlockDescriptor.BLOCK_NUMBER_OFFSET, 0);
        bytes.putLong(BlockDescriptor.FIRST_NUMBER_OFFSET, first);
        bytes.putLong(BlockDescriptor.LOST_FULL_OFFSET, full);
        bytes.putLong(BlockDescriptor.LOST_TOO_LARGE_OFFSET, tooLarge);
        bytes.putLong(BlockDescriptor.LOST_ERROR_OFFSET, error);
    }

    private void walk(final int length) {
        final FrameWalker walker = new FrameWalker(GEOMETRY);
        walker.numberLimit(100);
        walker.walk(bytes, length, Integer.MAX_VALUE, Outcome.DELIVERED, state, new LaneSink() {
            @Override
            public void onEvent(final DirectBuffer buffer, final int offset, final int eventLength,
                    final long ownerThreadId) {
                throw new AssertionError("there are no events");
            }

            @Override
            public void onGap(final LaneGap gap, final long ownerThreadId) {
                reported += gap.total();
            }
        });
    }
}
