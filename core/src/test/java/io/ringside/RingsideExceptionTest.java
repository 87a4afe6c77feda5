package io.ringside;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RingsideExceptionTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Too many open files                 | TOO_MANY_FILES | ulimit -n",
        "No space left on device             | NO_SPACE       | free space",
        "Map failed                          | FILE_SYSTEM    | vm.max_map_count",
        "Read-only file system               | FILE_SYSTEM    | may write to",
        "Operation not permitted             | FILE_SYSTEM    | may write to",
        "Input/output error                  | FILE_SYSTEM    | check the file system"
    })
    void shouldSayWhatToDo(final String reason, final ErrorCode code, final String remedy) {
        final RingsideException problem = RingsideException.ofFile("open a file", Path.of("/x"),
                new FileSystemException("/x", null, reason));
        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem).hasMessageContaining("cannot open a file: path=/x").hasMessageContaining(reason)
                .hasMessageContaining(remedy);
    }

    @Test
    void shouldAdviseNoOtherDirectoryAfterAnInterrupt() {
        assertThat(RingsideException.ofFile("open a file", Path.of("/x"), new ClosedByInterruptException()))
                .hasMessageEndingWith(": try again, as the thread was interrupted");
    }

    @ParameterizedTest
    @CsvSource({"a", "''"})
    void shouldSayWhatToDoWhateverTheReason(final String reason) {
        assertThat(RingsideException.ofFile("open a file", Path.of("/x"), new IOException(reason)))
                .hasMessageEndingWith("check the file system that holds it, or use another trace directory");
    }
}
