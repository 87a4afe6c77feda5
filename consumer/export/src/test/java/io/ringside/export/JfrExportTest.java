package io.ringside.export;

import io.ringside.reader.ExportFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.lang.model.SourceVersion;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** What the JDK's own programs and JMC's parser read in exports as recordings of the flight recorder. */
@Tag("jdk25")
class JfrExportTest {
    private static final String ORDER = "Acme.Orders.order";
    private static final String LOSS = "ringside.Loss";
    private static final int FEATURE_WITH_VIEWS = 21;

    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void export() {
        file = folder.resolve("all.jfr");
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            ExportRun.of(ExportFormat.JFR, trace.record(), file);
        }
    }

    @Test
    void shouldNameTheThreadAsItWasAtEachEvent() throws IOException {
        final Path file = folder.resolve("named.jfr");
        try (ExportFixture trace = new ExportFixture(folder.resolve("named")).writeRenamed()) {
            ExportRun.of(ExportFormat.JFR, trace.record(), file);
        }
        assertThat(RecordingFile.readAllEvents(file)).extracting(event -> event.getThread().getJavaName())
                .satisfiesExactly(name -> assertThat(name).startsWith("first (pid "),
                        name -> assertThat(name).startsWith("second (pid "));
    }

    @Test
    void shouldLetTheJdkReadDecimalsAndNamesOfValues() throws IOException {
        final Path quotes = folder.resolve("quotes.jfr");
        try (ExportFixture trace = new ExportFixture(folder.resolve("quotes")).writeQuotes()) {
            ExportRun.of(ExportFormat.JFR, trace.record(), quotes);
        }
        assertThat(RecordingFile.readAllEvents(quotes)).extracting(event -> String.join(" ",
                event.getString("instrument"), event.getString("price"), event.getString("share"),
                event.getString("levels"), event.getString("limit"), event.getString("state"),
                event.getString("flags"), event.getString("leg.sizes"), event.getString("leg.ratio")))
                .containsExactly(
                        "AAPL 585.3300 18.446744073709551615 [1.50,-0.05] MARKET OPEN HIDDEN|ROUTED [1.5,-0.5] -1.2",
                        "BRK\u20ac -612345 0.000000000000000150 [1.50,-0.05] 123.45 9 0x8 [7] -1.2",
                        "TSLA 5853301 (no scale) 0.000000000000000000 [1.50,-0.05] -0.05 0 0 [\"15 (no scale)\"] -1.2",
                        "20 -9223372036854775808 (no scale) 0.000000000000000001 [1.50,-0.05] MARKET OPEN ROUTED "
                                + "[9.223372036854775807] -1.2");
        assertThat(RecordingFile.readAllEvents(quotes)).extracting(event -> event.getDouble("price_number"),
                event -> event.getDouble("limit_number"), event -> event.getDouble("leg.ratio_number"))
                .containsExactly(tuple(585.33, Double.NaN, -1.2), tuple(-612345.0, 123.45, -1.2),
                        tuple(Double.NaN, -0.05, -1.2), tuple(Double.NaN, Double.NaN, -1.2));
        assertThat(jfr("print", "--events", "Acme.Quotes.quote", quotes.toString()).lines().map(String::trim)
                .filter(line -> line.startsWith("price ="))).containsExactly("price = \"585.3300\"",
                        "price = \"-612345\"", "price = \"5853301 (no scale)\"",
                        "price = \"-9223372036854775808 (no scale)\"");
    }

    @Test
    void shouldLetTheJdkReadForHowManyEventsOneOfASampleStands() throws IOException {
        final Path sample = folder.resolve("sample.jfr");
        try (ExportFixture trace = new ExportFixture(folder.resolve("sample")).writeSample()) {
            ExportRun.of(ExportFormat.JFR, trace.record(), sample);
        }
        assertThat(RecordingFile.readAllEvents(sample))
                .extracting(event -> event.getInt("isoUntil") + " " + event.getLong("weight"))
                .containsExactly("5 100", "6 1", "7 30");
    }

    @Test
    void shouldLetTheProgramsOfTheJdkReadEverything() throws IOException {
        assertThat(jfr("summary", file.toString()).lines().map(line -> line.trim().replaceAll(" +", " ")))
                .anyMatch(line -> line.startsWith("ringside.Loss 4 ")).anyMatch(line -> line.startsWith(ORDER + " 1 "))
                .anyMatch(line -> line.startsWith("Acme.Orders.struct 3 "))
                .anyMatch(line -> line.startsWith("Acme.Orders.work 3 "))
                .anyMatch(line -> line.startsWith("Acme.Orders.work_json 1 "))
                .anyMatch(line -> line.startsWith("Acme.Orders.workDone 3 "));
        final boolean isRecent = Runtime.version().feature() >= FEATURE_WITH_VIEWS;
        assertThat(jfr("print", "--events", ORDER, file.toString()).lines().map(String::trim)).contains(
                ORDER + " {", "level = \"WARNING\"", "keyword = 0x00000006", "price = -12345", "side = \"BUY\"",
                // JDK 17 knows no unsigned numbers.
                "count = " + (isRecent ? ExportFixture.MAX_UNSIGNED : "-1"), "sizes = \"[1,4294967295,3]\"",
                "activityId = \"" + ExportFixture.ACTIVITY + "\"", "name = \"X\"", "port = 65534");
        if (isRecent) {
            assertThat(jfr("view", "--width", "400", ORDER, file.toString())).contains("65,534", "BUY",
                    ExportFixture.RELATED.toString());
        }
    }

    @Test
    void shouldLetTheProgramsOfTheJdkCountEventsAndLosses() throws IOException {
        final Map<String, Long> printed = jfr("print", file.toString()).lines()
                .filter(line -> line.endsWith(" {") && !line.startsWith(" "))
                .collect(Collectors.groupingBy(line -> line.substring(0, line.length() - 2), Collectors.counting()));
        assertThat(printed).containsExactlyInAnyOrderEntriesOf(Map.of(LOSS, 4L, ORDER, 1L, "Acme.Orders.struct", 3L,
                "Acme.Orders.work", 3L, "Acme.Orders.work_json", 1L, "Acme.Orders.workDone", 3L));
        final List<String> losses = jfr("print", "--events", LOSS, file.toString()).lines().map(String::trim)
                .filter(line -> line.matches("(lost|cause|events) = .*")).toList();
        assertThat(String.join(" ", losses).split(" (?=lost = )")).containsExactlyInAnyOrder(
                "lost = 7 cause = \"noLane\" events = 7", "lost = 3 cause = \"full\" events = 3",
                "lost = 1 cause = \"tooLarge\" events = 1", "lost = 2 cause = \"error\" events = 2");
        if (Runtime.version().feature() >= FEATURE_WITH_VIEWS) {
            assertThat(jfr("view", "--width", "400", LOSS, file.toString()).lines()
                    .map(line -> line.trim().replaceAll(" +", " "))).anyMatch(line -> line.contains(" 7 noLane 7"))
                    .anyMatch(line -> line.contains(" 3 full 3")).anyMatch(line -> line.contains(" 1 tooLarge 1"))
                    .anyMatch(line -> line.contains(" 2 error 2"));
        }
    }

    @Test
    void shouldLetTheJdkReadEveryValueExactly() throws IOException {
        final List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(events).hasSize(11 + 4);
        final RecordedEvent order = only(events, ORDER);
        assertThat(ns(order)).isEqualTo(ExportFixture.EPOCH_NS + 1_000);
        assertThat(order.getThread().getJavaThreadId()).isEqualTo(100);
        assertThat(order.getThread().getJavaName())
                .isEqualTo("thread 100 (pid " + ProcessHandle.current().pid() + ")");
        assertThat(order.getEventType().getCategoryNames()).containsExactly("Ringside", "Acme.Orders");
        assertThat(order.getEventType().getLabel()).isEqualTo("order");
        assertThat(Long.toUnsignedString(order.getLong("count"))).isEqualTo(ExportFixture.MAX_UNSIGNED);
        assertThat(order.getLong("price")).isEqualTo(-12_345);
        assertThat(order.getString("side")).isEqualTo("BUY");
        assertThat(order.getString("text")).as("with NUL").isEqualTo(ExportFixture.TEXT);
        assertThat(order.getString("wide")).isEqualTo("x\ufffdy\ud83d\ude00");
        final RecordedObject venue = order.getValue("venue");
        assertThat(venue.getString("name")).isEqualTo("X");
        assertThat(venue.getInt("port")).isEqualTo(65_534);
        assertThat(order.getString("sizes")).isEqualTo("[1,4294967295,3]");
        assertThat(order.getString("legs")).isEqualTo("[{\"id\":1,\"ratio\":0.5},{\"id\":2,\"ratio\":-2.0E300}]");
        assertThat(order.getBoolean("open")).isTrue();
        assertThat(order.getString("key")).isEqualTo(ExportFixture.RELATED.toString());
        assertThat(order.getLong("at")).isEqualTo(ExportFixture.EPOCH_NS + 1);
        assertThat(order.getFloat("weight_")).isEqualTo(1.5f);
        assertThat(order.getString("activityId")).isEqualTo(ExportFixture.ACTIVITY.toString());

        final List<RecordedEvent> reserved = events.stream()
                .filter(event -> event.getEventType().getName().equals("Acme.Orders.struct")).toList();
        assertThat(reserved).extracting(JfrExportTest::ns).containsExactlyInAnyOrder(ExportFixture.EPOCH_NS + 1_000,
                ExportFixture.EPOCH_NS + 1_500, ExportFixture.EPOCH_NS + 5_300);
        assertThat(reserved).allSatisfy(event -> assertThat(List.of("time", "event", "int", "startTime_",
                "eventThread_", "stackTrace_", "name", "ts")).extracting(event::getInt)
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8));
        assertThat(reserved).filteredOn(event -> event.getBoolean("late")).extracting(JfrExportTest::ns)
                .containsExactly(ExportFixture.EPOCH_NS + 1_500);
        assertThat(only(events, "Acme.Orders.work_json").getString("json"))
                .isEqualTo("{\"$truncated\":\"n\",\"$unread\":\"ab\"}");

        final List<RecordedEvent> losses = events.stream().filter(event -> event.getEventType().getName().equals(LOSS))
                .toList();
        assertThat(losses).extracting(event -> event.getString("cause") + " " + event.getLong("lost") + " "
                + (ns(event) - ExportFixture.EPOCH_NS) + " " + event.getDuration().toNanos())
                .containsExactlyInAnyOrder("noLane 7 77 0", "full 3 5100 100", "tooLarge 1 5100 100", "error 2 6100 0");
    }

    @Test
    void shouldLetMissionControlReadEverything() throws Exception {
        final IItemCollection items = JfrLoaderToolkit.loadEvents(file.toFile());
        final List<String> orders = values(items, ORDER, "count", "side", "text");
        assertThat(orders).containsExactly("-1", "BUY", ExportFixture.TEXT);
        assertThat(values(items, LOSS, "lost")).containsExactlyInAnyOrder("7", "3", "1", "2");
        assertThat(StreamSupport.stream(items.spliterator(), false).mapToLong(of -> of.getItemCount()).sum())
                .isEqualTo(11 + 4);
    }

    @Test
    void shouldLetReadersSeeHowLongSlicesTake() throws Exception {
        final List<RecordedEvent> begun = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("Acme.Orders.work")
                        && event.hasField("duration"))
                .toList();
        assertThat(begun).extracting(event -> (ns(event) - ExportFixture.EPOCH_NS) + " "
                + event.getDuration().toNanos() + " " + event.getThread().getJavaThreadId())
                .containsExactlyInAnyOrder("2000 2000 100", "2500 500 100",
                        // Ended by another thread, and never.
                        "5000 1000 100", "6200 0 101");
        assertThat(jfr("print", "--events", "Acme.Orders.work", file.toString()).lines()
                .filter(line -> line.contains("duration"))).hasSize(3);
        assertThat(values(JfrLoaderToolkit.loadEvents(file.toFile()), "Acme.Orders.work", "duration"))
                .extracting(text -> text.replaceAll("[^0-9]+", "")).containsExactlyInAnyOrder("2000", "500", "1000");
    }

    @Test
    void shouldLetTheJdkReadMessagesOfSbeAndClassicEvents() throws IOException {
        final Path rare = folder.resolve("rare.jfr");
        try (ExportFixture trace = new ExportFixture(Files.createDirectory(folder.resolve("rare"))).writeRare()) {
            ExportRun.of(ExportFormat.JFR, trace.record(), rare);
        }
        assertThat(jfr("print", rare.toString()).lines().map(String::trim)
                .filter(line -> line.endsWith("{") || line.startsWith("json") || line.startsWith("level")))
                .containsExactly("Acme.Fills.fill_json {", "level = \"INFORMATION\"",
                        "json = \"{\"orderId\":" + ExportFixture.FILLED + ",\"side\":\"BUY\"}\"",
                        "Acme.Orders.classic {", "level = \"WARNING\"", "Acme.Orders.classic {", "level = \"ERROR\"");
    }

    @Test
    void shouldWriteSeveralChunksOfWhichReadersReadAll() throws Exception {
        final int events = 90_000;
        final String text = "x".repeat(350);
        final Path large = folder.resolve("large.jfr");
        final long[] number = {0};
        try (ExportFixture trace = new ExportFixture(Files.createDirectory(folder.resolve("large")))) {
            trace.begin(1, 1_000, 1, null, null);
            final Path recording = trace.recordMany(events, each -> each.note(0, 2_000 + number[0]++, text));
            trace.end(1, 1_000_000, 1, null);
            assertThat(trace.record()).isEqualTo(recording);
            ExportRun.of(ExportFormat.JFR, recording, large);
        }
        final List<String> summary = jfr("summary", large.toString()).lines().map(String::trim).toList();
        assertThat(summary).anyMatch(line -> line.matches("Chunks: [3-9]"))
                .anyMatch(line -> line.replaceAll(" +", " ").startsWith(ORDER + " " + events + " "))
                // Declared in the last chunk.
                .anyMatch(line -> line.replaceAll(" +", " ").startsWith("Acme.Orders.workDone 1 "));
        long notes = 0;
        try (RecordingFile all = new RecordingFile(large)) {
            while (all.hasMoreEvents()) {
                final RecordedEvent event = all.readEvent();
                if (event.getEventType().getName().equals(ORDER)) {
                    assertThat(event.getThread().getJavaThreadId()).isEqualTo(100);
                    assertThat(ns(event)).isEqualTo(ExportFixture.EPOCH_NS + 2_000 + notes);
                    notes++;
                } else if (event.getEventType().getName().equals("Acme.Orders.work")) {
                    assertThat(ns(event)).as("before the chunk where it ends")
                            .isEqualTo(ExportFixture.EPOCH_NS + 1_000);
                    assertThat(event.getDuration().toNanos()).isEqualTo(999_000);
                }
            }
        }
        assertThat(notes).isEqualTo(events);
        assertThat(values(JfrLoaderToolkit.loadEvents(large.toFile()), "Acme.Orders.work", "n")).containsExactly("1");
    }

    @Test
    void shouldLetTheProgramsOfTheJdkReadNamesThatAreNoNamesOfJava() throws Exception {
        final Path hostile = hostileNames();
        final int all = ExportFixture.HOSTILE_EVENTS.size() + 2 + ExportFixture.HOSTILE_PROVIDERS.size() + 1;
        assertThat(jfr("print", hostile.toString()).lines().filter(line -> line.matches("\\S+ \\{"))).hasSize(all);
        assertThat(jfr("summary", hostile.toString())).contains("Hostile.new_ ", "Hostile.struct ");
        final List<RecordedEvent> events = RecordingFile.readAllEvents(hostile);
        assertThat(events).extracting(event -> event.getEventType().getLabel()).as("as they were written")
                .containsAll(ExportFixture.HOSTILE_EVENTS);
        assertThat(events).extracting(event -> event.getEventType().getCategoryNames().get(1))
                .containsAll(ExportFixture.HOSTILE_PROVIDERS);
        assertThat(events).extracting(event -> event.getEventType().getName()).doesNotHaveDuplicates()
                .contains("Hostile.new_", "Hostile.new__", "Hostile._404", "Hostile.__404", "Hostile._2nd",
                        "Hostile.v1._2", "Hostile.a.__.b", "Hostile.trailing.__", "Hostile.___", "Hostile.____",
                        "Hostile.record", "Hostile.order_executed", "Hostile.\u6ce8\u6587", "Acme._2FA.executed",
                        "_3rdParty.executed", "a.__.b.new_.executed")
                .allSatisfy(name -> assertThat(name.split("\\.", -1)).allMatch(SourceVersion::isName));
        final RecordedEvent fields = events.stream()
                .filter(event -> event.getEventType().getName().equals("Hostile.fields")).findFirst().orElseThrow();
        final List<ValueDescriptor> own = fields.getFields().subList(
                fields.getFields().size() - ExportFixture.HOSTILE_FIELDS.size(), fields.getFields().size());
        assertThat(own).extracting(field -> field.getLabel() == null ? field.getName() : field.getLabel())
                .isEqualTo(ExportFixture.HOSTILE_FIELDS);
        assertThat(own).extracting(ValueDescriptor::getName).doesNotHaveDuplicates()
                .contains("weight_", "weight__", "pid_");
        assertThat(own).extracting(field -> fields.getInt(field.getName())).isEqualTo(
                IntStream.rangeClosed(1, ExportFixture.HOSTILE_FIELDS.size()).boxed().toList());
        assertThat(StreamSupport.stream(JfrLoaderToolkit.loadEvents(hostile.toFile()).spliterator(), false)
                .mapToLong(IItemIterable::getItemCount).sum()).isEqualTo(all);
    }

    @Tag("proof")
    @Test
    void shouldLetTheProgramsOfOtherJdksReadNamesThatAreNoNamesOfJava() throws IOException {
        final Path hostile = hostileNames();
        final List<Path> programs;
        try (Stream<Path> jdks = Files.list(Path.of("/usr/lib/jvm"))) {
            programs = jdks.map(jdk -> jdk.resolve(Path.of("bin", "jfr"))).filter(Files::isExecutable).toList();
        }
        if (programs.size() < 2) {
            ForeignProgram.missing("JDK 17 and JDK 25 below /usr/lib/jvm");
        }
        for (final Path program : programs) {
            assertThat(ForeignProgram.run(folder, List.of(program.toString(), "print", hostile.toString())).lines()
                    .filter(line -> line.matches("\\S+ \\{"))).as("%s", program)
                    .hasSize(ExportFixture.HOSTILE_EVENTS.size() + 3 + ExportFixture.HOSTILE_PROVIDERS.size());
        }
    }

    private Path hostileNames() {
        final Path hostile = folder.resolve("hostile.jfr");
        try (ExportFixture trace = new ExportFixture(folder.resolve("hostile")).writeHostileNames()) {
            ExportRun.of(ExportFormat.JFR, trace.record(), hostile);
        }
        return hostile;
    }

    private static List<String> values(final IItemCollection items, final String type, final String... names) {
        final List<String> values = new ArrayList<>();
        for (final IItemIterable some : items.apply(ItemFilters.type(type))) {
            for (final IItem item : some) {
                for (final String name : names) {
                    values.add(value(item, name));
                }
            }
        }
        return values;
    }

    @SuppressWarnings("unchecked") // An item is of its type.
    private static String value(final IItem item, final String name) {
        final IType<IItem> type = (IType<IItem>) item.getType();
        final IAccessorKey<?> key = type.getAccessorKeys().keySet().stream()
                .filter(each -> each.getIdentifier().equals(name)).findFirst().orElseThrow();
        return String.valueOf(type.getAccessor(key).getMember(item));
    }

    private static long ns(final RecordedEvent event) {
        return Duration.between(Instant.EPOCH, event.getStartTime()).toNanos();
    }

    private static RecordedEvent only(final List<RecordedEvent> events, final String type) {
        final List<RecordedEvent> found = events.stream()
                .filter(event -> event.getEventType().getName().equals(type)).toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private String jfr(final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "jfr").toString()));
        command.addAll(List.of(arguments));
        return ForeignProgram.run(folder, command);
    }
}
