package io.ringside.reader;

import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Age and size of a circular recording together. */
@Timeout(120)
class RecordingAgeTest {
    private static final long MEBIBYTE = 1024 * 1024;
    private static final int ROUND = 400;
    private static final long AGE_NS = TimeUnit.HOURS.toNanos(2);

    @TempDir
    Path root;
    private RecordingFixture fixture;
    private HandMadeProvider provider;
    private long next;

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
    @DisplayName("R4.22 files give way by the age of what they hold, also if their names run ahead of the clock")
    void shouldGiveWayByAgeWhereNamesRunAhead() throws IOException {
        try (Recorder recorder = Recorder.open(context())) {
            writeTwiceTheSize(recorder);
            assertThat(dataFiles()).isGreaterThan(2);

            passAge(recorder);

            assertThat(dataFiles()).isOne();
        }
    }

    @Test
    @DisplayName("R4.22 files of the recorder before give way by their age as well")
    void shouldGiveWayByAgeBehindAnotherRecorder() throws IOException {
        try (Recorder recorder = Recorder.open(context())) {
            writeTwiceTheSize(recorder);
        }
        assertThat(dataFiles()).isGreaterThan(2);
        try (Recorder recorder = Recorder.open(context())) {
            passAge(recorder);
            write(recorder);

            assertThat(dataFiles()).isLessThanOrEqualTo(2);
        }
        assertThat(fixture.read().values).endsWith(next - 1).isSorted().doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("R4.22 what is younger stays, whatever the names of files say")
    void shouldKeepWhatIsYounger() {
        try (Recorder recorder = Recorder.open(context())) {
            write(recorder);
            fixture.nowNs += AGE_NS - TimeUnit.MINUTES.toNanos(1);
            write(recorder);
            write(recorder);
        }
        assertThat(fixture.read().values).isEqualTo(LongStream.range(0, next).boxed().toList());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, -1})
    @DisplayName("R4.22 a step of the wall clock removes nothing, whatever it is put back to")
    void shouldRemoveNothingWhenTheWallClockIsADayWrongForAMoment(final long days) {
        try (Recorder recorder = Recorder.open(secondly())) {
            write(recorder);
            write(recorder);
            fixture.nowMs += TimeUnit.DAYS.toMillis(days);
            write(recorder);
            write(recorder);
            fixture.nowMs -= TimeUnit.DAYS.toMillis(days);
            write(recorder);
            write(recorder);
        }
        assertThat(fixture.read().values).isEqualTo(LongStream.range(0, next).boxed().toList());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, -1})
    @DisplayName("R4.22 after a step of the wall clock files begin and give way as before, with names in order")
    void shouldRollAndAgeAfterTheWallClockWasWrong(final long days) throws IOException {
        try (Recorder recorder = Recorder.open(secondly())) {
            write(recorder);
            fixture.nowMs += TimeUnit.DAYS.toMillis(days);
            write(recorder);
            fixture.nowMs -= TimeUnit.DAYS.toMillis(days);
            final int before = dataFiles();
            final long first = next;
            write(recorder);
            write(recorder);
            assertThat(dataFiles()).isEqualTo(before + 2);
            assertThat(fixture.read().values).as("in the order of the files").isSorted();

            passAge(recorder);
            write(recorder);
            assertThat(fixture.read().values).allMatch(value -> value >= first);
            assertThat(dataFiles()).isOne();
        }
    }

    @Test
    @DisplayName("R4.22 files of the recorder before give way by the monotonic clock that they have recorded")
    void shouldAgeFilesOfAnotherRecorderByTheMonotonicClock() {
        try (Recorder recorder = Recorder.open(secondly())) {
            write(recorder);
            write(recorder);
            write(recorder);
        }
        fixture.nowMs += TimeUnit.DAYS.toMillis(1);
        try (Recorder recorder = Recorder.open(secondly())) {
            write(recorder);
            assertThat(fixture.read().values).isEqualTo(LongStream.range(0, next).boxed().toList());
        }
        final long written = next;
        fixture.nowNs += AGE_NS - TimeUnit.SECONDS.toNanos(20);
        fixture.nowMs += TimeUnit.SECONDS.toMillis(1);
        try (Recorder recorder = Recorder.open(secondly())) {
            write(recorder);
            assertThat(fixture.read().values).as("not old enough").startsWith(0L);

            fixture.nowNs += TimeUnit.SECONDS.toNanos(40);
            write(recorder);
            assertThat(fixture.read().values).as("older than the age").allMatch(value -> value >= written);
        }
    }

    @Test
    @DisplayName("R4.22 a sequential recording begins its files by the monotonic clock, too")
    void shouldRollSequentialRecordingByTheMonotonicClock() throws IOException {
        try (Recorder recorder = Recorder.open(fixture.context().roll(RecorderContext.RollInterval.HOURLY))) {
            write(recorder);
            fixture.nowMs += TimeUnit.DAYS.toMillis(1);
            write(recorder);
            assertThat(dataFiles()).isOne();
            fixture.nowMs -= TimeUnit.DAYS.toMillis(1);
            fixture.nowNs += TimeUnit.HOURS.toNanos(1);
            write(recorder);
            assertThat(dataFiles()).isEqualTo(2);
            fixture.nowNs += TimeUnit.HOURS.toNanos(1);
            write(recorder);
            assertThat(dataFiles()).isEqualTo(3);
        }
        assertThat(fixture.read().values).isEqualTo(LongStream.range(0, next).boxed().toList());
    }

    private RecorderContext secondly() {
        return fixture.context().mode(RecorderContext.Mode.CIRCULAR).maxAgeNs(AGE_NS)
                .roll(RecorderContext.RollInterval.SECONDLY);
    }

    private RecorderContext context() {
        return fixture.context().mode(RecorderContext.Mode.CIRCULAR).maxBytes(4 * MEBIBYTE).maxAgeNs(AGE_NS);
    }

    private void writeTwiceTheSize(final Recorder recorder) {
        final long until = next + 8 * MEBIBYTE / 64;
        while (next < until) {
            write(recorder);
        }
    }

    private void write(final Recorder recorder) {
        provider.writeSequence(0, next, ROUND);
        next += ROUND;
        fixture.record(recorder);
    }

    private void passAge(final Recorder recorder) {
        fixture.nowNs += AGE_NS + TimeUnit.SECONDS.toNanos(2);
        recorder.doWork();
        fixture.record(recorder);
    }

    private int dataFiles() throws IOException {
        return DataFiles.of(fixture.folder).size();
    }
}
