package io.ringside.export;

import io.ringside.reader.TroubledTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever the times of events are, programs of others read those that were written, and all losses. */
@Tag("jdk25")
class TroubledTimesTest {
    private static final String BT2_PYTHON = "/usr/bin/python3";
    private static final String LOSS = "loss ";
    private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");

    @TempDir
    private static Path folder;
    private static TroubledTimes times;

    @BeforeAll
    static void record() {
        times = new TroubledTimes(folder);
    }

    @AfterAll
    static void close() {
        times.close();
    }

    @Tag("proof")
    @Test
    void shouldBeReadFromJsonByPython() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        assertRead(python("python3", export(ExportFormat.JSONL, "all.jsonl"), """
                import datetime, json
                for r in map(json.loads, open(sys.argv[1], encoding='utf-8')):
                    if 'cause' in r:
                        loss(r['cause'], r['lost'], r['from'], r['to'], r['tid'])
                    else:
                        print(r['tid'], next(iter(r['fields'].values())), r['time'])
                        date, ns = r['isoTime'].rstrip('Z').split('.')
                        past = datetime.datetime.fromisoformat(date) - datetime.datetime(1970, 1, 1)
                        assert (past.days * 86400 + past.seconds) * 10**9 + int(ns) == r['time'], r
                """));
    }

    @Tag("proof")
    @Test
    void shouldBeReadFromJsonWithNumbersAsStringsByJq() throws IOException {
        ForeignProgram.require("jq", "jq", "--version");
        final Path file = folder.resolve("strings.jsonl");
        ExportRun.of(new ExportContext(ExportFormat.JSONL, file).longsAsStrings(true), times.sources());
        assertRead(ForeignProgram.run(folder, List.of("jq", "-r", """
                if .cause then "loss \\(.cause) \\(.lost) \\(.from // "-") \\(.to // "-") \\(.tid // "-")"
                else "\\(.tid) \\(.fields | to_entries[0].value) \\(.time)" end""", file.toString())).lines());
    }

    @Tag("proof")
    @Test
    void shouldBeReadFromJsonWithTheNamesOfOpenTelemetryByPython() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        final Path file = folder.resolve("otel.jsonl");
        ExportRun.of(new ExportContext(ExportFormat.JSONL, file).openTelemetryNames(true), times.sources());
        assertRead(python("python3", file, """
                import json
                for r in map(json.loads, open(sys.argv[1], encoding='utf-8')):
                    a = r['attributes']
                    if r['event_name'] == 'ringside.loss':
                        loss(a['cause'], a['lost'], a.get('from'), a.get('until'), a.get('thread.id'))
                    else:
                        print(a['thread.id'], next(iter(a.values())), r['time_unix_nano'])
                """));
    }

    @Tag("proof")
    @Test
    void shouldBeReadFromCsvByPython() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        assertRead(python("python3", export(ExportFormat.CSV, "csv"), """
                import csv, glob
                for name in glob.glob(sys.argv[1] + '/*.csv'):
                    with open(name, newline='', encoding='utf-8') as file:
                        for r in csv.DictReader(file, strict=True):
                            if 'cause' in r:
                                loss(r['cause'], r['lost'], r['time'], r['until'], r['tid'])
                            else:
                                print(r['tid'], r.get('n') or r['isoUntil'], r['time'])
                """));
    }

    @Tag("proof")
    @Test
    void shouldBeReadFromPerfettosFormatByTraceProcessor() throws IOException {
        assertReadByTraceProcessor(export(ExportFormat.PERFETTO, "all.pftrace"), "debug.", "debug.", 0);
    }

    @Tag("proof")
    @Test
    void shouldBeReadFromJsonOfChromeByTraceProcessor() throws IOException {
        final Path file = export(ExportFormat.CHROME, "all.json");
        final MatchResult start = Pattern.compile("\"startTimeNs\":\"(-?\\d+)\"").matcher(Files.readString(file))
                .results().findFirst().orElseThrow();
        assertReadByTraceProcessor(file, "args.", "args.fields.", Long.parseLong(start.group(1)));
    }

    @Tag("proof")
    @Test
    void shouldBeReadFromCtfByPython() throws IOException {
        ForeignProgram.require("python3-bt2", BT2_PYTHON, "-c", "import bt2");
        assertRead(python(BT2_PYTHON, export(ExportFormat.CTF, "ctf"), """
                import bt2
                discarded = lost = shown = 0
                for m in bt2.TraceCollectionMessageIterator(sys.argv[1]):
                    if type(m) is bt2._DiscardedEventsMessageConst:
                        discarded += m.count
                    elif type(m) is bt2._EventMessageConst:
                        c, p = m.event.common_context_field, m.event.payload_field
                        time = m.default_clock_snapshot.ns_from_origin
                        assert shown <= time, (shown, time)
                        shown = time
                        if m.event.name == 'ringside:loss':
                            cause, = [k for k, v in p.items() if v and k not in ('from', 'to', 'lost')]
                            loss(cause, int(p['lost']), p['from'], p['to'], c['vtid'] if c['vtid'] > 0 else None)
                            lost += p['lost']
                        else:
                            print(c['vtid'], list(p.values())[0], c['time'])
                assert lost == discarded, (lost, discarded)
                """));
    }

    @Test
    void shouldBeReadFromARecordingOfTheFlightRecorderByTheJdk() throws IOException {
        final Path file = export(ExportFormat.JFR, "all.jfr");
        final List<String> read = new ArrayList<>();
        for (final RecordedEvent event : RecordingFile.readAllEvents(file)) {
            final String exact = event.getString("exactTime");
            final long computedNs = Duration.between(Instant.EPOCH, event.getStartTime()).toNanos();
            final long timeNs = exact == null ? computedNs : Long.parseLong(exact);
            final long tid = event.getThread().getJavaThreadId();
            if (event.hasField("cause")) {
                read.add(LOSS + event.getString("cause") + ' ' + event.getLong("lost") + ' ' + timeNs + ' '
                        + (timeNs + event.getLong("duration")) + ' '
                        + (tid <= 0 ? "-" : Long.toString(tid)));
            } else {
                read.add(tid + " " + (event.hasField("n") ? event.getLong("n") : event.getInt("isoUntil")) + ' '
                        + timeNs);
            }
        }
        assertRead(read.stream());
        final String program = Path.of(System.getProperty("java.home"), "bin", "jfr").toString();
        assertThat(ForeignProgram.run(folder, List.of(program, "print", "--events", "Acme.*", file.toString())).lines()
                .map(String::trim).filter(line -> line.matches("(n|isoUntil) = \\d+"))).hasSameSizeAs(times.events());
    }

    @Test
    void shouldBeReadFromARecordingOfTheFlightRecorderByMissionControl() throws Exception {
        final List<String> read = new ArrayList<>();
        for (final IItemIterable some : JfrLoaderToolkit.loadEvents(export(ExportFormat.JFR, "jmc.jfr").toFile())) {
            for (final IItem item : some) {
                final Object number = value(item, "n") == null ? value(item, "isoUntil") : value(item, "n");
                final Object exact = value(item, "exactTime");
                if (number != null && value(item, "startTime") instanceof final IQuantity computed) {
                    read.add((number instanceof final IQuantity n ? n.longValue() : number) + " "
                            + (exact == null ? computed.longValueIn(UnitLookup.EPOCH_NS) : exact));
                }
            }
        }
        assertThat(read).containsExactlyInAnyOrderElementsOf(times.events().stream()
                .map(event -> event.substring(event.indexOf(' ') + 1)).toList());
    }

    private static Path export(final ExportFormat format, final String name) {
        final Path target = folder.resolve(name);
        final EventExporter exported = ExportRun.of(new ExportContext(format, target), times.sources());
        assertThat(exported.events()).isEqualTo(times.events().size());
        return target;
    }

    private static void assertRead(final Stream<String> lines) {
        final List<String> read = lines.toList();
        assertThat(read).filteredOn(line -> !line.startsWith(LOSS)).containsExactlyInAnyOrderElementsOf(times.events());
        assertThat(read).filteredOn(line -> line.startsWith(LOSS)).extracting(line -> line.substring(LOSS.length()))
                .containsExactlyInAnyOrderElementsOf(times.losses());
    }

    /** A slice has its start and its stop; one with a track of its own does not tell their threads. */
    private static void assertReadByTraceProcessor(final Path file, final String arg, final String field,
            final long zeroNs) throws IOException {
        TraceProcessor.require();
        final String slices = "with s as (select slice.name name, slice.ts + " + zeroNs
                + " ts, dur, coalesce(tid, '?') tid, "
                + Stream.of("exactTime", "exactStopTime", "activityId", "full", "noLane", "from", "to", "workDone.n")
                        .map(name -> "extract_arg(slice.arg_set_id, '" + arg + name + "') \"" + name + '"')
                        .reduce("", (all, one) -> all + one + ", ")
                + "coalesce(extract_arg(slice.arg_set_id, '" + field + "n'), extract_arg(slice.arg_set_id, '" + field
                + "isoUntil')) n from slice left join thread_track on slice.track_id = thread_track.id "
                + "left join thread using (utid)) ";
        final List<String> answers = TraceProcessor.query(folder, file,
                "select name, value from stats where severity in ('error', 'data_loss') and value > 0",
                slices + "select tid || ' ' || n || ' ' || coalesce(exactTime, ts) from s "
                        + "where name != 'ringside.loss' "
                        + "union all select tid || ' ' || \"workDone.n\" || ' ' || coalesce(exactStopTime, ts + dur) "
                        + "from s where \"workDone.n\" is not null",
                slices + "select coalesce('full ' || \"full\", 'noLane ' || noLane) || ' ' || coalesce(\"from\", '-') "
                        + "|| ' ' || coalesce(\"to\", '-') || ' ' || replace(tid, '?', '-') from s "
                        + "where name = 'ringside.loss'",
                slices + "select name, n, dur, \"workDone.n\" from s where "
                        + "(name = 'work') != (dur < 0 or \"workDone.n\" is not null) "
                        + "or (activityId is not null and name = 'work' and cast(\"workDone.n\" as int) != n + "
                        + TroubledTimes.STOP + ")");
        assertThat(answers.get(0)).as("errors of the import").isEqualTo("[]");
        final Map<String, String> threads = new HashMap<>();
        times.events().forEach(event -> threads.put(number(event), event.substring(0, event.indexOf(' '))));
        assertRead(Stream.concat(
                texts(answers.get(1)).map(event -> event.replace("?", threads.get(number(event)))),
                texts(answers.get(2)).map(loss -> LOSS + loss)));
        assertThat(answers.get(3)).as("slices that do not end, or with the stop of another").isEqualTo("[]");
    }

    private static String number(final String event) {
        return event.substring(event.indexOf(' '), event.lastIndexOf(' '));
    }

    private static Stream<String> texts(final String rows) {
        return TEXT.matcher(rows).results().map(result -> result.group(1));
    }

    private static Stream<String> python(final String python, final Path path, final String program)
            throws IOException {
        return ForeignProgram.run(folder, List.of(python, "-c", """
                import sys
                def loss(cause, lost, *more):
                    print('loss', cause, lost, *('-' if x is None or x == '' else x for x in more))
                """ + program, path.toString())).lines();
    }

    @SuppressWarnings("unchecked") // An item is of its type.
    private static @Nullable Object value(final IItem item, final String name) {
        final IType<IItem> type = (IType<IItem>) item.getType();
        for (final IAccessorKey<?> key : type.getAccessorKeys().keySet()) {
            if (key.getIdentifier().equals(name)) {
                return type.getAccessor(key).getMember(item);
            }
        }
        return null;
    }
}
