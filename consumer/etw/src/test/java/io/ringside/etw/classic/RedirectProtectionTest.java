package io.ringside.etw.classic;

import io.ringside.internal.files.SharedMemoryFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The ready callback, which keeps the session that was first. */
@Timeout(60)
class RedirectProtectionTest {
    private static final int ERROR_LEVEL = 2;
    private static final String A = "a";
    private static final String B = "b";

    private final RedirectProtection control = new RedirectProtection();
    private ClassicFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path root) {
        fixture = new ClassicFixture(root);
        fixture.start(A);
        fixture.start(B);
        ClassicRegistration.register(fixture.ringside,
                ClassicProvider.of("Test-Classic", ClassicFixture.CONTROL_ID), control, null);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R5.6 A enables, B enables: events go to A; B disables: still on; A disables: off, until B enables"
            + " again")
    void shouldKeepTheSessionThatWasFirst() {
        enable(A, 3);
        enable(B, 4);
        assertThat(control.state().level()).isEqualTo(3);
        log("one");
        fixture.disable(B, ClassicFixture.CONTROL_ID);
        assertThat(control.state().isOn()).isTrue();
        enable(B, 4);
        log("two");

        fixture.disable(A, ClassicFixture.CONTROL_ID);
        assertThat(control.state().isOn()).isFalse();
        assertThat(control.state().session()).isSameAs(ClassicSession.INVALID);
        log("nowhere");

        enable(B, 4);
        assertThat(control.state().level()).isEqualTo(4);
        log("three");
        assertThat(fixture.takeTexts(A)).containsExactly("one", "two");
        assertThat(fixture.takeTexts(B)).containsExactly("three");
    }

    @Test
    @DisplayName("R5.6 A enables again with another level: the level is the new one")
    void shouldFollowItsSessionsLevel() {
        enable(A, 3);
        enable(A, 5);

        assertThat(control.state().isOn()).isTrue();
        assertThat(control.state().level()).isEqualTo(5);
        assertThat(control.state().flags()).isEqualTo(0x11);
    }

    @Test
    @DisplayName("R5.6 a request without a session is an error and changes nothing, and so is one of another code: 87")
    void shouldRefuseWhatItDoesNotKnow() {
        enable(A, 3);

        assertThat(control.onControl(new ClassicRequest(RequestCode.ENABLE_EVENTS, ClassicSession.INVALID), null))
                .isEqualTo(6);
        assertThat(control.onControl(new ClassicRequest(RequestCode.DISABLE_EVENTS, ClassicSession.INVALID), null))
                .isEqualTo(6);
        assertThat(control.onControl(new ClassicRequest(RequestCode.CAPTURE_STATE, control.state().session()), null))
                .isEqualTo(87);
        assertThat(control.onControl(new ClassicRequest(1, control.state().session()), null)).isEqualTo(87);
        assertThat(control.state().isOn()).isTrue();
        assertThat(control.state().session().name()).isEqualTo(A);
    }

    @Test
    @DisplayName("R5.6 a session that asks for nothing any more is kept, but does not turn tracing on")
    void shouldNotTurnOnWithoutLevelAndFlags() {
        enable(A, 3);
        final ClassicSession session = control.state().session();
        fixture.disable(A, ClassicFixture.CONTROL_ID);

        assertThat(control.onControl(new ClassicRequest(RequestCode.ENABLE_EVENTS, session), null)).isEqualTo(6);
        assertThat(control.state().isOn()).isFalse();
        assertThat(control.state().session()).isSameAs(session);
    }

    @Test
    @DisplayName("R5.7 enabled with level 0: written; with 1: not; with 2 and above: written")
    void shouldAskForErrorsOrEverything() {
        for (final int level : new int[]{0, 1, 2, 3, 255}) {
            enable(A, level);
            log("level " + level);
        }

        assertThat(fixture.takeTexts(A)).containsExactly("level 0", "level 2", "level 3", "level 255");
        fixture.disable(A, ClassicFixture.CONTROL_ID);
        assertThat(control.state().isWanted(ERROR_LEVEL)).isFalse();
    }

    @Test
    void shouldStayOffUntilItsSessionEnablesItAgain() {
        enable(A, 0);
        control.turnOff(control.state());

        assertThat(control.state().isWanted(ERROR_LEVEL)).isFalse();
        assertThat(control.state().session().name()).isEqualTo(A);
        enable(B, 0);
        assertThat(control.state().isOn()).isFalse();
        enable(A, 0);
        assertThat(control.state().isWanted(ERROR_LEVEL)).isTrue();
    }

    @Test
    @DisplayName("R5.7 a write that failed turns off nothing that was asked for since: not by another session, nor by"
            + " its own")
    void shouldNotTurnOffWhatWasAskedForSince() {
        enable(A, 3);
        final RedirectProtection.State first = control.state();
        enable(A, 5);
        control.turnOff(first);
        assertThat(control.state().isOn()).isTrue();
        assertThat(control.state().level()).isEqualTo(5);

        final RedirectProtection.State second = control.state();
        fixture.disable(A, ClassicFixture.CONTROL_ID);
        enable(B, 4);
        control.turnOff(second);
        assertThat(control.state().isOn()).isTrue();
        assertThat(control.state().session().name()).isEqualTo(B);

        control.turnOff(control.state());
        assertThat(control.state().isOn()).isFalse();
        assertThat(second.isOn()).as("what was known then").isTrue();
    }

    private void enable(final String session, final int level) {
        fixture.enable(session, ClassicFixture.CONTROL_ID, level, 0x11);
    }

    private void log(final String text) {
        if (control.state().isWanted(ERROR_LEVEL)) {
            assertThat(control.state().session().write(ClassicFixture.event(text))).isEqualTo(ClassicStatus.OK);
        }
    }
}
