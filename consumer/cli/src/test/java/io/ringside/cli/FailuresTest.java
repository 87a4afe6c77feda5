package io.ringside.cli;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FailuresTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Interruption interruption = new Interruption();
    private final Failures failures = new Failures(new Console(new ByteArrayOutputStream(), err, false, false),
            interruption);

    @Test
    void shouldSayNothingOfLibraryThatCannotBeLoadedAnyMoreWhenInterrupted() {
        interruption.request();

        assertThat(failures.report(failed(new IllegalStateException("Shutdown in progress"))))
                .isEqualTo(ExitCode.INTERRUPTED);
        assertThat(failures.report(failed(new ExceptionInInitializerError()))).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(err.size()).isZero();
    }

    @Test
    void shouldReportEveryOtherFailureWhenInterrupted() {
        interruption.request();

        assertThat(failures.report(failed(new IllegalStateException("disk is full")))).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("cannot open");
    }

    @Test
    void shouldReportLibraryThatCannotBeLoadedWhenNotInterrupted() {
        assertThat(failures.report(failed(new ExceptionInInitializerError()))).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("cannot open");
    }

    @Test
    void shouldNotRepeatAFailureThatWasToldWhenItWasTriedAgain() {
        final Console console = new Console(new ByteArrayOutputStream(), err, false, false);
        final Failures ofEnd = new Failures(console, interruption);
        console.tell("cannot open a recording");

        assertThat(ofEnd.report(failed(new IllegalStateException()))).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).containsExactly("ringside: cannot open a recording");
    }

    private static RingsideException failed(final Throwable cause) {
        return new RingsideException(ErrorCode.CORRUPT, "cannot open a recording", cause);
    }
}
