package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What commands narrow down, change and explain. */
@Timeout(120)
class ControlOptionsTest {
    private static final ProviderSchema TRADES = ProviderSchema.builder("Trades")
            .event("submitted", EventDescriptor.of(1, 4, 0x1), FieldSchema.of("price", FieldType.INT64))
            .event("rejected", EventDescriptor.of(2, 2, 0x2), List.of())
            .event("looked", EventDescriptor.of(3, 5, 0), List.of())
            .build();

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @ParameterizedTest
    @DisplayName("R4.40, R4.41, R4.44 each filter lets exactly the events pass that it should")
    @CsvSource(delimiter = '|', value = {
        "--event-id 1 | 1000", "--event-id 2,3 | 0", "--not-event-id 1 | 0", "--not-event-id 2 | 1000",
        "--event numbered | 1000", "--event other | 0", "--payload sequence%10 | 100",
        "--payload numbered:sequence<7 | 7", "--payload 2:sequence<7 | 1000", "--exe NoSuchMain | 0",
        "--pid 1 | 0", "--ignore-keyword-0 | 1000", "--any 0x2 --payload sequence<10 | 5",
    })
    void shouldWantWhatPassesTheFilter(final String options, final long wanted) {
        run("start", "trading");
        run("enable", "trading", "Orders", "--event-id", "9");
        final String[] words = Stream.concat(Stream.of("enable", "trading", "Orders"), Stream.of(options.split(" ")))
                .toArray(String[]::new);
        assertThat(run(words).exitCode()).isEqualTo(ExitCode.DONE);

        final String emitted = json("emit", "--provider", "Orders", "--events", "1000");
        assertThat(number(emitted, "wanted")).isEqualTo(wanted);
        assertThat(number(emitted, "disabled")).isEqualTo(1000 - wanted);
        assertThat(number(json("query", "trading"), "wanted")).isEqualTo(wanted);
    }

    @Test
    @DisplayName("R4.43 a pid now: only the process that runs at the call, a later one of the same pid is not enabled")
    void shouldTakeOnlyProcessesThatRunNow() {
        final String pid = Long.toString(ProcessHandle.current().pid());
        run("start", "always");
        run("start", "now");
        try (Ringside runtime = connect()) {
            runtime.register(TRADES);
            assertThat(run("enable", "always", "Orders", "--pid", pid).exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(run("enable", "now", "Orders", "--pid-now", pid).exitCode()).isEqualTo(ExitCode.DONE);
        }

        // The same process under another incarnation, as a later process with the same id would be.
        run("emit", "--provider", "Orders", "--events", "10");
        assertThat(number(json("query", "always"), "wanted")).isEqualTo(10);
        assertThat(number(json("query", "now"), "wanted")).isZero();
    }

    @ParameterizedTest
    @DisplayName("R4.40 limits: as many as allowed are taken, one more fails and is told with the limit")
    @CsvSource({"--event-id, 1000", "--not-event-id, 1000", "--event, 1000", "--pid, 1000", "--pid-now, 1000",
        "--exe, 1000"})
    void shouldNameTheLimitOfALongList(final String option, final int limit) {
        run("start", "trading");
        final String all = IntStream.rangeClosed(1, limit).mapToObj(Integer::toString).collect(Collectors.joining(","));

        final ProgramRun allowed = run("enable", "trading", "Orders", option, all);
        assertThat(allowed.exitCode()).isEqualTo(ExitCode.DONE);
        // No process that is known has these ids.
        assertThat(allowed.err()).hasSize("--pid-now".equals(option) ? 1 : 0);

        final ProgramRun over = run("enable", "trading", "Orders", option, all + "," + (limit + 1));
        assertThat(over.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(over.err()).singleElement().asString().contains("beyond a limit", "=1001", "max=1000");
    }

    @Test
    @DisplayName("R4.40, R4.44 limits of conditions and of the callbacks' data")
    void shouldNameTheLimitOfConditionsAndData() {
        run("start", "trading");
        final String hundred = IntStream.range(0, 100).mapToObj(i -> "price <> " + i)
                .collect(Collectors.joining(" and "));

        assertThat(run("enable", "trading", "Orders", "--payload", hundred).exitCode()).isEqualTo(ExitCode.DONE);
        final ProgramRun over = run("enable", "trading", "Orders", "--payload", hundred, "--payload", "price = 1");
        assertThat(over.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(over.err()).singleElement().asString().contains("predicates=101", "max=100");

        assertThat(run("enable", "trading", "Orders", "--filter-data", "0a".repeat(1_024)).exitCode())
                .isEqualTo(ExitCode.DONE);
        assertThat(run("enable", "trading", "Orders", "--filter-data", "0a".repeat(1_025)).err()).singleElement()
                .asString().contains("bytes=1025", "max=1024");
        assertThat(json("query", "trading")).contains("\"filters\":[\"data of 1024 bytes, id 0, version 0\"]");
    }

    @Test
    @DisplayName("R3.20, R4.34 each call replaces all filters and properties")
    void shouldReplaceAllFilters() {
        run("start", "trading");
        run("enable", "trading", "Orders", "--event-id", "1,3", "--pid", "7", "--exe", "Main", "--payload", "price>1",
                "--ignore-keyword-0", "--stack");
        assertThat(json("query", "trading")).contains("\"properties\":\"0x14\",\"filters\":[\"event id in [1, 3]\","
                + "\"pid in [7]\",\"executable in [main]\",\"payload price > 1\"]");
        assertThat(run("query", "trading").out()).anyMatch(line -> line.contains("event id in [1, 3], pid in [7]"));

        run("enable", "trading", "Orders");
        assertThat(json("query", "trading")).contains("\"properties\":\"0x0\",\"filters\":[]");
    }

    @Test
    void shouldExplainForEachSession() {
        final String pid = Long.toString(ProcessHandle.current().pid());
        try (Ringside runtime = connect()) {
            runtime.register(TRADES);
            run("start", "all");
            run("start", "level");
            run("start", "any");
            run("start", "ids");
            run("start", "payload");
            run("start", "none");
            run("enable", "all", "Trades");
            run("enable", "level", "Trades", "--level", "3");
            run("enable", "any", "Trades", "--any", "0x2");
            run("enable", "ids", "Trades", "--not-event-id", "1");
            run("enable", "payload", "Trades", "--payload", "price > 10", "--pid", pid);

            assertThat(run("providers", "Trades", "--why", "submitted", "--format", "json").out()).containsExactly(
                    why("all", true, "accepted", "level, keyword and event are wanted", ""),
                    why("level", false, "level", "level 4 is above 3", ""),
                    why("any", false, "match-any", "keyword 0x1 has no bit of any 0x2", ""),
                    why("ids", false, "event-id", "event id 1 is filtered out", ""),
                    why("payload", true, "accepted", "level, keyword and event are wanted",
                            "\"process id is one of [" + pid + "]\",\"of those that run now process id is one of ["
                                    + pid + "]\",\"payload meets price > 10\""),
                    why("none", false, "not-enabled", "provider is not enabled", ""));
            assertThat(run("providers", "Trades", "--why", "1").out())
                    .contains("level: Trades/submitted (id 1, version 0) is not wanted (level): level 4 is above 3")
                    .hasSize(6);
            final ProgramRun unknown = run("providers", "Trades", "--why", "sent");
            assertThat(unknown.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(unknown.err()).singleElement().asString()
                    .contains("no such event: event=sent, known=[looked, rejected, submitted]");
        }
        assertThat(run("providers", "--why", "submitted").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void shouldExplainForASessionThatIsPrivateToOneOfTheProcesses() {
        final String pid = Long.toString(ProcessHandle.current().pid());
        try (Ringside own = connect(); Ringside other = connect()) {
            final ProviderRegistration registration = own.register(TRADES);
            assertThat(run("start", "mine", "--private", "Trades").out()).hasSize(1);
            other.register(TRADES);
            run("enable", "mine", "Trades", "--payload", "price > 10");

            assertThat(json("providers", "Trades", "--why", "submitted")).isEqualTo(why("mine", true, "accepted",
                    "level, keyword and event are wanted", "\"process is the one that the session is private to: pid="
                            + pid + "\",\"payload meets price > 10\""));
            registration.close();
            assertThat(json("providers", "Trades", "--why", "submitted")).isEqualTo(why("mine", false, "private",
                    "session is private to a process that does not have the provider registered: pids=[" + pid + "]",
                    ""));
            run("disable", "mine", "Trades");
            assertThat(json("providers", "Trades", "--why", "submitted"))
                    .isEqualTo(why("mine", false, "not-enabled", "provider is not enabled", ""));
        }
    }

    @Test
    @DisplayName("R4.8 settings of a running session are changed")
    void shouldChangeSettings() {
        run("start", "trading", "--lanes", "3");
        assertThat(run("update", "TRADING", "--max-bytes", "1m").out())
                .containsExactly("session trading was changed: {maxBytes=1048576}");
        assertThat(json("update", "trading", "--description", "of today")).contains("\"lanes\":3",
                "\"maxBytes\":1048576", "\"description\":\"of today\"");
        final ProgramRun unknown = run("update", "other", "--description", "x");
        assertThat(unknown.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(unknown.err()).singleElement().asString().contains("no such session: name=other");
        assertThat(run("update", "trading", "--max-bytes", "64k").err()).singleElement().asString()
                .contains("less than one lane");
    }

    @Test
    @DisplayName("R4.8 a process that had no memory gets its lanes when the bound is raised")
    void shouldAttachWhenTheBoundIsRaised() {
        run("start", "trading", "--lane-size", "64k", "--max-bytes", "64k");
        try (Ringside runtime = connect()) {
            runtime.register(TRADES);
            assertThat(json("enable", "trading", "Trades", "--timeout", "20s"))
                    .contains("\"acknowledged\":1", "\"refused\":1");

            run("update", "trading", "--max-bytes", "16m");

            await().atMost(Duration.ofSeconds(30)).until(() -> run("doctor").out().stream()
                    .anyMatch(
                            line -> line.startsWith("ok") && line.contains("1 attachments of processes to sessions")));
        }
    }

    @Test
    @DisplayName("R4.9 a flush without a drain is done if nothing waits, else it fails and says who could take it")
    void shouldFlush() {
        run("start", "trading");
        assertThat(run("flush", "trading").out()).containsExactly("session trading is flushed");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--events", "10");

        final ProgramRun flush = run("flush", "trading", "--format", "json");
        assertThat(flush.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(flush.out()).singleElement().asString().matches("\\{\"name\":\"trading\",\"id\":\\d+,"
                + "\"complete\":false,\"lanesLeft\":1,\"drain\":null}");
        assertThat(flush.err()).singleElement().asString().contains("session has no drain: name=trading");

        run("tail", "trading");
        assertThat(json("flush", "trading")).contains("\"complete\":true,\"lanesLeft\":0");
    }

    @Test
    @DisplayName("R4.14 lanes are added up to their limit; beyond it losses are counted exactly, by cause")
    void shouldCountExactlyWhatHadNoRoom() {
        run("start", "narrow", "--lanes", "1", "--lane-size", "64k");
        run("start", "wide", "--lanes", "8", "--lane-size", "1m");
        run("enable", "narrow", "Orders");
        run("enable", "wide", "Orders");
        // At this pace each thread still writes when the last one starts, so that one lane cannot serve two of them.
        final String emitted = json("emit", "--provider", "Orders", "--events", "2000", "--threads", "4", "--rate",
                "8000");

        final String wide = json("query", "wide");
        assertThat(number(wide, "inRing")).isEqualTo(8_000);
        assertThat(number(wide, "lost")).isZero();
        assertThat(number(wide, "lanesInUse")).isLessThanOrEqualTo(8);
        final String narrow = json("query", "narrow");
        assertThat(number(narrow, "wanted")).isEqualTo(8_000);
        assertThat(number(narrow, "lost")).isEqualTo(number(emitted, "lost"));
        assertThat(number(narrow, "full") + number(narrow, "noLane")).isEqualTo(number(narrow, "lost"));
        assertThat(number(narrow, "noLane")).isPositive();
        assertThat(number(narrow, "corrupt") + number(narrow, "discarded")).isZero();
    }

    @Test
    @DisplayName("R4.53 sessions of files start with the first command, bad files are told once and by doctor")
    void shouldStartSessionsOfFiles() throws IOException {
        run("start", "first");
        run("stop", "first");
        final Path autostart = folder.resolve("trace/autostart");
        Files.writeString(autostart.resolve("night.session"), "lanes=3\nprovider.orders=Orders");
        Files.writeString(autostart.resolve("bad.session"), "lanes=many");

        final ProgramRun first = run("emit", "--provider", "Orders", "--events", "10", "--format", "json");
        assertThat(number(first.out().get(0), "wanted")).isEqualTo(10);
        assertThat(json("query", "night")).contains("\"lanes\":3", "\"wanted\":10");

        assertThat(run("doctor").out()).anyMatch(line -> line.startsWith("NOT OK") && line.contains("autostart")
                && line.contains("bad") && line.contains("lanes=many: expected 1 to 1024"));
        Files.writeString(autostart.resolve("bad.session"), "lanes=0");
        assertThat(run("sessions").err()).singleElement().asString().contains("does not start by itself", "bad");
        assertThat(run("sessions").err()).isEmpty();
        Files.writeString(autostart.resolve("bad.session"), "lanes=1");
        assertThat(run("sessions", "--format", "json").out()).hasSize(2);
        assertThat(run("doctor").out()).anyMatch(line -> line.startsWith("ok") && line.contains("autostart"));
        run("stop", "night");
        assertThat(run("sessions", "--format", "json").out()).as("who stops it wants it stopped").hasSize(1);
    }

    private Ringside connect() {
        return Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)));
    }

    private static String why(final String session, final boolean wanted, final String rule, final String reason,
            final String conditions) {
        return "{\"session\":\"" + session
                + "\",\"provider\":\"Trades\",\"event\":\"submitted\",\"id\":1,\"version\":0,"
                + "\"wanted\":" + wanted + ",\"rule\":\"" + rule + "\",\"reason\":\"" + reason + "\",\"conditions\":["
                + conditions + "],\"misfits\":[]}";
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }

    private String json(final String... args) {
        final ProgramRun run = run(Stream.concat(Stream.of("--format", "json"), Stream.of(args))
                .toArray(String[]::new));
        assertThat(run.exitCode()).as("%s", run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).hasSize(1);
        return run.out().get(0);
    }
}
