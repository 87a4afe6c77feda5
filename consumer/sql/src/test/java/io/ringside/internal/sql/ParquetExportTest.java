package io.ringside.internal.sql;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.export.EventExporter;
import io.ringside.export.ExportContext;
import io.ringside.export.ExportFormat;
import io.ringside.reader.EventReader;
import io.ringside.reader.ExportFixture;
import io.ringside.reader.Source;
import io.ringside.reader.TroubledTimes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.LangUtil;
import org.agrona.concurrent.AgentTerminationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a new DuckDB reads in exports as Parquet. */
@Tag("jdk25")
class ParquetExportTest {
    private static final long EPOCH_NS = ExportFixture.EPOCH_NS;

    @TempDir
    private Path folder;

    @Test
    void shouldTellNegativeZeroFromZero() throws IOException, SQLException {
        final Path target = folder.resolve("zeros");
        try (ExportFixture trace = new ExportFixture(folder)) {
            for (int i = 0; i < 100; i++) {
                final double zero = i % 2 == 0 ? 0.0 : -0.0;
                trace.write(0, 1_000 + i, ExportFixture.ORDER, null, null, fields -> {
                    fields.putLong(1).putLong(2).putByte(1).putString("").putWideString("").putString("").putShort(1);
                    fields.putInt(1).putInt(2).putInt(3).putShort(1).putInt(1).putDouble(zero);
                    fields.putBoolean(true).putUuid(ExportFixture.RELATED).putLong(EPOCH_NS).putFloat((float) zero);
                });
            }
            export(trace, target);
        }
        assertThat(rows("select \"fields.weight\"::varchar, legs[1].ratio::varchar from '"
                + target.resolve("Acme.Orders.order.parquet") + "' order by time limit 4"))
                .containsExactly("0.0|0.0", "-0.0|-0.0", "0.0|0.0", "-0.0|-0.0");
    }

    @Test
    void shouldHaveEveryValueInAColumnOfItsType() throws IOException, SQLException {
        final Path target = folder.resolve("parquet");
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            final EventExporter exported = export(trace, target);
            assertThat(exported.events()).isEqualTo(11);
            assertThat(exported.lostEvents()).isEqualTo(13);
        }
        assertThat(files(target)).containsExactlyInAnyOrder("losses.parquet", "Acme.Orders.order.parquet",
                "Acme.Orders.struct.parquet", "Acme.Orders.work.parquet", "Acme.Orders.workDone.parquet");
        final String order = " from '" + target.resolve("Acme.Orders.order.parquet") + "'";
        assertThat(
                rows("select epoch_ns(time), provider, event, id, level, levelName, keyword, tid, thread, activityId, "
                        + "relatedActivityId, late, \"$truncated\"" + order))
                .containsExactly((EPOCH_NS + 1_000)
                        + "|Acme.Orders|order|1|3|WARNING|6|100|thread 100|" + ExportFixture.ACTIVITY + "|-|false|-");
        assertThat(rows("select count, price, side, hex(text), hex(wide), venue.name, venue.port, open, key, "
                + "epoch_ns(\"at\"), \"fields.weight\"" + order))
                .containsExactly(ExportFixture.MAX_UNSIGNED + "|-12345|BUY|"
                        + "6122622C630A640065E282AC|78EFBFBD79F09F9880|X|65534|true|" + ExportFixture.RELATED + '|'
                        + (EPOCH_NS + 1) + "|1.5");
        assertThat(rows("select sizes, legs, legs[2].ratio" + order)).containsExactly("[1, 4294967295, 3]|"
                + "[{'id': 1, 'ratio': 0.5}, {'id': 2, 'ratio': -2e+300}]|-2.0E300");
        assertThat(
                rows("select typeof(time), typeof(count), typeof(price), typeof(side), typeof(venue), typeof(sizes), "
                        + "typeof(legs), typeof(open), typeof(key), typeof(\"at\"), "
                        + "typeof(\"fields.weight\"), typeof(activityId)"
                        + order))
                .containsExactly(
                        "TIMESTAMP_NS|UBIGINT|BIGINT|VARCHAR|STRUCT(\"name\" VARCHAR, port USMALLINT)|UINTEGER[]|"
                                + "STRUCT(id INTEGER, ratio DOUBLE)[]|BOOLEAN|UUID|TIMESTAMP_NS|FLOAT|UUID");
        assertThat(
                rows("select \"fields.time\", \"fields.event\", \"int\", startTime, eventThread, stackTrace, name, ts, "
                        + "epoch_ns(time) - " + EPOCH_NS + " from '" + target.resolve("Acme.Orders.struct.parquet")
                        + "'"))
                .containsExactlyInAnyOrder("1|2|3|4|5|6|7|8|1000", "1|2|3|4|5|6|7|8|5300", "1|2|3|4|5|6|7|8|1500");
        assertThat(rows("select n, relatedActivityId, \"$truncated\", \"$unread\" from '"
                + target.resolve("Acme.Orders.work.parquet") + "'")).containsExactly(
                        "1|" + ExportFixture.RELATED + "|-|-", "2|-|-|-", "3|-|-|-", "-|-|n|ab");
    }

    @Test
    void shouldHaveTextsOfAnyCharacters() throws IOException, SQLException {
        final Path target = folder.resolve("parquet");
        try (ExportFixture trace = new ExportFixture(folder).writeHostileTexts()) {
            export(trace, target);
        }
        assertThat(rows("select hex(text) from '" + target.resolve("Acme.Orders.order.parquet") + "' order by time"))
                .isEqualTo(ExportFixture.HOSTILE_TEXTS.stream().map(text -> HexFormat.of().withUpperCase()
                        .formatHex(text.getBytes(StandardCharsets.UTF_8))).toList());
    }

    @Test
    void shouldHaveDecimalsAndNamesOfValues() throws IOException, SQLException {
        final Path target = folder.resolve("parquet");
        try (ExportFixture trace = new ExportFixture(folder).writeQuotes()) {
            export(trace, target);
        }
        final String quotes = " from '" + target.resolve("Acme.Quotes.quote.parquet") + "'";
        assertThat(rows("select instrument, price, share, levels, \"limit\", state, flags, leg.sizes, leg.ratio"
                + quotes + " order by time")).as("a number without a scale is no decimal").containsExactly(
                        "AAPL|585.330000000000000000|18.446744073709551615|[1.50, -0.05]|MARKET|OPEN|"
                                + "HIDDEN|ROUTED|[1.500000000000000000, -0.500000000000000000]|-1.2",
                        "BRK\u20ac|-612345.000000000000000000|0.000000000000000150|[1.50, -0.05]|123.45|9|0x8|"
                                + "[7.000000000000000000]|-1.2",
                        "TSLA|-|0.000000000000000000|[1.50, -0.05]|-0.05|0|0|[NULL]|-1.2",
                        "20|-|0.000000000000000001|[1.50, -0.05]|MARKET|OPEN|ROUTED|[9.223372036854775807]|-1.2");
        assertThat(rows("select typeof(instrument), typeof(price), typeof(share), typeof(levels), typeof(\"limit\"), "
                + "typeof(leg)" + quotes + " limit 1")).containsExactly("VARCHAR|DECIMAL(38,18)|DECIMAL(20,18)|"
                        + "DECIMAL(10,2)[]|VARCHAR|"
                        + "STRUCT(digits UTINYINT, sizes DECIMAL(38,18)[], ratio DECIMAL(5,1))");
    }

    @Test
    void shouldHaveDecimalsOfJsonWhenTheyAreStrings() throws IOException, SQLException {
        final Path lines = folder.resolve("quotes.jsonl");
        try (ExportFixture trace = new ExportFixture(folder).writeQuotes()) {
            run(new ExportContext(ExportFormat.JSONL, lines).longsAsStrings(true), Source.recording(trace.record()));
        }
        assertThat(rows("select fields.instrument ->> '$', try_cast(fields.price as decimal(38, 18)), "
                + "cast(fields.share as decimal(20, 18)), fields.leg.sizes from read_json('" + lines
                + "', format = 'newline_delimited') order by time")).containsExactly(
                        "AAPL|585.330000000000000000|18.446744073709551615|[1.5, -0.5]",
                        "BRK\u20ac|-612345.000000000000000000|0.000000000000000150|[7]",
                        "TSLA|-|0.000000000000000000|['15 (no scale)']",
                        "20|-|0.000000000000000001|[9.223372036854775807]");
    }

    @Test
    void shouldHaveMessagesOfSbeAndClassicEvents() throws IOException, SQLException {
        final Path target = folder.resolve("parquet");
        try (ExportFixture trace = new ExportFixture(folder).writeRare()) {
            export(trace, target);
        }
        assertThat(rows("select event, levelName, opcode, version, message, message::json ->> 'orderId', "
                + "\"$truncated\" from '" + target.resolve("Acme.Fills.fill.parquet") + "'")).containsExactly(
                        "fill|INFORMATION|0|0|{\"orderId\":" + ExportFixture.FILLED + ",\"side\":\"BUY\"}|"
                                + ExportFixture.FILLED + "|-");
        assertThat(rows("select event, levelName, opcode, version, \"$unread\" from '"
                + target.resolve("Acme.Orders.classic.parquet") + "' order by time")).containsExactly(
                        "classic|WARNING|77|7|-", "classic|ERROR|77|7|-");
    }

    @Test
    void shouldHaveTheNameOfTheThreadAsItWasAtEachEvent() throws IOException, SQLException {
        final Path target = folder.resolve("parquet");
        try (ExportFixture trace = new ExportFixture(folder).writeRenamed()) {
            export(trace, target);
        }
        assertThat(rows("select epoch_ns(time) % 10000, tid, thread from '"
                + target.resolve("Acme.Orders.until.parquet") + "' order by time")).containsExactly(
                        "3000|12345|first", "4000|12345|second");
    }

    @Test
    void shouldHaveAColumnThatSaysForHowManyEventsOneOfASampleStands() throws IOException, SQLException {
        final Path target = folder.resolve("parquet");
        try (ExportFixture trace = new ExportFixture(folder).writeSample()) {
            export(trace, target);
        }
        final String until = " from '" + target.resolve("Acme.Orders.until.parquet") + "'";
        assertThat(rows("select isoUntil, weight, typeof(weight)" + until + " order by time"))
                .containsExactly("5|100|BIGINT", "6|1|BIGINT", "7|30|BIGINT");
        assertThat(rows("select count(*), sum(weight), sum(isoUntil * weight)" + until)).containsExactly("3|131|716");
    }

    @Test
    void shouldHaveEveryLossByItsCause() throws IOException, SQLException {
        final Path target = folder.resolve("parquet");
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            export(trace, target);
        }
        assertThat(rows("select cause, lost, events, epoch_ns(time) - " + EPOCH_NS + ", epoch_ns(until) - " + EPOCH_NS
                + ", tid from '" + target.resolve("losses.parquet") + "'")).containsExactlyInAnyOrder(
                        "full|3|3|5100|5200|100", "tooLarge|1|1|5100|5200|100", "error|2|2|6100|6100|101",
                        "noLane|7|7|77|77|-");
    }

    @Test
    void shouldKeepArraysAndNamesThatColumnsDoNotHaveByThemselves() throws IOException, SQLException {
        final Path target = folder.resolve("parquet");
        try (ExportFixture trace = new ExportFixture(folder)) {
            trace.nested(0, 1_000, 2, "a\"b\u0000c\u20ac\\");
            trace.nested(0, 2_000, 0, "");
            export(trace, target);
        }
        final String nested = " from '" + target.resolve("Acme.Orders.nested.parquet") + "'";
        assertThat(
                rows("select \"fields.Late\", price_cac822d9, hex(Price_0b090ddd), "
                        + "list_transform(times, lambda t: epoch_ns(t) - "
                        + EPOCH_NS
                        + "), list_transform(legs, lambda l: l.n), list_transform(legs, lambda l: epoch_ns(l.\"at\") - "
                        + EPOCH_NS
                        + "), legs[1].keys, legs[1].ratios, \"case\".x_8cdc1683, \"case\".X_b7b2364b, hex(texts[1])"
                        + nested))
                .containsExactly("-1|255|00AB|[0, 1]|[18446744073709551615, 18446744073709551614]|[1, 2]|["
                        + ExportFixture.RELATED + "]|[nan, -inf]|1|2|6122620063E282AC5C",
                        "-1|255|00AB|[]|[]|[]|-|-|1|2|");
    }

    @Test
    void shouldNameFilesAndColumnsSoThatNoTwoAreAlike() throws IOException, SQLException {
        final Path target = folder.resolve("hostile");
        try (ExportFixture trace = new ExportFixture(folder).writeHostileNames()) {
            export(trace, target);
        }
        final List<String> names = files(target);
        assertThat(names).hasSize(ExportFixture.HOSTILE_EVENTS.size() + 3 + ExportFixture.HOSTILE_PROVIDERS.size() + 1)
                .allMatch(name -> name.matches("[A-Za-z0-9][A-Za-z0-9._-]*\\.parquet"))
                .contains("losses.parquet", "Hostile.losses.parquet", "Hostile.default.parquet");
        assertThat(rows("select distinct event from '" + target.resolve("Hostile.*.parquet") + "'"))
                .containsAll(ExportFixture.HOSTILE_EVENTS);
        assertThat(
                rows("select * exclude (time, ticks, provider, event, id, version, level, levelName, keyword, opcode, "
                        + "task, pid, tid, thread, activityId, relatedActivityId, late, stack, weight, \"$truncated\", "
                        + "\"$unread\") from '" + target.resolve("Hostile.fields.parquet") + "'"))
                .containsExactly(
                        IntStream.rangeClosed(1, ExportFixture.HOSTILE_FIELDS.size()).mapToObj(Integer::toString)
                                .collect(Collectors.joining("|")));
    }

    @Test
    void shouldHaveAllRowsInTheirOrderWhenThereAreMoreThanWaitInMemory() throws IOException, SQLException {
        final int events = 9_000;
        final Path target = folder.resolve("parquet");
        try (ExportFixture trace = new ExportFixture(folder)) {
            final long[] n = {0};
            trace.recordMany(events, each -> {
                final long i = n[0]++;
                each.nested(0, 1_000 + 10 * i, (int) (i % 5), "text " + i);
                each.begin(0, 1_001 + 10 * i, i, null, null);
            });
            exportRecorded(trace.recording(), target);
        }
        assertThat(rows("select count(*), count(distinct texts[1]), sum(len(legs)), count(*) filter (len(times) = 4), "
                + "max(legs[4].n) from '" + target.resolve("Acme.Orders.nested.parquet") + "'")).containsExactly(
                        events + "|" + events + '|' + 2 * events + '|' + events / 5 + "|18446744073709551612");
        assertThat(rows("select count(*), sum(n), bool_and(n = file_row_number) from read_parquet('"
                + target.resolve("Acme.Orders.work.parquet") + "', file_row_number = true)")).containsExactly(
                        events + "|" + (long) events * (events - 1) / 2 + "|true");
    }

    @Test
    void shouldHaveNoTimeOfALossOfWhichNothingTellsIt() throws IOException, SQLException {
        final Path target = folder.resolve("parquet");
        try (ExportFixture trace = new ExportFixture(folder)) {
            trace.loseSometime(5);
            export(trace, target);
        }
        assertThat(rows("select cause, lost, time, until from '" + target.resolve("losses.parquet") + "'"))
                .containsExactly("noLane|5|-|-");
    }

    @Test
    void shouldHaveEveryTimeThatWasWritten() throws IOException, SQLException {
        final Path target = folder.resolve("parquet");
        final Path lines = folder.resolve("all.jsonl");
        try (TroubledTimes times = new TroubledTimes(folder)) {
            exportSources(ExportFormat.PARQUET, target, times.sources());
            exportSources(ExportFormat.JSONL, lines, times.sources());
            final List<String> stored = new ArrayList<>();
            for (final String table : List.of("until", "work", "workDone")) {
                stored.addAll(rows("select tid || ' ' || " + ("until".equals(table) ? "isoUntil" : "n")
                        + " || ' ' || epoch_ns(time) from '" + target.resolve("Acme.Orders." + table + ".parquet")
                        + "'"));
            }
            assertThat(stored).as("Parquet").containsExactlyInAnyOrderElementsOf(times.events());
            assertThat(rows("select cause || ' ' || lost || ' ' || epoch_ns(time) || ' ' || epoch_ns(until) || ' ' || "
                    + "coalesce(tid::text, '-') from '" + target.resolve("losses.parquet") + "'"))
                    .containsExactlyInAnyOrderElementsOf(times.losses());
            final String json = " from read_json('" + lines + "', format = 'newline_delimited') where cause is ";
            assertThat(rows("select tid || ' ' || coalesce(fields.n, fields.isoUntil) || ' ' || time" + json + "null"))
                    .as("JSON").containsExactlyInAnyOrderElementsOf(times.events());
            assertThat(rows("select cause || ' ' || lost || ' ' || \"from\" || ' ' || \"to\" || ' ' || "
                    + "coalesce(tid::text, '-')" + json + "not null"))
                    .containsExactlyInAnyOrderElementsOf(times.losses());
        }
    }

    @Test
    void shouldWriteAnEmptyTableOfLossesWhenThereIsNothing() throws IOException, SQLException {
        final Path target = folder.resolve("parquet");
        try (ExportFixture trace = new ExportFixture(folder)) {
            export(trace, target);
        }
        assertThat(files(target)).containsExactly("losses.parquet");
        assertThat(rows("select count(*) from '" + target.resolve("losses.parquet") + "'")).containsExactly("0");
    }

    @Test
    void shouldLeaveNothingOfAnExportThatIsNotCompleted() throws IOException {
        final Path target = Files.createDirectory(folder.resolve("out")).resolve("parquet");
        try (ExportFixture trace = new ExportFixture(folder).writeAll();
                EventExporter exporter = EventExporter.open(new ExportContext(ExportFormat.PARQUET, target));
                EventReader reader = EventReader.open(Source.recording(trace.record()))) {
            assertThat(reader.poll(exporter)).isPositive();
            assertThat(target.getParent()).isNotEmptyDirectory();
        }
        assertThat(target.getParent()).isEmptyDirectory();
    }

    @Test
    void shouldLeaveNothingOfAnExportThatCannotBeWritten() throws IOException {
        final Path target = Files.createDirectory(folder.resolve("out")).resolve("parquet");
        try (ExportFixture trace = new ExportFixture(folder).writeAll();
                EventExporter exporter = EventExporter.open(new ExportContext(ExportFormat.PARQUET, target))) {
            try (Stream<Path> partial = Files.list(target.getParent())) {
                // A folder is where a file has to be.
                Files.createDirectory(partial.findAny().orElseThrow().resolve("losses.parquet"));
            }
            assertThatThrownBy(() -> complete(exporter, Source.recording(trace.record())))
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_SYSTEM));
        }
        assertThat(target.getParent()).isEmptyDirectory();
    }

    @Test
    void shouldRejectAStream() {
        assertThatThrownBy(() -> EventExporter.open(new ExportContext(ExportFormat.PARQUET,
                new ByteArrayOutputStream()))).isInstanceOf(RingsideException.class)
                .hasMessageContaining("format needs a folder: format=PARQUET");
    }

    @Test
    void shouldNameTheLibraryThatIsOnTheClassPath() {
        assertThat(Path.of(org.duckdb.DuckDBDriver.class.getProtectionDomain().getCodeSource().getLocation().getPath()))
                .hasFileName(DuckDbEngine.JAR);
    }

    private static EventExporter export(final ExportFixture trace, final Path target) {
        return exportRecorded(trace.record(), target);
    }

    private static EventExporter exportRecorded(final Path recording, final Path target) {
        return exportSources(ExportFormat.PARQUET, target, Source.recording(recording));
    }

    private static EventExporter exportSources(final ExportFormat format, final Path target, final Source... sources) {
        return run(new ExportContext(format, target), sources);
    }

    private static EventExporter run(final ExportContext context, final Source... sources) {
        try (EventExporter exporter = EventExporter.open(context)) {
            complete(exporter, sources);
            return exporter;
        }
    }

    private static void complete(final EventExporter exporter, final Source... sources) {
        try (EventReader reader = EventReader.open(sources)) {
            reader.readAvailable(exporter);
        } catch (final AgentTerminationException e) {
            LangUtil.rethrowUnchecked(e.getCause());
        }
        exporter.complete();
    }

    private static List<String> files(final Path target) throws IOException {
        try (Stream<Path> files = Files.list(target)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static List<String> rows(final String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            final List<String> rows = new ArrayList<>();
            while (result.next()) {
                final List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    final String value = result.getObject(i) instanceof final BigDecimal decimal
                            ? decimal.toPlainString()
                            : result.getString(i);
                    row.add(value == null ? "-" : value);
                }
                rows.add(String.join("|", row));
            }
            return rows;
        }
    }
}
