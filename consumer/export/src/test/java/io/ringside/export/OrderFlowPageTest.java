package io.ringside.export;

import io.ringside.internal.lane.LaneOutcome;
import io.ringside.internal.registry.ClockPair;
import io.ringside.reader.ExportFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The page that shows what other programs answer about order flow; with {@code -Dringside.docs.write=true} it is
 * written. All times are given, so that the answers are the same everywhere.
 */
@Tag("proof")
class OrderFlowPageTest {
    private static final Path PAGE = Path.of("docs", "order-flow.md");
    /** The market's opening, 13:30 UTC. */
    private static final ClockPair OPENING = new ClockPair(1_340_285_400_000_000_000L, 0);
    private static final List<String> TYPES = List.of("submitted", "canceled", "deleted", "executed",
            "executedHidden");
    private static final Pattern ROW = Pattern.compile("\\[([^\\[\\]]+)]");
    private static final Pattern CELL = Pattern.compile("\"([^\"]*)\"|[^,]+");

    private static final String SLICES = """
            select ts - 1340285400000000000 as since_opening, dur, name,
                extract_arg(arg_set_id, 'debug.orderId') as order_id,
                extract_arg(arg_set_id, 'debug.size') as size,
                extract_arg(arg_set_id, 'debug.price') as price,
                extract_arg(arg_set_id, 'debug.side') as side
            from slice where category = 'Orders' order by ts
            """;
    private static final String LOSSES = """
            select substr(key, 7) as cause, sum(int_value) as lost, min(ts) - 1340285400000000000 as since_opening
            from slice join args using (arg_set_id)
            where name = 'ringside.loss' and key not in ('debug.lost', 'debug.from', 'debug.to')
            group by key order by key
            """;
    private static final String PAGE_TEXT = """
            # Order flow in other programs

            Two threads write some messages of made-up order flow in 2012, and four events are lost. This page shows
            what Perfetto's trace processor and babeltrace2 answer about the exports. A test writes and compares it.

            ## Perfetto

            ```
            ringside export RECORDING --as perfetto --to orders.pftrace
            ```

            An order is a slice from `submitted` to `deleted`; `dur` is in nanoseconds, -1 if the order is still open,
            and 0 for an event that is no slice. Open the file in Perfetto's user interface, or ask the trace processor:

            ```sql
            $slicesSql```

            $slices
            Events that were lost, by cause:

            ```sql
            $lossesSql```

            $losses
            ## babeltrace2

            ```
            ringside export RECORDING --as ctf --to orders
            babeltrace2 --clock-gmt --clock-date orders
            ```

            The first event is shown whole. In the others, `{ … }` is the same context.

            ```
            $text```
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldShowWhatOtherProgramsAnswer() throws IOException {
        TraceProcessor.require();
        ForeignProgram.require("babeltrace2", "babeltrace2", "--version");
        final Path perfetto = folder.resolve("orders.pftrace");
        final Path ctf = folder.resolve("orders");
        try (ExportFixture trace = new ExportFixture(folder, OPENING)) {
            trace.message(0, "34200.000010000,1,1001,200,5853300,1");
            trace.message(0, "34200.000030000,1,1002,100,5853200,1");
            trace.message(1, "34200.000500000,1,1003,50,5859100,-1");
            trace.message(1, "34200.002000000,4,1001,80,5853300,1");
            trace.message(0, "34200.010000000,2,1002,40,5853200,1");
            trace.message(0, "34200.010007000,3,1002,60,5853200,1");
            trace.lose(0, 11_000_000, LaneOutcome.FULL, 2);
            trace.lose(0, 12_500_000, LaneOutcome.FULL, 1);
            trace.lose(0, 12_600_000, LaneOutcome.TOO_LARGE, 1);
            trace.message(0, "34200.020000000,1,1004,300,5854000,1");
            trace.message(1, "34200.025000000,3,1003,50,5859100,-1");
            trace.message(1, "34200.030000000,5,0,10,5853250,1");
            final Path recording = trace.record();
            ExportRun.of(ExportFormat.PERFETTO, recording, perfetto);
            ExportRun.of(ExportFormat.CTF, recording, ctf);
        }
        final List<String> answers = TraceProcessor.query(folder, perfetto, SLICES, LOSSES);
        final String page = PAGE_TEXT.replace("$slicesSql", SLICES).replace("$lossesSql", LOSSES)
                .replace("$slices", table("since_opening | dur | name | order_id | size | price | side",
                        answers.get(0)))
                .replace("$losses", table("cause | lost | since_opening", answers.get(1)))
                .replace("$text", babeltrace(ctf));
        if (Boolean.getBoolean("ringside.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).as("run this test with -Dringside.docs.write=true").content().isEqualTo(page);
    }

    /** Real order flow, which is not part of this project. */
    @Test
    void shouldCountTheMessagesOfRealOrderFlow() throws IOException {
        final List<String> lines = Files.readAllLines(realFile());
        TraceProcessor.require();
        final Path perfetto = folder.resolve("orders.pftrace");
        try (ExportFixture trace = new ExportFixture(folder, OPENING)) {
            final Iterator<String> next = lines.iterator();
            final Path recording = trace.recordMany(lines.size(), each -> each.message(0, next.next()));
            ExportRun.of(ExportFormat.PERFETTO, recording, perfetto);
        }
        // A deletion ends the slice of an order that was submitted, and is an event of its own otherwise.
        final TreeMap<String, long[]> truth = new TreeMap<>();
        final Set<String> open = new HashSet<>();
        long ended = 0;
        for (final String line : lines) {
            final String[] values = line.split(",", -1);
            final String type = TYPES.get(Integer.parseInt(values[1]) - 1);
            if ("deleted".equals(type) && open.remove(values[2])) {
                ended++;
                continue;
            }
            if ("submitted".equals(type)) {
                open.add(values[2]);
            }
            final long[] sums = truth.computeIfAbsent(type, key -> new long[2]);
            sums[0]++;
            sums[1] += Long.parseLong(values[3]);
        }
        final List<String> answers = TraceProcessor.query(folder, perfetto,
                "select name, count(*), sum(extract_arg(arg_set_id, 'debug.size')) from slice "
                        + "where category = 'Orders' group by name order by name",
                "select sum(dur >= 0), sum(dur < 0) from slice where name = 'submitted'");
        assertThat(rows(answers.get(0))).containsExactlyElementsOf(truth.entrySet().stream()
                .map(each -> each.getKey() + " | " + each.getValue()[0] + " | " + each.getValue()[1]).toList());
        assertThat(rows(answers.get(1))).containsExactly(ended + " | " + open.size());
    }

    private static Path realFile() throws IOException {
        final String named = System.getProperty("ringside.orderflow", System.getenv("RINGSIDE_ORDERFLOW"));
        if (named != null) {
            return Path.of(named);
        }
        final Path beside = Path.of("..", "..").toAbsolutePath().normalize().resolveSibling("shared")
                .resolve(Path.of("data", "orderflow"));
        assumeTrue(Files.isDirectory(beside),
                "no order flow: name a file by -Dringside.orderflow=FILE or RINGSIDE_ORDERFLOW");
        try (Stream<Path> files = Files.list(beside)) {
            return files.filter(path -> path.toString().endsWith(".csv")).sorted().findFirst().orElseThrow();
        }
    }

    private String babeltrace(final Path trace) throws IOException {
        final List<String> lines = ForeignProgram
                .run(folder, List.of("babeltrace2", "--clock-gmt", "--clock-date", trace.toString())).lines()
                .map(line -> line.replace("vpid = " + ProcessHandle.current().pid() + ",", "vpid = 4711,")).toList();
        final List<String> shown = new ArrayList<>(lines.subList(0, 1));
        lines.stream().skip(1).map(line -> line.replaceFirst("\\{ vpid = .*?weight = \\d+ }", "{ … }"))
                .forEach(shown::add);
        return shown.stream().collect(Collectors.joining("\n", "", "\n"));
    }

    private static String table(final String heading, final String answer) {
        return Stream.concat(Stream.of(heading, heading.replaceAll("\\w+", "---")), rows(answer).stream())
                .map(row -> "| " + row + " |\n").collect(Collectors.joining());
    }

    /** Rows of an answer: its values have no brackets, quotes or commas. */
    private static List<String> rows(final String answer) {
        return ROW.matcher(answer).results().map(row -> CELL.matcher(row.group(1)).results()
                .map(OrderFlowPageTest::cell).collect(Collectors.joining(" | "))).toList();
    }

    private static String cell(final MatchResult cell) {
        return cell.group(1) == null ? cell.group() : cell.group(1);
    }
}
