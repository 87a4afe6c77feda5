package io.ringside.etw.control;

import io.ringside.RingsideException;
import io.ringside.control.Controller;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SessionParametersTest {
    private static final SessionSettings SETTINGS = SessionSettings.builder("ported").build();

    @Test
    @DisplayName("R4.13 the flag of versioned properties without version 2 is refused, and version 2 without the flag")
    void shouldRefuseAVersionThatDoesNotGoWithTheFlag() {
        assertRefused(0x0082_0000, 1, 0, "version=1, flags=0x820000, needed=2");
        assertRefused(0x0082_0000, 0, 0, "version=0");
        assertRefused(0x0082_0000, 3, 0, "version=3");
        assertRefused(0x0002_0000, 2, 0, "version=2, flags=0x20000, needed=0");
    }

    @Test
    @DisplayName("R4.13 partly: \"a session starts\" version 2 without filters is taken, with filters refused by name")
    void shouldTakeVersionTwoWithoutFilters() {
        assertThat(new SessionParameters(0x0082_0000, 2, 0, SETTINGS).settings()).isEqualTo(SETTINGS);
        assertThat(new SessionParameters(0x0002_0000, 0, 0, SETTINGS).settings()).isEqualTo(SETTINGS);
        assertRefused(0x0082_0000, 2, 1, "system loggers, which are not here: filterCount=1");
        assertRefused(0x0082_0000, 2, -1, "filterCount=-1");
    }

    @Test
    @DisplayName("R4.12 partly: \"effective values\" the flag of a session's properties must be there, and no other")
    void shouldNeedTheFlagOfSessions() {
        assertRefused(0, 0, 0, "flags=0x0, needed=0x20000");
        assertRefused(0x0080_0000, 2, 0, "flags=0x800000");
        assertRefused(0x0002_0001, 0, 0, "flags=0x20001");
    }

    @Test
    @DisplayName("R4.13 with version 2 and no filters a session starts")
    void shouldStartWithVersionedProperties(@TempDir final Path folder) {
        final SessionParameters parameters = new SessionParameters(
                SessionParameters.TRACED_GUID | SessionParameters.VERSIONED, 2, 0, SETTINGS);

        try (Controller controller = Controller.open(folder.resolve("trace"))) {
            controller.start(parameters.settings());

            assertThat(controller.query("ported").session().isRunning()).isTrue();
        }
    }

    private static void assertRefused(final int flags, final int version, final int filterCount, final String message) {
        assertThatThrownBy(() -> new SessionParameters(flags, version, filterCount, SETTINGS))
                .isInstanceOf(RingsideException.class).hasMessageContaining(message);
    }
}
