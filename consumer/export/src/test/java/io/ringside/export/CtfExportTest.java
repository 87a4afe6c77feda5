package io.ringside.export;

import io.ringside.reader.ExportFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What babeltrace2 and its Python bindings read in exports as CTF. */
@Tag("proof")
class CtfExportTest {
    private static final String PYTHON = "/usr/bin/python3";
    private static final String READ_ALL = """
            import bt2, sys
            for m in bt2.TraceCollectionMessageIterator(sys.argv[1]):
                if type(m) is bt2._DiscardedEventsMessageConst:
                    print('discarded', m.count, m.beginning_default_clock_snapshot.ns_from_origin % 10**6,
                        m.end_default_clock_snapshot.ns_from_origin % 10**6)
                elif type(m) is bt2._EventMessageConst:
                    e, c = m.event, m.event.common_context_field
                    p = e.payload_field
                    print(m.default_clock_snapshot.ns_from_origin % 10**6, e.name, int(e.cls.log_level), c['vtid'],
                        c['time'] % 10**6, c['late'])
                    if e.name == 'Acme.Orders:order':
                        print(p['count'], p['price'], p['side'], ascii(str(p['text'])), ascii(str(p['wide'])))
                        print(p['venue']['name'], p['venue']['port'], [int(s) for s in p['sizes']],
                            [(int(l['id']), float(l['ratio'])) for l in p['legs']], p['open'], p['key'], p['at'],
                            p['weight'], c['activityId'])
                    elif e.name == 'ringside:loss':
                        print({k: int(v) for k, v in p.items() if v and k not in ('from', 'to')}, p['from'] % 10**6,
                            p['to'] % 10**6)
                    elif e.name == 'Acme.Orders:struct' and c['time'] % 10**6 == 1000:
                        print({k: int(v) for k, v in p.items()})
                    elif 'json' in p:
                        print(p['json'])
                    elif c['relatedActivityId']:
                        print(c['activityId'], c['relatedActivityId'])
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldLetBabeltraceReadEverything() throws IOException {
        ForeignProgram.require("babeltrace2", "babeltrace2", "--version");
        final Path target = folder.resolve("ctf");
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            ExportRun.of(ExportFormat.CTF, trace.record(), target);
        }
        final List<String> lines = ForeignProgram
                .run(folder, List.of("babeltrace2", "--clock-seconds", target.toString())).lines().toList();
        assertThat(lines).filteredOn(line -> line.contains(" Acme.Orders:")).hasSize(11);
        assertThat(lines).anySatisfy(line -> assertThat(line)
                .startsWith("[1700000000.000001000]").contains(" Acme.Orders:order: ").contains("{ count = "
                        + ExportFixture.MAX_UNSIGNED
                        + ", price = -12345, side = \"BUY\", text = \"a\\\"b,c\\nd\u2400e\u20ac\"")
                .contains("keyword = 0x6"));
    }

    @Test
    void shouldLetPythonReadEveryValueAndEveryLossFromCtf() throws IOException {
        ForeignProgram.require("python3-bt2", PYTHON, "-c", "import bt2");
        final Path target = folder.resolve("ctf");
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            ExportRun.of(ExportFormat.CTF, trace.record(), target);
        }
        assertThat(ForeignProgram.run(folder, List.of(PYTHON, "-c", READ_ALL, target.toString())).lines())
                .containsExactly(
                        "discarded 7 77 77",
                        "77 ringside:loss 4 0 77 0",
                        "{'lost': 7, 'noLane': 7} 77 77",
                        "1000 Acme.Orders:order 4 100 1000 0",
                        ExportFixture.MAX_UNSIGNED + " -12345 BUY 'a\"b,c\\nd\\u2400e\\u20ac' 'x\\ufffdy\\U0001f600'",
                        "X 65534 [1, 4294967295, 3] [(1, 0.5), (2, -2e+300)] 1 " + ExportFixture.RELATED
                                + " 1700000000000000001 1.5 " + ExportFixture.ACTIVITY,
                        "1000 Acme.Orders:struct 6 101 1000 0",
                        "{'time': 1, 'event': 2, 'int': 3, 'startTime': 4, 'eventThread': 5, 'stackTrace': 6, "
                                + "'name': 7, 'ts': 8}",
                        "2000 Acme.Orders:work 6 100 2000 0",
                        ExportFixture.ACTIVITY + " " + ExportFixture.RELATED,
                        "2500 Acme.Orders:work 6 100 2500 0",
                        "3000 Acme.Orders:workDone 6 100 3000 0",
                        "4000 Acme.Orders:workDone 6 100 4000 0",
                        "5000 Acme.Orders:work 6 100 5000 0",
                        "discarded 4 5100 5200",
                        "5200 ringside:loss 4 100 5200 0",
                        "{'lost': 4, 'full': 3, 'tooLarge': 1} 5100 5200",
                        "5300 Acme.Orders:struct 6 100 5300 0",
                        "6000 Acme.Orders:workDone 6 101 6000 0",
                        "discarded 2 6100 6100",
                        "6100 ringside:loss 4 101 6100 0",
                        "{'lost': 2, 'error': 2} 6100 6100",
                        "6200 Acme.Orders:work 6 101 6200 0",
                        "{\"$truncated\":\"n\",\"$unread\":\"ab\"}",
                        // Its time goes back: the true one is in its context.
                        "6200 Acme.Orders:struct 6 101 1500 1");
    }

    @Test
    void shouldLetBabeltraceReadDecimalsAndNamesOfValues() throws IOException {
        ForeignProgram.require("babeltrace2", "babeltrace2", "--version");
        final Path target = folder.resolve("ctf");
        try (ExportFixture trace = new ExportFixture(folder).writeQuotes()) {
            ExportRun.of(ExportFormat.CTF, trace.record(), target);
        }
        assertThat(ForeignProgram.run(folder, List.of("babeltrace2", target.toString())).lines()
                .map(line -> line.substring(line.indexOf("{ instrument = ")))).containsExactly(
                        "{ instrument = \"AAPL\", price = \"585.3300\", price_number = 585.33, "
                                + "share = \"18.446744073709551615\", share_number = 18.4467, "
                                + "levels_length = 2, levels = [ [0] = \"1.50\", [1] = \"-0.05\" ], "
                                + "limit = \"MARKET\", limit_number = nan, "
                                + "state = \"OPEN\", flags = \"HIDDEN|ROUTED\", "
                                + "leg = { digits = 1, sizes_length = 2, sizes = [ [0] = \"1.5\", [1] = \"-0.5\" ], "
                                + "ratio = \"-1.2\", ratio_number = -1.2 } }",
                        "{ instrument = \"BRK\u20ac\", price = \"-612345\", price_number = -612345, "
                                + "share = \"0.000000000000000150\", share_number = 1.5e-16, "
                                + "levels_length = 2, levels = [ [0] = \"1.50\", [1] = \"-0.05\" ], "
                                + "limit = \"123.45\", limit_number = 123.45, state = \"9\", flags = \"0x8\", "
                                + "leg = { digits = 0, sizes_length = 1, sizes = [ [0] = \"7\" ], "
                                + "ratio = \"-1.2\", ratio_number = -1.2 } }",
                        "{ instrument = \"TSLA\", price = \"5853301 (no scale)\", price_number = nan, "
                                + "share = \"0.000000000000000000\", share_number = 0, "
                                + "levels_length = 2, levels = [ [0] = \"1.50\", [1] = \"-0.05\" ], "
                                + "limit = \"-0.05\", limit_number = -0.05, state = \"0\", flags = \"0\", "
                                + "leg = { digits = 30, sizes_length = 1, sizes = [ [0] = \"15 (no scale)\" ], "
                                + "ratio = \"-1.2\", ratio_number = -1.2 } }",
                        "{ instrument = \"20\", price = \"-9223372036854775808 (no scale)\", price_number = nan, "
                                + "share = \"0.000000000000000001\", share_number = 1e-18, "
                                + "levels_length = 2, levels = [ [0] = \"1.50\", [1] = \"-0.05\" ], "
                                + "limit = \"MARKET\", limit_number = nan, state = \"OPEN\", flags = \"ROUTED\", "
                                + "leg = { digits = 18, sizes_length = 1, sizes = [ [0] = \"9.223372036854775807\" ], "
                                + "ratio = \"-1.2\", ratio_number = -1.2 } }");
    }

    @Test
    void shouldLetPythonReadTheNameOfTheThreadAsItWasAtEachEventFromCtf() throws IOException {
        ForeignProgram.require("python3-bt2", PYTHON, "-c", "import bt2");
        final Path target = folder.resolve("ctf");
        try (ExportFixture trace = new ExportFixture(folder).writeRenamed()) {
            ExportRun.of(ExportFormat.CTF, trace.record(), target);
        }
        assertThat(ForeignProgram.run(folder, List.of(PYTHON, "-c", """
                import bt2, sys
                for m in bt2.TraceCollectionMessageIterator(sys.argv[1]):
                    if type(m) is bt2._EventMessageConst:
                        c = m.event.common_context_field
                        print(c['time'] % 10**4, c['vtid'], c['thread'])
                """, target.toString())).lines()).containsExactly("3000 12345 first", "4000 12345 second");
    }

    @Test
    void shouldLetPythonReadForHowManyEventsOneOfASampleStands() throws IOException {
        ForeignProgram.require("python3-bt2", PYTHON, "-c", "import bt2");
        final Path target = folder.resolve("ctf");
        try (ExportFixture trace = new ExportFixture(folder).writeSample()) {
            ExportRun.of(ExportFormat.CTF, trace.record(), target);
        }
        assertThat(ForeignProgram.run(folder, List.of(PYTHON, "-c", """
                import bt2, sys
                for m in bt2.TraceCollectionMessageIterator(sys.argv[1]):
                    if type(m) is bt2._EventMessageConst:
                        print(m.event.payload_field['isoUntil'], m.event.common_context_field['weight'])
                """, target.toString())).lines()).containsExactly("5 100", "6 1", "7 30");
    }

    @Test
    void shouldLetPythonReadMessagesOfSbeAndClassicEvents() throws IOException {
        ForeignProgram.require("python3-bt2", PYTHON, "-c", "import bt2");
        final Path target = folder.resolve("ctf");
        try (ExportFixture trace = new ExportFixture(folder).writeRare()) {
            ExportRun.of(ExportFormat.CTF, trace.record(), target);
        }
        assertThat(ForeignProgram.run(folder, List.of(PYTHON, "-c", """
                import bt2, sys
                for m in bt2.TraceCollectionMessageIterator(sys.argv[1]):
                    if type(m) is bt2._EventMessageConst:
                        e, c = m.event, m.event.common_context_field
                        print(e.name, c['level'], c['opcode'], c['version'],
                            e.payload_field['json'] if 'json' in e.payload_field else len(e.payload_field))
                """, target.toString())).lines()).containsExactly(
                "Acme.Fills:fill 4 0 0 {\"orderId\":" + ExportFixture.FILLED + ",\"side\":\"BUY\"}",
                "Acme.Orders:classic 3 77 7 0", "Acme.Orders:classic 2 77 7 0");
    }

    @Test
    void shouldLetPythonReadHostileNames() throws IOException {
        ForeignProgram.require("python3-bt2", PYTHON, "-c", "import bt2");
        final Path target = folder.resolve("hostile");
        try (ExportFixture trace = new ExportFixture(folder).writeHostileNames()) {
            ExportRun.of(ExportFormat.CTF, trace.record(), target);
        }
        final List<String> lines = ForeignProgram.run(folder, List.of(PYTHON, "-c", """
                import bt2, sys
                sys.stdout.reconfigure(encoding='utf-8')
                for m in bt2.TraceCollectionMessageIterator(sys.argv[1]):
                    if type(m) is bt2._EventMessageConst:
                        p = m.event.payload_field
                        print(m.event.name, *[int(v) for v in p.values()] if m.event.name.endswith(':fields') else [])
                """, target.toString())).lines().toList();
        assertThat(lines).containsAll(ExportFixture.HOSTILE_EVENTS.stream().map(name -> "Hostile:" + name).toList())
                .containsAll(ExportFixture.HOSTILE_PROVIDERS.stream().map(name -> name + ":executed").toList())
                .contains("Hostile:fields " + IntStream.rangeClosed(1, ExportFixture.HOSTILE_FIELDS.size())
                        .mapToObj(Integer::toString).collect(Collectors.joining(" ")));
        final String metadata = Files.readString(target.resolve("metadata"));
        assertThat(ExportFixture.HOSTILE_FIELDS).filteredOn(name -> !name.matches("\\w+"))
                .allSatisfy(name -> assertThat(metadata).contains("/* " + name.replace("*/", "* /") + " */"));
    }
}
