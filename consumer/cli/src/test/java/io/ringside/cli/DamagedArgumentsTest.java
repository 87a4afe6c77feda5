package io.ringside.cli;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DamagedArgumentsTest {
    @Test
    void shouldNameAnArgumentWhoseCharactersWereReplacedAndTheRemedy() {
        assertThat(problem("start\0Händler\0", StandardCharsets.US_ASCII, "start", "H??ndler")).contains(
                "argument=H??ndler", "encoding=US-ASCII", "LC_ALL=C.UTF-8");
    }

    @Test
    void shouldAcceptArgumentsAsTheyWereTyped() {
        assertThat(problem("start\0Händler\0", StandardCharsets.UTF_8, "start", "Händler")).isNull();
        assertThat(problem("start\0H??ndler\0", StandardCharsets.US_ASCII, "start", "H??ndler")).isNull();
        assertThat(problem("start\0\0", StandardCharsets.US_ASCII, "start", "")).isNull();
        assertThat(DamagedArguments.problem("start\0Händler\0".getBytes(StandardCharsets.ISO_8859_1),
                StandardCharsets.ISO_8859_1, "start", "Händler")).isNull();
    }

    @Test
    void shouldNameBytesThatAreNoCharacters() {
        assertThat(DamagedArguments.problem("start\0Händler\0".getBytes(StandardCharsets.ISO_8859_1),
                StandardCharsets.UTF_8, "start", "H\uFFFDndler")).contains("argument=H");
    }

    @Test
    void shouldNameAWorkingDirectoryThatTheJvmTakesForAnother(@TempDir final Path actual) throws IOException {
        assertThat(DamagedArguments.problem(actual.resolveSibling("H??ndler").toString(), actual)).contains("path=",
                "H??ndler", "LC_ALL=C.UTF-8");
        assertThat(DamagedArguments.problem(actual.toString(), actual)).isNull();
        assertThat(DamagedArguments.problem("\0", actual)).contains("LC_ALL");
        assertThat(DamagedArguments.problem(actual.toString(), actual.resolve("removed"))).isNull();
    }

    @Test
    void shouldNotMindPathsOfTheJvm() {
        assertThat(problem("/Händler/bin/java\0-jar\0r.jar\0start\0", StandardCharsets.US_ASCII, "start")).isNull();
        assertThat(problem("", StandardCharsets.US_ASCII, "start")).isNull();
    }

    private static String problem(final String commandLine, final Charset encoding, final String... args) {
        return DamagedArguments.problem(commandLine.getBytes(StandardCharsets.UTF_8), encoding, args);
    }
}
