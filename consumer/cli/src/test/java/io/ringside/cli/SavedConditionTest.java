package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Conditions that are read from files. */
@Timeout(120)
class SavedConditionTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    @BeforeEach
    void write() {
        run("start", "trading");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--events", "10");
    }

    @Test
    void shouldSelectByAConditionOfSeveralLinesWithComments() throws IOException {
        final String condition = condition("# the first ones", "sequence >= 2", "  # and", "and sequence < 5");

        assertThat(run("tail", "trading", "--where", condition).out()).hasSize(3)
                .allMatch(line -> line.contains("sequence="));
    }

    @Test
    void shouldShowFileLineAndCaretWhenTheConditionIsWrong() throws IOException {
        final String condition = condition("# the first ones", "sequence >= 2", "  and sequence <> < 5",
                "or level = 1");

        final ProgramRun run = run("tail", "trading", "--where", condition);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).hasSize(3);
        assertThat(run.err().get(0)).contains(", file=" + condition.substring(1) + ", line=3, position=18")
                .endsWith(": see ringside tail --help");
        assertThat(run.err().subList(1, 3)).isEqualTo(List.of("  and sequence <> < 5", "                  ^"));
    }

    @Test
    void shouldTakeAConditionOfAFileWhereverThereIsOne() throws IOException {
        final String wrong = condition("sequence <");
        for (final String command : List.of("tail", "measure", "record --to x", "export --as jsonl --to x",
                "latency --from P/A --to P/B", "timeline")) {
            final String[] words = (command + " nowhere --where " + wrong).split(" ");
            assertThat(run(words).err()).as(command).isNotEmpty().first().asString().contains(", line=1, position=");
        }
        assertThat(run("tail", "nowhere", "--trigger", wrong, "--then", "stop:x").err()).first().asString()
                .contains(", line=1, position=");
    }

    /** Content that nobody has written as a condition or a profile. */
    enum Hostile {
        CONTROL("sequence \u001b[2J\u0007 >= \u202e2\n".getBytes(StandardCharsets.UTF_8)), LONG(
                "sequence > 1 or ".repeat(655_360).getBytes(StandardCharsets.UTF_8)), BINARY(
                        HexFormat.of().parseHex("7f454c460201010000fffe80c3280a00")), ZEROS(new byte[1_000]), CUT(
                                "sequence > 1 and lev".getBytes(StandardCharsets.UTF_8)), CUT_IN_TEXT(
                                        "symbol is \"AB".getBytes(StandardCharsets.UTF_8)), DEEP(
                                                "(".repeat(60_000).getBytes(StandardCharsets.UTF_8));

        private final byte[] content;

        Hostile(final byte[] content) {
            this.content = content;
        }
    }

    @ParameterizedTest
    @EnumSource(Hostile.class)
    void shouldRejectHostileContentByTheNameOfItsFile(final Hostile hostile) throws IOException {
        final Path condition = Files.write(disk.resolve("some.where"), hostile.content);
        final Path profile = Files.write(disk.resolve("some.session"), hostile.content);
        assertRejected(condition, run("tail", "trading", "--where", "@" + condition));
        assertRejected(profile, run("enable", "trading", "--profile", profile.toString()));
    }

    private static void assertRejected(final Path file, final ProgramRun run) {
        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).as("%s", run).isNotEmpty().hasSizeLessThan(4).first().asString()
                .contains(file.toString());
        assertThat(run.err()).allMatch(line -> line.codePoints().noneMatch(
                point -> Character.isISOControl(point) || Character.getType(point) == Character.FORMAT))
                .noneMatch(line -> line.contains("Exception") || line.contains("unexpected failure"));
    }

    private String condition(final String... lines) throws IOException {
        return "@" + Files.writeString(disk.resolve("some.where"), String.join("\n", lines) + "\n");
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
