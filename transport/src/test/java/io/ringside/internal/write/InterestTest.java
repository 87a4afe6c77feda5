package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Who wants an event, and what a write says when nobody does. */
class InterestTest {
    private static final long UNMAPPED = 64;

    private final WriteFixture fixture = WriteFixture.withSessions(2);
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[64]);
    private final DataDescriptors blocks = new DataDescriptors().add(bytes, 0, 8);
    private final EventClaim claim = EventClaim.create();

    @ParameterizedTest
    @CsvSource({"0, 3", "3, 0", "1, 2", "4, 3"})
    @DisplayName("R2.9 a write that nobody enabled is a success, and counts nothing")
    void shouldBeOkAndCountNothingWhenNobodyIsInterested(final long wanted, final long standing) {
        fixture.want(wanted);
        fixture.stand(standing);

        assertThat(fixture.event().isEnabled()).as("until the process has followed").isEqualTo(standing != 0);
        assertThat(writeAllWays()).containsOnly(WriteResult.NOT_WANTED);
        assertThat(WriteResult.status(WriteResult.NOT_WANTED)).isEqualTo(WriteResult.Status.OK);
        assertNothingHappened();
    }

    @Test
    void shouldReachTheSessionsThatWantJustThisEvent() {
        fixture.want(0);
        fixture.want(1, 0b10);

        fixture.event(0).write();
        fixture.event(1).write();

        assertThat(fixture.session(0).takeAll()).isEmpty();
        assertThat(fixture.session(1).takeAll()).hasSize(1);
        assertThat(fixture.session(1).takeAll().get(0).eventIndex()).isEqualTo(1);
    }

    @Test
    void shouldClaimNothingWithoutAClaim() {
        fixture.want(0b11);
        assertThat(fixture.event().tryClaim(null, 8)).isFalse();
        assertThat(fixture.event().tryClaim(null, 8)).isFalse();
        fixture.want(0);
        assertThat(fixture.event().tryClaim(null, 8)).isFalse();
        assertNothingHappened();
    }

    @Test
    void shouldBeOkWhenAllSessionsThatWantTheEventHaveJustLeft() {
        fixture.want(0b11);
        fixture.threads().session(0, null);
        fixture.threads().session(1, null);
        final UnsafeBuffer large = new UnsafeBuffer(new byte[128 * 1024]);

        assertThat(fixture.event().write(large, 0, large.capacity())).isEqualTo(WriteResult.NOT_WANTED);
        assertThat(fixture.event().write(new DataDescriptors().add(large, 0, large.capacity())))
                .isEqualTo(WriteResult.NOT_WANTED);
        assertNothingHappened();
    }

    @Test
    void shouldKeepTheReferenceForAWriteUnderWay() {
        final long reference = fixture.event(1).reference();
        assertThat(reference).isNotZero();
        fixture.want(0b11);
        fixture.event(1).disconnect();
        assertThat(fixture.event(1).write()).isEqualTo(WriteResult.NOT_WANTED);
        assertThat(fixture.event(1).reference()).isEqualTo(reference);
    }

    @Test
    @DisplayName("R2.20 who writes everything records the same as who asks first")
    void shouldRecordTheSameWhetherTheProviderAsksOrNot() {
        final WriteFixture asking = WriteFixture.withSessions(2);
        final Random random = new Random(20);
        for (int i = 0; i < 1_000; i++) {
            final long wanted = random.nextInt(4);
            fixture.want(wanted);
            asking.want(wanted);
            bytes.putLong(0, i);
            fixture.event().write(bytes, 0, 8);
            if (asking.event().isEnabled()) {
                asking.event().write(bytes, 0, 8);
            }
        }
        for (int slot = 0; slot < 2; slot++) {
            assertThat(fixture.session(slot).takeValues()).isEqualTo(asking.session(slot).takeValues())
                    .hasSizeBetween(1, 999);
            fixture.session(slot).assertBalanced();
        }
    }

    @Test
    @DisplayName("R2.5 after the end of the registration a write is an invalid handle (6), and nothing is recorded")
    void shouldSayInvalidHandleAfterTheEndOfTheRegistration() {
        fixture.provider().close();

        assertThat(writeAllWays()).containsOnly(WriteResult.INVALID_HANDLE);
        assertThat(WriteResult.status(WriteResult.INVALID_HANDLE).etwCode()).isEqualTo(6);
        assertThat(fixture.event().isEnabled()).isFalse();
        assertNothingHappened();
    }

    @Test
    @DisplayName("R2.5 a session that attaches after the end of the registration changes nothing")
    void shouldStayClosedWhenAnotherSessionAttaches() {
        fixture.provider().close();
        fixture.stand(0b11);

        assertThat(writeAllWays()).containsOnly(WriteResult.INVALID_HANDLE);
        assertNothingHappened();
    }

    @Test
    void shouldSayInvalidHandleOfAnEventThatIsAddedAfterTheEnd() {
        fixture.provider().close();
        final ProviderEvent late = new DeclaredEvent(fixture.provider(), fixture.event().schema());

        assertThat(List.of(late.write(), late.write(bytes, 0, 8), late.write(blocks)))
                .containsOnly(WriteResult.INVALID_HANDLE);
        assertNothingHappened();
    }

    @Test
    @DisplayName("R2.5 a claim that was opened before the end of the registration cannot be committed after it")
    void shouldNotCommitAClaimAfterTheEndOfTheRegistration() {
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        fixture.provider().close();

        assertThat(claim.commit()).isEqualTo(WriteResult.INVALID_HANDLE);
        assertThat(claim.isOpen()).isFalse();
        assertThat(fixture.session(0).lanes().get(0).writer().isClaimed()).isFalse();
        assertNothingHappened();
    }

    @Test
    @DisplayName("R2.6 a registration that did not succeed gives handles that do nothing and are not enabled")
    void shouldDoNothingWithoutRegistration() {
        final ProviderEvent inert = new DeclaredEvent(new ProviderState(fixture.threads(), WriteFixture.PROVIDER_ID),
                fixture.schema().events().get(0));

        assertThat(inert.isEnabled()).isFalse();
        assertThat(inert.write()).isEqualTo(WriteResult.NOT_WANTED);
        assertThat(inert.write(bytes, 0, 8)).isEqualTo(WriteResult.NOT_WANTED);
        assertThat(inert.write(blocks)).isEqualTo(WriteResult.NOT_WANTED);
        assertThat(inert.tryClaim(claim, 8)).isFalse();
        assertNothingHappened();
    }

    @Test
    void shouldReadNoFlagWordOfAnEventThatNoSessionHereWants() {
        fixture.event().connect(UNMAPPED, fixture.event().reference());

        assertThat(fixture.event().isEnabled()).isTrue();
        fixture.stand(0);
        assertThat(fixture.event().isEnabled()).isFalse();
        assertThat(writeAllWays()).containsOnly(WriteResult.NOT_WANTED);
    }

    @Test
    void shouldReadAgainWhoWantsTheEventAfterItHasBegun() {
        final UnsafeBuffer disabling = new UnsafeBuffer(new byte[8]) {
            @Override
            public int capacity() {
                // Behind the first look at the flag word, before the write has begun.
                fixture.want(0b10);
                return super.capacity();
            }
        };

        assertThat(WriteResult.wanted(fixture.event().write(disabling, 0, 8))).isEqualTo(1);
        assertThat(fixture.session(0).wanted()).isZero();
        assertThat(fixture.session(1).takeAll()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"8", "65505"})
    void shouldSayNotWantedWhenTheLastSessionLeavesWhileItBegins(final int length) {
        final UnsafeBuffer disabling = new UnsafeBuffer(new byte[length]) {
            @Override
            public int capacity() {
                fixture.want(0);
                return super.capacity();
            }
        };

        assertThat(fixture.event().write(disabling, 0, length)).isEqualTo(WriteResult.NOT_WANTED);
        assertNothingHappened();
    }

    @Test
    void shouldCountNothingInASessionThatStandsNoLonger() {
        fixture.threads().session(1, null);

        assertThat(fixture.event().write(bytes, 0, 8)).isEqualTo(ResultBits.WRITTEN);
        assertThat(fixture.session(0).takeAll()).hasSize(1);
        assertThat(fixture.session(1).wanted()).isZero();
        fixture.want(0b10);
        assertThat(writeAllWays()).containsOnly(WriteResult.NOT_WANTED);
    }

    private List<Long> writeAllWays() {
        final boolean claimed = fixture.event().tryClaim(claim, 8);
        final long claimResult = claimed ? claim.commit() : claim.result();
        return List.of(fixture.event().write(), fixture.event().write(bytes, 0, 8),
                fixture.event().write(blocks), fixture.event().write(), fixture.event().write(bytes, 0, 8),
                fixture.event().write(blocks), claimResult);
    }

    private void assertNothingHappened() {
        for (int slot = 0; slot < 2; slot++) {
            assertThat(fixture.session(slot).wanted()).isZero();
            assertThat(fixture.session(slot).takeAll()).isEmpty();
        }
    }
}
