package io.ringside.reader;

import io.ringside.cli.RingsideMain;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.files.ChildJvm;
import io.ringside.recording.Recorder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Recordings that are larger than the memory of those who read them, and how few excerpts they take. */
class LargeRecordingTest {
    private static final long RECORDING_BYTES = 64L << 20;
    private static final int LARGE_PAYLOAD_BYTES = 4096;
    private static final int LANES = 4;

    @TempDir
    private Path root;

    @Test
    void shouldBeReadByAProcessWithAQuarterOfItsSizeAsHeap() throws IOException {
        long events = 0;
        try (RecordingFixture fixture = new RecordingFixture(root); Recorder recorder = fixture.recorder()) {
            final HandMadeProvider provider = fixture.session.provider();
            while (recorder.bytes() < RECORDING_BYTES) {
                events += fill(provider, events, LARGE_PAYLOAD_BYTES);
                fixture.record(recorder);
            }
            assertThat(recorder.events()).isEqualTo(events);
        }
        try (ChildJvm reader = ChildJvm.start(List.of("-Xmx16m", "-XX:+UseSerialGC"), RingsideMain.class, "tail",
                root.resolve("recording").toString(), "--format", "json")) {
            long read = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                read += line.startsWith("{\"time\":") ? 1 : 0;
            }
            assertThat(reader.await()).isZero();
            assertThat(read).isEqualTo(events);
        }
    }

    @Test
    void shouldBeRecordedAndReadByAProcessWithAnEighthOfItsSizeAsHeap() throws IOException {
        try (ChildJvm child = ChildJvm.start(List.of("-Xmx64m", "-XX:+UseSerialGC"), SmallHeapMain.class,
                root.toString(), Long.toString(512L << 20))) {
            final String line = child.readLine();
            assertThat(child.await()).isZero();
            final Matcher told = Pattern.compile("right=(\\d+), written=(\\d+), heapBytes=(\\d+)").matcher(line);
            assertThat(told.matches()).as(line).isTrue();
            assertThat(Long.parseLong(told.group(1))).isEqualTo(Long.parseLong(told.group(2)))
                    .isGreaterThan((450L << 20) / 1024);
            assertThat(Long.parseLong(told.group(3))).isLessThanOrEqualTo(64L << 20);
        }
    }

    @Test
    void shouldTakeFewerExcerptsThanAHundredthOfTheEventsInBulk() {
        long events = 0;
        try (RecordingFixture fixture = new RecordingFixture(root); Recorder recorder = fixture.recorder()) {
            final HandMadeProvider provider = fixture.session.provider();
            for (int round = 0; round < 20; round++) {
                events += fill(provider, events, HandMadeProvider.PAYLOAD_BYTES);
                fixture.record(recorder);
            }
            assertThat(recorder.events()).isEqualTo(events).isGreaterThan(10_000);
            assertThat(recorder.excerpts()).isLessThan(events / 100);
        }
    }

    /** Fills all lanes as far as nothing is lost. */
    private static long fill(final HandMadeProvider provider, final long firstValue, final int payloadBytes) {
        final int perLane = (32 << 10) / (payloadBytes + 64);
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < perLane; i++) {
                assertThat(provider.write(lane, firstValue + i, payloadBytes)).isTrue();
            }
        }
        return (long) LANES * perLane;
    }
}
