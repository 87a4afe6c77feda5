package io.ringside.internal.write;

import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.TakenEvent;
import io.ringside.session.LossCause;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteResult;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Short events that several sessions want, whose lanes the thread has found before. */
class SeveralSessionsTest {
    private static final int LANE_BYTES = LaneGeometry.MIN_LANE_BYTES;
    private static final long BOTH = 2 * ResultBits.WRITTEN;

    private final WriteFixture fixture = new WriteFixture();
    private final MemorySession first = fixture.start(0, 2, LANE_BYTES);
    private final MemorySession second = fixture.start(1, 2, LANE_BYTES);
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[8]);

    @BeforeEach
    void findLanes() {
        fixture.want(0b11);
        for (long value = 0; value < 3; value++) {
            assertThat(write(value)).isEqualTo(BOTH);
        }
    }

    @Test
    void shouldGiveAllSessionsTheSameRecord() {
        assertThat(first.takeAll()).extracting(TakenEvent::value).containsExactly(0L, 1L, 2L);
        assertThat(records(first)).isEqualTo(records(second));
        assertBalanced(3, 3);
    }

    @Test
    void shouldWriteIntoTheSessionThatHasTakenASlotOver() {
        final MemorySession ended = fixture.end(1);
        final MemorySession third = fixture.start(1, 1, LANE_BYTES);
        fixture.want(0b11);

        assertThat(write(3)).isEqualTo(BOTH);
        assertThat(write(4)).isEqualTo(BOTH);

        assertThat(ended.takeValues()).containsExactly(0L, 1L, 2L);
        assertThat(third.takeValues()).containsExactly(3L, 4L);
        assertThat(first.takeValues()).containsExactly(0L, 1L, 2L, 3L, 4L);
        third.assertBalanced();
        assertBalanced(5, 3);
    }

    @Test
    void shouldLeaveOutASessionAsSoonAsItsWordSaysSo() {
        fixture.want(0b10);
        assertThat(write(3)).isEqualTo(ResultBits.WRITTEN);
        fixture.want(0);
        assertThat(write(4)).isEqualTo(WriteResult.NOT_WANTED);
        fixture.want(0b11);
        assertThat(write(5)).isEqualTo(BOTH);

        assertThat(first.takeValues()).containsExactly(0L, 1L, 2L, 5L);
        assertThat(second.takeValues()).containsExactly(0L, 1L, 2L, 3L, 5L);
        assertBalanced(4, 5);
    }

    @Test
    void shouldAlternateBetweenEventsThatOtherSessionsWant() {
        final MemorySession third = fixture.start(2, 1, LANE_BYTES);
        fixture.want(0, 0b011);
        fixture.want(1, 0b111);
        for (long value = 3; value < 9; value++) {
            bytes.putLong(0, value);
            assertThat(WriteResult.written(fixture.event((int) value & 1).write(bytes, 0, 8)))
                    .isEqualTo((value & 1) == 0 ? 2 : 3);
        }

        assertThat(first.takeValues()).isEqualTo(LongStream.range(0, 9).boxed().toList());
        assertThat(third.takeValues()).containsExactly(3L, 5L, 7L);
        third.assertBalanced();
        assertBalanced(9, 9);
    }

    @Test
    void shouldWriteBesideAClaimAndAfterIt() {
        final EventClaim claim = EventClaim.create();
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        claim.buffer().putLong(0, 42);
        write(3);
        write(4);
        assertThat(claim.commit()).isEqualTo(BOTH);
        write(5);

        assertThat(first.takeAll()).extracting(TakenEvent::lane).containsExactly(0, 0, 0, 0, 0, 1, 1);
        assertThat(first.takeValues()).containsExactly(0L, 1L, 2L, 42L, 5L, 3L, 4L);
        assertThat(second.takeValues()).containsExactly(0L, 1L, 2L, 3L, 4L, 42L, 5L);
        assertBalanced(7, 7);
    }

    @Test
    void shouldHealALaneWhoseAttemptAnErrorHasCutOff() {
        second.lanes().get(0).writer().prepare(bytes, 0, 8);

        assertThat(write(3)).isEqualTo(BOTH);

        assertThat(second.takeValues()).containsExactly(0L, 1L, 2L, 3L);
        assertThat(second.lost(LossCause.ERROR)).isOne();
        assertBalanced(4, 4);
    }

    @Test
    void shouldCountALossOnlyWhereALaneIsFull() {
        fixture.want(0b10);
        while (WriteResult.lost(write(3)) == 0) {
            // Until the second session's lane has no room.
        }
        fixture.want(0b11);

        final long result = write(4);

        assertThat(WriteResult.written(result)).isOne();
        assertThat(WriteResult.lost(result, LossCause.FULL)).isOne();
        assertThat(first.takeValues()).containsExactly(0L, 1L, 2L, 4L);
        assertThat(second.lost(LossCause.FULL)).isEqualTo(2);
    }

    /** All bytes of its records, times included. */
    private static List<ByteBuffer> records(final MemorySession session) {
        return session.takeAll().stream().map(event -> ByteBuffer.wrap(event.bytes())).toList();
    }

    private long write(final long value) {
        bytes.putLong(0, value);
        return fixture.event().write(bytes, 0, 8);
    }

    private void assertBalanced(final int firstEvents, final int secondEvents) {
        assertThat(first.takeAll()).hasSize(firstEvents);
        assertThat(second.takeAll()).hasSize(secondEvents);
        first.assertBalanced();
        second.assertBalanced();
    }
}
