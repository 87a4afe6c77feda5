package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.etw.relog.RelogContext;
import io.ringside.etw.relog.Relogger;
import io.ringside.etw.trace.LossSummary;
import io.ringside.etw.trace.Trace;
import io.ringside.etw.trace.TraceContext;
import io.ringside.etw.trace.TraceEvents;
import io.ringside.etw.trace.TraceStatus;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SessionMemory;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.recording.SnapshotRecorder;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Losses in the header of a recording, of which not all that was lost stands in its files any more (R4.28). */
@Timeout(120)
class RecordingLossesTest {
    private static final long MEBIBYTE = 1024 * 1024;
    private static final int ROUND = 400;
    private static final int MAX_ROUNDS = 2_000;

    @TempDir
    Path root;
    private RecordingFixture fixture;
    private HandMadeProvider provider;
    private long written;

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
    @DisplayName("R4.28 R4.22 a circular recording tells of all losses, also of lanes whose files have given way")
    void shouldTellOfLossesWhoseFilesHaveGivenWay() throws IOException {
        final HandMadeProvider dead = fixture.session.provider();
        dead.fill(0, 0);
        dead.attempt(1);
        dead.page().addNoLane(fixture.session.row().slot(), 77);
        dead.die();
        provider.fill(1, 0);
        final RecorderContext circular = fixture.context().mode(RecorderContext.Mode.CIRCULAR).maxBytes(4 * MEBIBYTE);
        try (Recorder recorder = Recorder.open(circular)) {
            fixture.record(recorder);
            final Path first = dataFiles().get(0);
            for (int round = 0; Files.exists(first); round++) {
                assertThat(round).as("the first file never gives way").isLessThan(MAX_ROUNDS);
                writeRound(recorder);
            }
        }
        assertThat(fixture.read().lost).as("events of the files that are there").isZero();
        assertThat(lost()).as("while the session goes on").isEqualTo(new LossSummary(4, 0, 0)).isEqualTo(counters());

        // Another recorder goes on, and then the session ends.
        try (Recorder recorder = Recorder.open(circular)) {
            provider.fill(2, 0);
            writeRound(recorder);
            fixture.session.stop();
            provider.detach(fixture.session.row().generation());
            fixture.record(recorder);
            assertThat(recorder.hasEnded()).isTrue();
        }

        assertThat(lost()).isEqualTo(new LossSummary(5, 0, 0)).isEqualTo(counters());
        assertThat(lostOfRewritten()).as("though there is no gap for them").isEqualTo(new LossSummary(5, 0, 0));
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    @DisplayName("R4.28 what another drain has lost between two recorders is in the header too, also of processes gone")
    void shouldTellOfLossesThatAnotherDrainHasTaken() {
        try (Recorder recorder = fixture.recorder()) {
            writeRound(recorder);
        }
        final HandMadeProvider dead = fixture.session.provider();
        dead.fill(0, 0);
        dead.die();
        try (EventReader other = EventReader.open(new ReaderContext().directory(fixture.session.directory().path())
                .clock(() -> fixture.nowNs).libraryThread(Runnable::run), Source.session("hand-made"))) {
            for (int quiet = 0; quiet < 4;) {
                fixture.nowNs += TimeUnit.MILLISECONDS.toNanos(200);
                quiet = other.poll(event -> {}) == 0 ? quiet + 1 : 0;
            }
        }
        try (Recorder recorder = fixture.recorder()) {
            writeRound(recorder);
        }

        assertThat(fixture.read().lost).isZero();
        assertThat(lost()).isEqualTo(new LossSummary(1, 0, 0)).isEqualTo(counters());
    }

    @Test
    @DisplayName("R4.28 R4.21 a recording that was full tells what the end of its session has discarded")
    void shouldTellWhatWasDiscardedWhenTheRecordingWasFull() throws IOException {
        provider.page().addNoLane(fixture.session.row().slot(), 77);
        final long discarded;
        try (Recorder recorder = Recorder.open(fixture.context().maxBytes(MEBIBYTE))) {
            for (int round = 0; !recorder.isFull(); round++) {
                assertThat(round).as("never full").isLessThan(MAX_ROUNDS);
                writeRound(recorder);
            }
            recorder.doWork();
            assertThat(lost()).as("while a process is attached").isEqualTo(new LossSummary(1, 0, 0));
            provider.detach(fixture.session.rows().session(fixture.session.row().id()).orElseThrow().generation());
            recorder.doWork();
            assertThat(recorder.hasEnded()).isTrue();
            discarded = written - recorder.events();
            assertThat(recorder.discardedEvents()).isEqualTo(discarded).isPositive();
        }

        assertThat(lost()).isEqualTo(new LossSummary(1, 0, discarded));
        assertThat(lostOfRewritten()).isEqualTo(new LossSummary(1, 0, discarded));
        assertThat(lossRecords(fixture.folder)).as("each event in one record").isEqualTo(lost());
        assertThat(lossRecords(root.resolve("rewritten"))).isEqualTo(lost());
        assertThat(fixture.problems).isEmpty();
        assertThat(dataFiles()).hasSize(1);
        assertThat(fixture.read().values).hasSize((int) (written - discarded));
    }

    @Test
    @DisplayName("R6.13 events that were discarded while nobody recorded have no gap, and one record after the header")
    void shouldReportDiscardedEventsWithoutAGapAfterTheHeader() {
        try (Recorder recorder = fixture.recorder()) {
            writeRound(recorder);
        }
        final HandMadeProvider dead = fixture.session.provider();
        dead.writeSequence(1, 500, 7);
        dead.die();
        assertThat(new SessionMemory(fixture.session.directory(), fixture.session.participant().files(),
                (path, reason) -> fixture.problems.add(reason)).reclaim(fixture.session.row(), 1)).isPositive();
        try (Recorder recorder = fixture.recorder()) {
            writeRound(recorder);
        }

        assertThat(lost()).isEqualTo(new LossSummary(0, 0, 7)).isEqualTo(lossRecords(fixture.folder));
    }

    @Test
    @DisplayName("R4.28 R4.21 what a session has discarded is told before another one is appended, which waits for it")
    void shouldTellWhatWasDiscardedBeforeAnotherSessionIsAppended() {
        final long discarded;
        try (HandMadeSession other = HandMadeSession.start(root.resolve("other"), fixture.session.row().settings(), 8,
                3); RecordingFixture second = new RecordingFixture(root, other)) {
            final RecorderContext appending = second.context().mode(RecorderContext.Mode.APPEND);
            try (Recorder recorder = Recorder.open(fixture.context().maxBytes(MEBIBYTE))) {
                fill(recorder);
                recorder.doWork();
                assertThatThrownBy(() -> Recorder.open(appending)).isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.BUSY));
                provider.detach(generation());
                recorder.doWork();
                discarded = recorder.discardedEvents();
                assertThat(discarded).isPositive();
            }
            second.session.provider().fill(0, 0);
            try (Recorder next = Recorder.open(appending)) {
                second.record(next);
            }
        }

        assertThat(lost()).as("of both sessions").isEqualTo(new LossSummary(1, 0, discarded));
        assertThat(fixture.read().lost).as("of both sessions").isEqualTo(discarded + 1);
        assertThat(lostOfRewritten()).as("of both sessions").isEqualTo(new LossSummary(1, 0, discarded));
    }

    @Test
    @DisplayName("R4.21 behind the end of a full recording each lane tells what it lost and what was discarded, once: "
            + "events and gaps make up what was wanted")
    void shouldTellTheLastLossesOfEachLaneOnceBehindTheEndOfAFullRecording() {
        final HandMadeProvider dying = fixture.session.provider();
        final RecorderContext limited = fixture.context().maxBytes(MEBIBYTE);
        long recorded;
        long lost;
        long discarded;
        try (Recorder recorder = Recorder.open(limited)) {
            fill(recorder);
            // The writers go on until the session's end has come to them.
            written += provider.fill(1, 0) + 1;
            assertThat(provider.write(1, 0)).isFalse();
            dying.writeSequence(2, 0, 10);
            dying.attempt(3);
            dying.page().addNoLane(fixture.session.row().slot(), 77);
            dying.die();
            written += 13;
            fixture.record(recorder);
            assertThat(recorder.hasEnded()).isFalse();
            assertThat(recorder.discardedEvents()).as("of the dead process").isEqualTo(10);
            recorded = recorder.events();
            lost = recorder.lostEvents();
            discarded = recorder.discardedEvents();
        }
        // The next one finds what is told, and goes on.
        try (Recorder recorder = Recorder.open(limited)) {
            provider.detach(generation());
            fixture.record(recorder);
            assertThat(recorder.hasEnded()).isTrue();
            recorded += recorder.events();
            lost += recorder.lostEvents();
            discarded += recorder.discardedEvents();
        }
        final RecordingFixture.Read read = fixture.read();

        assertThat(recorded + lost).isEqualTo(written);
        assertThat(read.values).hasSize((int) recorded);
        assertThat(read.lost).isEqualTo(lost);
        assertThat(read.elsewhere).isZero();
        assertThat(lost()).isEqualTo(new LossSummary(lost - discarded, 0, discarded));
        assertThat(lostOfRewritten()).isEqualTo(lost());
        assertThat(fixture.read(root.resolve("rewritten"), true).gaps)
                .containsExactlyInAnyOrderElementsOf(read.gaps);
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    @DisplayName("R4.28 R4.26 a snapshot tells of the losses of its session, also of processes whose lanes are gone")
    void shouldTellOfTheLossesOfAFlightRecorder() {
        final SessionSettings settings = SessionSettings.builder("flight").laneBytes(LaneGeometry.MIN_LANE_BYTES)
                .lanes(6).overflow(SessionSettings.Overflow.DROP_OLDEST).build();
        try (HandMadeSession flight = HandMadeSession.start(root.resolve("flight"), settings)) {
            final HandMadeProvider dead = flight.provider();
            dead.write(0, 1, LaneGeometry.MIN_LANE_BYTES);
            dead.die();
            assertThat(new SessionMemory(flight.directory(), flight.participant().files(),
                    (path, reason) -> fixture.problems.add(reason)).reclaim(flight.row(), 1)).isPositive();
            final HandMadeProvider alive = flight.provider();
            alive.write(0, 2, LaneGeometry.MIN_LANE_BYTES);
            alive.write(0, 3);
            alive.page().addNoLane(flight.row().slot(), 77);
            try (SnapshotRecorder snapshot = SnapshotRecorder.open(
                    new RecorderContext("flight", fixture.folder).directory(flight.directory().path())
                            .minFreeBytes(1))) {
                while (!snapshot.isComplete()) {
                    snapshot.doWork();
                }
            }
        }

        assertThat(lost()).isEqualTo(new LossSummary(3, 0, 0));
        assertThat(fixture.problems).isEmpty();
    }

    private void fill(final Recorder recorder) {
        for (int round = 0; !recorder.isFull(); round++) {
            assertThat(round).as("never full").isLessThan(MAX_ROUNDS);
            writeRound(recorder);
        }
    }

    private long generation() {
        return fixture.session.rows().session(fixture.session.row().id()).orElseThrow().generation();
    }

    private void writeRound(final Recorder recorder) {
        provider.writeSequence(0, written, ROUND);
        written += ROUND;
        fixture.record(recorder);
    }

    private LossSummary lost() {
        return lost(fixture.folder);
    }

    private static LossSummary lost(final Path folder) {
        return Trace.open(new TraceContext(event -> {}).recording(folder)).header().losses();
    }

    /** Events in the records of losses that a trace delivers. */
    private static LossSummary lossRecords(final Path folder) {
        final TraceEventList events = new TraceEventList();
        assertThat(Trace.open(new TraceContext(events).recording(folder)).process()).isEqualTo(TraceStatus.SUCCESS);
        final long[] lost = new long[3];
        events.textsBehindHeaders().stream().filter(text -> text.startsWith("RT_Lost")).forEach(text -> {
            final int opcode = Integer.parseInt(text.split(" ", -1)[1]);
            lost[opcode - TraceEvents.LOST_EVENT_OPCODE] += Long.parseLong(text.substring(text.indexOf('=') + 1));
        });
        return new LossSummary(lost[0], lost[1], lost[2]);
    }

    /** What is told by a recording that is written out of the fixture's, event by event. */
    private LossSummary lostOfRewritten() {
        final Path folder = root.resolve("rewritten");
        try (Relogger relogger = Relogger.open(new RelogContext(List.of(fixture.folder), folder,
                (event, stream) -> stream.inject(event)).blockBytes(1 << 21).minFreeBytes(1)
                .errorHandler(error -> fixture.problems.add(String.valueOf(error.getMessage()))))) {
            while (!relogger.isComplete()) {
                assertThat(relogger.doWork()).isOne();
            }
        }
        return lost(folder);
    }

    private LossSummary counters() {
        return LossSummary.of(new MappedLedgers(fixture.session.directory(), fixture.session.participant().files(),
                SinkReader.NONE, (path, reason) -> fixture.problems.add(reason)).read(fixture.session.row()).totals()
                .lost());
    }

    private List<Path> dataFiles() throws IOException {
        return DataFiles.of(fixture.folder);
    }
}
