package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.internal.files.SharedMemoryFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

class StatTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldFailInOneLineWhenTheSessionIsUnknown() {
        run("start", "trading");
        final ProgramRun run = run("stat", "x", "--once");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString().startsWith("ringside: no such session: name=x");
    }

    @Test
    void shouldHaveTheMembersOfAQueryAndRatesWhenOneSampleIsAskedFor() {
        run("start", "Trading");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--events", "100", "--payload", "8");
        final ProgramRun run = run("stat", "trading", "--once", "--interval", "10ms", "--format", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).hasSize(1);
        final String query = run("query", "trading", "--format", "json").out().get(0);
        assertThat(run.out().get(0)).startsWith(query.substring(0, query.length() - 1) + ",\"time\":")
                .contains("\"wantedPerSecond\":0.000", "\"deliveredPerSecond\":0.000", "\"lostPerSecond\":0.000",
                        "\"bytesPerSecond\":0.000");
        final String process = run.out().get(0).split("\"processes\":", -1)[1];
        assertThat(number(process, "pid")).isEqualTo(ProcessHandle.current().pid());
        assertThat(number(process, "wanted")).isEqualTo(100);
        assertThat(number(process, "delivered")).isZero();
        assertThat(process).contains("\"alive\":false").doesNotContain("\"ringFill\":0.000");
    }

    @Test
    void shouldShowTheFullestLaneWhenEventsAreLost() {
        run("start", "trading", "--lane-size", "64k");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--events", "5000");
        final ProgramRun run = run("stat", "--once", "--interval", "10ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).hasSize(4);
        assertThat(run.out().get(3)).startsWith("Session trading has no drain, and a lane is full: run ringside tail ");
        assertThat(run.out().get(1)).matches("trading +running +0 +0 +0 +0 +(9\\d|100) % +full [\\d,]+");
        assertThat(run.out().get(2)).matches("  pid=.* dead +0 +0 +0 +0 +(9\\d|100) % +full [\\d,]+");
    }

    @Test
    void shouldTakeNothingAndLeaveTheLedgerAsItWas() {
        run("start", "trading");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--events", "10");
        final String before = run("query", "trading", "--format", "json").out().get(0);
        run("stat", "--once", "--interval", "10ms");
        assertThat(run("query", "trading", "--format", "json").out()).containsExactly(before);
        assertThat(run("tail", "trading").out()).hasSize(10);
    }

    @Test
    void shouldPrintHeadingsOnlyWhenThereIsNoSession() {
        run("start", "trading");
        run("stop", "trading");
        final ProgramRun run = run("stat", "--once", "--interval", "10ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).singleElement().asString().startsWith("SESSION  STATE  EVENTS/S");
        assertThat(run("stat", "--once", "--interval", "10ms", "--format", "json").out()).isEmpty();
    }

    @Test
    void shouldEndWhenItIsInterrupted() {
        run("start", "trading");
        final Interruption interruption = new Interruption();
        interruption.request();
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"), interruption, "stat");
        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.out()).isEmpty();
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
