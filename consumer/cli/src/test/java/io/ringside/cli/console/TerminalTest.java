package io.ringside.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class TerminalTest {
    @TempDir
    private Path folder;

    @Test
    void shouldKnowATerminalWhenTheDescriptorLeadsToOne() throws IOException {
        final Path link = Files.createSymbolicLink(folder.resolve("fd"), Path.of("/dev/pts/7"));
        assertThat(Terminal.isTerminal(link, "xterm")).isTrue();
        assertThat(Terminal.isTerminal(link, "dumb")).isFalse();
        assertThat(Terminal.isTerminal(link, null)).isFalse();
    }

    @Test
    void shouldKnowNoTerminalWhenTheDescriptorLeadsElsewhereOrIsUnknown() throws IOException {
        final Path link = Files.createSymbolicLink(folder.resolve("fd"), folder.resolve("file"));
        assertThat(Terminal.isTerminal(link, "xterm")).isFalse();
        assertThat(Terminal.isTerminal(folder.resolve("absent"), "xterm")).isFalse();
    }
}
