package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.filter.EnablementFilters;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.session.Enablement;
import io.ringside.session.LossCause;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Filters that look at what is written, by every way to write it. */
class PayloadConditionTest {
    private final WriteFixture fixture = WriteFixture.withSessions(2);
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[24]);
    private final WriteOptions options = new WriteOptions();

    /** The ways to write an event. */
    enum Way {
        HANDLE, WRITER, OPTIONS, BLOCKS, ONE_BYTE_BLOCKS, CLAIM, CLAIM_WITH_OPTIONS
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("R4.44 between 7 and 16 passes 7 and 16 and rejects 6 and 17; a rejected event was never wanted")
    void shouldRecordWhatMeetsTheConditionOnly(final Way way) {
        filter(0, "value between 7 and 16");
        for (final long value : new long[]{6, 7, 12, 16, 17}) {
            write(way, value);
        }
        assertThat(fixture.session(0).takeValues()).containsExactly(7L, 12L, 16L);
        assertThat(fixture.session(0).wanted()).isEqualTo(3);
        assertThat(fixture.session(0).lost()).isZero();
        assertThat(fixture.session(1).takeValues()).containsExactly(6L, 7L, 12L, 16L, 17L);
        fixture.session(0).assertBalanced();
        fixture.session(1).assertBalanced();
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayNotWantedWhenNoConditionIsMet(final Way way) {
        filter(0, "value > 100");
        filter(1, "value % 10");
        assertThat(write(way, 13)).isEqualTo(WriteResult.NOT_WANTED);
        assertThat(WriteResult.status(write(way, 13))).isEqualTo(WriteResult.Status.OK);
        assertThat(write(way, 110)).isEqualTo(2 * ResultBits.WRITTEN);
        assertThat(fixture.event().isEnabled()).isTrue();
        assertThat(fixture.session(0).takeValues()).containsExactly(110L);
        assertThat(fixture.session(1).takeValues()).containsExactly(110L);
    }

    @Test
    void shouldLeaveTheOtherEventsOfTheProviderAlone() {
        fixture.enable(0, Enablement.of(5, 0, 0)
                .withFilters(EnablementFilters.builder().payload("event-a: value > 100").build()));
        bytes.putLong(0, 1);
        for (int i = 0; i < WriteFixture.EVENTS; i++) {
            fixture.event(i).write(bytes, 0, 8);
        }
        assertThat(fixture.session(0).takeAll()).hasSize(WriteFixture.EVENTS - 1);
    }

    @Test
    void shouldRejectAPayloadThatLacksTheField() {
        filter(0, "value >= 0");
        assertThat(fixture.event().write(bytes, 0, 7)).isEqualTo(ResultBits.WRITTEN);
        assertThat(fixture.event().write()).isEqualTo(ResultBits.WRITTEN);
        assertThat(fixture.session(0).wanted()).isZero();
    }

    @Test
    void shouldAskTheConditionAtTheCommitOfAClaim() {
        final EventClaim claim = EventClaim.create();
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        filter(0, "value > 100");
        filter(1, "value < 100");
        claim.buffer().putLong(0, 13);
        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);
        assertThat(fixture.session(0).wanted()).isZero();
        assertThat(fixture.session(0).lanes().get(0).writer().isClaimed()).isFalse();
        assertThat(fixture.session(1).takeValues()).containsExactly(13L);
        bytes.putLong(0, 101);
        fixture.event().write(bytes, 0, 8);
        fixture.session(0).assertBalanced();
    }

    @Test
    void shouldCountAClaimThatFindsNoRoomAsLostWhateverItsPayloadWouldHaveBeen() {
        filter(0, "value > 100");
        filter(1, "value > 100");
        final EventClaim claim = EventClaim.create();
        assertThat(fixture.event().tryClaim(claim, 65_000)).isFalse();
        assertThat(claim.result()).isEqualTo(2 * ResultBits.TOO_LARGE);
        assertThat(fixture.session(0).lost(LossCause.TOO_LARGE)).isEqualTo(1);
    }

    @Test
    void shouldNeverApplyTheConditionOfAnEndedSessionToTheNextOneInItsSlot() {
        filter(0, "value > 100");
        write(Way.HANDLE, 13);
        assertThat(fixture.end(0).wanted()).isZero();
        fixture.start(0, 2, LaneGeometry.MIN_LANE_BYTES, 9_999);
        fixture.want(0b11);
        for (final Way way : Way.values()) {
            assertThat(write(way, 13)).isEqualTo(2 * ResultBits.WRITTEN);
        }
        assertThat(fixture.session(0).takeValues()).hasSize(Way.values().length).containsOnly(13L);
    }

    @Test
    @DisplayName("R3.20 the filters of a session are replaced as a whole, and cleared by a call without any")
    void shouldReplaceTheConditionOfASession() {
        filter(0, "value > 100");
        write(Way.HANDLE, 13);
        filter(0, "value < 100");
        write(Way.HANDLE, 14);
        write(Way.HANDLE, 101);
        fixture.enable(0, Enablement.of(5, 0, 0));
        write(Way.HANDLE, 102);
        assertThat(fixture.session(0).takeValues()).containsExactly(14L, 102L);
    }

    private void filter(final int slot, final String expression) {
        fixture.enable(slot, Enablement.of(5, 0, 0)
                .withFilters(EnablementFilters.builder().payload(expression).build()));
    }

    private long write(final Way way, final long value) {
        final UnsafeBuffer source = new UnsafeBuffer(new byte[16]);
        source.putLong(8, value, ByteOrder.LITTLE_ENDIAN);
        return switch (way) {
            case HANDLE -> fixture.event().write(source, 8, 8);
            case WRITER -> fixture.event().write(source, 8, 8);
            case OPTIONS -> fixture.event().write(options, source, 8, 8);
            case BLOCKS -> fixture.event().write(new DataDescriptors().add(source, 8, 8));
            case ONE_BYTE_BLOCKS -> {
                final DataDescriptors blocks = new DataDescriptors();
                for (int i = 0; i < 8; i++) {
                    blocks.add(ByteBuffer.wrap(source.byteArray()), 8 + i, 1).add(source, 0, 0);
                }
                yield fixture.event().write(blocks);
            }
            case CLAIM, CLAIM_WITH_OPTIONS -> {
                final EventClaim claim = EventClaim.create();
                assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
                claim.buffer().putBytes(0, source, 8, 8);
                yield way == Way.CLAIM ? claim.commit() : claim.commit(options);
            }
        };
    }
}
