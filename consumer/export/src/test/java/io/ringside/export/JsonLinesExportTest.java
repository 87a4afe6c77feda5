package io.ringside.export;

import io.ringside.reader.ExportFixture;
import io.ringside.reader.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What jq and Python read in exports as JSON lines. */
@Tag("proof")
class JsonLinesExportTest {
    @TempDir
    private Path folder;

    @Test
    void shouldLetPythonReadEveryValueExactly() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        final Path file = folder.resolve("all.jsonl");
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            final EventExporter exported = ExportRun.of(ExportFormat.JSONL, trace.record(), file);
            assertThat(exported.events()).isEqualTo(11);
            assertThat(exported.lostEvents()).isEqualTo(13);
        }
        assertThat(python(file,
                """
                        rows = [json.loads(line) for line in open(sys.argv[1], encoding='utf-8')]
                        events = [r for r in rows if 'event' in r]
                        order = next(r for r in events if r['event'] == 'order')
                        f = order['fields']
                        print(len(events), sum(r['lost'] for r in rows if 'lost' in r))
                        losses = [r for r in rows if 'lost' in r]
                        print(sorted((r['cause'], r['lost'], r['from'] - 1700000000000000000) for r in losses))
                        print(order['time'], order['isoTime'], order['levelName'], order['keyword'],
                            order['activityId'])
                        print(f['count'], f['price'], f['side'], ascii(f['text']), ascii(f['wide']))
                        print(f['venue'], f['sizes'], f['legs'], f['open'], f['key'], f['at'], f['weight'])
                        print(next(r['fields'] for r in events if r['event'] == 'struct'))
                        print([r['time'] - 1700000000000000000 for r in events if r['event'] == 'struct'])
                        print([r.get('relatedActivityId') for r in events if r['event'] == 'work'])
                        print([r['fields'] for r in events if '$truncated' in r['fields']])
                        """))
                .containsExactly(
                        "11 13",
                        "[('error', 2, 6100), ('full', 3, 5100), ('noLane', 7, 77), ('tooLarge', 1, 5100)]",
                        "1700000000000001000 2023-11-14T22:13:20.000001000Z WARNING 0x6 " + ExportFixture.ACTIVITY,
                        ExportFixture.MAX_UNSIGNED + " -12345 BUY 'a\"b,c\\nd\\x00e\\u20ac' 'x\\ufffdy\\U0001f600'",
                        "{'name': 'X', 'port': 65534} [1, 4294967295, 3] "
                                + "[{'id': 1, 'ratio': 0.5}, {'id': 2, 'ratio': -2e+300}] "
                                + "True " + ExportFixture.RELATED + " 1700000000000000001 1.5",
                        "{'time': 1, 'event': 2, 'int': 3, 'startTime': 4, 'eventThread': 5, 'stackTrace': 6, "
                                + "'name': 7, 'ts': 8}",
                        "[1000, 5300, 1500]",
                        "['" + ExportFixture.RELATED + "', None, None, None]",
                        "[{'$truncated': 'n', '$unread': 'ab'}]");
    }

    @Test
    void shouldLetPythonReadMessagesOfSbeAndClassicEvents() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        final Path file = folder.resolve("rare.jsonl");
        try (ExportFixture trace = new ExportFixture(folder).writeRare()) {
            ExportRun.of(ExportFormat.JSONL, trace.record(), file);
        }
        assertThat(python(file, """
                for r in map(json.loads, open(sys.argv[1], encoding='utf-8')):
                    print(r['event'], r['fields'], r['levelName'], r['opcode'], r['version'])
                """)).containsExactly(
                "fill {'orderId': " + ExportFixture.FILLED + ", 'side': 'BUY'} INFORMATION 0 0",
                "classic {} WARNING 77 7", "classic {} ERROR 77 7");
    }

    @Test
    void shouldLetPythonReadDecimalsAndNamesOfValues() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        final Path file = folder.resolve("quotes.jsonl");
        try (ExportFixture trace = new ExportFixture(folder).writeQuotes()) {
            ExportRun.of(ExportFormat.JSONL, trace.record(), file);
        }
        assertThat(python(file, """
                import decimal
                def text(value):
                    if isinstance(value, str):
                        return value
                    return f'#{value:f}' if isinstance(value, decimal.Decimal) else f'#{value}'
                for line in open(sys.argv[1], encoding='utf-8'):
                    f = json.loads(line, parse_float=decimal.Decimal)['fields']
                    print(*(text(f[n]) for n in ('instrument', 'price', 'share', 'limit', 'state', 'flags')),
                        *map(text, f['levels']), *map(text, f['leg']['sizes']), text(f['leg']['ratio']))
                """)).containsExactly(
                "AAPL #585.3300 #18.446744073709551615 MARKET OPEN HIDDEN|ROUTED #1.50 #-0.05 #1.5 #-0.5 #-1.2",
                "BRK\u20ac #-612345 #0.000000000000000150 #123.45 #9 0x8 #1.50 #-0.05 #7 #-1.2",
                "TSLA 5853301 (no scale) #0.000000000000000000 #-0.05 #0 #0 #1.50 #-0.05 15 (no scale) #-1.2",
                "#20 -9223372036854775808 (no scale) #0.000000000000000001 MARKET OPEN ROUTED #1.50 #-0.05 "
                        + "#9.223372036854775807 #-1.2");
    }

    @Test
    void shouldLetJqReadDecimalsExactlyWhenTheyAreStrings() throws IOException {
        ForeignProgram.require("jq", "jq", "--version");
        final Path file = folder.resolve("quotes.jsonl");
        try (ExportFixture trace = new ExportFixture(folder).writeQuotes()) {
            ExportRun.of(new ExportContext(ExportFormat.JSONL, file).longsAsStrings(true),
                    Source.recording(trace.record()));
        }
        assertThat(ForeignProgram.run(folder, List.of("jq", "-rc", ".fields | [.instrument, .price, .share, .limit, "
                + ".state, .flags, .levels, .leg.sizes]", file.toString())).lines()).containsExactly(
                        "[\"AAPL\",\"585.3300\",\"18.446744073709551615\",\"MARKET\",\"OPEN\",\"HIDDEN|ROUTED\","
                                + "[1.5,-0.05],[\"1.5\",\"-0.5\"]]",
                        "[\"BRK\u20ac\",\"-612345\",\"0.000000000000000150\",123.45,9,\"0x8\",[1.5,-0.05],[\"7\"]]",
                        "[\"TSLA\",\"5853301 (no scale)\",\"0.000000000000000000\",-0.05,0,0,[1.5,-0.05],"
                                + "[\"15 (no scale)\"]]",
                        "[20,\"-9223372036854775808 (no scale)\",\"0.000000000000000001\",\"MARKET\",\"OPEN\","
                                + "\"ROUTED\",[1.5,-0.05],[\"9.223372036854775807\"]]");
    }

    @Test
    void shouldLetPythonReadTheNameOfTheThreadAsItWasAtEachEvent() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        final Path file = folder.resolve("renamed.jsonl");
        try (ExportFixture trace = new ExportFixture(folder).writeRenamed()) {
            ExportRun.of(ExportFormat.JSONL, trace.record(), file);
        }
        assertThat(python(file, """
                for r in map(json.loads, open(sys.argv[1], encoding='utf-8')):
                    print(r['time'] % 10000, r['tid'], r['thread'])
                """)).containsExactly("3000 12345 first", "4000 12345 second");
    }

    @Test
    void shouldLetJqReadNumbersExactlyWhenTheyAreStrings() throws IOException {
        ForeignProgram.require("jq", "jq", "--version");
        final Path file = folder.resolve("all.jsonl");
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            ExportRun.of(new ExportContext(ExportFormat.JSONL, file).longsAsStrings(true),
                    Source.recording(trace.record()));
        }
        assertThat(ForeignProgram.run(folder, List.of("jq", "-rc",
                "select(.event == \"order\") | [.time, .fields.count, .fields.price, .fields.side, .fields.sizes, "
                        + ".fields.at, .tid]",
                file.toString()))).isEqualTo("[\"1700000000000001000\",\"" + ExportFixture.MAX_UNSIGNED
                        + "\",\"-12345\",\"BUY\",[1,4294967295,3],\"1700000000000000001\",\"100\"]\n");
        assertThat(ForeignProgram.run(folder, List.of("jq", "-rs",
                "map(select(.cause)) | map(.lost | tonumber) | add", file.toString()))).isEqualTo("13\n");
    }

    @Test
    void shouldLetPythonReadForHowManyEventsOneOfASampleStands() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        final Path file = folder.resolve("sample.jsonl");
        final Path named = folder.resolve("named.jsonl");
        try (ExportFixture trace = new ExportFixture(folder).writeSample()) {
            final Path recording = trace.record();
            ExportRun.of(ExportFormat.JSONL, recording, file);
            ExportRun.of(new ExportContext(ExportFormat.JSONL, named).openTelemetryNames(true),
                    Source.recording(recording));
        }
        assertThat(python(file, """
                rows = [json.loads(line) for line in open(sys.argv[1], encoding='utf-8')]
                print([(r['fields']['isoUntil'], r.get('weight')) for r in rows], sum(r.get('weight', 1) for r in rows))
                """)).containsExactly("[(5, 100), (6, None), (7, 30)] 131");
        assertThat(python(named, """
                print([json.loads(line)['attributes'].get('ringside.weight') for line in open(sys.argv[1])])
                """)).containsExactly("[100, None, 30]");
    }

    @Test
    void shouldLetPythonReadTheNamesOfOpenTelemetry() throws IOException {
        ForeignProgram.require("python3", "python3", "--version");
        final Path file = folder.resolve("all.jsonl");
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            ExportRun.of(new ExportContext(ExportFormat.JSONL, file).openTelemetryNames(true),
                    Source.recording(trace.record()));
        }
        assertThat(python(file,
                """
                        def once(pairs):
                            assert len(pairs) == len(dict(pairs)), pairs
                            return dict(pairs)
                        with open(sys.argv[1], encoding='utf-8') as file:
                            rows = [json.loads(line, object_pairs_hook=once) for line in file]
                        losses = [r for r in rows if r['event_name'] == 'ringside.loss']
                        print(len(rows) - len(losses), sum(r['attributes']['lost'] for r in losses))
                        print(sorted((r['attributes']['cause'], r['attributes']['lost'], r['severity_number'],
                            r['time_unix_nano'] - 1700000000000000000) for r in losses))
                        order = next(r for r in rows if r['event_name'] == 'order')
                        a = order['attributes']
                        print(order['time_unix_nano'], order['severity_number'], order['severity_text'],
                            order['trace_id'], order['scope'], list(order['resource']))
                        print(a['count'], a['price'], a['side'], ascii(a['text']), a['legs'], a['ringside.id'],
                            a['ringside.keyword'], a['thread.id'])
                        print([r['attributes'].get('ringside.related_trace_id') for r in rows
                            if r['event_name'] == 'work'])
                        print({r['severity_number'] for r in rows if r['event_name'] == 'struct'})
                        print(sum('trace_id' in r for r in rows))
                        """))
                .containsExactly(
                        "11 13",
                        "[('error', 2, 13, 6100), ('full', 3, 13, 5100), ('noLane', 7, 13, 77), "
                                + "('tooLarge', 1, 13, 5100)]",
                        "1700000000000001000 13 WARNING 0000000000000001000000000000000a {'name': 'Acme.Orders'} "
                                + "['process.pid']",
                        ExportFixture.MAX_UNSIGNED + " -12345 BUY 'a\"b,c\\nd\\x00e\\u20ac' "
                                + "[{'id': 1, 'ratio': 0.5}, {'id': 2, 'ratio': -2e+300}] 1 0x6 100",
                        "['0000000000000002000000000000000b', None, None, None]",
                        "{9}",
                        "5");
    }

    private List<String> python(final Path file, final String program) throws IOException {
        return ForeignProgram.run(folder, List.of("python3", "-c", "import json, sys\n" + program, file.toString()))
                .lines().toList();
    }
}
