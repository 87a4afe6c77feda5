package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.internal.schema.JsonBytes;
import io.ringside.reader.ExportFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What {@code sql} answers about a recording of which everything is known. */
@Tag("jdk25")
class SqlCommandTest {
    private static final String ORDERS = "\"Acme.Orders\".\"order\"";

    @TempDir
    private Path folder;
    private Path recording;

    @BeforeEach
    void record() {
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            recording = trace.record();
        }
    }

    @Test
    void shouldAnswerInColumnsWithNumbersOnTheirRight() {
        final ProgramRun run = sql("select n, relatedActivityId related from \"Acme.Orders\".work order by n");
        assertThat(run.out()).containsExactly(
                "n  related",
                "1  " + ExportFixture.RELATED,
                "2  -",
                "3  -",
                "-  -");
        assertThat(sql("select name, 10 * n as n from (values ('a', 1), ('longer', 10)) t(name, n)").out())
                .containsExactly("name      n", "a        10", "longer  100");
    }

    @Test
    void shouldSayThatEventsHadBeenLostAndAnswerByWhichCause() {
        final ProgramRun run = sql("select cause, lost from losses order by cause", "--csv");
        assertThat(run.out()).containsExactly("cause,lost", "error,2", "full,3", "noLane,7", "tooLarge,1");
        assertThat(run.err()).containsExactly("ringside: events had been lost: lost=13: see the table losses");
        assertThat(run.exitCode()).isEqualTo(ExitCode.LOST);
    }

    @Test
    void shouldPrintEveryValueExactlyAsJson() {
        assertThat(
                sql("select time, provider, count, price, side, text, venue, sizes, legs, open, key, \"at\", "
                        + "\"fields.weight\" weight, null as nothing, 'nan'::double as nan from " + ORDERS, "--format",
                        "json").out())
                .containsExactly(
                        "{\"time\":\"2023-11-14T22:13:20.000001000\",\"provider\":\"Acme.Orders\",\"count\":"
                                + ExportFixture.MAX_UNSIGNED + ",\"price\":-12345,\"side\":\"BUY\","
                                + "\"text\":\"a\\\"b,c\\nd\\u0000e\u20ac\",\"venue\":{\"name\":\"X\",\"port\":65534},"
                                + "\"sizes\":[1,4294967295,3],\"legs\":[{\"id\":1,\"ratio\":0.5},"
                                + "{\"id\":2,\"ratio\":-2.0E300}],\"open\":true,\"key\":\"" + ExportFixture.RELATED
                                + "\",\"at\":\"2023-11-14T22:13:20.000000001\",\"weight\":1.5,\"nothing\":null,"
                                + "\"nan\":\"NaN\"}");
    }

    @Test
    void shouldQuoteCellsOfCsvThatNeedIt() {
        assertThat(sql("select 'a,\"b' as \"x,y\", [1, 2] as list, null as nothing", "--csv").out())
                .containsExactly("\"x,y\",list,nothing", "\"a,\"\"b\",\"[1,2]\",");
    }

    @Test
    void shouldListTablesByProviderAndEvent() {
        final List<String> lines = sql("from tables", "--csv").out();
        assertThat(lines).hasSize(6).first().isEqualTo("provider,table,columns");
        assertThat(lines.stream().skip(1).map(line -> line.replaceFirst(",[1-9]\\d*$", "")))
                .containsExactly("Acme.Orders,order", "Acme.Orders,struct", "Acme.Orders,work",
                        "Acme.Orders,workDone", "main,losses");
    }

    @Test
    void shouldHaveOneTableOfAnEventThatIsDeclaredTwiceWithTheSameFields() {
        final Path directory = folder.resolve("emit");
        for (final String line : List.of("start flight --overflow drop-oldest", "enable flight Orders",
                "emit --provider Orders --events 10", "snapshot flight --to " + folder.resolve("emitted"))) {
            assertThat(ProgramRun.of(directory, line.split(" ", -1)).exitCode()).as(line).isEqualTo(ExitCode.DONE);
        }
        assertThat(ProgramRun.plain(new Interruption(), "sql", folder.resolve("emitted").toString(), "--csv",
                "select keyword, count(*) from Orders.numbered group by keyword order by keyword").out())
                .containsExactly("keyword,count_star()", "1,5", "2,5");
    }

    @Test
    void shouldFindAndPrintTextsOfAnyCharacters() {
        final Path hostile;
        try (ExportFixture trace = new ExportFixture(folder.resolve("hostile")).writeHostileTexts()) {
            hostile = trace.record();
        }
        final Interruption none = new Interruption();
        for (final String text : ExportFixture.HOSTILE_TEXTS) {
            final String hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
            final ProgramRun run = ProgramRun.plain(none, "sql", hostile.toString(), "--format", "json",
                    "select text from \"Acme.Orders\".\"order\" where hex(text) = upper('" + hex + "')");
            assertThat(run.err()).as(hex).isEmpty();
            final JsonBytes bytes = new JsonBytes(16);
            bytes.appendQuoted(text);
            assertThat(run.out()).as(hex).containsExactly("{\"text\":" + bytes + '}');
        }
    }

    @Test
    void shouldAnswerFromNoOtherTableThanTheOneThatIsNamed() {
        final Path hostile;
        try (ExportFixture trace = new ExportFixture(folder.resolve("hostile")).writeHostileNames()) {
            hostile = trace.record();
        }
        final Interruption none = new Interruption();
        final String path = hostile.toString();
        for (final String ambiguous : List.of("\"Hostile\".executed", "\"Hostile\".new", "hostile.executed")) {
            final ProgramRun run = ProgramRun.plain(none, "sql", path, "select count(*) from " + ambiguous);
            assertThat(run.exitCode()).as(ambiguous).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).as(ambiguous).anyMatch(line -> line.contains("does not exist"));
        }
        final List<String> tables = ProgramRun.plain(none, "sql", path, "--csv", "from tables").out().stream().skip(1)
                .map(line -> line.replaceFirst(",[1-9]\\d*$", "")).toList();
        // One event has two versions, and its plain name is another name of the first.
        assertThat(tables).hasSize(ExportFixture.HOSTILE_EVENTS.size() + 4 + ExportFixture.HOSTILE_PROVIDERS.size() + 1)
                .contains("Acme.2FA,executed", "-dash,executed")
                .anyMatch(name -> name.matches("Hostile_[0-9a-f]{8},new"))
                .anyMatch(name -> name.matches("Hostile_[0-9a-f]{8},executed_[0-9a-f]{8}"))
                .anyMatch(name -> name.matches("Hostile_[0-9a-f]{8},Executed_[0-9a-f]{8}"))
                .anyMatch(name -> name.matches("main_[0-9a-f]{8},executed"))
                .extracting(name -> name.toLowerCase(Locale.ROOT)).doesNotHaveDuplicates();
        final String executed = tables.stream().filter(name -> name.matches("Hostile_\\w+,executed_\\w+")).findFirst()
                .orElseThrow();
        assertThat(ProgramRun.plain(none, "sql", path, "--csv",
                "select provider, event, n from " + executed.replace(',', '.')).out())
                .containsExactly("provider,event,n", "Hostile,executed,1");
    }

    @Test
    void shouldAskOnlySelectedEventsOfAllRecordings() {
        final Path second = folder.resolve("second");
        try (ExportFixture trace = new ExportFixture(second)) {
            trace.begin(0, 1_000, 7, null, null);
            final ProgramRun run = ProgramRun.plain(new Interruption(), "sql", recording.toString(),
                    trace.record().toString(), "--where", "n >= 2", "--csv",
                    "select count(*) c, sum(n) s from \"Acme.Orders\".work");
            assertThat(run.out()).containsExactly("c,s", "3,12");
        }
    }

    @Test
    void shouldRunAllStatementsAndPrintTheAnswerOfTheLast() throws IOException {
        final Path file = folder.resolve("answer.csv");
        assertThat(sql("copy (select n from \"Acme.Orders\".work where n = 2) to '" + file + "' (header false)")
                .exitCode())
                .isEqualTo(ExitCode.LOST);
        assertThat(Files.readAllLines(file)).containsExactly("2");
        assertThat(sql("create table a as select 5 b; select b from a;", "--csv").out()).containsExactly("b", "5");
    }

    @Test
    void shouldSayInOneLineWhatIsWrongWithAQuery() {
        final ProgramRun run = sql("select * from nowhere");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString()
                .startsWith("ringside: query failed: reason=Catalog Error: Table with name nowhere does not exist!")
                .contains("'from tables' lists tables").doesNotContain("LINE 1");
    }

    @Test
    void shouldRejectFoldersWithoutARecording() {
        final ProgramRun run = ProgramRun.plain(new Interruption(), "sql", folder.toString(), "select 1");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).singleElement().asString().contains("folder holds no recording: path=" + folder);
        assertThat(ProgramRun.plain(new Interruption(), "sql", folder.toString()).exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void shouldAnswerNothingWhenItIsInterrupted() {
        final Interruption interruption = new Interruption();
        interruption.request();
        final ProgramRun run = ProgramRun.plain(interruption, "sql", recording.toString(), "select 1");
        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.out()).isEmpty();
    }

    private ProgramRun sql(final String query, final String... options) {
        return ProgramRun.plain(new Interruption(), Stream.concat(Stream.of("sql", recording.toString(), query),
                Stream.of(options)).toArray(String[]::new));
    }
}
