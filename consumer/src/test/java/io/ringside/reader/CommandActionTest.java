package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.trigger.EventTrigger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CommandActionTest {
    private static final Path SHELL = Path.of("/bin/sh");
    private static final EventTrigger.Firing FIRING = new EventTrigger.Firing(3, 17, 16, "Orders", "executed", 2);

    @TempDir
    private Path folder;

    @BeforeAll
    static void requireShell() {
        Assumptions.assumeTrue(Files.isExecutable(SHELL), "there is no shell here");
    }

    @Test
    void shouldTellTheProgramWhichEventHasFired() throws Exception {
        final Path file = folder.resolve("told");
        final String outcome = action(TimeUnit.MINUTES.toNanos(1), "echo a line nobody reads; read nothing; "
                + "echo $RINGSIDE_TRIGGER_NUMBER $RINGSIDE_TRIGGER_TIME $RINGSIDE_TRIGGER_PROVIDER "
                + "$RINGSIDE_TRIGGER_EVENT \"$1\" > \"$0\"", file.toString(), "$HOME; *").run(FIRING);

        assertThat(file).hasContent("3 17 Orders executed $HOME; *");
        assertThat(outcome).startsWith("command was run: command=[/bin/sh, -c");
    }

    @Test
    void shouldTellTheExitCodeOfAProgramThatFails() {
        assertThatExceptionOfType(RingsideException.class)
                .isThrownBy(() -> action(TimeUnit.MINUTES.toNanos(1), "exit 7").run(FIRING))
                .withMessageContaining("exitCode=7").extracting(RingsideException::code)
                .isEqualTo(ErrorCode.UNEXPECTED);
    }

    @Test
    void shouldTellThatAProgramIsNotThere() {
        final EventTrigger.Action action = EventTrigger.Action.command(List.of(folder.resolve("absent").toString()),
                Duration.ofNanos(1));
        assertThatExceptionOfType(RingsideException.class).isThrownBy(() -> action.run(FIRING))
                .withMessageContaining("cannot be started").withMessageContaining("absent");
    }

    @Test
    void shouldKillAProgramThatTakesTooLong() {
        assertThatExceptionOfType(RingsideException.class)
                .isThrownBy(() -> action(TimeUnit.MILLISECONDS.toNanos(50), "while :; do sleep 1; done").run(FIRING))
                .withMessageContaining("timeoutMs=50").extracting(RingsideException::code)
                .isEqualTo(ErrorCode.TIMEOUT);
    }

    @Test
    void shouldRefuseACommandWithoutAProgram() {
        assertThatThrownBy(() -> EventTrigger.Action.command(List.of(), Duration.ofNanos(1)))
                .hasMessageContaining("command=[]");
    }

    private static EventTrigger.Action action(final long timeoutNs, final String script, final String... args) {
        final List<String> command = new ArrayList<>(List.of(SHELL.toString(), "-c", script));
        command.addAll(List.of(args));
        return EventTrigger.Action.command(command, Duration.ofNanos(timeoutNs));
    }
}
