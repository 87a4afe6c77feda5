package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.ProviderSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Session, enablement, recording and stop in one command. */
@Timeout(120)
class TraceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    @TempDir
    private Path disk;

    private final Interruption interruption = new Interruption();

    @Test
    void shouldRecordUntilItIsInterruptedAndLeaveNoSession() {
        final CompletableFuture<ProgramRun> trace = trace("Orders", "--level", "4");
        awaitDrain();
        final String emitted = json("emit", "--provider", "Orders", "--events", "20000", "--threads", "2");
        interruption.request();
        final ProgramRun run = trace.join();

        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.err()).singleElement().asString().endsWith(": press Ctrl-C to stop it");
        final String row = run.out().get(0);
        assertThat(number(row, "recorded")).isEqualTo(number(emitted, "written")).isPositive();
        assertThat(number(row, "lost")).isEqualTo(number(emitted, "lost"));
        assertThat(row).contains("\"lostByCause\":{\"full\":", "\"advice\":[");
        assertThat(sessions()).isEmpty();
        assertThat(run("tail", recording(), "--format", "json").out()
                .stream().filter(line -> line.startsWith("{\"time\":"))).hasSize((int) number(row, "recorded"));
    }

    @Test
    void shouldEndByItselfWhenItsTimeIsOver() {
        final ProgramRun run = run("trace", "Orders", "--to", recording(), "--for", "1ms");

        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).hasSize(2).last().isEqualTo("provider Orders: applied by no process");
        assertThat(run.out().get(0)).startsWith("recorded 0 events, 0 lost, ");
        assertThat(sessions()).isEmpty();
    }

    @Test
    void shouldShowWhichProcessesHaveAppliedItAndWhatWasFilteredByRate() {
        final String json = traceASample(PlainOr.JSON);

        assertThat(number(json, "recorded")).isEqualTo(100);
        assertThat(number(json, "sampledOut")).isEqualTo(900);
        assertThat(json).contains("\"overLimit\":0", "\"enabled\":[{\"provider\":\"Orders\"",
                "\"applied\":[\"pid=" + ProcessHandle.current().pid(),
                "\"refused\":[],\"unanswered\":[]}]");
    }

    @Test
    void shouldShowPeopleWhichProcessesHaveAppliedItAndWhatWasFilteredByRate() {
        assertThat(traceASample(PlainOr.TEXT).lines())
                .contains("filtered by rate: 900 (sampledOut 900, overLimit 0)")
                .anyMatch(line -> line
                        .startsWith("provider Orders: applied by 1 process: pid=" + ProcessHandle.current().pid()));
    }

    private String traceASample(final PlainOr format) {
        try (Ringside application = Ringside.connect(new RingsideContext().directory(folder.resolve("trace")))) {
            application.register(ProviderSchema.builder("Orders").build());
            final CompletableFuture<ProgramRun> trace = trace(format, "Orders", "--sample", "1/10");
            awaitDrain();
            json("emit", "--provider", "Orders", "--events", "1000");
            // It waits until all processes have answered.
            assertThat(run("capture-state", "mine", "Orders").exitCode()).isEqualTo(ExitCode.DONE);
            interruption.request();
            return String.join("\n", trace.join().out());
        }
    }

    @Test
    void shouldEnableAProviderThatRegistersLaterAndMatchesAWildcard() {
        final CompletableFuture<ProgramRun> trace = trace("Ord*", "--any", "0x1");
        awaitDrain();
        final String emitted = json("emit", "--provider", "Orders", "--events", "100", "--wait-enabled", "60s");
        json("emit", "--provider", "Trades", "--events", "100");
        interruption.request();
        final ProgramRun run = trace.join();

        assertThat(number(emitted, "written")).as("only those with an even number have the keyword").isEqualTo(50);
        assertThat(number(run.out().get(0), "recorded")).isEqualTo(50);
        assertThat(run.err()).anyMatch(line -> line.contains("no registered provider matches yet: provider=Ord*"))
                .anyMatch(line -> line.contains("provider was enabled: provider=Orders"));
    }

    @Test
    void shouldShowWhatWasLostByCauseAndWhatWouldHelp() {
        final CompletableFuture<ProgramRun> trace = trace(PlainOr.TEXT, "Orders", "--lane-size", "64k");
        awaitDrain();
        json("emit", "--provider", "Orders", "--events", "3", "--payload", "20000");
        run("stop", "mine");
        final ProgramRun run = trace.join();

        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.LOST);
        assertThat(run.out().get(0)).startsWith("recorded 0 events, 3 lost, ");
        assertThat(sessions()).isEmpty();

        final CompletableFuture<ProgramRun> again = trace(PlainOr.TEXT, "Orders", "--lane-size", "64k", "--to",
                recording() + "-2");
        awaitDrain();
        json("emit", "--provider", "Orders", "--events", "3", "--payload", "20000");
        interruption.request();
        assertThat(again.join().out()).filteredOn(line -> !line.startsWith("provider ") && !line.startsWith(" "))
                .hasSize(3).anyMatch(line -> line.equals("lost: tooLarge 3"))
                .anyMatch(line -> line.startsWith("tooLarge: ") && line.contains("--lane-size 262144"));
    }

    @Test
    void shouldUseTheSettingsAndProvidersOfAProfile() throws IOException {
        final Path profile = Files.writeString(disk.resolve("night.session"),
                "lanes=3\nmaxBytes=32m\nprovider.orders=Orders\nprovider.orders.payload=sequence < 7\n"
                        .replace("32m", Integer.toString(32 << 20)));
        final CompletableFuture<ProgramRun> trace = trace("--profile", profile.toString(), "--lanes", "5");
        awaitDrain();
        assertThat(json("query", "mine")).contains("\"lanes\":5", "\"maxBytes\":" + (32 << 20));
        json("emit", "--provider", "Orders", "--events", "100");
        interruption.request();

        assertThat(number(trace.join().out().get(0), "recorded")).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({"ringside.log --lanes 8,1048576", "Orders Ringside.Log,1048576", "Ringside.Log --lane-size 64k,65536",
        "Ringside.Log --max-bytes 32m,262144", "Ringside.* Orders,262144"})
    void shouldUseLargerLanesForLogsIfThereIsRoom(final String typed, final int laneBytes) {
        final CompletableFuture<ProgramRun> trace = trace(typed.split(" "));
        awaitDrain();
        final String session = json("query", "mine");
        interruption.request();

        assertThat(number(session, "laneBytes")).isEqualTo(laneBytes);
        assertThat(trace.join().err()).filteredOn(line -> line.endsWith("lanes are larger for logs: "
                + "provider=Ringside.Log, laneBytes=1048576, maxBytes=1073741824: --lane-size or --max-bytes sets "
                + "other sizes"))
                .hasSize(laneBytes == 1_048_576 ? 1 : 0);
    }

    @Test
    void shouldStartAPrivateSessionForLogsWithLargerLanes() {
        try (Ringside application = Ringside.connect(new RingsideContext().directory(folder.resolve("trace")))) {
            application.register(ProviderSchema.builder("Ringside.Log").build());
            assertThat(run("start", "mine", "--private", "Ringside.Log").err()).singleElement().asString()
                    .contains("lanes are larger for logs");
            assertThat(number(json("query", "mine"), "laneBytes")).isEqualTo(1_048_576);
            run("stop", "mine");
        }
    }

    @Test
    void shouldLeaveNothingBehindWhenItFails() throws IOException {
        Files.createDirectories(disk.resolve("trading"));
        Files.writeString(disk.resolve("trading").resolve("notes.txt"), "something else");

        assertThat(Stream.of(run("trace", "Orders", "--to", recording(), "--for", "1ms"),
                run("trace", "Orders", "--to", recording() + "-2", "--lanes", "0", "--for", "1ms"),
                run("trace", "--to", recording() + "-2", "--for", "1ms"),
                run("trace", "Orders", "--to", recording() + "-2", "--any", "risk", "--for", "1ms")))
                .allSatisfy(run -> {
                    assertThat(run.exitCode()).as("%s", run).isIn(ExitCode.FAILED, ExitCode.USAGE);
                    assertThat(run.err()).as("%s", run).hasSize(1);
                    assertThat(run.out()).isEmpty();
                });
        assertThat(run("sessions", "--format", "json").out()).isEmpty();
        assertThat(disk.resolve("trading-2")).doesNotExist();
        assertThat(disk.resolve("trading")).isDirectoryContaining("glob:**notes.txt");
    }

    private enum PlainOr {
        TEXT, JSON
    }

    private CompletableFuture<ProgramRun> trace(final String... args) {
        return trace(PlainOr.JSON, args);
    }

    private CompletableFuture<ProgramRun> trace(final PlainOr format, final String... args) {
        final Stream<String> to = Stream.of(args).anyMatch("--to"::equals)
                ? Stream.of()
                : Stream.of("--to", recording());
        final String[] words = Stream.of(
                Stream.of("trace", "--name", "mine", "--format", format == PlainOr.JSON ? "json" : "text"),
                to, Stream.of(args)).flatMap(each -> each).toArray(String[]::new);
        return CompletableFuture.supplyAsync(() -> ProgramRun.of(folder.resolve("trace"), interruption, words));
    }

    private void awaitDrain() {
        await().atMost(PATIENCE).until(() -> run("query", "mine", "--format", "json").out().stream()
                .anyMatch(line -> line.contains("\"drain\":\"pid=")));
    }

    private Stream<String> sessions() {
        return run("sessions", "--format", "json").out().stream();
    }

    private String recording() {
        return disk.resolve("trading").toString();
    }

    private String json(final String... args) {
        final ProgramRun run = run(Stream.concat(Stream.of("--format", "json"), Stream.of(args))
                .toArray(String[]::new));
        assertThat(run.exitCode()).as("%s", run).isIn(ExitCode.DONE, ExitCode.LOST);
        assertThat(run.out()).hasSize(1);
        return run.out().get(0);
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
