package io.ringside.replay;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.reader.ClassicItems;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ValueMap;
import io.ringside.session.Enablement;
import io.ringside.session.LossCause;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is recorded, replayed and recorded again is the same. */
@Timeout(120)
class ReplayerTest {
    private static final String ORIGINAL = "original";
    private static final String TARGET = "target";
    private static final int SMALL_LANE = 64 * 1024;
    private static final int LARGE_LANE = 1 << 20;
    private static final long START_NS = 1_700_000_000_000_000_000L;
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final ProviderSchema FLOW = ProviderSchema.builder("Example-Flow")
            .keyword("even", 0x1).keyword("odd", 0x2)
            .event("step", EventDescriptor.of(1, 0, 0, 4, 0, 0, 0x1), FieldSchema.of("value", FieldType.INT64))
            .event("step", EventDescriptor.of(1, 1, 0, 3, 2, 0, 0x2), FieldSchema.of("value", FieldType.INT64),
                    FieldSchema.of("rest", FieldType.INT8).fixed(3))
            .build();
    private static final ProviderSchema OTHER = ProviderSchema.builder("Example-Other")
            .event("blob", EventDescriptor.of(9, 5, 0), FieldSchema.of("value", FieldType.INT64)).build();

    private static final ProviderSchema QUOTES = ProviderSchema.builder("Example-Quotes")
            .event("quote", EventDescriptor.of(1, 0, 0),
                    FieldSchema.of("symbol", FieldType.INT32).withValues(ValueMap.published("symbol")),
                    FieldSchema.of("price", FieldType.INT32).withScaleFrom("symbol"))
            .build();

    @TempDir(factory = SharedMemoryFactory.class)
    Path root;
    private final List<String> problems = new ArrayList<>();
    private final List<Long> delays = new ArrayList<>();
    private Path trace;
    private Path recording;
    private Path again;
    private Controller controller;
    private Ringside ringside;
    private long nowNs;

    @BeforeEach
    void open() {
        trace = root.resolve("trace");
        recording = root.resolve("recording");
        again = root.resolve("again");
        controller = Controller.open(trace);
        ringside = Ringside.connect(new RingsideContext().directory(trace)
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)));
    }

    @AfterEach
    void close() {
        CloseHelper.closeAll(ringside, controller);
    }

    @Test
    void shouldReplayARandomFlowSoThatItIsRecordedAsItWas() throws Exception {
        final long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        start(ORIGINAL, SMALL_LANE, 8);
        try (Recorder recorder = recorder(ORIGINAL, recording)) {
            writeRandomFlow(new Random(seed), recorder);
            drain(recorder);
        }
        start(TARGET, LARGE_LANE, 8);
        final Replayer replayed;
        try (Recorder recorder = recorder(TARGET, again)) {
            replayed = replay(context().speed(ReplayContext.MAX_SPEED));
            drain(recorder);
        }

        final Taken original = read(recording);
        assertThat(original.gaps).as("seed=%d", seed).isPositive();
        assertThat(original.lost).isGreaterThan(10);
        assertThat(read(again).threads).as("seed=%d", seed).isEqualTo(original.threads);
        assertThat(problems).isEmpty();
        assertThat(replayed.readEvents()).isEqualTo(original.events).isEqualTo(replayed.replayedEvents());
        assertThat(replayed.lostEvents().total()).isZero();
        assertThat(replayed.unreplayedEvents()).isZero();
        assertThat(replayed.gapEvents()).isEqualTo(original.lost);
        assertThat(controller.query(TARGET).ledger().totals().wanted()).isEqualTo(original.events + original.lost);
        assertThat(controller.query(TARGET).ledger().totals().lost())
                .isEqualTo(controller.query(ORIGINAL).ledger().totals().lost());
    }

    @Test
    void shouldPublishTheNamesAndScalesOfValuesAsTheyWereAtTheTimesOfTheEvents() throws Exception {
        start(ORIGINAL, SMALL_LANE, 8);
        try (Recorder recorder = recorder(ORIGINAL, recording)) {
            final ProviderRegistration quotes = registered(QUOTES);
            final UnsafeBuffer symbol = new UnsafeBuffer(new byte[2 * Integer.BYTES]);
            symbol.putInt(0, 17);
            symbol.putInt(Integer.BYTES, 5_500);
            for (final String name : List.of("FB", "META")) {
                assertThat(quotes.publishName("symbol", 17, name)).isTrue();
                assertThat(quotes.publishScale("symbol", 17, name.length())).isTrue();
                quotes.events().get(0).write(symbol, 0, 2 * Integer.BYTES);
            }
            drain(recorder);
        }
        start(TARGET, SMALL_LANE, 8);
        try (Recorder recorder = recorder(TARGET, again)) {
            assertThat(replay(context().speed(ReplayContext.MAX_SPEED).shiftsTimes(true)).replayedEvents())
                    .isEqualTo(2);
            drain(recorder);
        }

        for (final Path folder : List.of(recording, again)) {
            for (final String name : List.of("FB", "META")) {
                assertThat(count(folder, "symbol is \"" + name + '"')).as("%s of %s", name, folder).isOne();
            }
            for (final String price : List.of("55", "0.55")) {
                assertThat(count(folder, "price == " + price)).as("%s of %s", price, folder).isOne();
            }
        }
        assertThat(problems).isEmpty();
    }

    private static int count(final Path folder, final String condition) {
        final EventFilter filter = EventFilter.parse(condition);
        final int[] count = new int[1];
        try (EventReader reader = EventReader.open(new ReaderContext(), Source.recording(folder))) {
            final EventHandler handler = event -> count[0] += filter.accepts(event) ? 1 : 0;
            while (!reader.isDone() && (reader.poll(handler) > 0 || !reader.hasCaughtUp())) {
                assertThat(reader.totals().lostEvents()).isZero();
            }
            reader.deliverRest(handler);
        }
        return count[0];
    }

    @Test
    void shouldBeReadInTheOrderOfTimeWhenItIsRecorded() throws Exception {
        start(ORIGINAL, 4 * LARGE_LANE, 8);
        try (Recorder recorder = recorder(ORIGINAL, recording)) {
            final ProviderEvent step = registered(FLOW).events().get(0);
            for (int thread = 0; thread < 2; thread++) {
                final ExecutorService one = Executors.newSingleThreadExecutor();
                final int length = thread == 0 ? 500 : 8;
                final long firstNs = START_NS + thread;
                call(one, () -> {
                    long result = 0;
                    for (int i = 0; i < 6_000; i++) {
                        result = step.write(new WriteOptions().timeNs(firstNs + 200L * i),
                                new UnsafeBuffer(new byte[length]), 0, length);
                    }
                    return result;
                });
                one.shutdown();
            }
            drain(recorder);
        }
        start(TARGET, 4 * LARGE_LANE, 8);
        try (Recorder recorder = recorder(TARGET, again);
                Replayer replayer = Replayer.open(context().speed(ReplayContext.MAX_SPEED))) {
            while (!replayer.isComplete()) {
                replayer.doWork();
                // It keeps up, so that by its clock nothing older can come; excerpts end between the lanes of a turn.
                recorder.doWork();
            }
            drain(recorder);
        }

        assertThat(read(again).times).hasSize(12_000).isSorted();
        assertThat(read(again).late).isZero();
    }

    @Test
    void shouldGiveTheEventsToNoOtherSessionAndMarkTheOneThatGetsThem() {
        recordSteps(10, MS);
        start(TARGET, SMALL_LANE, 8);
        start("other", SMALL_LANE, 8);
        controller.enable("other", EnableRequest.of(FLOW.id(), Enablement.of(255, 0, 0)), Duration.ofSeconds(20));
        replay(context().speed(ReplayContext.MAX_SPEED));

        assertThat(controller.query("other").ledger().totals().wanted()).isZero();
        assertThat(controller.query(TARGET).ledger().totals().wanted()).isEqualTo(10);
        assertThat(controller.query(TARGET).session().settings().replay()).isEqualTo(recording.toString());
        assertThat(controller.query("other").session().settings().replay()).isEmpty();
    }

    @Test
    void shouldWriteEachEventWhenItIsDueWhateverDelayedTheOneBefore() {
        recordSteps(5, MS);
        start(TARGET, SMALL_LANE, 8);
        nowNs = 17 * MS;
        try (Replayer replayer = Replayer.open(context().speed(2).clock(() -> nowNs))) {
            assertThat(cycles(replayer)).isOne();
            nowNs += MS / 2 - 1;
            assertThat(cycles(replayer)).isOne();
            assertThat(replayer.dueNs()).isEqualTo(nowNs + 1);
            nowNs++;
            assertThat(cycles(replayer)).isEqualTo(2);
            nowNs += MS / 2 + MS / 10;
            assertThat(cycles(replayer)).isEqualTo(3);
            assertThat(replayer.largestDelayNs()).isEqualTo(MS / 10);
            nowNs += MS / 2 - MS / 10;
            assertThat(cycles(replayer)).as("by the schedule, not after the delay").isEqualTo(4);
            nowNs += MS;
            assertThat(cycles(replayer)).isEqualTo(5);
            assertThat(replayer.isComplete()).isTrue();
        }
        assertThat(delays).containsExactly(0L, 0L, MS / 10, 0L, MS / 2);
    }

    @Test
    void shouldMoveTheScheduleByAPause() {
        recordSteps(3, MS);
        start(TARGET, SMALL_LANE, 8);
        try (Replayer replayer = Replayer.open(context().clock(() -> nowNs))) {
            assertThat(cycles(replayer)).isOne();
            nowNs += MS / 2;
            replayer.pause();
            nowNs += 100 * MS;
            assertThat(replayer.isPaused()).isTrue();
            assertThat(cycles(replayer)).isOne();
            replayer.resume();
            replayer.resume();
            assertThat(cycles(replayer)).isOne();
            nowNs += MS / 2;
            assertThat(cycles(replayer)).isEqualTo(2);
            nowNs += MS;
            assertThat(cycles(replayer)).isEqualTo(3);
        }
        assertThat(delays).containsOnly(0L);
    }

    @Test
    void shouldPauseBeforeTheEventsThatItIsToldWhenTheyAreDue() {
        recordSteps(5, MS);
        start(TARGET, SMALL_LANE, 8);
        final EventFilter third = EventFilter.parse("value >= 2 and value <= 3");
        try (Replayer replayer = Replayer.open(context().clock(() -> nowNs).pauseBefore(third::accepts))) {
            nowNs += 2 * MS - 1;
            assertThat(cycles(replayer)).isOne();
            nowNs += 2 * MS - 1;
            assertThat(cycles(replayer)).isEqualTo(2);
            assertThat(replayer.isPaused()).isFalse();
            nowNs++;
            assertThat(cycles(replayer)).isEqualTo(2);
            assertThat(replayer.isPaused()).isTrue();
            nowNs += 100 * MS;
            replayer.resume();
            assertThat(cycles(replayer)).isEqualTo(3);
            assertThat(replayer.isPaused()).isFalse();
            nowNs += MS;
            assertThat(cycles(replayer)).isEqualTo(3);
            assertThat(replayer.isPaused()).isTrue();
            replayer.resume();
            nowNs += MS;
            assertThat(cycles(replayer)).isEqualTo(5);
            assertThat(replayer.isComplete()).isTrue();
        }
        assertThat(delays.get(2)).isZero();
    }

    @Test
    void shouldPauseAlsoWithoutASchedule() {
        recordSteps(5, MS);
        start(TARGET, SMALL_LANE, 8);
        try (Replayer replayer = Replayer.open(context().speed(ReplayContext.MAX_SPEED)
                .pauseBefore(event -> event.timeNs() == START_NS + 3 * MS))) {
            assertThat(cycles(replayer)).isEqualTo(3);
            assertThat(replayer.isPaused()).isTrue();
            assertThat(cycles(replayer)).isEqualTo(3);
            replayer.resume();
            assertThat(cycles(replayer)).isEqualTo(5);
        }
    }

    @Test
    void shouldShiftAllTimesSoThatTheFirstIsNow() {
        recordSteps(4, MS);
        start(TARGET, SMALL_LANE, 8);
        nowNs = 1_234;
        final SessionInfo session = controller.query(TARGET).session();
        try (Recorder recorder = recorder(TARGET, again)) {
            try (Replayer replayer = Replayer.open(context().speed(ReplayContext.MAX_SPEED).shiftsTimes(true)
                    .clock(() -> nowNs))) {
                assertThat(cycles(replayer)).isEqualTo(4);
            }
            drain(recorder);
        }
        final long startTicks;
        try (DirectoryController rows = DirectoryController.open(TraceDirectory.open(trace))) {
            startTicks = rows.row(TARGET).start().monotonicNs();
        }
        final long firstNs = session.startTimeNs() + nowNs - startTicks;
        assertThat(read(again).times).containsExactly(firstNs, firstNs + MS, firstNs + 2 * MS, firstNs + 3 * MS);
    }

    @Test
    void shouldReplayOnlyWhatIsSelected() {
        recordSteps(10, MS);
        start(TARGET, SMALL_LANE, 8);
        final Replayer replayed = replay(context().speed(ReplayContext.MAX_SPEED)
                .filter(EventFilter.parse("value >= 4").during(START_NS, START_NS + 7 * MS)));

        assertThat(replayed.replayedEvents()).isEqualTo(4);
        assertThat(replayed.filteredEvents()).isEqualTo(6);
        assertThat(controller.query(TARGET).ledger().totals().wanted()).isEqualTo(4);
    }

    @Test
    void shouldCountWhatFindsNoLaneAndSayWhatHelps() throws Exception {
        start(ORIGINAL, SMALL_LANE, 8);
        try (Recorder recorder = recorder(ORIGINAL, recording)) {
            final ProviderEvent step = registered(FLOW).events().get(0);
            for (int thread = 0; thread < 3; thread++) {
                final WriteOptions options = new WriteOptions().timeNs(START_NS + thread);
                final ExecutorService one = Executors.newSingleThreadExecutor();
                call(one, () -> step.write(options, new UnsafeBuffer(new byte[8]), 0, 8));
                one.shutdown();
            }
            drain(recorder);
        }
        final long lanes = read(recording).threads.size();
        start(TARGET, SMALL_LANE, 1);
        final Replayer replayed = replay(context().speed(ReplayContext.MAX_SPEED));

        assertThat(lanes).isEqualTo(3);
        assertThat(replayed.replayedEvents()).isOne();
        assertThat(replayed.lostEvents().of(LossCause.NO_LANE)).isEqualTo(2);
        assertThat(controller.query(TARGET).ledger().totals().lost().of(LossCause.NO_LANE)).isEqualTo(2);
        assertThat(problems).singleElement().asString().contains("session has no lane left", "--lanes");
    }

    @Test
    void shouldCountWhatTheSessionLoses() {
        recordSteps(3_000, 1);
        start(TARGET, SMALL_LANE, 8);
        final Replayer replayed = replay(context());

        assertThat(replayed.lostEvents().of(LossCause.FULL)).isPositive()
                .isEqualTo(3_000 - replayed.replayedEvents())
                .isEqualTo(controller.query(TARGET).ledger().totals().lost().of(LossCause.FULL));
    }

    @Test
    void shouldReplayTwoRecordingsInOneOrderOfTime() {
        recordSteps(10, 2 * MS);
        final Path other = root.resolve("other");
        start("second", SMALL_LANE, 8);
        try (Recorder recorder = recorder("second", other)) {
            write(10, START_NS + MS, 2 * MS);
            drain(recorder);
        }
        start(TARGET, SMALL_LANE, 8);
        final Replayer replayed;
        try (Recorder recorder = recorder(TARGET, again)) {
            replayed = replay(new ReplayContext(List.of(recording, other), TARGET).directory(trace)
                    .errorHandler(error -> problems.add(error.toString())).speed(ReplayContext.MAX_SPEED));
            drain(recorder);
        }
        assertThat(replayed.replayedEvents()).isEqualTo(20);
        assertThat(read(again).times).containsExactlyElementsOf(
                LongStream.range(0, 20).mapToObj(i -> START_NS + i * MS).toList());
    }

    @Test
    void shouldSayWhatIsWrongBeforeAnythingIsWritten() {
        recordSteps(3, MS);
        assertThatThrownBy(() -> Replayer.open(context())).isInstanceOf(RingsideException.class)
                .hasMessageContaining("no such session: name=target").extracting("code").isEqualTo(ErrorCode.NOT_FOUND);
        start(TARGET, SMALL_LANE, 8);
        assertThatThrownBy(() -> Replayer.open(new ReplayContext(List.of(root.resolve("absent")), TARGET)
                .directory(trace))).isInstanceOf(RingsideException.class).extracting("code")
                .isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(controller.query(TARGET).session().settings().replay()).isEmpty();
        assertThatThrownBy(() -> context().speed(0)).isInstanceOf(RingsideException.class);
    }

    @Test
    void shouldEndWithTheSession() {
        recordSteps(3, MS);
        start(TARGET, SMALL_LANE, 8);
        try (Replayer replayer = Replayer.open(context().clock(() -> nowNs))) {
            assertThat(cycles(replayer)).isOne();
            controller.stop(TARGET, Duration.ofSeconds(20));
            nowNs += 10 * MS;
            assertThatThrownBy(() -> cycles(replayer)).isInstanceOf(RingsideException.class)
                    .hasMessageContaining("session has ended: session=target");
        }
    }

    private ReplayContext context() {
        return new ReplayContext(List.of(recording), TARGET).directory(trace).delayHandler(delays::add)
                .errorHandler(error -> problems.add(String.valueOf(error.getMessage())));
    }

    private static Replayer replay(final ReplayContext context) {
        try (Replayer replayer = Replayer.open(context)) {
            replayer.run(() -> false);
            assertThat(replayer.isComplete()).isTrue();
            return replayer;
        }
    }

    /** Does what is due; returns the events that the session has. */
    private static long cycles(final Replayer replayer) {
        int quiet = 0;
        while (quiet < 2 && !replayer.isComplete()) {
            quiet = replayer.doWork() == 0 ? quiet + 1 : 0;
        }
        return replayer.replayedEvents();
    }

    private void start(final String name, final int laneBytes, final int lanes) {
        controller.start(SessionSettings.builder(name).laneBytes(laneBytes).lanes(lanes).build());
    }

    private ProviderRegistration registered(final ProviderSchema schema) {
        final ProviderRegistration registration = ringside.register(schema);
        for (final String session : List.of(ORIGINAL, "second")) {
            if (controller.sessions().stream().anyMatch(each -> each.name().equals(session))) {
                assertThat(controller.enable(session, EnableRequest.of(schema.id(), Enablement.of(255, 0, 0)),
                        Duration.ofSeconds(20)).isComplete()).isTrue();
            }
        }
        return registration;
    }

    private void recordSteps(final int count, final long stepNs) {
        start(ORIGINAL, LARGE_LANE, 8);
        try (Recorder recorder = recorder(ORIGINAL, recording)) {
            write(count, START_NS, stepNs);
            drain(recorder);
        }
        controller.stop(ORIGINAL, Duration.ofSeconds(20));
    }

    private void write(final int count, final long firstNs, final long stepNs) {
        try (ProviderRegistration registration = registered(FLOW)) {
            final ProviderEvent step = registration.events().get(0);
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[8]);
            final WriteOptions options = new WriteOptions();
            for (int i = 0; i < count; i++) {
                payload.putLong(0, i);
                step.write(options.timeNs(firstNs + i * stepNs), payload, 0, 8);
            }
        }
    }

    private Recorder recorder(final String session, final Path folder) {
        return Recorder.open(new RecorderContext(session, folder).directory(trace).minFreeBytes(1)
                .blockBytes(1 << 21).libraryThread(Runnable::run)
                .errorHandler(error -> problems.add(String.valueOf(error.getMessage()))));
    }

    /** Until nothing is left, not even losses at the end of lanes, which are looked for at intervals. */
    private void drain(final Recorder recorder) {
        final String session = recorder.sessionName();
        do {
            recorder.doWork();
        } while (controller.query(session).ledger().totals().inRing() > 0
                || recorder.events() + recorder.lostEvents() < controller.query(session).ledger().totals().wanted());
    }

    private void writeRandomFlow(final Random random, final Recorder recorder) throws Exception {
        final ProviderRegistration flow = registered(FLOW);
        final ProviderRegistration other = registered(OTHER);
        final ProviderEvent described = flow.selfDescribing("described")
                .fields(FieldSchema.of("value", FieldType.INT64)).intern();
        final List<ExecutorService> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            final String name = "flow-" + i;
            threads.add(Executors.newSingleThreadExecutor(task -> new Thread(task, name)));
        }
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[60_000]);
        random.nextBytes(payload.byteArray());
        long timeNs = START_NS;
        for (int step = 0; step < 1_500; step++) {
            timeNs += 1 + random.nextInt(10_000);
            final WriteOptions options = new WriteOptions().timeNs(timeNs);
            if (random.nextInt(3) == 0) {
                options.activity(new UUID(random.nextLong(), random.nextLong()));
            }
            if (random.nextInt(4) == 0) {
                options.related(new UUID(random.nextLong(), random.nextLong()));
            }
            final int length = random.nextInt(400) == 0 ? 60_000 : 8 + random.nextInt(600);
            final int kind = random.nextInt(8);
            call(threads.get(random.nextInt(3)), () -> switch (kind) {
                case 0 -> flow.writeString(options, 3, 0x2, "text of " + length);
                case 1 -> other.events().get(0).write(options, payload, 0, length);
                case 2 -> described.write(options, payload, 0, 8);
                default -> flow.events().get(kind % 2).write(options, payload, 0, length);
            });
            if (step % 700 == 699) {
                // Up to then lanes fill up, and some events are lost in the middle of them.
                drain(recorder);
            }
        }
        for (final ExecutorService thread : threads) {
            thread.shutdown();
            assertThat(thread.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void call(final ExecutorService thread, final Callable<Long> write) throws Exception {
        thread.submit(write).get();
    }

    private static Taken read(final Path folder) {
        final Taken taken = new Taken();
        try (EventReader reader = EventReader.open(Source.recording(folder))) {
            reader.readAvailable(taken);
        }
        return taken;
    }

    /** Everything that a recording says of its events and losses, for each thread in its order. */
    private static final class Taken implements EventHandler {
        private final Map<Long, List<String>> threads = new TreeMap<>();
        private final List<Long> times = new ArrayList<>();
        private long events;
        private long late;
        private long gaps;
        private long lost;

        @Override
        public void onEvent(final EventView event) {
            final byte[] payload = new byte[event.payloadLength()];
            event.buffer().getBytes(event.payloadOffset(), payload);
            events++;
            late += event.isLate() ? 1 : 0;
            times.add(event.timeNs());
            threads.computeIfAbsent(event.ownerThreadId(), id -> new ArrayList<>()).add(event.timeNs() + " pid="
                    + event.processId() + " tid=" + event.threadId() + " thread=" + event.threadName() + " "
                    + event.activityId() + " " + event.relatedActivityId() + " " + event.providerName() + "/"
                    + event.eventName() + " " + event.providerId() + " " + event.descriptor() + " classic="
                    + ClassicItems.isIn(event) + " items=" + (event.payloadOffset() - event.recordOffset()) + " text="
                    + event.string() + " schema=" + event.schema() + " "
                    + HexFormat.of().formatHex(payload));
        }

        @Override
        public void onGap(final GapView gap) {
            gaps++;
            lost += gap.total();
            final StringBuilder text = new StringBuilder("gap of " + gap.fromTimeNs() + " to " + gap.toTimeNs());
            for (final LossCause cause : LossCause.values()) {
                text.append(' ').append(gap.count(cause));
            }
            threads.computeIfAbsent(gap.threadId(), id -> new ArrayList<>()).add(text.toString());
        }
    }
}
