package io.ringside.internal.write;

import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.TakenEvent;
import io.ringside.session.LossCause;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteResult;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Open claims while sessions come, go and fill up, and while the thread writes on. */
class ClaimSessionsTest {
    private static final int LANE_BYTES = LaneGeometry.MIN_LANE_BYTES;

    private final WriteFixture fixture = new WriteFixture();
    private final MemorySession first = fixture.start(0, 3, LANE_BYTES);
    private final MemorySession second = fixture.start(1, 3, LANE_BYTES);
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[8]);
    private final EventClaim claim = EventClaim.create();

    @BeforeEach
    void wantByFirst() {
        fixture.want(0b01);
    }

    @Test
    void shouldCopyToASessionThatWantsTheEventAtTheCommit() {
        claim(claim, 42);
        fixture.want(0b11);

        assertThat(claim.commit()).isEqualTo(2 * ResultBits.WRITTEN);

        assertThat(first.takeAll()).singleElement().extracting(TakenEvent::bytes)
                .isEqualTo(second.takeAll().get(0).bytes());
        assertBalanced(1, 1);
    }

    @Test
    void shouldWriteNothingWhenNobodyWantsTheEventAtTheCommit() {
        claim(claim, 42);
        fixture.want(0);

        assertThat(claim.commit()).isEqualTo(WriteResult.NOT_WANTED);

        assertThat(claim.isOpen()).isFalse();
        fixture.want(0b01);
        fixture.event().write(bytes, 0, 8);
        assertThat(first.takeAll()).singleElement().extracting(TakenEvent::lane).isEqualTo(0);
        assertBalanced(1, 0);
    }

    @Test
    void shouldWriteOnlyToWhoWantsTheEventAtTheCommit() {
        claim(claim, 42);
        fixture.want(0b10);

        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);

        assertThat(second.takeValues()).containsExactly(42L);
        assertThat(first.lanes().get(0).writer().isClaimed()).isFalse();
        assertBalanced(0, 1);
    }

    @Test
    void shouldPinTheLaneOfASessionThatEndsBeforeTheCommit() {
        claim(claim, 42);
        fixture.want(0b11);
        fixture.end(0);
        assertThat(first.lanes().get(0).writer().isClaimed()).isTrue();
        claim.buffer().putLong(0, 43);

        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);

        assertThat(first.lanes().get(0).writer().isClaimed()).isFalse();
        assertThat(second.takeValues()).containsExactly(43L);
        assertBalanced(0, 1);
    }

    @Test
    void shouldCopyToTheSessionThatHasTakenTheSlotOver() {
        claim(claim, 42);
        fixture.end(0);
        final MemorySession third = fixture.start(0, 1, LANE_BYTES);
        fixture.want(0b01);

        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);

        assertThat(third.takeValues()).containsExactly(42L);
        third.assertBalanced();
        assertBalanced(0, 0);
    }

    @Test
    void shouldAbortAClaimOfASessionThatHasEnded() {
        claim(claim, 42);
        fixture.end(0);

        claim.abort();

        assertThat(first.lanes().get(0).writer().isClaimed()).isFalse();
        assertBalanced(0, 0);
    }

    @Test
    void shouldLoseTheCopyThatFindsNoRoom() {
        claim(claim, 42);
        final int before = fill(0b10);
        fixture.want(0b11);

        final long result = claim.commit();

        assertThat(WriteResult.status(result)).isEqualTo(WriteResult.Status.OK);
        assertThat(WriteResult.lost(result, LossCause.FULL)).isEqualTo(1);
        assertThat(first.takeValues()).containsExactly(42L);
        assertThat(second.lost(LossCause.FULL)).isEqualTo(2);
        assertBalanced(1, before);
    }

    @Test
    void shouldClaimWhereThereIsRoom() {
        final int before = fill(0b01);
        fixture.want(0b11);
        claim(claim, 42);
        assertThat(first.lost(LossCause.FULL)).isEqualTo(1);

        final long result = claim.commit();

        assertThat(WriteResult.written(result)).isEqualTo(1);
        assertThat(WriteResult.lost(result, LossCause.FULL)).isEqualTo(1);
        assertThat(second.takeValues()).containsExactly(42L);
        assertBalanced(before, 1);
    }

    @Test
    void shouldFailAndCountAtOnceWhenNoSessionHasRoom() {
        final int firstBefore = fill(0b01);
        final int secondBefore = fill(0b10);
        fixture.want(0b11);

        assertThat(fixture.event().tryClaim(claim, 8)).isFalse();

        assertThat(claim.result()).isEqualTo(2 * ResultBits.FULL);
        claim.abort();
        assertThat(claim.commit()).isEqualTo(WriteResult.INVALID_HANDLE);
        assertThat(first.lost(LossCause.FULL)).isEqualTo(second.lost(LossCause.FULL)).isEqualTo(2);
        assertBalanced(firstBefore, secondBefore);
    }

    @Test
    void shouldWriteIntoOtherLanesWhileAClaimIsOpen() {
        fixture.want(0b11);
        claim(claim, 42);
        write(1);
        write(2);
        claim.commit();
        write(3);

        assertThat(first.takeAll()).extracting(TakenEvent::lane).containsExactly(0, 0, 1, 1);
        assertThat(first.takeValues()).containsExactly(42L, 3L, 1L, 2L);
        assertThat(second.takeValues()).as("no claim in its lane").containsExactly(1L, 2L, 42L, 3L);
        assertBalanced(4, 4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNestClaims(final boolean innerFirst) {
        final List<EventClaim> claims = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            claims.add(EventClaim.create());
            claim(claims.get(i), i);
        }
        fixture.want(0b11);
        for (int i = 0; i < 3; i++) {
            assertThat(claims.get(innerFirst ? 2 - i : i).commit()).isEqualTo(2 * ResultBits.WRITTEN);
        }

        assertThat(first.takeAll()).extracting(TakenEvent::lane).containsExactly(0, 1, 2);
        assertThat(first.takeValues()).containsExactly(0L, 1L, 2L);
        assertThat(second.takeValues()).isEqualTo(innerFirst ? List.of(2L, 1L, 0L) : List.of(0L, 1L, 2L));
        write(3);
        assertThat(first.takeAll().get(1)).extracting(TakenEvent::value, TakenEvent::lane).containsExactly(3L, 0);
        assertBalanced(4, 4);
    }

    @Test
    void shouldCountWhatFindsNoOtherLaneInsideAClaim() {
        final List<EventClaim> claims = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            claims.add(EventClaim.create());
            claim(claims.get(i), i);
        }
        assertThat(fixture.event().write(bytes, 0, 8)).isEqualTo(ResultBits.NO_LANE);
        assertThat(fixture.event().tryClaim(claim, 8)).isFalse();
        assertThat(claim.result()).isEqualTo(ResultBits.NO_LANE);

        claims.forEach(EventClaim::commit);

        assertThat(first.lost(LossCause.NO_LANE)).isEqualTo(2);
        assertThat(first.takeValues()).containsExactly(0L, 1L, 2L);
        assertBalanced(3, 0);
    }

    private void claim(final EventClaim claim, final long value) {
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        claim.buffer().putLong(0, value);
    }

    private void write(final long value) {
        bytes.putLong(0, value);
        assertThat(WriteResult.status(fixture.event().write(bytes, 0, 8))).isEqualTo(WriteResult.Status.OK);
    }

    /** Writes to sessions until an event is lost; gives the number of those before. */
    private int fill(final long slots) {
        fixture.want(slots);
        int written = 0;
        while (fixture.event().write(bytes, 0, 8) == ResultBits.WRITTEN) {
            written++;
        }
        return written;
    }

    private void assertBalanced(final int firstCount, final int secondCount) {
        first.assertBalanced();
        second.assertBalanced();
        assertThat(first.takeAll()).hasSize(firstCount);
        assertThat(second.takeAll()).hasSize(secondCount);
    }
}
