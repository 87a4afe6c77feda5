package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.StagedRow;
import io.ringside.reader.EventFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** What the commands that read events do with a session that holds a little order flow. */
@Timeout(60)
class ReadingCommandsTest {
    /** Three orders: one executed 300 ms after it was submitted, one deleted after 100 ms, one left. */
    private static final String LINES = """
            34200.0,1,1001,18,5853300,1
            34200.1,1,1002,5,5853400,-1
            34200.2,3,1002,5,5853400,-1
            34200.3,4,1001,18,5853300,1
            34200.4,1,1003,7,5853500,1
            """;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @BeforeEach
    void emit() throws IOException {
        run("start", "trading");
        run("enable", "trading", "Orders");
        final Path file = Files.writeString(folder.resolve("flow.csv"), LINES);
        assertThat(run("emit", "--provider", "Orders", "--csv", file.toString(), "--speed", "10").exitCode())
                .isEqualTo(ExitCode.DONE);
    }

    @Test
    void shouldCountEventsByKindWhenASummaryIsAskedFor() {
        final List<String> lines = run("tail", "trading", "--summary", "--format", "json").out();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).startsWith("{\"provider\":\"Orders\",\"event\":\"deleted\",\"events\":1,");
        assertThat(lines.get(2)).startsWith("{\"provider\":\"Orders\",\"event\":\"submitted\",\"events\":3,");
        assertThat(number(lines.get(2), "bytes")).isEqualTo(3 * number(lines.get(0), "bytes"));
        assertThat(number(lines.get(2), "lastTime")).isGreaterThan(number(lines.get(2), "firstTime"));
    }

    @Test
    @DisplayName("R7.53 a dump as CSV has a row for each event and a heading; a summary adds up to the total")
    void shouldDumpARowForEachEvent() {
        final List<String> summary = run("tail", "trading", "--summary", "--format", "json", "--limit", "3").out();
        assertThat(summary.stream().mapToLong(line -> number(line, "events")).sum()).isEqualTo(3);
        final List<String> lines = run("tail", "trading", "--csv").out();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).startsWith("\"time\",\"provider\",\"event\",\"id\",")
                .endsWith("\"payload\",\"late\",\"relatedActivityId\",\"thread\",\"ticks\",\"host\"");
        assertThat(lines.get(1)).matches("\"\\d+\",\"Orders\",\"executed\",\"4\",\"0\",\"4\",\"0x[0-9a-f]+\",\"0\","
                + "\"0\",\"" + ProcessHandle.current().pid()
                + "\",\"\\d+\",\"\",\".*orderId=1001 .*\",\"\",\"\",\"[^\"]*\",\"\\d+\",\"\"");
    }

    @Test
    void shouldNameTheColumnsOfACsvWhenItsSourceWasRead() {
        run("tail", "trading");
        assertThat(run("tail", "trading", "--csv").out()).singleElement().asString().startsWith("\"time\",");
        final ProgramRun absent = run("tail", "absent", "--csv");
        assertThat(absent.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(absent.out()).isEmpty();
    }

    @Test
    void shouldShowASummaryAsATable() {
        final List<String> lines = run("tail", "trading", "--summary").out();
        assertThat(lines.get(0)).startsWith("PROVIDER  EVENT").endsWith("LARGEST");
        assertThat(lines).hasSize(4).anyMatch(line -> line.matches("Orders +submitted +3 .*"));
    }

    @Test
    void shouldPrintOnlyWhatAConditionHoldsFor() {
        assertThat(run("tail", "trading", "--where", "event is \"submitted\" and size >= 7").out()).hasSize(2)
                .allMatch(line -> line.contains("submitted"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "prise > 3      | no event has such a field: field=prise, fields=[direction orderId price size time type]",
        "size contains 3 | operator does not fit the field: field=size",
        "size is many   | operator does not fit the field: field=size",
        "size > many    | value does not fit the field: field=size",
        "opcode is Fill | value does not fit the field: field=opcode, type=INT32, value=Fill"})
    void shouldRefuseAConditionThatFitsNoEvent(final String where, final String reason) {
        for (final String peek : List.of("--peek", "--unmerged")) {
            final ProgramRun live = run("tail", "trading", "--follow", peek, "--where", where);
            assertThat(live.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(live.err()).singleElement().asString().contains(reason, "check --where");
        }
        assertThat(run("tail", "trading", "--peek").out()).as("nothing was taken").hasSize(5);
        final ProgramRun run = run("tail", "trading", "--where", where);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).singleElement().asString().contains(reason, "check --where");
        assertThat(run("tail", "trading", "--where", where).exitCode()).as("nothing is left").isEqualTo(ExitCode.DONE);
    }

    @Test
    void shouldNotRefuseAFieldOfAnEventThatDidNotCome() {
        assertThat(run("tail", "trading", "--where", "level <= warn or orderId < 0").exitCode())
                .isEqualTo(ExitCode.DONE);
    }

    @Test
    void shouldPrintTimesSoThatTheyCanBeGivenAgain() {
        final List<String> lines = run("tail", "trading", "--peek").out();
        final String time = lines.get(2).split(" ", 2)[0];
        assertThat(time).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}(Z|[-+]\\d\\d:\\d\\d)");
        assertThat(run("tail", "trading", "--peek", "--since", time).out()).isEqualTo(lines.subList(2, 5));
        assertThat(run("tail", "trading", "--peek", "--columns", "time,event", "--since", time).out())
                .element(1).asString().startsWith(time + "  ");
        assertThat(run("tail", "trading", "--peek", "--where", "time >= '" + time + "'").out())
                .isEqualTo(lines.subList(2, 5));
    }

    @Test
    void shouldTakeTimesBeforeNowByTheClockOfTheSession() {
        try (Participant participant = Participant.join(TraceDirectory.open(folder.resolve("trace")))) {
            final RowStore rows = new RowStore(participant.directory(), participant.files());
            final SessionRow row = rows.snapshot().requireSession("trading");
            final ClockPair start = new ClockPair(row.start().wallNs() - TimeUnit.HOURS.toNanos(1),
                    row.start().monotonicNs());
            // As it is once the wall clock was put forward by an hour.
            try (StagedRow staged = rows.stage(new SessionRow(row.id(), row.slot(), row.state(), row.generation(),
                    row.settings(), start, row.controller()))) {
                staged.publish();
            }
        }
        assertThat(run("tail", "trading", "--peek", "--since", "-5m").out()).hasSize(5);
        assertThat(run("tail", "trading", "--peek", "--until", "-5m").out()).isEmpty();
        assertThat(run("tail", "trading", "--peek", "--around=-1s", "--span", "5m").out()).hasSize(5);
        assertThat(run("tail", "trading", "--peek", "--since", "-5m").err()).isEmpty();
        for (final String option : List.of("--since", "--until", "--around")) {
            assertThat(run("tail", "trading", "--peek", option, Instant.now().toString()).err()).singleElement()
                    .asString().contains("wall clock was set after the session started: sources=[trading], aheadMs=-",
                            ": give times as tail prints them");
        }
    }

    @Test
    void shouldWaitForAFieldOfAProviderThatIsNotRegisteredYet() {
        run("enable", "trading", "Prices", "--timeout", "0s");
        assertThat(run("tail", "trading", "--follow", "--peek", "--limit", "1", "--where", "prise > 3 or size > 6")
                .out()).hasSize(1);
    }

    @Test
    void shouldListEveryNameThatAConditionMayAskForInItsHelp() {
        assertThat(String.join(" ", run("tail", "--help").out())).contains(EventFilter.headerNames());
    }

    @Test
    void shouldPrintOnlyWhatLiesInTheWindow() {
        assertThat(run("tail", "trading", "--since", "2000-01-01T00:00:00Z", "--until", "-1m").out()).isEmpty();
    }

    @Test
    void shouldPrintAllWhenTheWindowEndsBeyondWhatNanosecondsReach() {
        assertThat(run("tail", "trading", "--since", "0001-01-01T00:00:00.999Z", "--until", "9999-12-31T23:59:59.999Z")
                .out()).hasSize(5);
    }

    @Test
    void shouldMeasureFromOneEventToAnotherByAField() throws IOException {
        final Path plot = folder.resolve("plot.svg");
        final ProgramRun run = run("latency", "trading", "--from", "Orders/submitted", "--to", "Orders/executed",
                "--by",
                "orderId", "--plot", plot.toString(), "--format", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        final String line = run.out().get(0);
        assertThat(number(line, "count")).isOne();
        assertThat(number(line, "unmatched")).isEqualTo(2);
        assertThat(number(line, "maybeLost")).isZero();
        // The pace of the file at ten times its speed: at least 30 ms, and not before.
        assertThat(number(line, "max")).isGreaterThanOrEqualTo(29_000_000);
        assertThat(line).contains("\"slowest\":[{\"key\":\"1001\",\"latency\":");
        assertThat(Files.readString(plot)).startsWith("<svg")
                .contains("Orders/submitted to Orders/executed by orderId");
    }

    @Test
    void shouldMeasureInARecordingWhatItMeasuresLive() throws IOException {
        run("start", "flight", "--overflow", "drop-oldest", "--lanes", "4");
        run("start", "live", "--lanes", "4");
        run("enable", "flight", "Orders");
        run("enable", "live", "Orders");
        final Path file = Files.writeString(folder.resolve("again.csv"), LINES);
        run("emit", "--provider", "Orders", "--csv", file.toString(), "--speed", "10");
        final String recording = folder.resolve("recording").toString();
        assertThat(run("snapshot", "flight", "--to", recording).exitCode()).isEqualTo(ExitCode.DONE);

        final String[] options = {"--from", "Orders/submitted", "--to", "Orders/executed", "--by", "orderId",
            "--format", "json"};
        final ProgramRun live = latency("live", options);
        assertThat(live.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(number(live.out().get(0), "count")).isOne();
        final ProgramRun recorded = latency(recording, options);
        assertThat(recorded.exitCode()).isEqualTo(ExitCode.DONE);
        // Also the times of day: all sessions convert by one relation of the clocks.
        assertThat(recorded.out()).isEqualTo(live.out()).singleElement().asString()
                .contains("\"slowest\":[{\"key\":\"1001\"");
    }

    @Test
    void shouldShowLatenciesAsATable() {
        final List<String> lines = run("latency", "trading", "--from", "Orders/1", "--to", "Orders/3", "--by",
                "orderId")
                .out();
        assertThat(lines.get(0)).isEqualTo("Orders/1 to Orders/3: 1 pairs");
        assertThat(lines).anyMatch(line -> line.startsWith("99.90"))
                .contains("unmatched: 2 (2 without end, 0 without begin; the other event of 0 may be lost in a gap)")
                .anyMatch(line -> line.startsWith("SLOWEST"));
    }

    @Test
    void shouldShowAllEventsOfAnOrderAndTheTimeBetweenTwoOfThem() throws IOException {
        final Path plot = folder.resolve("timelines.svg");
        final List<String> lines = run("timeline", "trading", "--key",
                "submitted.orderId = executed.orderId = deleted.orderId", "--between", "submitted,executed",
                "--between",
                "Orders/submitted,Orders/3", "--slowest", "2", "--plot", plot.toString(), "--format", "json").out();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).startsWith("{\"key\":\"1001\",\"durationNs\":")
                .contains("\"stages\":[{\"provider\":\"Orders\",\"event\":\"submitted\",", "\"offsetNs\":0,",
                        "\"event\":\"executed\"");
        assertThat(number(lines.get(0), "durationNs")).isGreaterThanOrEqualTo(29_000_000);
        assertThat(lines.get(1)).startsWith("{\"key\":\"1002\",");
        assertThat(number(lines.get(2), "timelines")).isEqualTo(3);
        assertThat(number(lines.get(3), "count")).isOne();
        assertThat(number(lines.get(3), "unmatched")).isEqualTo(2);
        assertThat(lines.get(4)).startsWith("{\"from\":\"Orders/submitted\",\"to\":\"Orders/3\",\"count\":1,");
        assertThat(Files.readString(plot)).startsWith("<svg").contains(">1001<", "submitted");
    }

    @Test
    void shouldShowTheTimelineOfAKeyAsATable() {
        final List<String> lines = run("timeline", "trading", "--key", "submitted.orderId=deleted.orderId", "--show",
                "1002").out();
        assertThat(lines.get(0)).isEqualTo("timelines: 3 (0 without begin, 0 may have lost events in a gap)");
        assertThat(lines).anyMatch(line -> line.startsWith("1002: 2 events in "))
                .anyMatch(line -> line.matches("0 ns +Orders/submitted +\\d+ +.+"))
                .noneMatch(line -> line.startsWith("1001"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "submitted.nofield | no event has a key: key=submitted.nofield, events=3, fields=[",
        "nope.orderId      | no event that the key names was read: key=nope.orderId, leftOut=0:"})
    void shouldFailWhenThereIsNoTimeline(final String key, final String what) {
        final ProgramRun run = run("timeline", "trading", "--key", key);
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).singleElement().asString().contains(what);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Orders/nope  | Orders/3 | orderId | from=Orders/nope:",
        "Orders/1     | Other/3  | orderId | read: to=Other/3:",
        "Other/1      | Orders/9 | orderId | from=Other/1, to=Orders/9:",
        "Orders/1     | Orders/3 | nofield | by=nofield, events=4, fields=[",
        "Orders/1     | Orders/3 | type    | by=type, begins=3, ends=1:"})
    void shouldFailWhenNothingIsOfAKindOrHasTheFieldOrIsAPair(final String from, final String to, final String by,
            final String what) {
        final ProgramRun run = run("latency", "trading", "--from", from, "--to", to, "--by", by);
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).singleElement().asString().startsWith("ringside: no ").contains(what);
    }

    @Test
    void shouldNotSayThatEventsWereNotReadThatTheConditionHasLeftOut() {
        final ProgramRun run = run("latency", "trading", "--from", "Orders/1", "--to", "Orders/3", "--by", "orderId",
                "--where", "size < 0");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).singleElement().asString().contains("from=Orders/1, to=Orders/3, leftOut=5", "--where")
                .doesNotContain("was read");
    }

    @Test
    void shouldSayWhatIsNotDrawnWhenThePlotCannotBeWritten() {
        final ProgramRun run = run("latency", "trading", "--from", "Orders/1", "--to", "Orders/3", "--plot",
                folder.resolve("absent").resolve("plot.svg").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).singleElement().asString().contains("absent", "plot", "choose a file")
                .doesNotContain("trace directory");
    }

    private ProgramRun latency(final String source, final String... options) {
        return run(Stream.concat(Stream.of("latency", source), Stream.of(options)).toArray(String[]::new));
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
