package io.ringside.export;

import io.ringside.RingsideException;
import io.ringside.event.Level;
import io.ringside.reader.EventFilter;
import io.ringside.reader.ExportFixture;
import io.ringside.reader.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What Google's trace processor answers about exports for Perfetto and Chrome. */
class PerfettoExportTest {
    @TempDir
    private Path folder;

    private static final String NO_ERRORS = "select name, value from stats where severity in ('error', 'data_loss') "
            + "and value > 0";
    private static final String LOST_READ = "[[\"77\",\"7\"],[\"5100\",\"11\"],[\"6100\",\"13\"]]";
    private static final String SLICES_READ = Stream.of(
            "77,0,ringside.loss,ringside,null,null,0",
            "1000,0,order,Acme.Orders,thread 100,100,0",
            "1000,0,struct,Acme.Orders,thread 101,101,0",
            "1500,0,struct,Acme.Orders,thread 101,101,0",
            "2000,2000,work,Acme.Orders,thread 100,100,0",
            "2500,500,work,Acme.Orders,thread 100,100,1",
            // Ended by another thread: on a track of its own.
            "5000,1000,work,Acme.Orders,null,null,0",
            "5100,0,ringside.loss,ringside,thread 100,100,0",
            "5300,0,struct,Acme.Orders,thread 100,100,0",
            "6100,0,ringside.loss,ringside,thread 101,101,0",
            // Never ended.
            "6200,-1,work,Acme.Orders,thread 101,101,0")
            .map(row -> "[\"" + row.replace(",", "\",\"").replace("\"null\"", "null") + "\"]")
            .collect(Collectors.joining(",", "[", "]")).replace("\"null\"", "null");
    private static final String SLICES = "select s.ts % 1000000, s.dur, s.name, s.category, t.name, t.tid, s.depth "
            + "from slice s left join thread_track tt on s.track_id = tt.id left join thread t using (utid) "
            + "order by s.ts, "
            + "t.tid";

    @Tag("proof")
    @Test
    void shouldLetTraceProcessorReadEverythingFromPerfettosFormat() throws IOException {
        final List<String> answers = export(ExportFormat.PERFETTO, "all.pftrace.gz", NO_ERRORS, SLICES,
                "select key, display_value from slice join args using (arg_set_id) where name = 'order' order by key",
                "select key, int_value from slice join args using (arg_set_id) where name = 'struct' "
                        + "and ts % 10000 = 1000 and key not like '%etw%' order by int_value",
                "select key, display_value from slice join args using (arg_set_id) where name = 'work' "
                        + "and ts % 10000 = 2000 and key not like '%etw%' order by key",
                "select o.name, o.ts % 100000, i.name, i.ts % 100000 from flow f join slice o on f.slice_out = o.id "
                        + "join slice i on f.slice_in = i.id order by o.ts, i.ts",
                "select ts % 1000000, cast(value as int) from counter join counter_track on counter.track_id = "
                        + "counter_track.id where counter_track.name = 'lost events' order by ts",
                "select ts % 1000000, key, display_value from slice join args using (arg_set_id) where name = "
                        + "'ringside.loss' and key not in ('debug.from', 'debug.to') order by ts, key",
                "select ts from slice where name = 'order'");
        assertThat(answers.get(0)).as("errors of the import").isEqualTo("[]");
        assertThat(answers.get(1)).isEqualTo(SLICES_READ);
        assertThat(answers.get(2)).contains("[\"debug.count\",\"18446744073709551615\"]",
                "[\"debug.price\",\"-12345\"]", "[\"debug.side\",\"BUY\"]",
                "[\"debug.text\",\"a\\\"b,c\\nd\u2400e\u20ac\"]", "[\"debug.wide\",\"x\ufffdy\ud83d\ude00\"]",
                "[\"debug.venue.name\",\"X\"],[\"debug.venue.port\",\"65534\"]",
                "[\"debug.sizes[0]\",\"1\"],[\"debug.sizes[1]\",\"4294967295\"],[\"debug.sizes[2]\",\"3\"]",
                "[\"debug.legs[0].id\",\"1\"],[\"debug.legs[0].ratio\",\"0.5\"]",
                "[\"debug.legs[1].ratio\",\"-2.0e+300\"]", "[\"debug.open\",\"true\"]",
                "[\"debug.key\",\"" + ExportFixture.RELATED + "\"]", "[\"debug.at\",\"1700000000000000001\"]",
                "[\"debug.activityId\",\"" + ExportFixture.ACTIVITY + "\"]", "[\"debug.weight\",\"1.5\"]",
                "[\"debug.etw.keyword\",\"0x6\"]", "[\"debug.etw.levelName\",\"WARNING\"]");
        assertThat(answers.get(3)).isEqualTo("[[\"debug.time\",\"1\"],[\"debug.event\",\"2\"],[\"debug.int\",\"3\"],"
                + "[\"debug.startTime\",\"4\"],[\"debug.eventThread\",\"5\"],[\"debug.stackTrace\",\"6\"],"
                + "[\"debug.name\",\"7\"],[\"debug.ts\",\"8\"]]");
        assertThat(answers.get(4)).as("a slice has what its start and its stop say").isEqualTo(
                "[[\"debug.activityId\",\"" + ExportFixture.ACTIVITY + "\"],[\"debug.n\",\"1\"],"
                        + "[\"debug.relatedActivityId\",\"" + ExportFixture.RELATED + "\"],"
                        + "[\"debug.workDone.n\",\"1\"]]");
        assertThat(answers.get(5)).as("by the activity, and by the related one")
                .isEqualTo("[[\"order\",\"1000\",\"work\",\"2000\"],[\"work\",\"2000\",\"work\",\"5000\"]]");
        assertThat(answers.get(6)).isEqualTo(LOST_READ);
        assertThat(answers.get(7)).contains("[\"77\",\"debug.noLane\",\"7\"]", "[\"5100\",\"debug.full\",\"3\"]",
                "[\"5100\",\"debug.tooLarge\",\"1\"]", "[\"6100\",\"debug.error\",\"2\"]");
        assertThat(answers.get(8)).isEqualTo("[[\"1700000000000001000\"]]");
    }

    @Tag("proof")
    @Test
    void shouldLetTraceProcessorReadEverythingFromJsonOfChrome() throws IOException {
        final List<String> answers = export(ExportFormat.CHROME, "all.json.gz", NO_ERRORS, SLICES,
                "select key, display_value from slice join args using (arg_set_id) where name = 'order' order by key",
                "select ts % 1000000, cast(value as int) from counter join process_counter_track t on "
                        + "counter.track_id = t.id where t.name like 'lost events%' order by ts",
                "select ts % 1000000, key, display_value from slice join args using (arg_set_id) where name = "
                        + "'ringside.loss' order by ts, key",
                "select ts from slice where name = 'order'",
                "select key, int_value from slice join args using (arg_set_id) where name = 'struct' "
                        + "and ts % 10000 = 1000 and key like 'args.fields.%' order by int_value");
        assertThat(answers.get(0)).as("errors of the import").isEqualTo("[]");
        assertThat(answers.get(1)).isEqualTo(SLICES_READ);
        assertThat(answers.get(2)).contains("[\"args.fields.count\",\"18446744073709551615\"]",
                "[\"args.fields.price\",\"-12345\"]", "[\"args.fields.side\",\"BUY\"]",
                "[\"args.fields.text\",\"a\\\"b,c\\nd\u2400e\u20ac\"]",
                "[\"args.fields.wide\",\"x\ufffdy\ud83d\ude00\"]", "[\"args.fields.venue.port\",\"65534\"]",
                "[\"args.fields.sizes[1]\",\"4294967295\"]", "[\"args.fields.legs[1].ratio\",\"-2.0e+300\"]",
                "[\"args.activityId\",\"" + ExportFixture.ACTIVITY + "\"]");
        assertThat(answers.get(3)).isEqualTo(LOST_READ);
        assertThat(answers.get(4)).contains("[\"77\",\"args.noLane\",\"7\"]", "[\"5100\",\"args.full\",\"3\"]",
                "[\"5100\",\"args.tooLarge\",\"1\"]", "[\"6100\",\"args.error\",\"2\"]");
        assertThat(answers.get(5)).as("since the UTC day of the first event").isEqualTo("[[\"80000000001000\"]]");
        assertThat(answers.get(6)).isEqualTo("[[\"args.fields.time\",\"1\"],[\"args.fields.event\",\"2\"],"
                + "[\"args.fields.int\",\"3\"],[\"args.fields.startTime\",\"4\"],"
                + "[\"args.fields.eventThread\",\"5\"],[\"args.fields.stackTrace\",\"6\"],"
                + "[\"args.fields.name\",\"7\"],[\"args.fields.ts\",\"8\"]]");
    }

    @Test
    void shouldGiveEachClassicEventItsOwnLevelAndTextsNoNul() throws IOException {
        final Path file = folder.resolve("classic.pftrace");
        try (ExportFixture trace = new ExportFixture(folder)) {
            trace.classic(0, 1_000, Level.WARNING);
            trace.classic(0, 2_000, Level.ERROR);
            trace.named(1, 3_000, "before\u0000after");
            ExportRun.of(ExportFormat.PERFETTO, trace.record(), file);
        }
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).contains("classic", "WARNING", "ERROR")
                .contains(new String("before\u2400after".getBytes(StandardCharsets.UTF_8),
                        StandardCharsets.ISO_8859_1));
    }

    @Tag("proof")
    @ParameterizedTest
    @EnumSource(value = ExportFormat.class, names = {"PERFETTO", "CHROME"})
    void shouldShowSamplesOfCountersAsTracksAndTheLaterNamesOfThreads(final ExportFormat format) throws IOException {
        TraceProcessor.require();
        final Path file = folder.resolve("more");
        try (ExportFixture trace = new ExportFixture(folder).writeRenamed()) {
            final ExportContext context = new ExportContext(format, file)
                    .where(EventFilter.all().during(ExportFixture.EPOCH_NS, ExportFixture.EPOCH_NS + 9_999));
            try (EventExporter exporter = EventExporter.open(context)) {
                for (final long[] sample : new long[][]{{5_000, 7}, {1_000, -2}, {10_000, 1}}) {
                    exporter.onCounter(new CounterSample("Books(AAPL)\\depth", "orders",
                            ExportFixture.EPOCH_NS + sample[0], (double) sample[1] + 0.5));
                }
                ExportRun.complete(exporter, Source.recording(trace.record()));
                assertThat(exporter.counterSamples()).as("one was outside the time of the export").isEqualTo(2);
            }
        }
        final List<String> answers = TraceProcessor.query(folder, file, NO_ERRORS,
                "select ts % 1000000, value, t.unit from counter join counter_track t on counter.track_id = "
                        + "t.id where t.name like 'Books(AAPL)%depth%' order by ts",
                "select ts % 1000000, coalesce(extract_arg(arg_set_id, 'debug.threadName'), "
                        + "extract_arg(arg_set_id, 'args.threadName')) from slice order by ts",
                "select distinct t.name from slice join thread_track tt on slice.track_id = tt.id join thread t "
                        + "using (utid)");
        assertThat(answers.get(0)).as("errors of the import").isEqualTo("[]");
        assertThat(answers.get(1)).isEqualTo(format == ExportFormat.PERFETTO
                ? "[[\"1000\",-1.5,\"orders\"],[\"5000\",7.5,\"orders\"]]"
                : "[[\"1000\",-1.5,null],[\"5000\",7.5,null]]");
        assertThat(answers.get(2)).isEqualTo("[[\"3000\",null],[\"4000\",\"second\"]]");
        assertThat(answers.get(3)).isEqualTo("[[\"first\"]]");
    }

    @Tag("proof")
    @ParameterizedTest
    @EnumSource(value = ExportFormat.class, names = {"PERFETTO", "CHROME"})
    void shouldLetTraceProcessorReadForHowManyEventsOneOfASampleStands(final ExportFormat format) throws IOException {
        TraceProcessor.require();
        final Path file = folder.resolve("sample");
        try (ExportFixture trace = new ExportFixture(folder).writeSample()) {
            ExportRun.of(format, trace.record(), file);
        }
        assertThat(TraceProcessor.query(folder, file, NO_ERRORS, "select ts % 1000000, cast(coalesce(extract_arg("
                + "arg_set_id, 'debug.ringside.weight'), extract_arg(arg_set_id, 'args.weight'), 1) as int) from slice "
                + "order by ts"))
                .containsExactly("[]", "[[\"1000\",\"100\"],[\"2000\",\"1\"],[\"3000\",\"30\"]]");
    }

    @Tag("proof")
    @ParameterizedTest
    @EnumSource(value = ExportFormat.class, names = {"PERFETTO", "CHROME"})
    void shouldLetTraceProcessorReadForHowManyTheStartAndTheStopOfASliceStand(final ExportFormat format)
            throws IOException {
        TraceProcessor.require();
        final Path file = folder.resolve("slice");
        try (ExportFixture trace = new ExportFixture(folder).writeSampledSlice()) {
            ExportRun.of(format, trace.record(), file);
        }
        assertThat(TraceProcessor.query(folder, file, NO_ERRORS, "select dur, display_value from slice join args using "
                + "(arg_set_id) where lower(key) like '%weight' order by key desc"))
                .containsExactly("[]", "[[\"1000\",\"100\"],[\"1000\",\"50\"]]");
    }

    @Test
    void shouldRefuseSamplesOfCountersInAFormatThatHasNone() {
        try (EventExporter exporter = EventExporter.open(new ExportContext(ExportFormat.JSONL, folder.resolve("no")))) {
            assertThatThrownBy(() -> exporter.onCounter(new CounterSample("depth", null, 1, 1)))
                    .isInstanceOf(RingsideException.class)
                    .hasMessageContaining("format has no counters: format=JSONL");
        }
    }

    @Tag("proof")
    @ParameterizedTest
    @EnumSource(value = ExportFormat.class, names = {"PERFETTO", "CHROME"})
    void shouldLetTraceProcessorReadDecimalsAndNamesOfValues(final ExportFormat format) throws IOException {
        TraceProcessor.require();
        final Path file = folder.resolve("quotes");
        try (ExportFixture trace = new ExportFixture(folder).writeQuotes()) {
            ExportRun.of(format, trace.record(), file);
        }
        final String prefix = format == ExportFormat.PERFETTO ? "debug." : "args.fields.";
        final List<String> answers = TraceProcessor.query(folder, file, NO_ERRORS, "select ts % 10000, group_concat("
                + "substr(key, " + (prefix.length() + 1) + ") || '=' || display_value, ' ') from (select ts, key, "
                + "display_value from slice join args using (arg_set_id) where name = 'quote' and key like '" + prefix
                + "%' and key not like '%etw%' and key not like '%number' order by ts, key) group by ts order by ts");
        // Its JSON has numbers of up to 32 bits, which a double holds.
        final String levels = format == ExportFormat.PERFETTO
                ? "levels[0]=1.50 levels[1]=-0.05"
                : "levels[0]=1.5 "
                        + "levels[1]=-0.05";
        assertThat(answers.get(0)).as("errors of the import").isEqualTo("[]");
        assertThat(answers.get(1)).isEqualTo(Stream.of(
                "1000,flags=HIDDEN|ROUTED instrument=AAPL leg.digits=1 leg.ratio=-1.2 leg.sizes[0]=1.5 "
                        + "leg.sizes[1]=-0.5 " + levels + " limit=MARKET price=585.3300 share=18.446744073709551615 "
                        + "state=OPEN",
                "2000,flags=0x8 instrument=BRK\u20ac leg.digits=0 leg.ratio=-1.2 leg.sizes[0]=7 " + levels
                        + " limit=123.45 price=-612345 share=0.000000000000000150 state=9",
                "3000,flags=0 instrument=TSLA leg.digits=30 leg.ratio=-1.2 leg.sizes[0]=15 (no scale) " + levels
                        + " limit=-0.05 price=5853301 (no scale) share=0.000000000000000000 state=0",
                "4000,flags=ROUTED instrument=20 leg.digits=18 leg.ratio=-1.2 leg.sizes[0]=9.223372036854775807 "
                        + levels + " limit=MARKET price=-9223372036854775808 (no scale) share=0.000000000000000001 "
                        + "state=OPEN")
                .map(row -> "[\"" + row.replaceFirst(",", "\",\"") + "\"]").collect(Collectors.joining(",", "[", "]")));
    }

    @Tag("proof")
    @ParameterizedTest
    @EnumSource(value = ExportFormat.class, names = {"PERFETTO", "CHROME"})
    void shouldLetTraceProcessorReadMessagesOfSbeAndClassicEvents(final ExportFormat format) throws IOException {
        TraceProcessor.require();
        final Path file = folder.resolve("rare");
        try (ExportFixture trace = new ExportFixture(folder).writeRare()) {
            ExportRun.of(format, trace.record(), file);
        }
        final String etw = format == ExportFormat.PERFETTO ? "debug.etw." : "args.etw.";
        final String fields = format == ExportFormat.PERFETTO ? "debug." : "args.fields.";
        assertThat(TraceProcessor.query(folder, file, NO_ERRORS,
                "select name, extract_arg(arg_set_id, '" + etw + "levelName'), cast(extract_arg(arg_set_id, '" + etw
                        + "opcode') as text) from slice order by ts",
                "select key, display_value from slice join args using (arg_set_id) where name = 'fill' "
                        + "and key like '" + fields + "%' and key not like '%etw%' order by key"))
                .containsExactly("[]", "[[\"fill\",\"INFORMATION\",\"0\"],[\"classic\",\"WARNING\",\"77\"],"
                        + "[\"classic\",\"ERROR\",\"77\"]]",
                        "[[\"" + fields + "orderId\",\"" + ExportFixture.FILLED + "\"],[\"" + fields
                                + "side\",\"BUY\"]]");
    }

    @Tag("proof")
    @Test
    void shouldLetTraceProcessorFollowFlowsInJsonOfChrome() throws IOException {
        TraceProcessor.require();
        final Path file = folder.resolve("flows.json");
        final UUID parent = new UUID(1, 1);
        final UUID child = new UUID(1, 2);
        try (ExportFixture trace = new ExportFixture(folder)) {
            trace.begin(0, 1_000, 1, parent, null);
            trace.begin(1, 2_000, 2, child, parent);
            trace.end(1, 3_000, 2, child);
            trace.begin(1, 4_000, 3, child, null);
            trace.end(1, 5_000, 3, child);
            trace.begin(0, 6_000, 4, parent, null);
            trace.end(0, 7_000, 4, parent);
            trace.end(0, 8_000, 1, parent);
            ExportRun.of(ExportFormat.CHROME, trace.record(), file);
        }
        assertThat(TraceProcessor.query(folder, file, NO_ERRORS,
                "select o.ts % 1000000, o.dur, i.ts % 1000000, i.dur from flow f join slice o on f.slice_out = o.id "
                        + "join slice i on f.slice_in = i.id order by o.ts, i.ts"))
                .as("of the child's activity, from the parent to the child, and of the parent's activity")
                .containsExactly("[]", "[[\"1000\",\"7000\",\"2000\",\"1000\"],"
                        + "[\"1000\",\"7000\",\"6000\",\"1000\"],[\"2000\",\"1000\",\"4000\",\"1000\"]]");
        assertThat(Files.readAllLines(file)).filteredOn(line -> line.startsWith("{\"ph\":\"f\"")).hasSize(1)
                .allMatch(line -> line.contains("\"bp\":\"e\""));
    }

    @Tag("proof")
    @Test
    void shouldEndTheSlicesThatBeganWhateverTheOrderOfTheirEnds() throws IOException {
        TraceProcessor.require();
        final Path file = folder.resolve("slices.pftrace");
        final UUID outer = new UUID(0, 1);
        final UUID inner = new UUID(0, 2);
        try (ExportFixture trace = new ExportFixture(folder)) {
            // Three begin at once: the last one nests, the others end crosswise.
            trace.begin(0, 1_000, 1, outer, null);
            trace.begin(0, 1_000, 2, inner, null);
            trace.begin(0, 1_000, 3, null, null);
            trace.end(0, 2_000, 3, null);
            trace.end(0, 3_000, 1, outer);
            trace.end(0, 4_000, 2, inner);
            // A clock goes back.
            trace.begin(0, 6_000, 4, null, null);
            trace.end(0, 5_000, 4, null);
            ExportRun.of(ExportFormat.PERFETTO, trace.record(), file);
        }
        assertThat(TraceProcessor.query(folder, file, NO_ERRORS,
                "select s.ts % 1000000, s.dur, extract_arg(arg_set_id, 'debug.n'), "
                        + "extract_arg(arg_set_id, 'debug.workDone.n') from slice s order by s.ts, s.dur"))
                .containsExactly("[]", "[[\"1000\",\"1000\",\"3\",\"3\"],[\"1000\",\"2000\",\"1\",\"1\"],"
                        + "[\"1000\",\"3000\",\"2\",\"2\"],[\"6000\",\"0\",\"4\",\"4\"]]");
    }

    @ParameterizedTest
    @EnumSource(value = ExportFormat.class, names = {"PERFETTO", "CHROME"})
    void shouldLetTraceProcessorReadHostileNamesAsTheyAre(final ExportFormat format) throws IOException {
        TraceProcessor.require();
        final Path file = folder.resolve("hostile");
        try (ExportFixture trace = new ExportFixture(folder.resolve("trace")).writeHostileNames()) {
            ExportRun.of(format, trace.record(), file);
        }
        final String own = format == ExportFormat.PERFETTO ? "debug." : "args.fields.";
        final List<String> answers = TraceProcessor.query(folder, file, NO_ERRORS,
                "select distinct name from slice where category = 'Hostile'",
                "select distinct category from slice",
                "select key, int_value from args join slice using (arg_set_id) where slice.name = 'fields' and key in "
                        + "('" + own + "activityId', '" + own + "fields_activityId', '" + own + "new', '" + own
                        + "2nd')");
        assertThat(answers.get(1)).contains("\"new\"", "\"v1.2\"", "\"a..b\"", "\"--rm\"", "\"\u6ce8\u6587\"",
                "\"order executed\"");
        assertThat(answers.get(2)).contains("\"3rdParty\"", "\".hidden\"", "\"#comment\"");
        assertThat(answers.get(3)).contains("new\",\"1\"", "2nd\",\"2\"", "activityId\",\"20\"");
    }

    @Test
    void shouldPutALossOfUnknownTimeAtTheFirstEvent() throws IOException {
        final Path file = folder.resolve("loss.json");
        try (ExportFixture trace = new ExportFixture(folder)) {
            trace.loseSometime(3);
            trace.reserved(0, 1_000);
            ExportRun.of(ExportFormat.CHROME, trace.record(), file);
        }
        assertThat(Files.readAllLines(file)).filteredOn(line -> line.contains("\"ts\":")).hasSize(3)
                .allMatch(line -> line.contains("\"ts\":80000000001.000,"))
                .anyMatch(line -> line.contains("\"args\":{\"lost\":3,\"noLane\":3}"));
    }

    @Test
    void shouldPairOnAndOnWhenManyStartsNeverStop() throws IOException {
        final Path file = folder.resolve("open.json");
        final int unfinished = 70_000;
        final long[] number = {0};
        try (ExportFixture trace = new ExportFixture(folder)) {
            final Path recording = trace.recordMany(unfinished,
                    each -> each.begin(0, 1_000 + ++number[0], 0, new UUID(1, number[0]), null));
            trace.begin(0, 1_000_000, 1, null, null);
            trace.end(0, 2_000_000, 1, null);
            assertThat(trace.record()).isEqualTo(recording);
            ExportRun.of(ExportFormat.CHROME, recording, file);
        }
        try (Stream<String> lines = Files.lines(file)) {
            final Map<String, Long> phases = lines.filter(line -> line.contains("\"work"))
                    .collect(Collectors.groupingBy(line -> line.substring(0, 9), Collectors.counting()));
            assertThat(phases).containsExactlyInAnyOrderEntriesOf(
                    Map.of("{\"ph\":\"B\"", (long) unfinished, "{\"ph\":\"X\"", 1L));
        }
    }

    private List<String> export(final ExportFormat format, final String name, final String... queries)
            throws IOException {
        TraceProcessor.require();
        final Path file = folder.resolve(name);
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            ExportRun.of(format, trace.record(), file);
        }
        return TraceProcessor.query(folder, file, queries);
    }
}
