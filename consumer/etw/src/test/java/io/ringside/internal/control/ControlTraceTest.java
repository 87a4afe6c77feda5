package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.etw.control.ControlTrace;
import io.ringside.etw.control.SessionParameters;
import io.ringside.internal.registry.SessionRow;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What is done with sessions by the number of an operation, by name or by handle. */
@Timeout(60)
class ControlTraceTest extends ControllerFixture {
    @Test
    @DisplayName("R4.13 with version 2 and no filters a session starts")
    void shouldStartWithVersionedProperties() {
        final SessionParameters parameters = new SessionParameters(
                SessionParameters.TRACED_GUID | SessionParameters.VERSIONED, 2, 0, settings("ported"));

        controller.start(parameters.settings());

        assertThat(controller.query("ported").session().isRunning()).isTrue();
    }

    @Test
    @DisplayName("R4.5 name of A with handle of B and STOP: A is stopped")
    void shouldPreferTheNameToTheHandle() {
        controller.start(settings("A"));
        final SessionRow other = controller.start(settings("B"));

        final ControlTrace.Result result = new ControlTrace(ControlTrace.STOP, "a", other.id(), Map.of(), 0)
                .run(controller);

        assertThat(result.stop().ended()).isTrue();
        assertThat(result.status().session().name()).isEqualTo("A");
        assertThat(controller.rows()).containsExactly(other);
    }

    @Test
    @DisplayName("R4.5 a session is found by its handle, and stopping it twice says that there is none")
    void shouldFindASessionByItsHandle() {
        final SessionRow session = controller.start(settings("A"));

        assertThat(ControlTrace.of(ControlTrace.QUERY, session.id()).run(controller).status().session())
                .isEqualTo(session);
        ControlTrace.of(ControlTrace.STOP, session.id()).run(controller);
        assertCode(ErrorCode.NOT_FOUND, () -> ControlTrace.of(ControlTrace.STOP, session.id()).run(controller),
                "handle=" + session.id());
        assertCode(ErrorCode.NOT_FOUND, () -> ControlTrace.of(ControlTrace.STOP, "A").run(controller),
                "name=A");
    }

    @ParameterizedTest
    @DisplayName("R4.5 operations that are unknown, or that no session allows, are refused")
    @ValueSource(ints = {ControlTrace.CONVERT_TO_REAL_TIME, 6, -1})
    void shouldRefuseAnOperationThatNoSessionAllows(final int operation) {
        controller.start(settings("A"));

        assertCode(ErrorCode.INVALID_ARGUMENT, () -> ControlTrace.of(operation, "A").run(controller),
                "operation=" + operation);
        assertThat(controller.rows()).hasSize(1);
    }

    @Test
    @DisplayName("R4.5 an operation without a session is refused")
    void shouldRefuseAnOperationWithoutASession() {
        assertCode(ErrorCode.INVALID_ARGUMENT,
                () -> ControlTrace.of(ControlTrace.QUERY, ControlTrace.NULL_HANDLE).run(controller), "handle=0");
    }

    @Test
    @DisplayName("R4.11 each method gives what the operation of its number gives")
    void shouldDoTheSameByMethodAndByNumber() {
        controller.start(settings("one"));
        assertThat(ControlTrace.of(ControlTrace.QUERY, "one").run(controller).status())
                .isEqualTo(controller.query("one"));
        final Map<String, String> changes = Map.of("description", "night");
        assertThat(ControlTrace.of(ControlTrace.UPDATE, "one").with(changes).run(controller).status()
                .session()).isEqualTo(controller.update("one", changes));
        assertThat(ControlTrace.of(ControlTrace.FLUSH, "one").within(SECOND_NS).run(controller).flush()
                .lanesLeft()).isEqualTo(controller.flush("one", SECOND).lanesLeft());

        sameFailure(() -> controller.query("no"), ControlTrace.QUERY);
        sameFailure(() -> controller.stop("no", Duration.ZERO), ControlTrace.STOP);
        sameFailure(() -> controller.update("no", Map.of()), ControlTrace.UPDATE);
        sameFailure(() -> controller.flush("no", Duration.ZERO), ControlTrace.FLUSH);
        sameFailure(() -> controller.incrementFile("no", Duration.ZERO), ControlTrace.INCREMENT_FILE);

        assertThat(ControlTrace.of(ControlTrace.STOP, "one").run(controller).status().ledger().finalReading())
                .isTrue();
        assertThat(controller.rows()).isEmpty();
    }

    private void sameFailure(final ThrowingCallable method, final int operation) {
        final RingsideException expected = catchThrowableOfType(RingsideException.class, method);
        assertCode(expected.code(), () -> ControlTrace.of(operation, "no").run(controller),
                String.valueOf(expected.getMessage()));
    }
}
