package io.ringside.export;

import io.ringside.reader.ExportFixture;
import io.ringside.reader.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What jq and Python read in exports as JSON lines. */
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
    void shouldLetJqReadNumbersExactlyWhenTheyAreStrings() throws IOException {
        ForeignProgram.require("jq", "jq", "--version");
        final Path file = folder.resolve("all.jsonl");
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            ExportRun.of(new ExportContext(ExportFormat.JSONL, file).longsAsStrings(true)
                    .sources(Source.recording(trace.record())));
        }
        assertThat(ForeignProgram.run(folder, List.of("jq", "-rc",
                "select(.event == \"order\") | [.time, .fields.count, .fields.price, .fields.side, .fields.sizes, "
                        + ".fields.at, .tid]",
                file.toString()))).isEqualTo("[\"1700000000000001000\",\"" + ExportFixture.MAX_UNSIGNED
                        + "\",\"-12345\",\"BUY\",[1,4294967295,3],\"1700000000000000001\",\"100\"]\n");
        assertThat(ForeignProgram.run(folder, List.of("jq", "-rs",
                "map(select(.cause)) | map(.lost | tonumber) | add", file.toString()))).isEqualTo("13\n");
    }

    private List<String> python(final Path file, final String program) throws IOException {
        return ForeignProgram.run(folder, List.of("python3", "-c", "import json, sys\n" + program, file.toString()))
                .lines().toList();
    }
}
