package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.control.Outcome;
import io.ringside.control.SessionStatus;
import io.ringside.internal.files.Participant;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.SessionSettings;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What controllers do with sessions by name. */
@Timeout(60)
class SessionOperationsTest extends ControllerFixture {
    private static final UUID IDENTITY = UUID.fromString("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716");

    @Test
    @DisplayName("R4.2, R4.56 64 sessions run, the 65th is refused, and after the end of one there is room again")
    void shouldKeepToTheLimitOfSessions() {
        assertThat(controller.sessionsMax()).isEqualTo(64);
        for (int i = 0; i < controller.sessionsMax(); i++) {
            controller.start(settings("s" + i));
        }

        assertCode(ErrorCode.LIMIT, () -> controller.start(settings("65th")), "slots=64, sessions=[s0, s1, ");
        assertThat(controller.rows()).hasSize(64);

        controller.stop("s63", Duration.ZERO);
        assertThat(controller.start(settings("65th")).slot()).isEqualTo(63);
    }

    @Test
    @DisplayName("R4.4 a session without an identity gets one that no other has, and keeps it")
    void shouldMakeAnIdentityForEachSession() {
        final SessionRow one = controller.start(settings("one"));
        final SessionRow two = controller.start(settings("two"));

        assertThat(one.settings().uuid()).isNotNull()
                .isNotEqualTo(two.settings().uuid());
        assertThat(controller.query("one").session().settings().uuid()).isEqualTo(one.settings().uuid());
        assertThat(controller.update("one", Map.of("description", "x")).settings().uuid())
                .isEqualTo(one.settings().uuid());
    }

    @Test
    @DisplayName("R4.1, R4.4 an identity that runs already is refused, and nothing is left of the attempt")
    void shouldRefuseAnIdentityThatRuns() {
        controller.start(SessionSettings.builder("one").uuid(IDENTITY).build());

        assertCode(ErrorCode.ALREADY_EXISTS,
                () -> controller.start(SessionSettings.builder("two").uuid(IDENTITY).build()),
                "uuid=" + IDENTITY + ", name=one");
        assertThat(controller.rows()).hasSize(1);
        controller.stop("one", Duration.ZERO);
        assertThat(controller.start(SessionSettings.builder("two").uuid(IDENTITY).build()).settings().uuid())
                .isEqualTo(IDENTITY);
    }

    @Test
    @DisplayName("R4.10 partly: \"a session that is recorded\" without a drain, or with one without files, 87")
    void shouldRefuseToGoOnInAFileThatIsNotThere() {
        controller.start(settings("A"));

        assertCode(ErrorCode.INVALID_ARGUMENT, () -> controller.incrementFile("A", Duration.ZERO),
                "session=A, drain=none");
        ledgers.drainBy("tail 17");
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> controller.incrementFile("A", Duration.ZERO), "drain=tail 17");
        assertThat(controller.row("A").flushes()).as("nothing was asked of it").isZero();
    }

    @Test
    @DisplayName("R4.6 three sessions, two asked for: the first two and the number of all")
    void shouldTellHowManySessionsThereAre() {
        for (final String name : new String[]{"one", "two", "three"}) {
            controller.start(settings(name));
        }

        final SessionStatus.Page two = controller.query(2);
        assertThat(two.sessions()).extracting(status -> status.session().name()).containsExactly("one", "two");
        assertThat(two.count()).isEqualTo(3);
        assertThat(two.hasMore()).isTrue();
        final SessionStatus.Page all = controller.query(64);
        assertThat(all.sessions()).hasSize(3);
        assertThat(all.hasMore()).isFalse();
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> controller.query(0), "sessionLimit=0, min=1, max=64");
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> controller.query(65), "sessionLimit=65");
    }

    @Test
    @DisplayName("R4.6 looking changes nothing")
    void shouldChangeNothingByLooking() {
        final SessionRow session = controller.start(settings("one"));
        ledgers.write(3);

        final SessionStatus first = controller.query("one");
        assertThat(controller.query("one")).isEqualTo(first);
        assertThat(controller.query(1).sessions()).containsExactly(first);
        assertThat(controller.rows()).containsExactly(session);
    }

    @Test
    @DisplayName("R4.8 description and bound of the memory change, whatever a session has enabled stays")
    void shouldChangeWhatMayChange() {
        final SessionRow session = controller.start(settings("one"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            controller.enable("one", REQUEST, Duration.ZERO);
            final long generation = controller.row("one").generation();

            final SessionRow changed = controller.update("ONE", Map.of("maxBytes", "1048576", "description", "night"));

            assertThat(changed.settings().maxBytes()).isEqualTo(1 << 20);
            assertThat(changed.settings().description()).isEqualTo("night");
            assertThat(changed.settings().laneBytes()).isEqualTo(session.settings().laneBytes());
            final SessionStatus status = controller.query("one");
            assertThat(status.session()).isEqualTo(changed);
            assertThat(status.enablements()).hasSize(1);
            assertThat(process.words().eventWordVolatile(0)).isEqualTo(1L << session.slot());
            assertThat(changed.generation()).as("there is nothing to acknowledge").isEqualTo(generation);
        }
    }

    @Test
    @DisplayName("R4.8 what is fixed, unknown or not allowed is refused by its name, and nothing changes")
    void shouldRefuseToChangeWhatIsFixed() {
        final SessionRow session = controller.start(settings("one"));

        for (final String fixed : new String[]{"lanes", "laneBytes", "overflow", "clock", "uuid"}) {
            final Map<String, String> changes = Map.of("description", "night", fixed, "1");
            assertCode(ErrorCode.INVALID_ARGUMENT, () -> controller.update("one", changes), "setting=" + fixed);
        }
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> controller.update("one", Map.of("bufferSize", "4")),
                "setting=bufferSize");
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> controller.update("one", Map.of("maxBytes", "1")),
                "maxBytes=1: expected");
        assertCode(ErrorCode.NOT_FOUND, () -> controller.update("two", Map.of()), "name=two");
        assertThat(controller.query("one").session()).isEqualTo(session);
    }

    @Test
    @DisplayName("R4.9 without a drain a flush waits for nobody")
    void shouldNotWaitForADrainThatIsNotThere() {
        controller.start(settings("one"));

        final Outcome.Flushed result = controller.flush("one", Duration.ofNanos(5 * SECOND_NS));

        assertThat(result.isComplete()).as("nothing was written").isTrue();
        assertThat(result.drain()).isNull();
        assertThat(idleCount).isZero();
        assertThat(controller.row("one").flushes()).isEqualTo(1);
        controller.flush("one", Duration.ZERO);
        assertThat(controller.row("one").flushes()).isEqualTo(2);
        assertCode(ErrorCode.NOT_FOUND, () -> controller.flush("two", Duration.ZERO), "name=two");
    }

    @Test
    @DisplayName("R4.9 a flight recorder is asked for a snapshot, not to flush")
    void shouldPointToTheSnapshotOfAFlightRecorder() {
        final SessionRow session = controller.start(
                SessionSettings.builder("one").overflow(SessionSettings.Overflow.DROP_OLDEST).build());

        assertCode(ErrorCode.WRONG_KIND, () -> controller.flush("one", Duration.ZERO), "session=one: use snapshot");
        assertThat(controller.query("one").session()).isEqualTo(session);
    }

    @Test
    @DisplayName("R4.12 a session that was started tells the values that hold; values out of range are refused")
    void shouldTellEffectiveValues() {
        controller.start(SessionSettings.builder("one").laneBytes(1 << 20).build());

        final SessionSettings settings = controller.query("one").session().settings();
        assertThat(settings.lanes()).isPositive();
        assertThat(settings.laneBytes()).isEqualTo(1 << 20);
        assertThat(settings.maxBytes()).isGreaterThanOrEqualTo(settings.laneBytes());
        assertThat(settings.asText()).doesNotContainValue(null).doesNotContainEntry("uuid", "");
        for (final String bytes : new String[]{"3", "16385", "65535", "1073741825"}) {
            assertThatThrownBy(() -> SessionSettings.builder("two").set("laneBytes", bytes))
                    .hasMessageContaining("laneBytes=" + bytes + ": expected a power of two");
        }
    }

    @Test
    @DisplayName("R4.3 sessions, what they have enabled and what was changed of them outlive their controller")
    void shouldKeepChangesWhenTheControllerEnds() {
        controller.start(settings("one"));
        controller.update("one", Map.of("description", "night"));
        participant.close();

        participant = Participant.join(directory);
        assertThat(controller(participant).query("one").session().settings().description()).isEqualTo("night");
    }
}
