package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.session.LossCause;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteResult;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How large an event may be, by the limit of all events and by that of a lane. */
class EventSizeTest {
    /** A lane whose blocks take any event. */
    private static final int LARGE_LANE = 512 * 1024;
    private static final int SMALL_LANE = LaneGeometry.MIN_LANE_BYTES;
    /** A quarter of the lane, less block header, gap frame, owner frame and record header. */
    private static final int SMALL_MAX = SMALL_LANE / 4 - 64 - 64 - 16 - 32;

    private final WriteFixture fixture = new WriteFixture();
    private final UnsafeBuffer source = new UnsafeBuffer(new byte[128 * 1024]);

    /** How a payload gets into the lane. */
    enum Way {
        BUFFER, BLOCKS, CLAIM
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("R1.20 an event of 64 KiB with its header is recorded, one byte more is an arithmetic overflow (534)")
    void shouldTakeEventsUpToTheLimitOfAllEvents(final Way way) {
        final MemorySession session = start(LARGE_LANE);

        assertThat(write(way, 65_504)).isEqualTo(ResultBits.WRITTEN);
        assertThat(session.takeAll()).singleElement().matches(event -> event.bytes().length == 65_536);
        assertTooLarge(session, write(way, 65_505), WriteResult.Status.ARITHMETIC_OVERFLOW);
        assertThat(WriteResult.Status.ARITHMETIC_OVERFLOW.etwCode()).isEqualTo(534);
        session.assertBalanced();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("R1.20 a payload of 65,536 is an arithmetic overflow; one of 60,000 is recorded by a lane of 256 KiB")
    void shouldTellTheLimitOfAllEventsFromThatOfTheLane(final Way way) {
        final MemorySession session = start(256 * 1024);

        assertTooLarge(session, write(way, 65_536), WriteResult.Status.ARITHMETIC_OVERFLOW);
        assertThat(write(way, 60_000)).isEqualTo(ResultBits.WRITTEN);
        assertThat(session.takeAll()).singleElement().matches(event -> event.payload().length == 60_000);
        session.assertBalanced();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("R1.21 an event larger than the lane takes is more data (234), and lost once")
    void shouldTakeEventsUpToTheLimitOfTheLane(final Way way) {
        final MemorySession session = start(SMALL_LANE);
        assertThat(session.lanes().get(0).writer().maxPayloadBytes()).isEqualTo(SMALL_MAX);

        assertThat(write(way, SMALL_MAX)).isEqualTo(ResultBits.WRITTEN);
        assertThat(session.takeAll()).singleElement().matches(event -> event.payload().length == SMALL_MAX);
        assertTooLarge(session, write(way, SMALL_MAX + 1), WriteResult.Status.MORE_DATA);
        assertThat(WriteResult.Status.MORE_DATA.etwCode()).isEqualTo(234);
        session.assertBalanced();
    }

    @ParameterizedTest
    @CsvSource({"1, 20000", "2, 20000", "1, 65505", "2, 65505"})
    @DisplayName("R1.21 what is too large is lost in each session that wants it")
    void shouldLoseWhatIsTooLargeInEachSession(final int sessions, final int length) {
        for (int slot = 0; slot < sessions; slot++) {
            fixture.start(slot, 1, SMALL_LANE);
        }
        fixture.want(-1);

        for (final Way way : Way.values()) {
            final long result = write(way, length);
            assertThat(WriteResult.wanted(result)).isEqualTo(sessions);
            assertThat(WriteResult.lost(result, LossCause.TOO_LARGE)).isEqualTo(sessions);
        }
        for (int slot = 0; slot < sessions; slot++) {
            assertThat(fixture.session(slot).lost(LossCause.TOO_LARGE)).isEqualTo(Way.values().length);
            fixture.session(slot).assertBalanced();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 128})
    void shouldNotOverflowWhenBlocksTogetherAreLongerThanAnInt(final int count) {
        final MemorySession session = start(LARGE_LANE);
        // Only its length plays a part.
        final UnsafeBuffer huge = new UnsafeBuffer(source, 0, source.capacity()) {
            @Override
            public int capacity() {
                return Integer.MAX_VALUE;
            }
        };
        final DataDescriptors blocks = new DataDescriptors();
        for (int i = 0; i < count; i++) {
            blocks.add(huge, 0, Integer.MAX_VALUE);
        }

        assertTooLarge(session, fixture.event().write(blocks), WriteResult.Status.ARITHMETIC_OVERFLOW);
        assertTooLarge(session, fixture.event().write(huge, 0, Integer.MAX_VALUE),
                WriteResult.Status.ARITHMETIC_OVERFLOW);
        session.assertBalanced();
    }

    @Test
    void shouldRefuseClaimsOfAnyLengthThatIsTooLarge() {
        final MemorySession session = start(LARGE_LANE);
        final EventClaim claim = EventClaim.create();

        for (final int length : new int[]{65_505, 1 << 24, Integer.MAX_VALUE - 31, Integer.MAX_VALUE}) {
            assertThat(fixture.event().tryClaim(claim, length)).isFalse();
            assertTooLarge(session, claim.result(), WriteResult.Status.ARITHMETIC_OVERFLOW);
        }
        assertThat(fixture.event().tryClaim(claim, -1)).isFalse();
        assertThat(WriteResult.status(claim.result())).isEqualTo(WriteResult.Status.INVALID_PARAMETER);
        assertThat(session.wanted()).isEqualTo(4);
    }

    private MemorySession start(final int laneBytes) {
        fixture.want(1);
        return fixture.start(0, 1, laneBytes);
    }

    private long write(final Way way, final int length) {
        return switch (way) {
            case BUFFER -> fixture.event().write(source, 0, length);
            case BLOCKS -> fixture.event().write(new DataDescriptors().add(source, 0, 1).add(source, 1, length - 1));
            case CLAIM -> {
                final EventClaim claim = EventClaim.create();
                yield fixture.event().tryClaim(claim, length) ? claim.commit() : claim.result();
            }
        };
    }

    private static void assertTooLarge(final MemorySession session, final long result,
            final WriteResult.Status status) {
        assertThat(WriteResult.status(result)).isEqualTo(status);
        assertThat(WriteResult.status(result).cause()).isEqualTo(LossCause.TOO_LARGE);
        assertThat(WriteResult.isOk(result)).isFalse();
        assertThat(WriteResult.lost(result)).isEqualTo(1);
        assertThat(WriteResult.lost(result, LossCause.TOO_LARGE)).isEqualTo(1);
        assertThat(session.lost(LossCause.TOO_LARGE)).isEqualTo(session.lost()).isPositive();
    }
}
