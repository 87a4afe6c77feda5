package io.ringside.activity;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ActivityIdTest {
    private static final UUID FIRST = new UUID(1, 2);
    private static final UUID SECOND = new UUID(3, 4);

    @AfterEach
    void forgetActivity() {
        ActivityId.set(null);
    }

    @Test
    @DisplayName("R2.19 each control does what its code says; the last one gives the old id")
    void shouldDoWhatEachCodeSays() {
        assertThat(ActivityId.control(ActivityId.GET_ID, null)).isNull();
        assertThat(ActivityId.control(ActivityId.SET_ID, FIRST)).isEqualTo(FIRST);
        assertThat(ActivityId.control(ActivityId.GET_ID, SECOND)).isEqualTo(FIRST);

        final UUID created = ActivityId.control(ActivityId.CREATE_ID, null);
        assertThat(created).isNotNull().isNotIn(FIRST);
        assertThat(ActivityId.current()).isEqualTo(FIRST);

        assertThat(ActivityId.control(ActivityId.GET_SET_ID, SECOND)).isEqualTo(FIRST);
        assertThat(ActivityId.current()).isEqualTo(SECOND);

        assertThat(ActivityId.control(ActivityId.CREATE_SET_ID, null)).isEqualTo(SECOND);
        assertThat(ActivityId.current()).isNotNull().isNotIn(FIRST, SECOND, created);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 6, -1, Integer.MAX_VALUE})
    @DisplayName("R2.19 any other code is an invalid argument, and changes nothing")
    void shouldRefuseOtherCodes(final int code) {
        ActivityId.set(FIRST);
        assertThatExceptionOfType(RingsideException.class).isThrownBy(() -> ActivityId.control(code, SECOND))
                .withMessageContaining("code=" + code)
                .satisfies(thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        assertThat(ActivityId.current()).isEqualTo(FIRST);
    }

    @ParameterizedTest
    @ValueSource(ints = {ActivityId.SET_ID, ActivityId.GET_SET_ID})
    void shouldRefuseToSetNoId(final int code) {
        ActivityId.set(FIRST);
        assertThatExceptionOfType(RingsideException.class).isThrownBy(() -> ActivityId.control(code, null))
                .withMessageContaining("code=" + code);
        assertThat(ActivityId.current()).isEqualTo(FIRST);
    }

    @Test
    @DisplayName("R2.19 another thread begins without an id, whatever that of its maker is")
    void shouldNotBeInherited() {
        ActivityId.set(FIRST);
        final CompletableFuture<UUID> other = new CompletableFuture<>();
        new Thread(() -> other.complete(ActivityId.current())).start();
        assertThat(other.join()).isNull();
        assertThat(ActivityId.current()).isEqualTo(FIRST);
    }

    @Test
    void shouldBeReadInHalves() {
        ActivityId.set(5, 6);
        assertThat(ActivityId.currentMost()).isEqualTo(5);
        assertThat(ActivityId.currentLeast()).isEqualTo(6);
        assertThat(ActivityId.getAndSet(FIRST)).isEqualTo(new UUID(5, 6));
        assertThat(ActivityId.createAndSet()).isEqualTo(FIRST);
    }

    @Test
    @DisplayName("R2.19 ids that are made in halves and as a whole come from one sequence")
    void shouldBeMadeInHalves() {
        final UUID whole = ActivityId.create();
        final UUID next = new UUID(ActivityId.createdMost(), ActivityId.createLeast());

        assertThat(next.getMostSignificantBits()).isEqualTo(whole.getMostSignificantBits());
        assertThat(next).isNotNull().isNotIn(whole, ActivityId.create());
        assertThat(ActivityId.current()).isNull();
    }
}
