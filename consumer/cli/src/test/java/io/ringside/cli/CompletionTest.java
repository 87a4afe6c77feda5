package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CompletionTest {
    private static final Path BASH = Path.of("/bin/bash");
    /** In place of the program: it lists a session and two providers, as JSON that a parser need not see. */
    private static final String PROGRAM = "ringside() { case $* in "
            + "*sessions*) echo '{\"name\":\"trading\",\"id\":1}' ;; "
            + "*) printf '{\"name\":\"%s\",\"id\":\"0\"}\\n' Orders Risk ;; esac; }";

    @TempDir
    private Path folder;

    @Test
    void shouldKnowEveryCommandAndOption() {
        final String script = script();
        final List<String> commands = CommandPages.names().toList();
        assertThat(commands).contains("stat", "doctor", "completion").allSatisfy(
                command -> assertThat(script).contains("_picocli_ringside_" + command.replace("-", "") + "()"));
        assertThat(script).contains("--interval", "--fix", "--csv", "--follow", "complete -F _complete_ringside");
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({"ringside do,doctor", "ringside doctor --fi,--fix", "ringside --format js,json",
        "ringside stat trading --int,--interval", "ringside stop tra,trading", "ringside tail tra,trading",
        "ringside --dir /tmp/x enable trading Or,Orders", "ringside disable trading Or,Orders",
        "ringside enable trading Orders --level war,warning", "ringside enable trading Orders Ri,Risk"})
    void shouldCompleteInBash(final String typed, final String completed) throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.isExecutable(BASH), "there is no bash here");
        final Path script = Files.writeString(folder.resolve("completion"), script());
        final Process bash = new ProcessBuilder(BASH.toString(), "-c", PROGRAM + "; source \"$1\"; COMP_WORDS=($2); "
                + "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _complete_ringside_names; "
                + "printf '%s\\n' \"${COMPREPLY[@]}\"",
                "bash", script.toString(), typed).redirectErrorStream(true).start();
        try (InputStream out = bash.getInputStream()) {
            final List<String> lines = new String(out.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .map(String::strip).toList();
            assertThat(bash.waitFor()).as("%s", lines).isZero();
            assertThat(lines).contains(completed);
        } finally {
            bash.destroyForcibly();
        }
    }

    private String script() {
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"), "completion");
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).isEmpty();
        return String.join("\n", run.out());
    }
}
