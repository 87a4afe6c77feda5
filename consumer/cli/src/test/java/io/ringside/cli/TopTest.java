package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** The command where there is no terminal. */
class TopTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldPrintEachViewOnceAndTakeNothing() {
        run("start", "trading");
        run("start", "quiet");
        run("enable", "trading", "Orders", "--level", "information");
        run("emit", "--provider", "Orders", "--events", "100", "--payload", "8");
        final String before = run("query", "trading", "--format", "json").out().get(0);

        final ProgramRun sessions = top();
        assertThat(sessions.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(sessions.err()).isEmpty();
        assertThat(sessions.out()).hasSize(3);
        assertThat(sessions.out().get(0)).startsWith("SESSION  STATE    EVENTS/S");
        assertThat(sessions.out().get(1)).matches("trading +running +0 +0 +0 +0 +\\d %  +- +none");
        assertThat(top("--view", "providers", "--filter", "trading").out()).hasSize(2).last().asString()
                .matches("Orders +trading +yes +0 +0 +level 4, any 0x0, all 0x0");
        assertThat(top("--view", "providers").out()).hasSize(3).last().asString().matches("Orders +quiet +no .*");
        assertThat(top("--view", "lanes").out()).hasSize(2).last().asString()
                .matches("trading +pid=\\d+ .* dead +0 +\\S+ +0 +\\d % +100 +0 +-");
        assertThat(top("--view", "counters", "--filter", "trading").out())
                .anyMatch(line -> line.matches("Ringside Session +trading +events wanted +100 .*"));

        assertThat(run("query", "trading", "--format", "json").out()).containsExactly(before);
        assertThat(run("tail", "trading").out()).hasSize(100);
    }

    @Test
    void shouldPrintAnObjectForEachRow() {
        run("start", "trading");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--events", "100", "--payload", "8");
        assertThat(top("--format", "json").out()).singleElement().asString().contains("\"name\":\"trading\"",
                "\"wantedPerSecond\":0.000");
        assertThat(top("--format", "json", "--view", "providers").out()).singleElement().asString()
                .contains("\"session\":\"trading\"", "\"enabled\":true", "\"level\":255");
        final String lane = top("--format", "json", "--view", "lanes").out().get(0);
        assertThat(number(lane, "wanted")).isEqualTo(100);
        assertThat(lane).contains("\"thread\":", "\"alive\":false", "\"lostByCause\":{");
        assertThat(top("--format", "json", "--view", "counters").out()).isNotEmpty().allMatch(
                line -> line.contains("\"counter\":\""));
    }

    @Test
    void shouldShowTheOthersIfASessionCannotBeRead() throws IOException {
        run("start", "broken");
        run("start", "trading");
        final Path session = TraceDirectory.open(folder.resolve("trace"))
                .session(number(run("query", "broken", "--format", "json").out().get(0), "id"));
        Files.move(session, folder.resolve("moved"));
        Files.createSymbolicLink(session, session);

        final ProgramRun run = top();

        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).hasSize(2).last().asString().startsWith("trading ");
        assertThat(run.err()).isNotEmpty().allMatch(line -> line.contains("path=" + session));
    }

    @Test
    void shouldSortRowsByAColumn() {
        run("start", "b");
        run("start", "c");
        run("start", "a");
        assertThat(top("--sort", "session").out()).extracting(line -> line.split(" ", 2)[0])
                .containsExactly("SESSION", "a", "b", "c");
        final ProgramRun unknown = top("--sort", "price");
        assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(unknown.err()).singleElement().asString()
                .startsWith("ringside: view has no such column: column=price, columns=[SESSION, ");
    }

    @Test
    void shouldRejectAnIntervalThatIsTooShort() {
        run("start", "trading");
        final ProgramRun run = run("top", "--interval", "10ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).singleElement().asString()
                .startsWith("ringside: option is out of range: option=--interval, valueMs=10, minMs=100");
    }

    @Test
    void shouldEndWhenItIsInterrupted() {
        run("start", "trading");
        final Interruption interruption = new Interruption();
        interruption.request();
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"), interruption, "top");
        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.out()).isEmpty();
    }

    private ProgramRun top(final String... options) {
        final String[] args = new String[options.length + 4];
        System.arraycopy(options, 0, args, 4, options.length);
        args[0] = "top";
        args[1] = "--once";
        args[2] = "--interval";
        args[3] = "100ms";
        return run(args);
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
