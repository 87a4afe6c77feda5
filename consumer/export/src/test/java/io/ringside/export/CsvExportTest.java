package io.ringside.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.lane.LaneOutcome;
import io.ringside.reader.EventFilter;
import io.ringside.reader.ExportFixture;
import io.ringside.reader.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What Python reads in exports as CSV. */
class CsvExportTest {
    @TempDir
    private Path folder;

    @Tag("proof")
    @Test
    void shouldLetPythonReadAColumnForEachField() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        final Path target = folder.resolve("csv");
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            ExportRun.of(ExportFormat.CSV, trace.record(), target);
        }
        try (Stream<Path> files = Files.list(target)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("losses.csv",
                    "Acme.Orders.order.csv", "Acme.Orders.struct.csv", "Acme.Orders.work.csv",
                    "Acme.Orders.workDone.csv");
        }
        assertThat(python(target, """
                def rows(name):
                    with open(sys.argv[1] + '/' + name + '.csv', newline='', encoding='utf-8') as file:
                        return list(csv.DictReader(file, strict=True))
                order, = rows('Acme.Orders.order')
                print(order['time'], order['isoTime'], order['levelName'], order['tid'], order['activityId'])
                print(order['count'], order['price'], order['side'], ascii(order['text']), ascii(order['wide']))
                print(order['venue.name'], order['venue.port'], json.loads(order['sizes']), json.loads(order['legs']))
                print(order['open'], order['key'], order['at'], order['fields.weight'], order['$truncated'] == '')
                struct = rows('Acme.Orders.struct')
                names = ['fields.time', 'fields.event', 'int', 'startTime', 'eventThread', 'stackTrace', 'name', 'ts']
                print([struct[0][name] for name in names], [int(r['time']) % 1000000 for r in struct])
                print([(r['n'], r['$truncated'], r['$unread']) for r in rows('Acme.Orders.work')])
                print(sorted((r['cause'], r['lost'], r['time'][-4:], r['tid']) for r in rows('losses')))
                """)).containsExactly(
                "1700000000000001000 2023-11-14T22:13:20.000001000Z WARNING 100 " + ExportFixture.ACTIVITY,
                ExportFixture.MAX_UNSIGNED + " -12345 BUY 'a\"b,c\\nd\\x00e\\u20ac' 'x\\ufffdy\\U0001f600'",
                "X 65534 [1, 4294967295, 3] [{'id': 1, 'ratio': 0.5}, {'id': 2, 'ratio': -2e+300}]",
                "true " + ExportFixture.RELATED + " 1700000000000000001 1.5 True",
                "['1', '2', '3', '4', '5', '6', '7', '8'] [1000, 5300, 1500]",
                "[('1', '', ''), ('2', '', ''), ('3', '', ''), ('', 'n', 'ab')]",
                "[('error', '2', '6100', '101'), ('full', '3', '5100', '100'), ('noLane', '7', '0077', ''), "
                        + "('tooLarge', '1', '5100', '100')]");
    }

    @Tag("proof")
    @Test
    void shouldLetPythonReadDecimalsAndNamesOfValues() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        final Path target = folder.resolve("quotes.csv");
        try (ExportFixture trace = new ExportFixture(folder).writeQuotes()) {
            ExportRun.of(ExportFormat.CSV, trace.record(), target);
        }
        assertThat(python(target, """
                with open(sys.argv[1], newline='', encoding='utf-8') as file:
                    for r in csv.DictReader(file, strict=True):
                        print(*(r[n] for n in ('instrument', 'price', 'share', 'levels', 'limit', 'state', 'flags',
                            'leg.digits', 'leg.sizes', 'leg.ratio')))
                """)).containsExactly(
                "AAPL 585.3300 18.446744073709551615 [1.50,-0.05] MARKET OPEN HIDDEN|ROUTED 1 [1.5,-0.5] -1.2",
                "BRK\u20ac -612345 0.000000000000000150 [1.50,-0.05] 123.45 9 0x8 0 [7] -1.2",
                "TSLA 5853301 (no scale) 0.000000000000000000 [1.50,-0.05] -0.05 0 0 30 [\"15 (no scale)\"] -1.2",
                "20 -9223372036854775808 (no scale) 0.000000000000000001 [1.50,-0.05] MARKET OPEN ROUTED 18 "
                        + "[9.223372036854775807] -1.2");
    }

    @Tag("proof")
    @Test
    void shouldLetPythonReadMessagesOfSbeAndClassicEvents() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        final Path target = folder.resolve("csv");
        try (ExportFixture trace = new ExportFixture(folder).writeRare()) {
            ExportRun.of(ExportFormat.CSV, trace.record(), target);
        }
        assertThat(python(target, """
                for name in ('Acme.Fills.fill', 'Acme.Orders.classic'):
                    with open(sys.argv[1] + '/' + name + '.csv', newline='', encoding='utf-8') as file:
                        for r in csv.DictReader(file, strict=True):
                            print(r['event'], r['levelName'], r['opcode'], r['version'], r.get('message'),
                                repr(r['$truncated'] + r['$unread']))
                """)).containsExactly("fill INFORMATION 0 0 {\"orderId\":" + ExportFixture.FILLED
                + ",\"side\":\"BUY\"} ''", "classic WARNING 77 7 None ''", "classic ERROR 77 7 None ''");
    }

    @Tag("proof")
    @Test
    void shouldLetPythonReadTheNameOfTheThreadAsItWasAtEachEvent() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        final Path target = folder.resolve("renamed.csv");
        try (ExportFixture trace = new ExportFixture(folder).writeRenamed()) {
            ExportRun.of(ExportFormat.CSV, trace.record(), target);
        }
        assertThat(python(target, """
                with open(sys.argv[1], newline='', encoding='utf-8') as file:
                    for r in csv.DictReader(file, strict=True):
                        print(r['time'][-4:], r['tid'], r['thread'])
                """)).containsExactly("3000 12345 first", "4000 12345 second");
    }

    @Tag("proof")
    @Test
    void shouldLetPythonReadForHowManyEventsOneOfASampleStands() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        final Path target = folder.resolve("until.csv");
        try (ExportFixture trace = new ExportFixture(folder).writeSample()) {
            ExportRun.of(ExportFormat.CSV, trace.record(), target);
        }
        assertThat(python(target, """
                with open(sys.argv[1], newline='', encoding='utf-8') as file:
                    rows = list(csv.DictReader(file, strict=True))
                print([(r['isoUntil'], r['weight']) for r in rows], sum(int(r['weight']) for r in rows))
                """)).containsExactly("[('5', '100'), ('6', '1'), ('7', '30')] 131");
    }

    @Tag("proof")
    @Test
    void shouldWriteOneKindAndItsLossesToOneFile() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        final Path target = folder.resolve("work.csv.gz");
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            ExportRun.of(new ExportContext(ExportFormat.CSV, target)
                    .where(EventFilter.parse("event is \"work\"")), Source.recording(trace.record()));
        }
        assertThat(python(target, """
                with gzip.open(sys.argv[1], 'rt', newline='', encoding='utf-8') as file:
                    rows = list(csv.DictReader(file, strict=True))
                print([r['n'] for r in rows if not r['lost']])
                print(sorted((r['cause'], r['lost'], r['until'][-4:]) for r in rows if r['lost']))
                """)).containsExactly("['1', '2', '3', '']",
                "[('error', '2', '6100'), ('full', '3', '5200'), ('noLane', '7', '0077'), ('tooLarge', '1', '5200')]");
    }

    @Test
    void shouldLeaveTheFieldsOfALossEmptyWhateverTheirNames() throws IOException {
        final Path target = folder.resolve("until.csv");
        try (ExportFixture trace = new ExportFixture(folder)) {
            trace.write(0, 1_000, ExportFixture.UNTIL, null, null, fields -> fields.putInt(5));
            trace.lose(0, 2_000, LaneOutcome.FULL, 3);
            trace.write(0, 3_000, ExportFixture.UNTIL, null, null, fields -> fields.putInt(6));
            ExportRun.of(ExportFormat.CSV, trace.record(), target);
        }
        assertThat(Files.readAllLines(target)).hasSize(4);
        final String heading = Files.readAllLines(target).get(0);
        assertThat(heading).contains(",until,isoUntil");
        assertThat(Files.readAllLines(target).get(2)).contains(",3,full,")
                .endsWith(",".repeat(heading.substring(heading.indexOf(",isoUntil")).split(",").length - 1))
                .matches(row -> row.chars().filter(c -> c == ',').count() == heading.chars().filter(c -> c == ',')
                        .count(), "has a cell for each column");
    }

    @Test
    void shouldNameFilesAndColumnsSoThatNoTwoAreAlikeAndNoneSurprisesAShell() throws IOException {
        final Path target = folder.resolve("hostile");
        try (ExportFixture trace = new ExportFixture(folder).writeHostileNames()) {
            ExportRun.of(ExportFormat.CSV, trace.record(), target);
        }
        final List<String> names = files(target);
        assertThat(names).hasSize(ExportFixture.HOSTILE_EVENTS.size() + 3 + ExportFixture.HOSTILE_PROVIDERS.size() + 1)
                .allMatch(name -> name.matches("[A-Za-z0-9][A-Za-z0-9._-]*\\.csv"))
                .contains("losses.csv", "Hostile.default.csv", "Hostile.losses.csv", "Acme.2FA.executed.csv")
                .extracting(name -> name.toLowerCase(Locale.ROOT)).doesNotHaveDuplicates();
        assertThat(names).filteredOn(name -> name.matches("Hostile\\.[Ee]xecuted_[0-9a-f]{8}\\.csv")).hasSize(2);
        assertThat(names).filteredOn(name -> name.matches("Hostile\\.new_[0-9a-f]{8}\\.csv")).hasSize(2);
        final List<String> heading = List
                .of(Files.readAllLines(target.resolve("Hostile.fields.csv")).get(0).split(","));
        assertThat(heading).doesNotHaveDuplicates().contains("fields.weight", "fields.fields.weight", "fields.time",
                "Time", "price", "Price");

        final Path other = folder.resolve("other");
        try (ExportFixture trace = new ExportFixture(folder.resolve("reverse")).writeHostileNamesInReverse()) {
            ExportRun.of(ExportFormat.CSV, trace.record(), other);
        }
        assertThat(files(other)).as("whatever comes first").isEqualTo(names);
    }

    private static List<String> files(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        }
    }

    @Test
    void shouldEscapeTextsThatSpreadsheetsTakeForFormulasWhenAsked() throws IOException {
        final Path kept = folder.resolve("kept.csv");
        final Path escaped = folder.resolve("escaped.csv");
        try (ExportFixture trace = new ExportFixture(folder)) {
            for (final String text : List.of("=1+1", "+1", "-1", "@a", "a=1", "")) {
                trace.note(0, 1_000, text);
            }
            final Path recording = trace.record();
            ExportRun.of(ExportFormat.CSV, recording, kept);
            ExportRun.of(new ExportContext(ExportFormat.CSV, escaped)
                    .escapeFormulas(true), Source.recording(recording));
        }
        assertThat(texts(kept)).containsExactly("=1+1", "+1", "-1", "@a", "a=1", "");
        assertThat(texts(escaped)).containsExactly("'=1+1", "'+1", "'-1", "'@a", "a=1", "");
        assertThat(Files.readString(escaped)).as("a number").contains(",-12345,");
    }

    /** The cells between side and wide. */
    private static List<String> texts(final Path file) throws IOException {
        return Files.readAllLines(file).stream().skip(1)
                .map(line -> line.replaceFirst(".*,BUY,", "").replaceFirst(",.*", "")).toList();
    }

    @Test
    void shouldLeaveNothingWhenOneFileCannotHoldAllKinds() throws IOException {
        final Path target = folder.resolve("out").resolve("all.csv");
        Files.createDirectory(target.getParent());
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            final Path recording = trace.record();
            assertThatThrownBy(() -> ExportRun.of(ExportFormat.CSV, recording, target))
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                    .hasMessageContaining("first=Acme.Orders/");
        }
        assertThat(target.getParent()).isEmptyDirectory();
    }

    private List<String> python(final Path path, final String program) throws IOException {
        return ForeignProgram
                .run(folder, List.of("python3", "-c", "import csv, gzip, json, sys\n" + program, path.toString()))
                .lines().toList();
    }
}
