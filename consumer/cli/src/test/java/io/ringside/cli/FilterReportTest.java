package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What commands say of filters that keep everything away, or nothing. */
@Timeout(120)
class FilterReportTest {
    private static final ProviderSchema TRADES = ProviderSchema.builder("Trades")
            .event("submitted", EventDescriptor.of(1, 4, 0x1), FieldSchema.of("price", FieldType.UINT64))
            .event("rejected", EventDescriptor.of(2, 2, 0x2), List.of())
            .build();
    private static final long PID = ProcessHandle.current().pid();

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @ParameterizedTest
    @DisplayName("R4.40, R4.43 --why: not wanted where no process that has the provider registered is taken")
    @CsvSource(delimiter = '|', value = {
        "--exe nosuch | process runs one of [nosuch]", "--pid 1,2 | process id is one of [1, 2]",
        "--pid-now 1,2 | process is one of 0 that ran when the session asked"})
    void shouldSayThatNothingCanComeOfTheProcessesThatRun(final String options, final String filter) {
        run("start", "trading");
        try (Ringside runtime = connect()) {
            runtime.register(TRADES);
            enable(options.split(" "));
            assertThat(why()).contains("\"wanted\":false,\"rule\":\"process\"",
                    "none of the processes that run is taken: pids=[" + PID + "], filter=" + filter);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--pid", "--pid-now"})
    void shouldSayWhichOfTheProcessesThatRunAreTaken(final String option) {
        run("start", "trading");
        try (Ringside runtime = connect()) {
            runtime.register(TRADES);
            enable(option, PID + ",1");
            assertThat(why()).contains("\"wanted\":true,\"rule\":\"accepted\"",
                    "of those that run now process id is one of [" + PID + "]");
        }
    }

    @ParameterizedTest
    @DisplayName("R4.44 INVALID_PARAMETER: a condition that fits no event that it is for; nothing has changed")
    @ValueSource(strings = {"price contains 'x'", "prize > 1", "submitted: prize > 1", "2: price > 1",
        "1: price > 'much'"})
    void shouldRefuseAConditionThatIsImpossible(final String condition) {
        run("start", "trading");
        try (Ringside runtime = connect()) {
            runtime.register(TRADES);
            enable("--level", "3");
            final String before = json("query", "trading");

            final ProgramRun run = run("enable", "trading", "Trades", "--payload", condition);

            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).singleElement().asString().startsWith("ringside: filter does not fit the event: ");
            assertThat(json("query", "trading")).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("R4.44 a condition that no field can meet is refused before a field is known")
    void shouldRefuseAConditionThatNoFieldCanMeet() {
        run("start", "trading");
        final ProgramRun run = run("enable", "trading", "Trades", "--payload", "price between 9 and 3");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().get(0)).contains("range is empty: operator=between, low=9, high=3");
        assertThat(run.err()).endsWith("price between 9 and 3", "              ^");
        assertThat(json("query", "trading")).contains("\"providers\":[]");
    }

    @Test
    @DisplayName("R4.44 a condition that was taken before the provider registered and does not fit is told then")
    void shouldTellOfMisfitsOnceTheProviderIsKnown() {
        run("start", "trading");
        assertThat(run("enable", "trading", "Trades", "--payload", "price contains 'x'", "--payload-keep-others").err())
                .singleElement().asString().contains("conditions were not checked");
        assertThat(json("query", "trading")).contains("\"misfits\":[]");
        try (Ringside runtime = connect()) {
            runtime.register(TRADES);
            final String misfit = "filter does not fit the event: filter=price contains \\\"x\\\", event=submitted: ";
            assertThat(why()).contains("\"wanted\":true", "\"misfits\":[\"" + misfit);
            assertThat(run("providers", "Trades", "--why", "1").out()).singleElement().asString()
                    .contains("; has no effect: filter does not fit the event");
            assertThat(json("query", "trading")).contains("\"misfits\":[\"" + misfit);
            assertThat(json("providers", "Trades")).contains("\"misfits\":[\"" + misfit);
            assertThat(run("query", "trading").out()).anyMatch(line -> line.contains("misfit")
                    && line.contains("operator=contains"));
            assertThat(run("providers", "Trades").out()).anyMatch(line -> line.contains("misfit")
                    && line.contains("operator=contains"));
        }
    }

    @Test
    void shouldNotRecordEventsWithoutTheFieldsOfAConditionUnlessTheyAreKept() {
        run("start", "trading");
        try (Ringside runtime = connect()) {
            runtime.register(TRADES);
            assertThat(enable("--payload", "price > 1").err()).singleElement().asString()
                    .contains("events without the condition's fields are not recorded: provider=Trades, "
                            + "events=[rejected]: add --payload-keep-others");
            assertThat(why("rejected")).contains("\"wanted\":false,\"rule\":\"payload\"");
            assertThat(why()).contains("\"wanted\":true");
            enable("--payload", "price > 1", "--event", "submitted,rejected");
            assertThat(why("rejected")).contains("\"wanted\":false");
            assertThat(why()).contains("\"wanted\":true");
            assertThat(run("enable", "trading", "Trades", "--payload", "price > 1", "--event", "rejected").err().get(0))
                    .contains("no named event has the condition's fields: events=[rejected]");

            for (final String[] all : List.of(new String[]{"--payload", "price > 1", "--payload-keep-others"},
                    new String[]{"--payload", "submitted: price > 1"})) {
                assertThat(enable(all).err()).isEmpty();
                assertThat(why("rejected")).contains("\"wanted\":true");
            }
        }
    }

    @Test
    void shouldRecordEventsThatMeetOnePartOfAConditionWithTheFieldsThatTheyHave() {
        run("start", "trading");
        try (Ringside runtime = connect()) {
            runtime.register(ProviderSchema.builder("Trades")
                    .event("submitted", EventDescriptor.of(1, 4, 0x1), FieldSchema.of("price", FieldType.UINT64))
                    .event("rejected", EventDescriptor.of(2, 2, 0x2), FieldSchema.of("reason", FieldType.UINT64))
                    .build());
            assertThat(enable("--payload", "price > 1 or reason > 1").err()).isEmpty();
            assertThat(why("rejected")).contains("\"wanted\":true", "payload meets price > 1 or reason > 1");
            assertThat(run("enable", "trading", "Trades", "--payload", "price > 1 or reasn > 1").err().get(0))
                    .contains("filter does not fit the event", "field=reasn");
            assertThat(run("enable", "trading", "Trades", "--payload", "price > 1 and reason > 1").err().get(0))
                    .contains("filter does not fit the event");
        }
    }

    @Test
    void shouldNotRecordEventsWithoutTheFieldsThatRegisterAfterwards() {
        run("start", "trading");
        run("enable", "trading", "Trades", "--payload", "price > 1");
        try (Ringside runtime = connect()) {
            runtime.register(TRADES);
            assertThat(why("rejected")).contains("\"wanted\":false,\"rule\":\"payload\"",
                    "filter=only *: price > 1, event=rejected: ");
            assertThat(why()).contains("\"wanted\":true");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--event submited,rejected | no event has this name: names=[submited], known=[rejected, submitted],"
                + " did you mean submitted?",
        "--event-id 1,77 | no event has this id: ids=[77], known=[1, 2]",
        "--not-event-id 77 | no event has this id: ids=[77], known=[1, 2]",
        "--payload later:price>1 | filter is for no event: filter=later: price > 1"})
    void shouldNoteWhatNoEventHasWithAKnownSchema(final String options, final String note) {
        run("start", "trading");
        try (Ringside runtime = connect()) {
            runtime.register(TRADES);
            final ProgramRun run = enable(options.split(" "));
            assertThat(run.err()).containsExactly("ringside: filter matches no registered event: " + note);
            assertThat(json("query", "trading")).contains("\"misfits\":[\"" + note);
        }
    }

    @Test
    @DisplayName("R4.43 enable tells which processes it has taken for the pids, and for which there was none")
    void shouldTellWhichProcessesWereTaken() {
        run("start", "trading");
        try (Ringside runtime = connect()) {
            runtime.register(TRADES);
            final ProgramRun run = run("enable", "trading", "Trades", "--pid-now", PID + ",1,2");
            assertThat(run.out()).singleElement().asString().containsPattern(
                    ", process in \\[[0-9a-f-]{36} \\(pid " + PID + "\\)\\]\\)");
            assertThat(run.err()).singleElement().asString().contains("no process with these ids", "pidsNow=[1, 2]");
            final ProgramRun json = run("enable", "trading", "Trades", "--pid-now", Long.toString(PID), "--format",
                    "json");
            assertThat(json.err()).isEmpty();
            assertThat(json.out()).singleElement().asString().contains("\"filters\":[\"process in [", "(pid " + PID);
            assertThat(json("providers", "Trades")).contains("(pid " + PID + ")");
            assertThat(json("query", "trading")).contains("(pid " + PID + ")");
        }
        assertThat(json("query", "trading")).as("it is gone").contains("process in [").doesNotContain("(pid ");
    }

    private ProgramRun enable(final String... options) {
        final ProgramRun run = run(Stream.concat(Stream.of("enable", "trading", "Trades"), Stream.of(options))
                .toArray(String[]::new));
        assertThat(run.exitCode()).as("%s", run.err()).isEqualTo(ExitCode.DONE);
        return run;
    }

    private String why() {
        return why("submitted");
    }

    private String why(final String event) {
        return json("providers", "Trades", "--why", event);
    }

    private Ringside connect() {
        return Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)));
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
