package io.ringside.export;

import io.ringside.reader.ExportFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
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
        assertThat(order.getFloat("weight")).isEqualTo(1.5f);
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
