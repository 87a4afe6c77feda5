package io.ringside.internal.write;

import io.ringside.internal.lane.TakenEvent;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Events that are written in place, in one session. */
class EventClaimTest {
    private static final Executor OTHER_THREAD = command -> {
        final Thread thread = new Thread(command);
        thread.start();
    };

    private final WriteFixture fixture = WriteFixture.withSessions(1);
    private final MemorySession session = fixture.session(0);
    private final WritingThread writer = fixture.writer();
    private final EventClaim claim = EventClaim.create();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 1000})
    void shouldGiveRoomOfExactlyTheLengthAskedFor(final int length) {
        assertThat(fixture.event(1).tryClaim(claim, length)).isTrue();
        assertThat(claim.isOpen()).isTrue();
        assertThat(claim.length()).isEqualTo(claim.buffer().capacity()).isEqualTo(length);
        for (int i = 0; i < length; i++) {
            claim.buffer().putByte(i, (byte) i);
        }
        assertThatThrownBy(() -> claim.buffer().putByte(length, (byte) 1))
                .isInstanceOf(IndexOutOfBoundsException.class);

        assertThat(claim.commit()).isEqualTo(claim.result()).isEqualTo(ResultBits.WRITTEN);

        final TakenEvent event = session.takeAll().get(0);
        assertThat(event.eventIndex()).isEqualTo(1);
        assertThat(event.payload()).hasSize(length);
        for (int i = 0; i < length; i++) {
            assertThat(event.payload()[i]).isEqualTo((byte) i);
        }
        session.assertBalanced();
    }

    @Test
    void shouldMakeTheCommitTheAttempt() {
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        assertThat(claim.result()).isEqualTo(WriteResult.NOT_WANTED);
        assertThat(session.wanted()).isZero();
        assertThat(session.takeAll()).isEmpty();
        final long before = System.nanoTime();

        claim.commit();

        assertThat(session.wanted()).isEqualTo(1);
        assertThat(session.takeAll().get(0).time()).isBetween(before, System.nanoTime());
    }

    @Test
    void shouldCountNothingWhenAborted() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(fixture.event().tryClaim(claim, 100)).isTrue();
            claim.buffer().setMemory(0, 100, (byte) -1);
            if (i % 2 == 0) {
                claim.abort();
            } else {
                claim.close();
            }
            assertThat(claim.isOpen()).isFalse();
        }
        assertThat(session.wanted()).isZero();
        assertThat(fixture.event().write()).isEqualTo(ResultBits.WRITTEN);
        assertThat(session.takeAll()).singleElement().extracting(TakenEvent::lane).isEqualTo(0);
        session.assertBalanced();
    }

    @Test
    void shouldCountNothingWhenForgotten() {
        assertThat(fixture.event().tryClaim(EventClaim.create(), 100)).isTrue();

        assertThat(fixture.event().write()).isEqualTo(ResultBits.WRITTEN);

        assertThat(session.wanted()).isEqualTo(1);
        assertThat(session.takeAll()).singleElement().extracting(TakenEvent::lane).isEqualTo(1);
        session.assertBalanced();
    }

    @Test
    void shouldGiveTheLaneOfAForgottenClaimBackWhenItsThreadHasEnded() {
        final WritingThread ended = onOtherThread(() -> {
            assertThat(fixture.event().tryClaim(claim, 100)).isTrue();
            return fixture.writer();
        });
        fixture.reclaim(ended);
        writer.takeLanes();
        assertThat(session.pool().freeLanes()).isEqualTo(1);

        assertThat(claim.commit()).isEqualTo(WriteResult.INVALID_HANDLE);
        assertThat(fixture.event().write()).isEqualTo(ResultBits.WRITTEN);
        assertThat(session.takeAll()).hasSize(1);
        session.assertBalanced();
    }

    @Test
    void shouldRefuseToCommitWhatIsNotOpen() {
        assertThat(claim.commit()).isEqualTo(WriteResult.INVALID_HANDLE);
        claim.abort();
        fixture.event().tryClaim(claim, 8);
        claim.commit();

        assertThat(claim.commit()).isEqualTo(claim.result()).isEqualTo(WriteResult.INVALID_HANDLE);
        fixture.event().tryClaim(claim, 8);
        claim.abort();
        claim.abort();
        assertThat(claim.commit()).isEqualTo(WriteResult.INVALID_HANDLE);

        assertThat(session.wanted()).isEqualTo(1);
        assertThat(session.takeAll()).hasSize(1);
    }

    @Test
    void shouldGiveNoRoomWhenNotOpen() {
        assertThatThrownBy(claim::buffer).isInstanceOf(IllegalStateException.class)
                .hasMessage("claim is not open: result=OK: test what tryClaim returns");
        fixture.event().tryClaim(claim, 8);
        final MutableDirectBuffer kept = claim.buffer();
        claim.commit();
        assertThatThrownBy(claim::buffer).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> kept.putByte(0, (byte) 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void shouldAbortAnOpenClaimThatIsUsedAgain() {
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        claim.buffer().putLong(0, 1);
        assertThat(fixture.event().tryClaim(claim, 16)).isTrue();
        claim.buffer().putLong(0, 2);
        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);

        assertThat(session.takeValues()).containsExactly(2L);
        assertThat(session.takeAll().get(0).lane()).isZero();
        assertThat(session.pool().freeLanes()).isEqualTo(1);
        session.assertBalanced();
    }

    @ParameterizedTest
    @ValueSource(ints = {8, -1, 1 << 20})
    void shouldAbortAnOpenClaimThatIsRefusedWhenUsedAgain(final int length) {
        for (int i = 0; i < 4; i++) {
            fixture.want(1);
            assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
            fixture.want(length == 8 ? 0 : 1);
            assertThat(fixture.event().tryClaim(claim, length)).isFalse();
            assertThat(claim.isOpen()).isFalse();
        }
        assertThat(session.lanes().get(0).writer().isClaimed()).isFalse();
        assertThat(session.pool().freeLanes()).isEqualTo(1);
        session.assertBalanced();
    }

    @Test
    void shouldBelongToItsThread() {
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        claim.buffer().putLong(0, 42);

        assertThat(onOtherThread(() -> claim.commit())).isEqualTo(WriteResult.INVALID_HANDLE);
        onOtherThread(() -> {
            claim.abort();
            return claim;
        });
        assertThat(onOtherThread(() -> fixture.event().tryClaim(claim, 8))).isFalse();
        assertThat(claim.result()).isEqualTo(WriteResult.INVALID_HANDLE);

        assertThat(claim.isOpen()).isTrue();
        assertThat(session.wanted()).isZero();
        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);
        assertThat(session.takeValues()).containsExactly(42L);
        session.assertBalanced();
    }

    @Test
    void shouldPassFromThreadToThreadBetweenClaims() {
        assertThat(onOtherThread(() -> fixture.event().tryClaim(claim, 8) ? claim.commit() : claim.result()))
                .isEqualTo(ResultBits.WRITTEN);
        assertThat(fixture.event().tryClaim(claim, 8)).isTrue();
        assertThat(claim.commit()).isEqualTo(ResultBits.WRITTEN);
        assertThat(session.takeAll()).hasSize(2);
        session.assertBalanced();
    }

    @Test
    void shouldLeaveNothingOfAnAbortedClaimInTheStream() {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[8]);
        for (int i = 0; i < 5_000; i++) {
            // Lengths that end blocks in all ways, so that pads and headers are begun for claims in vain.
            assertThat(fixture.event().tryClaim(claim, i % 997)).isTrue();
            claim.abort();
            assertThat(fixture.event().write(bytes, 0, i % 9))
                    .isEqualTo(ResultBits.WRITTEN);
            session.taken(0).takeAll();
        }
        assertThat(session.takeAll()).hasSize(5_000);
        session.assertBalanced();
    }

    private static <T> T onOtherThread(final Supplier<T> action) {
        return CompletableFuture.supplyAsync(action, OTHER_THREAD).join();
    }
}
