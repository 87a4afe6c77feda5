package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.recording.RecordingPosition;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Reading is ended at every position of a recording, and continued there: events are numbered. */
@Timeout(120)
class RecordingPositionTest {
    private static final long MEBIBYTE = 1024 * 1024;
    private static final int ROUND = 400;

    @TempDir
    Path root;
    private RecordingFixture fixture;
    private HandMadeProvider provider;
    private long next;

    /** A position, and what had been handed on when it was taken. */
    private record Taken(RecordingPosition position, int values, long lost) {}

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
    void shouldContinueAtEveryPositionAcrossFilesAndRestarts() {
        for (int restart = 0; restart < 3; restart++) {
            try (Recorder recorder = Recorder.open(
                    fixture.context().mode(RecorderContext.Mode.NEWFILE).maxBytes(MEBIBYTE)
                            .roll(RecorderContext.RollInterval.DAILY))) {
                for (int round = 0; round < 15; round++) {
                    writeRound(recorder);
                }
            }
        }
        assertThat(files()).hasSizeGreaterThan(1);
        final RecordingFixture.Read all = new RecordingFixture.Read();
        final List<Taken> positions = positions(all);

        assertThat(all.values).isEqualTo(numbers(0, next));
        assertThat(positions).hasSizeGreaterThan(40);
        for (final Taken taken : positions) {
            final RecordingFixture.Read rest = readAfter(taken.position(), false);
            assertThat(rest.values).as("after %s", taken.position())
                    .isEqualTo(numbers(taken.values(), next));
            assertThat(rest.lost).as("after %s", taken.position()).isEqualTo(all.lost - taken.lost());
            assertThat(taken.position().events()).isEqualTo(taken.values());
        }
        assertThat(positions.stream().map(Taken::position)).isSorted().doesNotHaveDuplicates();
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    void shouldContinueWithWhatIsRecordedLater() {
        try (Recorder recorder = fixture.recorder()) {
            writeRound(recorder);
        }
        final List<Taken> positions = positions(new RecordingFixture.Read());
        final Taken last = positions.get(positions.size() - 1);
        assertThat(readAfter(last.position(), true).values).isEmpty();

        try (Recorder recorder = fixture.recorder()) {
            writeRound(recorder);
        }
        assertThat(readAfter(last.position(), true).values).isEqualTo(numbers(ROUND, next));
    }

    @Test
    void shouldHandOnNothingTwiceOrNeverInTheOrderOfTimeWhereNothingWaits() {
        final HandMadeProvider other = fixture.session.provider();
        try (Recorder recorder = fixture.recorder()) {
            for (int round = 0; round < 20; round++) {
                other.writeSequence(0, next, ROUND);
                next += ROUND;
                writeRound(recorder);
            }
        }
        final List<Long> before = new ArrayList<>();
        final RecordingFixture.Read read = new RecordingFixture.Read();
        RecordingPosition position = null;
        try (EventReader reader = EventReader.open(Source.recording(fixture.folder))) {
            while (!reader.isEmpty() || read.values.isEmpty()) {
                reader.poll(read);
                final RecordingPosition now = reader.position();
                if (now != null && !now.equals(position)) {
                    position = now;
                    before.clear();
                    before.addAll(read.values);
                    final List<Long> both = new ArrayList<>(before);
                    both.addAll(readAfter(position, true).values);
                    assertThat(both.stream().distinct().sorted().collect(Collectors.toList()))
                            .as("before and after %s", position).isEqualTo(numbers(0, next));
                    if (!reader.holdsBack()) {
                        assertThat(both).as("before and after %s", position).doesNotHaveDuplicates();
                    }
                }
            }
            reader.deliverRest(read);
            position = reader.position();
        }
        assertThat(position).isNotNull();
        assertThat(position.events()).isEqualTo(next);
        assertThat(readAfter(position, true).values).isEmpty();
    }

    @Test
    void shouldRejectAPositionWhoseFileIsGoneAndSayHowManyEventsWentWithIt() {
        final List<Taken> positions = new ArrayList<>();
        try (Recorder recorder = Recorder.open(
                fixture.context().mode(RecorderContext.Mode.CIRCULAR).maxBytes(4 * MEBIBYTE))) {
            for (int round = 0; round < 3; round++) {
                writeRound(recorder);
            }
            positions.addAll(positions(new RecordingFixture.Read()));
            for (int round = 0; round < 400; round++) {
                if (round == 200) {
                    // A process that comes and goes between the position and what is left.
                    final HandMadeProvider brief = fixture.session.provider();
                    brief.writeSequence(0, next, ROUND);
                    next += ROUND;
                    brief.die();
                }
                writeRound(recorder);
            }
        }
        final long oldest = fixture.read().values.get(0);
        assertThat(oldest).isGreaterThan(3 * ROUND);

        for (final Taken taken : positions) {
            assertThatThrownBy(() -> readAfter(taken.position(), false))
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                    .hasMessageContaining("position=" + taken.position())
                    .hasMessageContaining("lostEvents=" + (oldest - taken.values()) + ":");
        }
        final RecordingFixture.Read kept = new RecordingFixture.Read();
        final List<Taken> left = positions(kept);
        for (int i = 0; i < left.size(); i += 20) {
            assertThat(readAfter(left.get(i).position(), false).values)
                    .isEqualTo(kept.values.subList(left.get(i).values(), kept.values.size()));
        }
    }

    @Test
    void shouldCountEventsOnAfterARestartBehindFilesThatAreGone() {
        for (int restart = 0; restart < 4; restart++) {
            try (Recorder recorder = Recorder.open(
                    fixture.context().mode(RecorderContext.Mode.CIRCULAR).maxBytes(4 * MEBIBYTE))) {
                for (int round = 0; round < 100; round++) {
                    writeRound(recorder);
                }
            }
        }
        final List<Taken> positions = positions(new RecordingFixture.Read());

        assertThat(positions.get(positions.size() - 1).position().events()).isEqualTo(next);
    }

    @Test
    void shouldRejectAPositionOfAnotherRecording() {
        record(fixture);
        final List<Taken> positions = positions(new RecordingFixture.Read());
        try (RecordingFixture other = new RecordingFixture(root.resolve("other"),
                HandMadeSession.start(root.resolve("other-trace")))) {
            record(other);
            for (final Taken taken : positions) {
                assertThatThrownBy(() -> EventReader
                        .open(Source.recording(other.folder).after(taken.position())).close())
                        .isInstanceOfSatisfying(RingsideException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                        .hasMessageContaining("another recording");
            }
        }
    }

    @Test
    void shouldRejectPositionsThatTheRecordingDoesNotHave() {
        record(fixture);
        for (final Taken taken : positions(new RecordingFixture.Read())) {
            final RecordingPosition has = taken.position();
            for (final RecordingPosition hostile : List.of(
                    new RecordingPosition(has.recordingId(), has.file(), has.offset() + 4, has.checksum(), 0),
                    new RecordingPosition(has.recordingId(), has.file(), has.offset(), has.checksum() ^ 1, 0),
                    new RecordingPosition(has.recordingId(), has.file(), Long.MAX_VALUE, has.checksum(), 0),
                    new RecordingPosition(has.recordingId(), Integer.MAX_VALUE, 0, 0, 0))) {
                assertThatThrownBy(() -> readAfter(hostile, false)).isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                        .hasMessageContaining("position=" + hostile);
            }
        }
        assertThatThrownBy(() -> readAfter(new RecordingPosition(new UUID(1, 2), 0, 0, 0, 0), false))
                .isInstanceOf(RingsideException.class);
    }

    @Test
    void shouldRejectAPositionWhoseExcerptWasChanged() throws IOException {
        record(fixture);
        final List<Taken> positions = positions(new RecordingFixture.Read());
        final Taken last = positions.get(positions.size() - 1);
        try (RandomAccessFile file = new RandomAccessFile(files().get(0).toFile(), "rw")) {
            file.seek(last.position().offset() + 40);
            final int before = file.read();
            file.seek(last.position().offset() + 40);
            file.write(before ^ 1);
        }
        assertThatThrownBy(() -> readAfter(last.position(), false)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }

    @Test
    void shouldBeTheSameAfterItWasPrintedAndParsed() {
        record(fixture);
        for (final Taken taken : positions(new RecordingFixture.Read())) {
            final RecordingPosition position = taken.position();

            assertThat(RecordingPosition.parse(position.toString())).isEqualTo(position)
                    .isEqualByComparingTo(position);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1/2/3/4/5", "00000000-0000-0001-0000-000000000002/1/2/00000003",
        "00000000-0000-0001-0000-000000000002/1/2/3/4", "00000000-0000-0001-0000-000000000002/-1/2/00000003/4",
        "00000000-0000-0001-0000-000000000002/1/2/00000003/4 ", "00000000-0000-0001-0000-000000000002/1/2/0000000x/4",
        "00000000-0000-0001-0000-000000000002/1/99999999999999999999/00000003/4"})
    void shouldRejectTextThatIsNoPosition(final String text) {
        assertThatThrownBy(() -> RecordingPosition.parse(text)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }

    @Test
    void shouldOnlyHavePositionsOfOneRecording() {
        record(fixture);
        try (EventReader reader = EventReader.open(Source.recording(fixture.folder),
                Source.recording(fixture.folder))) {
            assertThatThrownBy(reader::position).isInstanceOf(IllegalStateException.class);
        }
        assertThatThrownBy(() -> Source.session("any").after(new RecordingPosition(new UUID(1, 2), 0, 0, 0, 0)))
                .isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> new RecordingPosition(new UUID(1, 2), 0, 0, 0, 0)
                .compareTo(new RecordingPosition(new UUID(1, 3), 0, 0, 0, 0)))
                .isInstanceOf(RingsideException.class);
    }

    @Test
    void shouldNotPassWhatALimitOfEventsHasCutOff() {
        record(fixture);
        final RecordingFixture.Read read = new RecordingFixture.Read();
        RecordingPosition position;
        try (EventReader reader = EventReader.open(new ReaderContext().merged(false).eventLimit(10),
                Source.recording(fixture.folder))) {
            while (!reader.isDone()) {
                reader.poll(read);
            }
            position = reader.position();
        }
        assertThat(read.values).isEqualTo(numbers(0, 10));
        assertThat(position).isNotNull();
        assertThat(readAfter(position, false).values).contains(10L);
    }

    /** Reads unmerged, an excerpt at a time. */
    private List<Taken> positions(final RecordingFixture.Read read) {
        final List<Taken> positions = new ArrayList<>();
        try (EventReader reader = EventReader.open(new ReaderContext().merged(false),
                Source.recording(fixture.folder))) {
            assertThat(reader.position()).isNull();
            while (reader.poll(read) > 0) {
                final RecordingPosition position = reader.position();
                assertThat(position).isNotNull();
                positions.add(new Taken(position, read.values.size(), read.lost));
            }
        }
        return positions;
    }

    private RecordingFixture.Read readAfter(final RecordingPosition position, final boolean merged) {
        final RecordingFixture.Read rest = new RecordingFixture.Read();
        try (EventReader reader = EventReader.open(new ReaderContext().merged(merged)
                .errorHandler(error -> fixture.problems.add(String.valueOf(error.getMessage()))),
                Source.recording(fixture.folder).after(position))) {
            assertThat(reader.position()).isEqualTo(position);
            do {
                reader.poll(rest);
            } while (!reader.isEmpty());
            reader.deliverRest(rest);
        }
        return rest;
    }

    private void record(final RecordingFixture into) {
        final HandMadeProvider writer = into.session.provider();
        try (Recorder recorder = into.recorder()) {
            for (int round = 0; round < 5; round++) {
                writer.writeSequence(0, (long) round * ROUND, ROUND);
                into.record(recorder);
            }
        }
    }

    private void writeRound(final Recorder recorder) {
        provider.writeSequence(0, next, ROUND);
        next += ROUND;
        fixture.nowMs += TimeUnit.SECONDS.toMillis(1);
        fixture.record(recorder);
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.list(fixture.folder)) {
            return files.filter(file -> file.toString().endsWith(".cq4")).sorted().toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Long> numbers(final long from, final long to) {
        return LongStream.range(from, to).boxed().toList();
    }
}
