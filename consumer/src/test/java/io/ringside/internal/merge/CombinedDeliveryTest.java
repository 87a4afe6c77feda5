package io.ringside.internal.merge;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.internal.registry.ClockPair;
import io.ringside.reader.DataFiles;
import io.ringside.reader.EventReader;
import io.ringside.reader.Source;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.ringside.internal.merge.MergeFixture.WINDOW_NS;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What comes of two sessions, and of a session and a recording, that are read together. */
class CombinedDeliveryTest {
    @TempDir
    Path folder;
    private MergeFixture fixture;
    private MergeFixture other;
    private HandMadeProvider provider;
    private HandMadeProvider otherProvider;
    private long startNs;

    @BeforeEach
    void start() {
        fixture = new MergeFixture(folder.resolve("one"));
        other = new MergeFixture(folder.resolve("other"));
        provider = fixture.session.provider();
        otherProvider = other.session.provider();
        startNs = fixture.nowNs.get();
    }

    @AfterEach
    void close() {
        other.close();
        fixture.close();
    }

    @Test
    void shouldDeliverTheLanesOfTwoSessionsInTheOrderOfTheirTimes() {
        write(provider, 0, 10, 1);
        write(otherProvider, 0, 20, 2);
        write(otherProvider, 1, 40, 4);
        MergeFixture.lose(otherProvider, 1, startNs + 45);
        write(otherProvider, 1, 60, 6);
        write(provider, 1, 30, 3);
        write(provider, 0, 50, 5);

        try (EventReader consumer = open(true)) {
            runToTheEnd(consumer);
            assertThat(consumer.totals().lateEvents()).isZero();
            assertThat(consumer.totals().events()).isEqualTo(6);
            assertThat(consumer.totals().gaps()).isOne();
        }

        assertThat(fixture.out).containsExactly("1", "2", "3", "4", "5", "(1)", "6");
    }

    @Test
    void shouldHaveOneSessionWaitForAnAttemptInFlightOfTheOther() {
        try (EventReader consumer = open(true)) {
            consumer.poll(fixture);
            otherProvider.attempt(0);
            write(provider, 0, 20, 2);
            fixture.advance(WINDOW_NS);
            assertThat(consumer.poll(fixture)).isZero();
            assertThat(consumer.holdsBack()).isTrue();

            MergeFixture.finish(otherProvider, 0, startNs + 10, 1);
            runToTheEnd(consumer);
            assertThat(consumer.totals().lateEvents()).isZero();
        }
        assertThat(fixture.out).containsExactly("1", "2");
    }

    @Test
    void shouldMarkWhatComesBehindAYoungerEventOfTheOtherSession() {
        try (EventReader consumer = open(true)) {
            consumer.poll(fixture);
            otherProvider.attempt(0);
            write(provider, 0, 20, 2);
            fixture.advance(2 * WINDOW_NS);
            assertThat(consumer.poll(fixture)).isOne();

            MergeFixture.finish(otherProvider, 0, startNs + 10, 1);
            runToTheEnd(consumer);
            assertThat(consumer.totals().lateEvents()).isOne();
        }
        assertThat(fixture.out).containsExactly("2", "1*");
    }

    @Test
    void shouldTakeNoMoreOfAllSessionsThanWasAskedFor() {
        for (int i = 0; i < 4; i++) {
            write(provider, 0, 20 * i, 2 * i);
            write(otherProvider, 0, 20 * i + 10, 2 * i + 1);
        }
        fixture.advance(TimeUnit.SECONDS.toNanos(1));
        try (EventReader consumer = open(true)) {
            assertThat(consumer.poll(fixture, 3)).isEqualTo(3);
            assertThat(consumer.mergedNs() - epochNs(0)).as("behind the third event, before the fourth").isBetween(20L,
                    29L);
            consumer.deliverRest(fixture);
        }
        assertThat(fixture.out).as("what was seen of sessions stays in their rings").containsExactly("0", "1", "2");

        try (EventReader next = open(true)) {
            runToTheEnd(next);
        }
        assertThat(fixture.out).containsExactly("0", "1", "2", "3", "4", "5", "6", "7");
    }

    @Test
    void shouldTakeOfEachSessionInItsTurnWhenNothingIsMerged() {
        for (int i = 0; i < 4; i++) {
            write(provider, 0, i, i);
            write(otherProvider, 0, i, 10 + i);
        }
        try (EventReader consumer = open(false)) {
            assertThat(consumer.poll(fixture, 2)).isEqualTo(2);
            assertThat(consumer.poll(fixture, 2)).isEqualTo(2);
            assertThat(fixture.out).containsExactly("0", "1", "10", "11");
            assertThat(consumer.hasCaughtUp()).isFalse();

            runToTheEnd(consumer);
            assertThat(consumer.hasCaughtUp()).isTrue();
            assertThat(consumer.totals().lateEvents()).isZero();
        }
        assertThat(fixture.out).hasSize(8);
    }

    @Test
    void shouldPutTheEventsOfARecordingBetweenThoseOfASession() {
        write(otherProvider, 0, 10, 1);
        write(otherProvider, 1, 30, 3);
        write(otherProvider, 1, 50, 5);
        MergeFixture.lose(otherProvider, 1, startNs + 55);
        final Path recording = recordOther();
        write(provider, 0, 20, 2);
        write(provider, 1, 40, 4);
        write(provider, 0, 60, 6);

        try (EventReader consumer = EventReader.open(fixture.context())) {
            consumer.add(fixture.source());
            consumer.add(Source.recording(recording));
            runToTheEnd(consumer);
            assertThat(consumer.hasCaughtUp()).isTrue();
            assertThat(consumer.totals().damages()).isZero();
            assertThat(consumer.totals().lateEvents()).isZero();
        }

        assertThat(fixture.out).containsExactly("1", "2", "3", "4", "5", "(1)", "6");
    }

    @Test
    void shouldGoOnWithTheSessionAndTheRestWhenARecordingIsDamaged() throws IOException {
        final long damaged = 1_000_003;
        final List<Throwable> problems = new ArrayList<>();
        final long stepNs = TimeUnit.SECONDS.toNanos(1);
        try (Recorder recorder = Recorder.open(recorderOfOther())) {
            for (final long value : new long[]{1, damaged, 5}) {
                write(otherProvider, 0, fixture.nowNs.get() - startNs, value);
                record(recorder);
                write(provider, 0, fixture.nowNs.get() - startNs, value + 1);
                fixture.advance(stepNs);
            }
        }
        breakLengthOf(damaged);

        try (EventReader consumer = EventReader.open(fixture.context())) {
            consumer.add(fixture.source());
            consumer.add(SourceSettings.recording(folder.resolve("recording")).errorHandler(problems::add));
            runToTheEnd(consumer);
            assertThat(consumer.totals().damages()).isOne();
            assertThat(consumer.totals().lateEvents()).isZero();
        }

        // The gap tells how many events the damaged batch held.
        assertThat(problems).singleElement().asString().contains("position=", "field=checksum");
        assertThat(fixture.out).containsExactly("1", "(1)", "2", String.valueOf(damaged + 1), "5", "6");
    }

    @Test
    void shouldHoldNoMoreOfARecordingInMemoryThanItsBoundBesideASessionsBacklog() {
        final int recorded = 200_000;
        final int round = 500;
        final int backlog = 100;
        for (int i = 0; i < backlog; i++) {
            write(provider, 0, i, recorded + i);
        }
        try (Recorder recorder = Recorder.open(recorderOfOther())) {
            // Has no outcome: the recorder's watermark goes no further, and all that is recorded waits for it.
            otherProvider.attempt(1);
            for (int value = 0; value < recorded; value += round) {
                for (int i = 0; i < round; i++) {
                    write(otherProvider, 0, fixture.nowNs.get() - startNs + backlog + i, value + i);
                }
                record(recorder);
            }
            try (EventReader consumer = EventReader.open(fixture.context())) {
                consumer.add(fixture.source());
                consumer.add(Source.recording(folder.resolve("recording")));
                int quiet = 0;
                while (quiet < 3) {
                    quiet = consumer.poll(fixture) == 0 ? quiet + 1 : 0;
                }
                assertThat(fixture.out).as("the bound is reached").hasSizeGreaterThan(backlog);
                assertThat(fixture.out.subList(0, backlog)).as("the backlog is older")
                        .isEqualTo(numbers(recorded, recorded + backlog));
                consumer.deliverRest(fixture);
                assertThat(consumer.totals().events()).isEqualTo(recorded + backlog);
                assertThat(consumer.totals().lateEvents()).isZero();
            }
        }
        assertThat(fixture.out.subList(100, fixture.out.size())).isEqualTo(numbers(0, recorded));
        assertThat(fixture.errors).isEmpty();
        assertThat(other.errors).isEmpty();
    }

    private static List<String> numbers(final int from, final int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    @Test
    void shouldDeliverNoMoreOfARecordingThanWasAskedForEither() {
        for (int i = 0; i < 4; i++) {
            write(otherProvider, 0, 20 * i, 2 * i);
        }
        final Path recording = recordOther();
        for (int i = 0; i < 4; i++) {
            write(provider, 0, 20 * i + 10, 2 * i + 1);
        }
        try (EventReader consumer = EventReader.open(fixture.context())) {
            consumer.add(fixture.source());
            consumer.add(Source.recording(recording));
            for (int turn = 0; turn < 100 && fixture.out.size() < 3; turn++) {
                fixture.advance(TimeUnit.SECONDS.toNanos(1));
                consumer.poll(fixture, 1);
            }
            assertThat(fixture.out).containsExactly("0", "1", "2");
            consumer.deliverRest(fixture);
        }
        assertThat(fixture.out).containsExactly("0", "1", "2", "4", "6");
    }

    @Test
    void shouldGoOnReadingARecordingWhileASessionAlwaysHasMore() {
        final long hourNs = TimeUnit.HOURS.toNanos(1);
        write(otherProvider, 0, 0, 0);
        try (Recorder recorder = Recorder.open(recorderOfOther());
                EventReader consumer = EventReader.open(fixture.context())) {
            record(recorder);
            consumer.add(fixture.source());
            consumer.add(Source.recording(folder.resolve("recording")));
            runToTheEnd(consumer);

            final long stepNs = TimeUnit.MILLISECONDS.toNanos(10);
            for (int i = 0; i < 100; i++) {
                write(provider, 0, hourNs + i * stepNs, i);
            }
            fixture.nowNs.set(startNs + hourNs + 150 * stepNs);
            for (int turn = 0; turn < 20; turn++) {
                assertThat(consumer.poll(fixture, 1)).isOne();
            }
            write(otherProvider, 0, hourNs + 50 * stepNs + 1, 1_000);
            record(recorder);
            for (int turn = 0; turn < 100; turn++) {
                fixture.advance(stepNs);
                consumer.poll(fixture, 1);
            }
            assertThat(consumer.totals().lateEvents()).isZero();
        }
        assertThat(fixture.out).hasSize(102).containsSubsequence("50", "1000", "51");
    }

    @Test
    void shouldReachTheEndOfARecordingWhoseTimesLieAhead() {
        final long hourNs = TimeUnit.HOURS.toNanos(1);
        fixture.advance(hourNs);
        write(otherProvider, 0, hourNs, 1);
        final Path recording = recordOther();
        fixture.nowNs.set(startNs);
        write(provider, 0, 10, 2);
        try (EventReader consumer = EventReader.open(fixture.context())) {
            consumer.add(fixture.source());
            consumer.add(Source.recording(recording));
            for (int turn = 0; turn < 50; turn++) {
                fixture.advance(TimeUnit.MILLISECONDS.toNanos(20));
                consumer.poll(fixture);
            }
            assertThat(consumer.hasCaughtUp()).isTrue();
            assertThat(fixture.out).containsExactly("2");
            consumer.deliverRest(fixture);
        }
        assertThat(fixture.out).containsExactly("2", "1");
    }

    @Test
    void shouldNotDeliverWhatItsRecorderMayYetPrecede() {
        final long secondNs = TimeUnit.SECONDS.toNanos(1);
        write(otherProvider, 0, 0, 0);
        try (Recorder recorder = Recorder.open(recorderOfOther());
                EventReader consumer = EventReader.open(fixture.context())) {
            record(recorder);
            consumer.add(fixture.source());
            consumer.add(Source.recording(folder.resolve("recording")));
            runToTheEnd(consumer);

            fixture.nowNs.set(startNs + 100 * secondNs);
            write(otherProvider, 0, 100 * secondNs, 1);
            write(provider, 0, 100 * secondNs + 10, 2);
            fixture.advance(TimeUnit.MILLISECONDS.toNanos(150));
            consumer.poll(fixture);
            consumer.poll(fixture);
            assertThat(fixture.out).containsExactly("0");

            record(recorder);
            runToTheEnd(consumer);
            assertThat(consumer.totals().lateEvents()).isZero();
        }
        assertThat(fixture.out).containsExactly("0", "1", "2");
    }

    @Test
    void shouldDeliverTheEndOfAProcessWhileItsSessionWaitsForTheOther() {
        write(provider, 0, 10, 1);
        try (EventReader consumer = open(true)) {
            consumer.poll(fixture);
            otherProvider.attempt(0);
            provider.attempt(0);
            provider.die();
            runToTheEnd(consumer);
        }
        assertThat(fixture.out).as("what was not finished is abandoned").containsExactly("1", "(1)");
    }

    @Test
    void shouldEndWhenAllSessionsHaveEnded() {
        write(provider, 0, 10, 1);
        write(otherProvider, 0, 20, 2);
        try (EventReader consumer = open(true)) {
            other.session.stop();
            otherProvider.close();
            runToTheEnd(consumer);
            assertThat(consumer.isDone()).isFalse();
            write(provider, 0, TimeUnit.MINUTES.toNanos(1), 3);

            fixture.session.stop();
            provider.close();
            runToTheEnd(consumer);
            assertThat(consumer.isDone()).isTrue();
        }
        assertThat(fixture.out).containsExactly("1", "2", "3");
    }

    @Test
    void shouldRefuseMoreSourcesThanThereMayBeAndAnyAfterTheFirstPoll() {
        final Path recording = recordOther();
        try (EventReader consumer = EventReader.open(fixture.context())) {
            for (int i = 0; i < EventReader.SOURCES_MAX; i++) {
                consumer.add(Source.recording(recording));
            }
            assertThatThrownBy(() -> consumer.add(fixture.source())).isInstanceOf(RingsideException.class)
                    .extracting("code").isEqualTo(ErrorCode.LIMIT);
            consumer.poll(fixture);
            assertThatThrownBy(() -> consumer.add(fixture.source())).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("before the first poll");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {3_600_000_000_000L, -3_600_000_000_000L})
    void shouldKeepTheOrderOfTwoSessionsBetweenWhoseStartsTheWallClockWasStepped(final long stepNs) {
        restartOther(stepNs);
        write(provider, 0, 10, 1);
        write(otherProvider, 0, 20, 2);
        write(provider, 0, 30, 3);
        try (EventReader consumer = open(true)) {
            fixture.advance(TimeUnit.SECONDS.toNanos(1));
            consumer.poll(fixture);
            assertThat(consumer.mergedNs()).as("by the clocks of the younger session")
                    .isGreaterThan(other.session.row().start().toEpochNs(0) + startNs + 30);
            assertThat(consumer.totals().lateEvents()).isZero();
        }
        assertThat(fixture.out).containsExactly("1", "2", "3");
    }

    @ParameterizedTest
    @ValueSource(longs = {3_600_000_000_000L, -3_600_000_000_000L})
    void shouldKeepTheOrderOfASessionAndARecordingBetweenWhoseStartsTheWallClockWasStepped(final long stepNs) {
        write(provider, 0, 10, 1);
        restartOther(stepNs);
        write(otherProvider, 0, 20, 2);
        final Path recording = recordOther();
        write(provider, 0, 30, 3);
        try (EventReader consumer = EventReader.open(fixture.context())) {
            consumer.add(Source.recording(recording));
            consumer.add(fixture.source());
            runToTheEnd(consumer);
            assertThat(consumer.totals().lateEvents()).isZero();
        }
        assertThat(fixture.out).containsExactly("1", "2", "3");
    }

    /** The other session has started after the wall clock was stepped. */
    private void restartOther(final long stepNs) {
        other.close();
        other = new MergeFixture(folder.resolve("stepped"),
                new ClockPair(HandMadeSession.START.wallNs() + stepNs + startNs, startNs));
        otherProvider = other.session.provider();
    }

    private EventReader open(final boolean merged) {
        final EventReader consumer = EventReader.open(fixture.context().merged(merged));
        consumer.add(fixture.source());
        consumer.add(other.source());
        return consumer;
    }

    private Path recordOther() {
        try (Recorder recorder = Recorder.open(recorderOfOther())) {
            record(recorder);
        }
        return folder.resolve("recording");
    }

    private RecorderContext recorderOfOther() {
        return new RecorderContext("hand-made", folder.resolve("recording")).directory(other.session.directory().path())
                .clock(fixture.nowNs::get).minFreeBytes(1).lockTimeoutNs(0).libraryThread(Runnable::run)
                .errorHandler(fixture.errors::add);
    }

    private void record(final Recorder recorder) {
        for (int quiet = 0; quiet < 4; quiet++) {
            fixture.advance(TimeUnit.MILLISECONDS.toNanos(20));
            quiet = recorder.doWork() == 0 ? quiet : -1;
        }
    }

    private void runToTheEnd(final EventReader consumer) {
        int quiet = 0;
        while (quiet < 3 && !consumer.isDone()) {
            fixture.advance(TimeUnit.SECONDS.toNanos(1));
            quiet = consumer.poll(fixture) == 0 ? quiet + 1 : 0;
        }
        assertThat(fixture.errors).isEmpty();
        assertThat(other.errors).isEmpty();
    }

    private long epochNs(final long ns) {
        return startNs + ns + fixture.session.row().start().toEpochNs(0);
    }

    /** Of the only event with that value, in the recording of the other session. */
    private void breakLengthOf(final long value) throws IOException {
        final Path file = DataFiles.of(folder.resolve("recording")).get(0);
        final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(LITTLE_ENDIAN);
        int index = 0;
        while (bytes.getLong(index) != value) {
            index += Integer.BYTES;
        }
        bytes.putInt(index - FrameDescriptor.RECORD_HEADER_LENGTH, -1);
        Files.write(file, bytes.array());
    }

    private void write(final HandMadeProvider to, final int lane, final long ns, final long value) {
        fixture.write(to, lane, startNs + ns, value);
    }
}
