package io.ringside.internal.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProcFileSystemTest {
    private static final String FIELDS = " 1 4711 4711 0 -1 4194560 100 0 0 0 7 3 0 0 20 0 1 0 ";

    @TempDir
    private Path proc;

    @BeforeEach
    void makeSelf() throws IOException {
        Files.createSymbolicLink(proc.resolve("self"), Path.of(Long.toString(ProcessHandle.current().pid())));
        Files.createDirectories(proc.resolve("4711"));
    }

    @Test
    void shouldFindTheStartOfThisProcess() throws IOException {
        final long startNs = ProcFileSystem.own().startNs(ProcessHandle.current().pid());

        assertThat(startNs).isPositive();
        assertThat(ProcFileSystem.own().pidNamespace()).isPositive();
        assertThat(ProcFileSystem.isSameStart(startNs, startNs + Duration.ofMillis(10).toNanos())).isTrue();
        assertThat(ProcFileSystem.isSameStart(startNs, startNs + Duration.ofMillis(20).toNanos())).isFalse();
    }

    @Test
    void shouldReadTheStartBehindANameThatContainsAnything() throws IOException {
        stat("4711 (a) Z 5 (b) S" + FIELDS + "12345 1000 2 ");

        assertThat(read().startNs(4711)).isEqualTo(123_450_000_000L);
    }

    @Test
    void shouldSayThatAProcessHasEndedWhenItIsGoneOrAZombie() throws IOException {
        stat("4711 (java) Z" + FIELDS + "12345 0 0 ");

        assertThat(read().startNs(4711)).isEqualTo(ProcFileSystem.ENDED);
        assertThat(read().startNs(4712)).isEqualTo(ProcFileSystem.ENDED);
    }

    @Test
    void shouldKnowNothingWhenPidsAreThoseOfAnotherNamespace() throws IOException {
        stat("4711 (java) S" + FIELDS + "12345 1000 2 ");
        Files.delete(proc.resolve("self"));
        Files.createSymbolicLink(proc.resolve("self"), Path.of("1"));

        assertThat(read().startNs(4711)).isEqualTo(ProcFileSystem.UNKNOWN);
    }

    @Test
    void shouldProveNoDeathWhenTheStartOfAProcessCannotBeReadNow() throws IOException {
        Files.createDirectory(proc.resolve("4711/stat"));

        assertThatThrownBy(() -> read().startNs(4711)).isInstanceOf(IOException.class);
    }

    private ProcFileSystem read() {
        return ProcFileSystem.read(proc);
    }

    private void stat(final String text) throws IOException {
        Files.writeString(proc.resolve("4711/stat"), text);
    }
}
