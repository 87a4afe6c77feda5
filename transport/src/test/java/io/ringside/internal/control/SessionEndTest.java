package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.control.Outcome;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.files.Participant;
import io.ringside.internal.registry.AckStatus;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LossCause;
import io.ringside.session.SessionInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** How sessions end. */
@Timeout(60)
class SessionEndTest extends ControllerFixture {
    @Test
    @DisplayName("R4.3, R4.7 partly: \"a recording\" stop disables, waits for processes, gives the final ledger")
    void shouldStopSession() {
        controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            controller.enable("night", REQUEST, Duration.ZERO);
            process.applyRows();
            ledgers.write(10);
            whileWaiting = () -> {
                assertThat(process.words().eventWordVolatile(0)).as("words are cleared first").isZero();
                assertThat(controller.rows()).singleElement().matches(row -> !row.isRunning());
                process.applyRows();
            };

            final Outcome.Stopped result = controller.stop("night", Duration.ofNanos(10 * SECOND_NS));

            assertThat(result.isComplete()).isTrue();
            assertThat(result.timedOut()).isEmpty();
            assertThat(result.ledger().totals().lost().of(LossCause.DISCARDED)).isEqualTo(10);
            assertThat(result.ledger().totals().isBalanced()).isTrue();
            assertThat(controller.rows()).isEmpty();
            assertThat(directory.rows()).isEmptyDirectory();
            assertThat(directory.sessions()).isEmptyDirectory();
        }
    }

    @Test
    void shouldLetDrainTakeWhatIsLeft() {
        controller.start(settings("night"));
        ledgers.write(10);
        ledgers.drainBy("tail 17");
        whileWaiting = () -> {
            if (idleCount == 4) {
                ledgers.drainAll();
            }
        };

        final Outcome.Stopped result = controller.stop("night", Duration.ofNanos(10 * SECOND_NS));

        assertThat(result.isComplete()).isTrue();
        assertThat(result.ledger().totals().delivered()).isEqualTo(10);
        assertThat(result.ledger().totals().lost().total()).isZero();
    }

    @Test
    void shouldNameDrainThatDoesNotLetGo() {
        controller.start(settings("night"));
        ledgers.write(10);
        ledgers.drainBy("tail 17");

        final Outcome.Stopped result = controller.stop("night", SECOND);

        assertThat(result.isComplete()).isFalse();
        assertThat(result.drain()).isEqualTo("tail 17");
        assertThat(result.unfinished()).hasMessage("session is still stopping: name=night, drain=tail 17"
                + ": resume or end these processes, then stop it again");
        assertThat(result.ledger().totals().inRing()).isEqualTo(10);
        assertThat(controller.rows()).singleElement().extracting(SessionRow::state)
                .isEqualTo(SessionInfo.State.STOPPING);

        ledgers.drainAll();
        assertThat(controller.stop("night", SECOND).isComplete()).isTrue();
        assertThat(controller.rows()).isEmpty();
    }

    @Test
    void shouldKeepSlotForProcessThatDoesNotAnswer() {
        final SessionRow session = controller.start(settings("night"));
        try (FakeProcess silent = new FakeProcess(directory, ORDERS)) {
            controller.enable("night", REQUEST, Duration.ZERO);
            silent.applyRows();
            ledgers.write(3);

            final Outcome.Stopped result = controller.stop("night", SECOND);

            assertThat(result.isComplete()).isFalse();
            assertThat(result.timedOut()).containsExactly(silent.description());
            assertThat(result.ledger().totals().inRing()).as("nothing is given up").isEqualTo(3);
            assertThat(controller.start(settings("other")).slot()).isNotEqualTo(session.slot());
            assertCode(ErrorCode.BUSY, () -> controller.enable("night", REQUEST, Duration.ZERO), "ending");
            assertCode(ErrorCode.ALREADY_EXISTS, () -> controller.start(settings("NIGHT")), "STOPPING");

            silent.applyRows();
            final SessionRow reused = controller.start(settings("night"));
            assertThat(reused.slot()).as("the end was finished on the way").isEqualTo(session.slot());
            assertThat(reused.id()).isGreaterThan(session.id());
        }
    }

    @Test
    void shouldNotWaitForDeadProcessAtTheEnd() {
        controller.start(settings("night"));
        try (FakeProcess dead = new FakeProcess(directory, ORDERS)) {
            controller.enable("night", REQUEST, Duration.ZERO);
            dead.applyRows();
            dead.die();

            assertThat(controller.stop("night", SECOND).isComplete()).isTrue();
            assertThat(idleCount).isZero();
            assertThat(directory.processPage(dead.participant().incarnation())).as("nobody needs it").doesNotExist();
        }
    }

    @Test
    void shouldWaitForProcessThatHasUnregisteredButIsAttached() {
        controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            controller.enable("night", REQUEST, Duration.ZERO);
            process.applyRows();
            process.page().removeRegistration(0);

            assertThat(controller.stop("night", SECOND).timedOut()).containsExactly(process.description());
            process.applyRows();
            assertThat(controller.stop("night", SECOND).isComplete()).isTrue();
        }
    }

    @Test
    void shouldNotWaitForDamagedPageOfProcessThatTheSessionNeverHad() throws IOException {
        controller.start(settings("night"));
        try (FakeProcess stranger = new FakeProcess(directory, ORDERS)) {
            damage(stranger);

            assertThat(controller.stop("night", SECOND).isComplete()).isTrue();
        }
    }

    @Test
    void shouldNameDamagedPageOfProcessWhoseLedgerStands() throws IOException {
        final SessionRow session = controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            Files.createFile(directory.ledger(session.id(), process.participant().incarnation()));
            damage(process);

            assertThat(controller.stop("night", SECOND).timedOut()).singleElement().asString()
                    .contains(directory.processPage(process.participant().incarnation()).toString());
        }
    }

    private void damage(final FakeProcess process) throws IOException {
        try (FileChannel page = FileChannel.open(directory.processPage(process.participant().incarnation()),
                StandardOpenOption.WRITE)) {
            page.write(ByteBuffer.allocate(Long.BYTES), 0);
        }
    }

    @Test
    void shouldWaitForProcessWhoseLedgerStands() throws IOException {
        final SessionRow session = controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            Files.createFile(directory.ledger(session.id(), process.participant().incarnation()));

            assertThat(controller.stop("night", SECOND).timedOut()).containsExactly(process.description());
        }
    }

    @Test
    void shouldNotTakeAttachedForLetGo() {
        final SessionRow session = controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            controller.enable("night", REQUEST, Duration.ZERO);
            whileWaiting = () -> process.page().acknowledge(session.slot(),
                    Acknowledgement.of(session.id(), 1_000, AckStatus.ATTACHED));

            assertThat(controller.stop("night", SECOND).timedOut()).containsExactly(process.description());
        }
    }

    @Test
    void shouldFinishEndThatADeadControllerHasBegun() {
        final Participant other = Participant.join(directory);
        final SessionRow session = controller.start(settings("night"));
        SessionEnd.begin(context(other), "night");
        controller.start(settings("while it lives"));
        assertThat(controller.rows()).as("its controller lives").extracting(SessionRow::name).contains("night");
        other.close();

        final SessionRow next = controller.start(settings("next"));

        assertThat(controller.rows()).extracting(SessionRow::name).containsExactly("while it lives", "next");
        assertThat(next.slot()).isEqualTo(session.slot());
    }

    @Test
    void shouldFinishEndWhoseFolderIsGoneAlready() throws IOException {
        final Participant other = Participant.join(directory);
        final SessionRow session = controller.start(settings("night"));
        controller.enable("night", REQUEST, Duration.ZERO);
        SessionEnd.begin(context(other), "night");
        ledgers.write(5);
        Files.delete(directory.session(session.id()));
        other.close();

        controller.clean();

        assertThat(directory.rows()).isEmptyDirectory();
    }

    @Test
    void shouldNotCallNumbersFinalThatAreNotAllKnown() {
        controller.start(settings("night"));
        ledgers.damage();

        final Outcome.Stopped result = controller.stop("night", SECOND);

        assertThat(result.ended()).isTrue();
        assertThat(result.isComplete()).isFalse();
        assertThat(result.ledger().finalReading()).isFalse();
        assertThat(result.ledger().problems()).containsExactly("ledger 17: damaged");
        assertThat(controller.rows()).isEmpty();
    }

    @Test
    void shouldNotCallNumbersFinalBeforeAProcessWithoutLanesHasAnswered() {
        controller.start(settings("night"));
        ledgers.finish();
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            controller.enable("night", REQUEST, Duration.ZERO);
            assertThat(controller.stop("night", Duration.ZERO).timedOut()).containsExactly(process.description());
            assertThat(controller.query("night").ledger().finalReading()).isFalse();

            process.applyRows();
            assertThat(controller.query("night").ledger().finalReading()).isTrue();
        }
    }

    @Test
    void shouldGoOnWithAnEndThatIsAskedForTwice() {
        controller.start(settings("night"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            controller.enable("night", REQUEST, Duration.ZERO);
            whileWaiting = () -> {
                whileWaiting = () -> {};
                assertThat(controller.stop("night", Duration.ZERO).ended()).isFalse();
                process.applyRows();
                controller.start(settings("other"));
                assertThat(controller.rows()).as("the first call is at work on it").hasSize(2);
            };

            assertThat(controller.stop("night", SECOND).isComplete()).isTrue();
        }
    }

    @Test
    void shouldReadLedgersOutsideTheControlLock() {
        controller.start(settings("night"));
        ledgers.onRead(() -> assertThat(LockFile.of(directory.controlLock()).isHeld()).isFalse());
        assertThat(controller.stop("night", SECOND).isComplete()).isTrue();
    }

    @Test
    void shouldNotAskForDrainOfSessionWhoseFolderIsGone() throws IOException {
        final SessionRow session = controller.start(settings("night"));
        ledgers.drainBy("nobody can hold a lock there");
        Files.delete(directory.session(session.id()));

        assertThat(controller.stop("night", SECOND).isComplete()).isTrue();
        assertThat(idleCount).isZero();
    }
}
