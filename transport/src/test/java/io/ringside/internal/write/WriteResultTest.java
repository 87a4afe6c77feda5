package io.ringside.internal.write;

import io.ringside.session.LossCause;
import io.ringside.write.WriteResult;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static io.ringside.internal.write.ResultBits.FULL;
import static io.ringside.internal.write.ResultBits.NO_LANE;
import static io.ringside.internal.write.ResultBits.OVER_EVENT_LIMIT;
import static io.ringside.internal.write.ResultBits.REFUSED;
import static io.ringside.internal.write.ResultBits.TOO_LARGE;
import static io.ringside.internal.write.ResultBits.WRITTEN;
import static io.ringside.write.WriteResult.INVALID_HANDLE;
import static io.ringside.write.WriteResult.INVALID_PARAMETER;
import static io.ringside.write.WriteResult.NOT_WANTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class WriteResultTest {
    @ParameterizedTest
    @MethodSource("results")
    @DisplayName("R2.9 partly: \"what writes return\" the return codes of a write")
    void shouldHaveTheStatusOfItsCause(final long result, final WriteResult.Status status, final int etwCode) {
        assertThat(WriteResult.status(result)).isEqualTo(status);
        assertThat(status.etwCode()).isEqualTo(etwCode);
        assertThat(WriteResult.isOk(result)).isEqualTo(status == WriteResult.Status.OK);
    }

    static Stream<Arguments> results() {
        return Stream.of(arguments(NOT_WANTED, WriteResult.Status.OK, 0),
                arguments(WRITTEN, WriteResult.Status.OK, 0),
                arguments(WRITTEN + FULL, WriteResult.Status.OK, 0),
                arguments(WRITTEN + TOO_LARGE + NO_LANE + REFUSED, WriteResult.Status.OK, 0),
                arguments(INVALID_PARAMETER, WriteResult.Status.INVALID_PARAMETER, 87),
                arguments(INVALID_HANDLE, WriteResult.Status.INVALID_HANDLE, 6),
                arguments(FULL, WriteResult.Status.NOT_ENOUGH_MEMORY, 8),
                arguments(FULL + TOO_LARGE, WriteResult.Status.NOT_ENOUGH_MEMORY, 8),
                arguments(TOO_LARGE, WriteResult.Status.MORE_DATA, 234),
                arguments(TOO_LARGE + NO_LANE, WriteResult.Status.MORE_DATA, 234),
                arguments(TOO_LARGE | OVER_EVENT_LIMIT, WriteResult.Status.ARITHMETIC_OVERFLOW, 534),
                arguments(2 * TOO_LARGE + REFUSED | OVER_EVENT_LIMIT, WriteResult.Status.ARITHMETIC_OVERFLOW, 534),
                arguments(NO_LANE, WriteResult.Status.NO_SYSTEM_RESOURCES, 1450),
                arguments(NO_LANE | OVER_EVENT_LIMIT, WriteResult.Status.NO_SYSTEM_RESOURCES, 1450),
                arguments(NO_LANE + REFUSED, WriteResult.Status.NO_SYSTEM_RESOURCES, 1450),
                arguments(REFUSED, WriteResult.Status.NOT_ATTACHED, 4201));
    }

    @Test
    void shouldCountSessionsByWhatTheEventCameTo() {
        final long result = 5 * WRITTEN + 4 * FULL + 3 * TOO_LARGE + 2 * NO_LANE + REFUSED;

        assertThat(WriteResult.wanted(result)).isEqualTo(15);
        assertThat(WriteResult.written(result)).isEqualTo(5);
        assertThat(WriteResult.lost(result)).isEqualTo(10);
        final Map<LossCause, Integer> expected = Map.of(LossCause.FULL, 4, LossCause.TOO_LARGE, 3, LossCause.NO_LANE, 2,
                LossCause.NOT_ATTACHED, 1);
        for (final LossCause cause : LossCause.values()) {
            assertThat(WriteResult.lost(result, cause)).as(cause.jsonName()).isEqualTo(expected.getOrDefault(cause, 0));
        }
    }

    @Test
    void shouldHaveRoomForAllSessionsInEachCount() {
        for (final long one : new long[]{WRITTEN, FULL, TOO_LARGE, NO_LANE, REFUSED}) {
            final long result = 64 * one;
            assertThat(WriteResult.wanted(result)).isEqualTo(64);
            assertThat(WriteResult.written(result) + WriteResult.lost(result)).isEqualTo(64);
            assertThat(WriteResult.written(result)).isEqualTo(one == WRITTEN ? 64 : 0);
        }
    }

    @Test
    void shouldNameTheCauseOfEachStatus() {
        assertThat(WriteResult.Status.OK.cause()).isNull();
        assertThat(WriteResult.Status.INVALID_PARAMETER.cause()).isNull();
        assertThat(WriteResult.Status.INVALID_HANDLE.cause()).isNull();
        assertThat(WriteResult.Status.NOT_ENOUGH_MEMORY.cause()).isEqualTo(LossCause.FULL);
        assertThat(WriteResult.Status.MORE_DATA.cause()).isEqualTo(LossCause.TOO_LARGE);
        assertThat(WriteResult.Status.ARITHMETIC_OVERFLOW.cause()).isEqualTo(LossCause.TOO_LARGE);
        assertThat(WriteResult.Status.NO_SYSTEM_RESOURCES.cause()).isEqualTo(LossCause.NO_LANE);
        assertThat(WriteResult.Status.NOT_ATTACHED.cause()).isEqualTo(LossCause.NOT_ATTACHED);
    }
}
