package io.ringside.reader;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.registry.ClockPair;
import io.ringside.recording.Recorder;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.timeline.Timelines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TimelinesTest {
    private static final ProviderSchema ORDERS = ProviderSchema.builder("Timeline-Orders")
            .event("accepted", EventDescriptor.of(1, 4, 0x1), FieldSchema.of("orderId", FieldType.INT64))
            .event("trade", EventDescriptor.of(2, 4, 0x1), FieldSchema.of("takerOrderId", FieldType.UINT32),
                    FieldSchema.of("makerOrderId", FieldType.UINT32))
            .event("cancelled", EventDescriptor.of(3, 4, 0x1), FieldSchema.of("id", FieldType.INT64))
            .event("named", EventDescriptor.of(4, 4, 0x1), FieldSchema.of("orderId", FieldType.DOUBLE))
            .build();
    private static final String KEY = "accepted.orderId = trade.takerOrderId = Timeline-Orders/trade.makerOrderId = "
            + "timeline-orders/3.id";
    private static final int EVENTS = 20_000;
    private static final int ORDER_IDS = 500;

    @TempDir
    Path root;
    private RecordingFixture fixture;
    private HandMadeProvider provider;
    private int schemaIndex;
    private final List<Timelines.Timeline> found = new ArrayList<>();

    @BeforeEach
    void start() {
        fixture = new RecordingFixture(root);
        provider = fixture.session.provider();
        schemaIndex = provider.register(ORDERS);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldPutTogetherWhatAPlainListOfAllEventsSays() {
        final long seed = System.nanoTime();
        System.out.println("TimelinesTest: seed=" + seed);
        final Random random = new Random(seed);
        final Map<Long, List<String>> open = new LinkedHashMap<>();
        final List<String> expected = new ArrayList<>();
        long begunAgain = 0;
        try (Recorder recorder = fixture.recorder()) {
            long timeTicks = 1_000;
            for (int i = 0; i < EVENTS; i++) {
                timeTicks += 1 + random.nextInt(1_000);
                final long order = random.nextInt(ORDER_IDS);
                final long other = random.nextInt(ORDER_IDS);
                switch (random.nextInt(3)) {
                    case 0 -> {
                        write(0, order, timeTicks);
                        if (open.containsKey(order)) {
                            begunAgain++;
                            expected.add(order + open.remove(order).toString());
                        }
                        open.computeIfAbsent(order, key -> new ArrayList<>()).add("accepted@" + timeTicks);
                    }
                    case 1 -> {
                        write(1, order | other << Integer.SIZE, timeTicks);
                        open.computeIfAbsent(order, key -> new ArrayList<>()).add("trade@" + timeTicks);
                        if (other != order) {
                            open.computeIfAbsent(other, key -> new ArrayList<>()).add("trade@" + timeTicks);
                        }
                    }
                    default -> {
                        write(2, order, timeTicks);
                        open.computeIfAbsent(order, key -> new ArrayList<>()).add("cancelled@" + timeTicks);
                    }
                }
                if (i % 100 == 0) {
                    fixture.record(recorder);
                }
            }
            fixture.record(recorder);
        }
        open.forEach((order, stages) -> expected.add(order + stages.toString()));

        final Timelines timelines = read(KEY);

        assertThat(found).extracting(TimelinesTest::text).containsExactlyElementsOf(expected);
        assertThat(timelines.count()).isEqualTo(expected.size());
        assertThat(timelines.begunAgain()).isEqualTo(begunAgain);
        assertThat(timelines.withoutBegin()).isEqualTo(
                expected.stream().filter(text -> !text.contains("[accepted")).count());
        assertThat(timelines.maybeLost()).isZero();
        assertThat(timelines.withoutKey()).isZero();
        assertThat(timelines.evicted()).isZero();
    }

    @Test
    void shouldSayWhichTimelinesMayHaveLostEventsInAGap() {
        try (Recorder recorder = fixture.recorder()) {
            write(0, 1, 1_000);
            write(2, 1, 1_500);
            provider.at(3_000).write(0, FrameDescriptor.reference(schemaIndex, 0), 3, 1 << 16);
            write(2, 3, 4_500);
            write(0, 4, 5_000);
            fixture.record(recorder);
        }
        assertThat(read(KEY).maybeLost()).isEqualTo(2);

        assertThat(found).extracting(Timelines.Timeline::key).containsExactly(1L, 3L, 4L);
        assertThat(found).extracting(Timelines.Timeline::maybeLost).containsExactly(true, true, false);
        assertThat(found).extracting(Timelines.Timeline::hasBegin).containsExactly(true, false, true);
    }

    @Test
    void shouldPutTogetherTheEventsOfAnActivityWithoutAKey() {
        try (Recorder recorder = fixture.recorder()) {
            // The activity of an event that is made by hand is its value.
            write(0, 7, 1_000);
            write(0, 8, 1_001);
            write(2, 7, 1_002);
            fixture.record(recorder);
        }
        final Timelines timelines = read(Timelines.ACTIVITY_ID);

        assertThat(timelines.withoutBegin()).isZero();
        assertThat(found).extracting(timeline -> timeline.stages().size()).containsExactly(2, 1);
        assertThat(found).extracting(Timelines.Timeline::durationNs).containsExactly(2L, 0L);
    }

    @Test
    void shouldCountEventsThatTheKeyNamesAndThatLackTheField() {
        try (Recorder recorder = fixture.recorder()) {
            write(0, 7, 1_000);
            write(2, 7, 1_001);
            fixture.record(recorder);
        }
        final Timelines timelines = read("accepted.orderId = cancelled.orderId");

        assertThat(timelines.withoutKey()).isOne();
        assertThat(timelines.count()).isOne();
    }

    @Test
    void shouldOrderEventsByTimeThatComeLate() {
        try (Recorder recorder = fixture.recorder()) {
            write(0, 7, 2_000);
            fixture.record(recorder);
            write(1, 7, 1_500);
            fixture.record(recorder);
        }
        read(KEY);

        final Timelines.Timeline ofOrder = found.stream().filter(timeline -> timeline.key().equals(7L)).findFirst()
                .orElseThrow();
        assertThat(ofOrder.stages()).extracting(Timelines.Stage::event).containsExactly("trade", "accepted");
        assertThat(ofOrder.durationNs()).isEqualTo(500);
    }

    @Test
    void shouldKeepABoundedNumberOfStagesAndCountTheRest() {
        try (Recorder recorder = fixture.recorder()) {
            for (int i = 0; i < Timelines.STAGES_MAX + 5; i++) {
                write(2, 7, 1_000 + i);
                fixture.record(recorder);
            }
        }
        read(KEY);

        assertThat(found).singleElement().extracting(timeline -> timeline.stages().size(), Timelines.Timeline::leftOut)
                .containsExactly(Timelines.STAGES_MAX, 5L);
    }

    @Test
    void shouldFindPairsOfStagesInTheSamePass() {
        final long seed = System.nanoTime();
        System.out.println("TimelinesTest: seed=" + seed);
        final Random random = new Random(seed);
        final Map<Long, Long> begun = new LinkedHashMap<>();
        final List<String> expected = new ArrayList<>();
        long withoutBegin = 0;
        long begunAgain = 0;
        try (Recorder recorder = fixture.recorder()) {
            long timeTicks = 1_000;
            for (int i = 0; i < EVENTS; i++) {
                timeTicks += random.nextInt(1_000);
                final long order = random.nextInt(ORDER_IDS);
                final boolean isBegin = random.nextBoolean();
                // In one lane, as ties are in the order of lanes.
                provider.at(timeTicks).write(0, FrameDescriptor.reference(schemaIndex, isBegin ? 0 : 2), order,
                        Long.BYTES);
                if (isBegin) {
                    begunAgain += begun.putIfAbsent(order, timeTicks) == null ? 0 : 1;
                } else if (begun.containsKey(order)) {
                    final long beganTicks = begun.remove(order);
                    expected.add(order + ": " + beganTicks + " to " + timeTicks);
                } else {
                    withoutBegin++;
                }
                if (i % 100 == 0) {
                    fixture.record(recorder);
                }
            }
            fixture.record(recorder);
        }
        final List<String> pairs = new ArrayList<>();
        final Timelines timelines = new Timelines(KEY, found::add);
        final Timelines.Pairs between = timelines.between("accepted", "Timeline-Orders/cancelled",
                pair -> pairs.add(pair.key() + ": " + (pair.fromNs() - HandMadeSession.START.wallNs()) + " to "
                        + (pair.toNs() - HandMadeSession.START.wallNs())));
        read(timelines);

        assertThat(pairs).containsExactlyElementsOf(expected);
        assertThat(between.count()).isEqualTo(expected.size());
        assertThat(between.standFor()).isEqualTo(expected.size());
        assertThat(between.withoutBegin()).isEqualTo(withoutBegin);
        assertThat(between.begunAgain()).isEqualTo(begunAgain);
        assertThat(between.withoutEnd()).isEqualTo(begunAgain + begun.size());
        assertThat(between.evicted()).isZero();
        assertThat(found.stream().mapToLong(timeline -> timeline.stages().size()).sum()).isEqualTo(EVENTS);
    }

    @Test
    void shouldPutTogetherEventsOfProcessesAndSessionsWhoseClocksDiffer() {
        final long seed = System.nanoTime();
        System.out.println("TimelinesTest: seed=" + seed);
        final Random random = new Random(seed);
        final long hourNs = TimeUnit.HOURS.toNanos(1);
        // Ticks of the other session are an hour and some more away from those of this one.
        final long shiftTicks = hourNs + random.nextInt(1_000_000);
        final RecordingFixture other = new RecordingFixture(root.resolve("other"), HandMadeSession.start(
                root.resolve("other-trace"),
                new ClockPair(HandMadeSession.START.wallNs() + hourNs, hourNs + shiftTicks)));
        final Map<Long, List<String>> open = new LinkedHashMap<>();
        final List<String> expected = new ArrayList<>();
        try (other) {
            final List<HandMadeProvider> processes = List.of(provider, fixture.session.provider(),
                    other.session.provider(), other.session.provider());
            processes.stream().skip(1).forEach(process -> assertThat(process.register(ORDERS)).isZero());
            try (Recorder recorder = fixture.recorder(); Recorder otherRecorder = other.recorder()) {
                long timeNs = 1_000;
                for (int i = 0; i < EVENTS / 4; i++) {
                    timeNs += 1 + random.nextInt(1_000);
                    final long order = random.nextInt(ORDER_IDS);
                    final int process = random.nextInt(processes.size());
                    final boolean isBegin = random.nextInt(3) == 0;
                    processes.get(process).at(timeNs + (process < 2 ? 0 : shiftTicks)).write(random.nextInt(2),
                            FrameDescriptor.reference(0, isBegin ? 0 : 2), order, Long.BYTES);
                    if (isBegin && open.containsKey(order)) {
                        expected.add(order + open.remove(order).toString());
                    }
                    open.computeIfAbsent(order, key -> new ArrayList<>())
                            .add((isBegin ? "accepted@" : "cancelled@") + timeNs);
                    if (i % 100 == 0) {
                        fixture.record(recorder);
                        other.record(otherRecorder);
                    }
                }
                fixture.record(recorder);
                other.record(otherRecorder);
            }
            open.forEach((order, stages) -> expected.add(order + stages.toString()));
            read(new Timelines(KEY, found::add), Source.recording(fixture.folder), Source.recording(other.folder));
        }

        assertThat(found).extracting(TimelinesTest::text).containsExactlyElementsOf(expected);
    }

    @Test
    void shouldTellBothTypesOfAKey() {
        try (Recorder recorder = fixture.recorder()) {
            write(0, 7, 1_000);
            provider.at(1_001).write(0, FrameDescriptor.reference(schemaIndex, 3), Double.doubleToLongBits(7.0),
                    Long.BYTES);
            fixture.record(recorder);
        }
        assertThat(read(KEY).misfit()).isNull();
        assertThat(read("accepted.orderId = named.orderId").misfit()).contains("two types",
                "whole number in Timeline-Orders/accepted",
                "floating point number in Timeline-Orders/named");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "orderId", "accepted.", ".orderId", "accepted.orderId =", "/accepted.orderId",
        "Orders/.orderId"})
    void shouldRejectAKeyThatIsNotOfTheForm(final String key) {
        assertThatThrownBy(() -> new Timelines(key, found::add)).isInstanceOf(RingsideException.class);
    }

    private void write(final int event, final long value, final long timeTicks) {
        provider.at(timeTicks).write(event & 1, FrameDescriptor.reference(schemaIndex, event), value, Long.BYTES);
    }

    private Timelines read(final String key) {
        return read(new Timelines(key, found::add));
    }

    private static String text(final Timelines.Timeline timeline) {
        return timeline.key() + timeline.stages().stream()
                .map(stage -> stage.event() + "@" + (stage.timeNs() - HandMadeSession.START.wallNs())).toList()
                .toString();
    }

    private Timelines read(final Timelines timelines) {
        return read(timelines, Source.recording(fixture.folder));
    }

    private static Timelines read(final Timelines timelines, final Source... sources) {
        try (EventReader reader = EventReader.open(sources)) {
            reader.readAvailable(timelines);
        }
        timelines.finish();
        return timelines;
    }
}
