package io.ringside.bridge.jfr;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.event.Level;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventNameFilter;
import io.ringside.internal.files.ChildJvm;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.RecordingState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@Timeout(90)
class JfrBridgeTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** JFR reckons wall time from its own ticks. */
    private static final long JFR_TIME_ERROR_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final String SESSION = "flight";

    private final Path directory;
    private final Controller controller;
    private final Ringside ringside;
    private JfrBridge bridge;
    private EventReader reader;

    /** An event of an application. */
    @Name("com.acme.Order")
    static final class OrderEvent extends Event {
        String symbol;
        long quantity;
        double price;
        boolean buy;
        Class<?> type;
    }

    private record Seen(String name, long timeNs, Map<String, Object> fields) {}

    JfrBridgeTest(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        directory = folder.resolve("trace");
        controller = Controller.open(directory);
        ringside = Ringside.connect(new RingsideContext().directory(directory).registerTimeoutNs(TIMEOUT_NS));
    }

    @AfterEach
    void close() {
        if (reader != null) {
            reader.close();
        }
        if (bridge != null) {
            bridge.close();
        }
        ringside.close();
        controller.close();
        await().until(() -> FlightRecorder.getFlightRecorder().getRecordings().isEmpty());
    }

    private void enable(final int level, final String data, final String... names) {
        final EnablementFilters.Builder filters = EnablementFilters.builder()
                .eventNames(EventNameFilter.in(List.of(names)));
        if (!data.isEmpty()) {
            filters.data(EnablementFilters.Data.of(0, 0, data.getBytes(StandardCharsets.UTF_8)));
        }
        controller.start(SessionSettings.builder(SESSION).lanes(8).laneBytes(256 * 1024).build());
        controller.enable(SESSION, EnableRequest.of(JfrBridge.NAME, Enablement.of(level, 0, 0)
                .withFilters(filters.build())), TIMEOUT).requireComplete();
        reader = EventReader.open(new ReaderContext().directory(directory).merged(false), Source.session(SESSION));
    }

    private List<Seen> awaitEvents(final int count) {
        final List<Seen> seen = new ArrayList<>();
        await().atMost(20, TimeUnit.SECONDS).until(() -> {
            reader.poll(event -> seen.add(seen(event)));
            return seen.size() >= count;
        });
        return seen;
    }

    private static Seen seen(final EventView event) {
        final Map<String, Object> fields = new HashMap<>();
        int offset = event.payloadOffset();
        final EventSchema schema = event.schema();
        for (final FieldSchema field : schema.fields()) {
            if (field.type() == FieldType.STRING) {
                final int length = event.buffer().getShort(offset, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
                final byte[] bytes = new byte[length];
                event.buffer().getBytes(offset + 2, bytes);
                fields.put(field.name(), new String(bytes, StandardCharsets.UTF_8));
                offset += 2 + length;
            } else if (field.type() == FieldType.BOOLEAN) {
                fields.put(field.name(), event.buffer().getByte(offset) != 0);
                offset++;
            } else {
                final long number = event.buffer().getLong(offset, ByteOrder.LITTLE_ENDIAN);
                fields.put(field.name(),
                        field.type() == FieldType.DOUBLE ? (Object) Double.longBitsToDouble(number) : number);
                offset += Long.BYTES;
            }
        }
        assertThat(offset).isEqualTo(event.payloadOffset() + event.payloadLength());
        return new Seen(event.eventName(), event.timeNs(), fields);
    }

    private static long nowNs() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }

    @Test
    void shouldRecordCollectionsWithTheirOwnTimes() {
        bridge = JfrBridge.open(ringside);
        enable(Level.INFORMATION, "", "jdk.GarbageCollection");

        final long before = nowNs() - JFR_TIME_ERROR_NS;
        System.gc();
        final long after = nowNs() + JFR_TIME_ERROR_NS;

        final Seen seen = awaitEvents(1).stream().filter(each -> each.timeNs >= before).findFirst().orElseThrow();
        assertThat(seen.name).isEqualTo("jdk.GarbageCollection");
        assertThat(seen.timeNs).isBetween(before, after);
        assertThat(seen.fields).containsEntry("cause", "System.gc()");
        assertThat((Long) seen.fields.get("duration")).isPositive();
        assertThat((Long) seen.fields.get("lag")).isPositive();
    }

    @Test
    void shouldRecordEventsOfTheApplicationAndEndWithTheSession() {
        FlightRecorder.register(OrderEvent.class);
        bridge = JfrBridge.open(ringside);
        enable(Level.VERBOSE, "com.acme.Order#threshold=0 ns\nnonsense\n#\nother#x=1", "com.acme.Order");
        assertThat(FlightRecorder.getFlightRecorder().getRecordings()).hasSize(1);

        final OrderEvent event = new OrderEvent();
        event.symbol = "ACME";
        event.quantity = 7;
        event.price = 1.5;
        event.buy = true;
        event.type = String.class;
        event.commit();

        final Seen seen = awaitEvents(1).get(0);
        assertThat(seen.fields).containsEntry("symbol", "ACME").containsEntry("quantity", 7L)
                .containsEntry("price", 1.5).containsEntry("buy", true).containsEntry("type", "java.lang.String")
                .containsEntry("eventThread", Thread.currentThread().getName())
                .containsEntry("eventThreadId", Thread.currentThread().getId());
        assertThat((String) seen.fields.get("stackTrace")).contains(getClass().getName());

        reader.close();
        reader = null;
        final LedgerTotals totals = controller.stop(SESSION, TIMEOUT).ledger().totals();
        assertThat(totals.isBalanced()).isTrue();
        assertThat(totals.delivered()).isEqualTo(1);
        await().until(() -> FlightRecorder.getFlightRecorder().getRecordings().isEmpty());
        assertThat(new OrderEvent().isEnabled()).isFalse();
    }

    @Test
    void shouldWriteWhatIsHandedOverAtOnceInTheOrderOfItsTimes() {
        FlightRecorder.register(OrderEvent.class);
        bridge = JfrBridge.open(ringside);
        enable(Level.VERBOSE, "com.acme.Order#threshold=0 ns", "com.acme.Order");

        final OrderEvent outer = new OrderEvent();
        outer.symbol = "outer";
        outer.begin();
        final OrderEvent inner = new OrderEvent();
        inner.symbol = "inner";
        inner.begin();
        inner.commit();
        outer.commit();

        assertThat(awaitEvents(2)).extracting(seen -> seen.fields.get("symbol")).containsExactly("outer", "inner");
    }

    /** Traced by the JDK's own instrument. */
    static final class Engine {
        private int matched;

        void match() {
            matched++;
        }
    }

    @Test
    void shouldTraceMethodsWhereTheJdkDoes() {
        assumeTrue(Runtime.version().feature() >= 25, "JFR traces methods from JDK 25 on");
        bridge = JfrBridge.open(ringside);
        enable(Level.VERBOSE, "jdk.MethodTrace#filter=" + Engine.class.getName() + "::match\njdk.MethodTrace#threshold="
                + "0 ns", "jdk.MethodTrace");

        final Engine engine = new Engine();
        engine.match();

        assertThat(engine.matched).isEqualTo(1);
        assertThat(awaitEvents(1).get(0).fields.get("method")).asString().endsWith("$Engine.match");
    }

    @Test
    void shouldFollowASessionThatIsThereBefore() {
        enable(Level.INFORMATION, "", "jdk.GarbageCollection");
        bridge = JfrBridge.open(ringside);
        await().until(() -> !FlightRecorder.getFlightRecorder().getRecordings().isEmpty());

        await().pollInterval(500, TimeUnit.MILLISECONDS).atMost(20, TimeUnit.SECONDS).until(() -> {
            System.gc();
            return reader.poll(event -> {}) > 0;
        });
    }

    /** An application whose main thread ends while a session is on. */
    static final class Ending {
        private Ending() {}

        /** Name the trace directory. */
        public static void main(final String[] arguments) {
            final Ringside ringside = Ringside.connect(new RingsideContext().directory(Path.of(arguments[0]))
                    .registerTimeoutNs(TIMEOUT_NS));
            JfrBridge.open(ringside);
            while (FlightRecorder.getFlightRecorder().getRecordings().stream()
                    .noneMatch(recording -> recording.getState() == RecordingState.RUNNING)) {
                Thread.onSpinWait();
            }
            System.out.println("recording");
        }
    }

    @Test
    void shouldNotKeepTheApplicationAlive() throws IOException {
        enable(Level.INFORMATION, "", "jdk.GarbageCollection");

        try (ChildJvm child = ChildJvm.start(List.of(), Ending.class, directory.toString())) {
            assertThat(child.readLine()).isEqualTo("recording");
            assertThat(child.await()).isZero();
        }
    }

    @Test
    void shouldEndTheRecordingAndSayWhyBeforeItsFileSystemIsFull() {
        final AtomicLong freeBytes = new AtomicLong(JfrSpace.START_MIN_BYTES);
        bridge = JfrBridge.open(ringside, new JfrSpace(freeBytes::get));
        enable(Level.VERBOSE, "", "jdk.GarbageCollection", JfrSchema.ENDED);
        assertThat(FlightRecorder.getFlightRecorder().getRecordings()).hasSize(1);

        freeBytes.set(JfrSpace.RUNNING_MIN_BYTES - 1);

        final Seen ended = awaitEvents(1).stream().filter(each -> each.name.equals(JfrSchema.ENDED)).findFirst()
                .orElseThrow();
        assertThat(ended.fields).containsEntry("freeBytes", JfrSpace.RUNNING_MIN_BYTES - 1)
                .containsEntry("minFreeBytes", JfrSpace.RUNNING_MIN_BYTES).containsKey("path");
        assertThat(FlightRecorder.getFlightRecorder().getRecordings()).isEmpty();

        freeBytes.set(JfrSpace.START_MIN_BYTES - 1);
        enableAgain();
        assertThat(FlightRecorder.getFlightRecorder().getRecordings()).isEmpty();

        freeBytes.set(JfrSpace.START_MIN_BYTES);
        enableAgain();
        assertThat(FlightRecorder.getFlightRecorder().getRecordings()).hasSize(1);
    }

    private void enableAgain() {
        controller.enable(SESSION, EnableRequest.of(JfrBridge.NAME, Enablement.of(Level.VERBOSE, 0, 0)
                .withFilters(EnablementFilters.builder().eventNames(EventNameFilter.in(List.of("jdk.ThreadPark")))
                        .build())),
                TIMEOUT).requireComplete();
        controller.enable(SESSION, EnableRequest.of(JfrBridge.NAME, Enablement.of(Level.VERBOSE, 0, 0)
                .withFilters(EnablementFilters.builder().eventNames(EventNameFilter.in(List.of("jdk.ThreadSleep")))
                        .build())),
                TIMEOUT).requireComplete();
    }

    @Test
    void shouldRefuseEventsWhereTheFileSystemIsNearlyFull() {
        assertThatThrownBy(() -> JfrBridge.open(ringside, new JfrSpace(() -> JfrSpace.START_MIN_BYTES - 1)))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SPACE))
                .hasMessageContaining("freeBytes=" + (JfrSpace.START_MIN_BYTES - 1))
                .hasMessageContaining("repository=");
    }

    @Test
    void shouldLetASessionSetOnlyWhatItRecords() {
        bridge = JfrBridge.open(ringside);
        final List<EventSchema> events = bridge.registration().schema().events();
        final byte[] data = ("jdk.ThreadPark#threshold=5 ms\njdk.ThreadPark#enabled=false\n"
                + "jdk.ThreadSleep#threshold=0 ns").getBytes(StandardCharsets.UTF_8);

        final Map<String, String> settings = JfrSettings.of(events, List.of(
                Enablement.of(Level.VERBOSE, 0, 0).withFilters(EnablementFilters.builder()
                        .eventNames(EventNameFilter.in(List.of("jdk.ThreadPark")))
                        .data(EnablementFilters.Data.of(0, 0, data))
                        .build()),
                Enablement.of(Level.VERBOSE, 0, 0).withFilters(EnablementFilters.builder()
                        .eventNames(EventNameFilter.in(List.of("jdk.ThreadSleep"))).build())));

        assertThat(settings).containsEntry("jdk.ThreadPark#threshold", "5 ms")
                .containsEntry("jdk.ThreadPark#enabled", "true").containsEntry("jdk.ThreadSleep#threshold", "20 ms");
    }

    @Test
    void shouldDescribeTheEventsOfJfr() {
        bridge = JfrBridge.open(ringside);

        final List<EventSchema> events = bridge.registration().schema().events();
        assertThat(events).hasSizeGreaterThan(100);
        assertThat(bridge.registration().schema().keywords()).containsKey("java-virtual-machine.gc");
        assertThat(bridge.registration().event("jdk.GarbageCollection").schema().descriptor().level())
                .isEqualTo(Level.INFORMATION);
        assertThat(bridge.registration().event("jdk.ObjectAllocationOutsideTLAB").schema().descriptor().level())
                .isEqualTo(Level.VERBOSE);
    }
}
