package io.ringside.internal.lane;

import io.ringside.internal.layout.BlockDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import java.util.ArrayList;
import java.util.List;
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

    /** Whatever byte is damaged, and however many events are taken at a time. */
    @Test
    void shouldTakeTheSameTogetherAsOneByOne() {
        final int end = frames();
        for (int damaged = BlockDescriptor.HEADER_LENGTH; damaged <= end; damaged++) {
            final byte whole = bytes.getByte(damaged);
            bytes.putByte(damaged, (byte) (damaged == end ? whole : whole ^ 0x11));
            for (int limit = 1; limit <= 9; limit++) {
                final TakenRecords single = new TakenRecords();
                final Checkpoint singleState = new Checkpoint();
                final int singleEvents = walker().walk(bytes, end, limit, singleState,
                        single.oneByOne());
                final TakenRecords together = new TakenRecords();
                final Checkpoint togetherState = new Checkpoint();
                final int togetherEvents = walker().walk(bytes, end, limit, togetherState,
                        together);

                assertThat(together.taken).as("damaged=%d, limit=%d", damaged, limit).isEqualTo(single.taken);
                assertThat(togetherEvents).isEqualTo(singleEvents);
                assertThat(togetherState.position).isEqualTo(singleState.position);
                assertThat(togetherState.nextNumber).isEqualTo(singleState.nextNumber);
                assertThat(togetherState.delivered).isEqualTo(singleState.delivered);
                assertThat(togetherState.damaged).isEqualTo(singleState.damaged);
            }
            bytes.putByte(damaged, whole);
        }
    }

    /** Records of one kind and of others, a new owner, and a gap of two; returns where they end. */
    private int frames() {
        block(0, 0, 0, 0);
        int offset = BlockDescriptor.HEADER_LENGTH;
        for (int number = 0; number < 3; number++) {
            offset = record(offset, number, 40);
        }
        bytes.putLong(offset, FrameDescriptor.control(FrameDescriptor.KIND_OWNER, FrameDescriptor.OWNER_LENGTH));
        bytes.putLong(offset + FrameDescriptor.OWNER_THREAD_ID_OFFSET, 99);
        offset += FrameDescriptor.OWNER_LENGTH;
        offset = record(offset, 3, 48);
        bytes.putLong(offset + FrameDescriptor.GAP_WORD_OFFSET,
                FrameDescriptor.control(FrameDescriptor.KIND_GAP, FrameDescriptor.GAP_LENGTH));
        bytes.putLong(offset + FrameDescriptor.GAP_FIRST_NUMBER_OFFSET, 4);
        bytes.putLong(offset + FrameDescriptor.GAP_NEXT_NUMBER_OFFSET, 6);
        bytes.putLong(offset + FrameDescriptor.GAP_LOST_FULL_OFFSET, 2);
        offset += FrameDescriptor.GAP_LENGTH;
        offset = record(offset, 6, 33);
        offset = record(offset, 7, 64);
        return record(record(offset, 8, 32), 9, 32);
    }

    private int record(final int offset, final int number, final int length) {
        bytes.putLong(offset, FrameDescriptor.word(FrameDescriptor.reference(1, length), length, number));
        return offset + FrameDescriptor.align(length);
    }

    private static FrameWalker walker() {
        final FrameWalker walker = new FrameWalker(GEOMETRY);
        walker.numberLimit(100);
        return walker;
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
        walker.walk(bytes, length, Integer.MAX_VALUE, state, new LaneSink() {
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

    /** What was taken, as text. */
    private static final class TakenRecords implements LaneSink {
        private final List<String> taken = new ArrayList<>();

        LaneSink oneByOne() {
            return new LaneSink() {
                @Override
                public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long owner) {
                    TakenRecords.this.onEvent(buffer, offset, length, owner);
                }

                @Override
                public void onGap(final LaneGap gap, final long owner) {
                    TakenRecords.this.onGap(gap, owner);
                }
            };
        }

        @Override
        public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long owner) {
            taken.add(offset + "+" + length + " of " + owner);
        }

        @Override
        public void onRecords(final DirectBuffer buffer, final int offset, final int lastOffset, final int end,
                final long owner) {
            int last = offset;
            for (int each = offset; each < end;) {
                final int length = FrameDescriptor.length(buffer.getLong(each));
                onEvent(buffer, each, length, owner);
                last = each;
                each += FrameDescriptor.align(length);
            }
            assertThat(last).isEqualTo(lastOffset);
        }

        @Override
        public void onGap(final LaneGap gap, final long owner) {
            taken.add(gap.total() + " lost of " + owner);
        }
    }
}
