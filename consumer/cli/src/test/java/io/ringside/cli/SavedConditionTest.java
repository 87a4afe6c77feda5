package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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

    private String condition(final String... lines) throws IOException {
        return "@" + Files.writeString(disk.resolve("some.where"), String.join("\n", lines) + "\n");
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
