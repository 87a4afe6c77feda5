package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.etw.trace.BufferStatistics;
import io.ringside.etw.trace.EtwHeaderEncoder;
import io.ringside.etw.trace.EtwHeaderLayout;
import io.ringside.etw.trace.EventRecord;
import io.ringside.etw.trace.LossSummary;
import io.ringside.etw.trace.Trace;
import io.ringside.etw.trace.TraceClock;
import io.ringside.etw.trace.TraceContext;
import io.ringside.etw.trace.TraceHeader;
import io.ringside.etw.trace.TraceStatus;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.event.Filetime;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.session.LedgerTotals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Opening, processing and closing traces of recordings. */
class RecordingTraceTest {
    private static final long START_NS = HandMadeSession.START.wallNs();
    /** Ahead of every clock. */
    private static final long FAR_TICKS = 1L << 60;

    @TempDir
    Path root;
    private final TraceEventList events = new TraceEventList();
    private final List<BufferStatistics> buffers = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private RecordingFixture fixture;
    private HandMadeProvider provider;

    @BeforeEach
    void start() {
        fixture = new RecordingFixture(root);
        provider = fixture.session.provider();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R6.1 \"both names → all ones/87; missing file → 161\": a refusal with a code, and no trace")
    void shouldRefuseBothNamesNoNameAndAMissingRecording() {
        final TraceDirectory directory = fixture.session.directory();
        refused(context().directory(directory.path()).session("hand-made").recording(fixture.folder),
                ErrorCode.INVALID_ARGUMENT);
        refused(context(), ErrorCode.INVALID_ARGUMENT);
        refused(context().recording(root.resolve("missing")), ErrorCode.NOT_FOUND);
        refused(context().recording(fixture.session.directory().path()), ErrorCode.NOT_FOUND);
    }

    @Test
    @DisplayName("R6.1 the header is there once a recording is open, and a session need not exist yet")
    void shouldFillTheHeaderOfARecordingWhenItIsOpened() {
        fixture.nowMs += 1_000;
        record(0, 3);

        final TraceHeader header = open().header();

        assertThat(header.loggerName()).isEqualTo("hand-made");
        assertThat(header.logFileName()).isEqualTo(fixture.folder.toString());
        assertThat(header.clock())
                .isEqualTo(new TraceClock(TraceClock.PERFORMANCE_COUNTER, 1_000_000_000, 0, START_NS));
        assertThat(header.bufferBytes()).isEqualTo(LaneGeometry.of(LaneGeometry.MIN_LANE_BYTES).blockBytes());
        assertThat(header.buffersWritten()).isOne();
        assertThat(header.endNs()).isEqualTo(START_NS + 1_000_000_000L);
        assertThat(header.logFileMode()).isZero();
        assertThat(Trace.open(context().directory(fixture.session.directory().path()).session("nobody")).header())
                .isNull();
    }

    @Test
    @DisplayName("R6.8 \"first record = header, opcode 0, EventTraceGuid\", with the facts of the trace's header")
    void shouldDeliverTheHeaderAsTheFirstEventOfEachRecording() {
        record(0, 3);
        final TraceHeader header = open().header();
        events.onEvent = event -> {
            if (events.texts.size() == 1) {
                assertThat(event.providerId()).hasToString("68fdd900-4a3e-11d1-84f4-0000f80464e3");
                assertThat(event.descriptor().opcode()).isZero();
                assertThat(event.providerName()).isEqualTo("EventTrace");
                assertThat(event.timeNs()).isEqualTo(START_NS);
                assertThat(event.processId()).isNull();
                assertThat(event.sessionId()).isEqualTo(fixture.session.row().id());
            }
        };
        final Object context = new Object();

        final TraceContext traced = context().recording(fixture.folder).userContext(context);
        events.record = new EventRecord(traced);

        assertThat(Trace.open(traced).process())
                .isEqualTo(TraceStatus.SUCCESS);

        assertThat(errors).isEmpty();
        assertThat(events.texts).hasSize(4);
        assertThat(events.texts.get(0)).startsWith("Header 0 bufferSize=" + header.bufferBytes() + " ")
                .contains(" logFileMode=0 buffersWritten=1 pointerSize=8 eventsLost=0 loggerName=hand-made logFileName="
                        + fixture.folder)
                .contains(" perfFreq=1000000000 ").endsWith(" clockType=1 buffersLost=0");
        assertThat(events.values).containsExactly(0L, 1L, 2L);
        assertThat(events.contexts).hasSize(4).containsOnly(context);
    }

    @Test
    @DisplayName("R4.28 \"BuffersLost/EventsLost in the header equal the session's final counters\"")
    void shouldTellTheFinalCountersOfTheSessionInTheHeader() {
        final HandMadeProvider dead = fixture.session.provider();
        provider.fill(0, 0);
        provider.page().addNoLane(fixture.session.row().slot(), 77);
        dead.attempt(1);
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
            provider.fill(0, 10_000);
            provider.fill(2, 20_000);
            dead.die();
            fixture.record(recorder);
            fixture.session.stop();
            provider.detach(fixture.session.row().generation());
            fixture.record(recorder);
            assertThat(recorder.hasEnded()).isTrue();
        }
        final LossSummary counters = LossSummary.of(totals().lost());
        assertThat(counters.eventsLost()).isEqualTo(5);

        final TraceHeader header = open().header();

        assertThat(header.losses()).isEqualTo(counters);
        assertThat(header.eventsLost()).isEqualTo(5);
        assertThat(header.buffersLost()).isZero();
    }

    @Test
    @DisplayName("R4.28 a recording of several sessions tells of the losses of all, each counted once")
    void shouldAddUpTheLossesOfAllSessionsInARecording() {
        provider.fill(0, 0);
        record(0, 0);
        try (HandMadeSession other = HandMadeSession.start(root.resolve("other"), fixture.session.row().settings(), 8,
                3); RecordingFixture second = new RecordingFixture(root, other)) {
            second.session.provider().fill(0, 100_000);
            append(second);
        }
        provider.fill(1, 200_000);
        append(fixture);

        final TraceHeader header = open().header();

        assertThat(header.losses()).isEqualTo(new LossSummary(3, 0, 0));
        assertThat(header.clock().startNs()).isEqualTo(START_NS);
    }

    @Test
    @DisplayName("R4.28 \"a file whose session was killed before finalisation must still open\"")
    void shouldOpenTheRecordingOfASessionThatWasKilled() throws IOException {
        final Path left = root.resolve("left");
        try (Recorder recorder = fixture.recorder()) {
            provider.writeSequence(0, 0, 10);
            fixture.record(recorder);
            final int written = provider.fill(1, 100);
            fixture.record(recorder);
            provider.write(1, 1_000);
            fixture.record(recorder);
            copy(fixture.folder, left);
            assertThat(written).isPositive();
        }
        final Trace trace = Trace.open(context().recording(left));

        assertThat(trace.header().eventsLost()).isOne();
        assertThat(trace.process()).isEqualTo(TraceStatus.SUCCESS);
        assertThat(events.values).contains(0L, 9L, 100L).endsWith(1_000L);
        assertThat(events.texts.get(events.texts.size() - 2)).isEqualTo("RT_LostEvent 32 events=1");
    }

    @Test
    @DisplayName("R6.3 \"raw mode value = clock units of the session\": the record's time, and its header's")
    void shouldTellTimesInUnitsOfTheSessionsClockIfAskedTo() {
        provider.at(123_456_789).write(0, 1);
        record(0, 0);
        final UnsafeBuffer header = new UnsafeBuffer(new byte[EtwHeaderLayout.LENGTH]);
        final TraceContext raw = context().recording(fixture.folder).rawTimestamps(true);
        events.record = new EventRecord(raw);
        events.onEvent = event -> new EtwHeaderEncoder().encode(events.record.wrap(event), header, 0);

        assertThat(Trace.open(raw).process())
                .isEqualTo(TraceStatus.SUCCESS);

        assertThat(events.timestamps).containsExactly(HandMadeSession.START.monotonicNs(), 123_456_789L);
        assertThat(header.getLong(EtwHeaderLayout.TIMESTAMP_OFFSET)).isEqualTo(123_456_789);

        events.timestamps.clear();
        events.record = new EventRecord();
        assertThat(open().process()).isEqualTo(TraceStatus.SUCCESS);

        assertThat(events.timestamps).containsExactly(Filetime.fromEpochNs(START_NS),
                Filetime.fromEpochNs(START_NS + 123_456_789));
    }

    @Test
    @DisplayName("R6.5 each result of processing, for recordings")
    void shouldHaveAResultForEachCase() {
        record(0, 10);
        final Trace session = Trace.open(context().directory(fixture.session.directory().path()).session("hand-made"));
        final Trace closed = open();
        assertThat(closed.closeTrace()).isEqualTo(TraceStatus.SUCCESS);

        assertThat(Trace.process(List.of())).isEqualTo(TraceStatus.BAD_LENGTH);
        assertThat(Trace.process(Collections.nCopies(65, open()))).isEqualTo(TraceStatus.BAD_LENGTH);
        assertThat(Trace.process(List.of(open(), session))).isEqualTo(TraceStatus.INVALID_PARAMETER);
        assertThat(Trace.process(List.of(session, session))).isEqualTo(TraceStatus.INVALID_PARAMETER);
        assertThat(Trace.process(List.of(open()), 2, 1)).isEqualTo(TraceStatus.INVALID_TIME);
        assertThat(closed.process()).isEqualTo(TraceStatus.INVALID_HANDLE);
        final Trace open = open();
        assertThat(Trace.process(List.of(open, open))).isEqualTo(TraceStatus.INVALID_HANDLE);
        assertThat(Trace.process(List.of(open, closed))).isEqualTo(TraceStatus.INVALID_HANDLE);
        assertThat(events.texts).isEmpty();
        assertThat(open.process()).as("nothing of it was used up").isEqualTo(TraceStatus.SUCCESS);
        assertThat(open.process()).isEqualTo(TraceStatus.INVALID_HANDLE);
        assertThat(events.values).hasSize(10);
    }

    @Test
    @DisplayName("R6.5 an exception in a callback ends the processing")
    void shouldEndWithNoAccessWhenACallbackThrows() {
        record(0, 10);
        final IllegalStateException failure = new IllegalStateException("of the callback");
        events.onEvent = event -> {
            if (events.values.size() == 4) {
                throw failure;
            }
        };
        assertThat(open().process()).isEqualTo(TraceStatus.NOACCESS);
        assertThat(errors).containsExactly(failure);
        assertThat(events.values).hasSize(4);

        events.onEvent = event -> {};
        assertThat(Trace.open(context().recording(fixture.folder).bufferCallback(statistics -> {
            throw failure;
        })).process()).isEqualTo(TraceStatus.NOACCESS);
        assertThat(errors).containsExactly(failure, failure);
    }

    @Test
    @DisplayName("R6.5 the results have the codes of ETW's")
    void shouldHaveTheCodesOfEtw() {
        assertThat(Stream.of(TraceStatus.values()).map(status -> status + "=" + status.etwCode())).containsExactly(
                "SUCCESS=0", "INVALID_HANDLE=6", "BAD_LENGTH=24", "INVALID_PARAMETER=87", "NOACCESS=998",
                "CANCELLED=1223", "INVALID_TIME=1901", "WMI_INSTANCE_NOT_FOUND=4201", "CTX_CLOSE_PENDING=7007");
        assertThat(Stream.of(TraceStatus.values()).filter(TraceStatus::isSuccess))
                .containsExactly(TraceStatus.SUCCESS, TraceStatus.CTX_CLOSE_PENDING);
    }

    @Test
    @DisplayName("R6.7 \"count callbacks = buffers read\": each batch, once all of its events were delivered")
    void shouldCallBackBehindEachBuffer() {
        recordThreeBatches();
        final List<Integer> delivered = new ArrayList<>();
        final Trace trace = Trace.open(context().recording(fixture.folder).bufferCallback(statistics -> {
            delivered.add(events.values.size());
            return buffers.add(statistics);
        }));

        assertThat(trace.header().buffersWritten()).isEqualTo(3);
        assertThat(trace.process()).isEqualTo(TraceStatus.SUCCESS);

        assertThat(buffers).extracting(BufferStatistics::buffersRead).containsExactly(1L, 2L, 3L);
        assertThat(buffers).extracting(BufferStatistics::events).containsExactly(20L, 20L, 20L);
        assertThat(buffers).extracting(BufferStatistics::filledBytes).allMatch(bytes -> bytes > 20 * 64);
        // What the first batch holds of lane 1 is younger than all of the second batch.
        assertThat(delivered).containsExactly(40, 40, 60);
        assertThat(events.values).isEqualTo(sortedValues());
    }

    @Test
    @DisplayName("R6.7 \"returning FALSE on the first stops with 1223\"")
    void shouldStopWhenTheBufferCallbackReturnsFalse() {
        recordThreeBatches();
        final Trace trace = Trace.open(context().recording(fixture.folder).bufferCallback(statistics -> {
            buffers.add(statistics);
            return false;
        }));

        assertThat(trace.process()).isEqualTo(TraceStatus.CANCELLED);

        assertThat(buffers).hasSize(1);
        assertThat(events.values).hasSize(40);
    }

    @Test
    @DisplayName("R6.2 R6.4 several traces are one order of time, in a window, each for its own callbacks")
    void shouldProcessSeveralTracesInOneOrderOfTime() {
        try (RecordingFixture other = new RecordingFixture(root.resolve("other"))) {
            final HandMadeProvider odd = other.session.provider();
            for (int value = 0; value < 100; value++) {
                (value % 2 == 0 ? provider : odd).at(2_000 + value).write(0, value);
            }
            record(0, 0);
            try (Recorder recorder = other.recorder()) {
                other.record(recorder);
            }
            final List<String> order = new ArrayList<>();
            final TraceEventList own = new TraceEventList();
            events.onEvent = event -> order.add(events.lastName());
            own.onEvent = event -> order.add(own.lastName());

            assertThat(Trace.process(List.of(open(), Trace.open(new TraceContext(own).recording(other.folder))),
                    START_NS + 2_010, START_NS + 2_020)).isEqualTo(TraceStatus.SUCCESS);

            assertThat(order).isEqualTo(Stream.concat(Stream.of("Header", "Header"),
                    LongStream.rangeClosed(10, 20).mapToObj(String::valueOf)).toList());
            assertThat(own.values).containsExactly(11L, 13L, 15L, 17L, 19L);
        }
    }

    @Test
    @DisplayName("R6.13 records of losses stand before the event behind the loss, and then the flow goes on")
    void shouldTellOfLossesBeforeTheNextEvent() {
        final int written = provider.fill(0, 0);
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
            provider.writeSequence(0, 100_000, 2);
            fixture.record(recorder);
        }

        assertThat(open().process()).isEqualTo(TraceStatus.SUCCESS);

        assertThat(events.textsBehindHeaders()).hasSize(written + 3)
                .endsWith(String.valueOf(written - 1), "RT_LostEvent 32 events=1", "100000", "100001");
    }

    @Test
    @DisplayName("R6.8 who reads a recording by itself is not given headers and records of losses")
    void shouldGiveOtherConsumersNoEventsOfTheTrace() {
        provider.fill(0, 0);
        record(0, 0);

        assertThat(fixture.read().texts).isNotEmpty().noneMatch(text -> text.contains("Trace"))
                .noneMatch(text -> text.contains("Lost"));
    }

    @Test
    @DisplayName("R6.9 a recording that is closed by a callback ends behind what was read")
    void shouldEndBehindWhatWasReadWhenClosed() {
        recordThreeBatches();
        final Trace trace = open();
        events.onEvent = event -> {
            if (events.values.size() == 1) {
                assertThat(trace.closeTrace()).isEqualTo(TraceStatus.CTX_CLOSE_PENDING);
                assertThat(trace.closeTrace()).isEqualTo(TraceStatus.INVALID_HANDLE);
            }
        };

        assertThat(trace.process()).isEqualTo(TraceStatus.SUCCESS);

        assertThat(errors).isEmpty();
        assertThat(events.values).isNotEmpty();
        assertThat(trace.closeTrace()).isEqualTo(TraceStatus.INVALID_HANDLE);
    }

    private TraceContext context() {
        return new TraceContext(events).errorHandler(errors::add).clock(() -> fixture.nowNs)
                .idleStrategy(new SteppedIdle(() -> fixture.nowNs += TimeUnit.MILLISECONDS.toNanos(1)));
    }

    private Trace open() {
        return Trace.open(context().recording(fixture.folder));
    }

    private void record(final long firstValue, final int count) {
        provider.writeSequence(0, firstValue, count);
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
    }

    private static void append(final RecordingFixture to) {
        try (Recorder recorder = Recorder.open(to.context().mode(RecorderContext.Mode.APPEND))) {
            to.record(recorder);
        }
    }

    /** What the first one holds of lane 1 is younger than all of the second, and not due before the end. */
    private void recordThreeBatches() {
        try (Recorder recorder = fixture.recorder()) {
            provider.at(1_000).writeSequence(0, 0, 10);
            provider.at(FAR_TICKS + 3_000).writeSequence(1, 10, 10);
            fixture.record(recorder);
            provider.at(FAR_TICKS + 1_000).writeSequence(0, 20, 10);
            provider.at(FAR_TICKS + 2_000).writeSequence(2, 30, 10);
            fixture.record(recorder);
            provider.at(FAR_TICKS + 4_000).writeSequence(0, 40, 20);
            fixture.record(recorder);
        }
    }

    private static List<Long> sortedValues() {
        return Stream.of(LongStream.range(0, 10), LongStream.range(20, 40), LongStream.range(10, 20),
                LongStream.range(40, 60)).flatMap(LongStream::boxed).toList();
    }

    private static void refused(final TraceContext context, final ErrorCode code) {
        assertThatThrownBy(() -> Trace.open(context)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(code));
    }

    private LedgerTotals totals() {
        return new MappedLedgers(fixture.session.directory(), fixture.session.participant().files(), SinkReader.NONE,
                (path, reason) -> fixture.problems.add(reason)).read(fixture.session.row()).totals();
    }

    private static void copy(final Path from, final Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (final Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }
}
