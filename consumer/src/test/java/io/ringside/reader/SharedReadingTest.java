package io.ringside.reader;

import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Threads that share a recording are handed what one thread is. */
class SharedReadingTest {
    private static final int THREADS = 3;
    private static final int LANES = 3;

    @TempDir
    Path root;
    private RecordingFixture fixture;

    /** All that a reader gives, in an order of its own. */
    private record Outcome(List<String> events, List<String> gaps, List<String> problems, long count, long damages,
            long elsewhere, long handlerErrors) {}

    @BeforeEach
    void record() {
        fixture = new RecordingFixture(root);
        final HandMadeProvider provider = fixture.session.provider();
        assertThat(provider.register(RecordingFixture.ORDERS)).isZero();
        long value = 0;
        try (Recorder recorder = Recorder.open(fixture.context().roll(RecorderContext.RollInterval.FIVE_MINUTELY))) {
            for (int round = 0; round < 24; round++) {
                for (int i = 0; i < 300; i++) {
                    provider.write(i % LANES, FrameDescriptor.reference(0, 0), value++, Long.BYTES);
                }
                if (round % 5 == 0) {
                    provider.attempt(round % LANES);
                }
                fixture.record(recorder);
                if (round % 8 == 7) {
                    fixture.nowMs += TimeUnit.MINUTES.toMillis(5);
                    fixture.nowNs += TimeUnit.MINUTES.toNanos(5);
                }
            }
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldHandOutWhatOneThreadIsHanded() {
        final Outcome alone = read(fixture.folder, false);

        assertThat(alone.events).hasSizeGreaterThan(7_000);
        assertThat(alone.events).allMatch(event -> event.startsWith("Example-Orders/Opened"));
        assertThat(read(fixture.folder, true)).isEqualTo(alone);
    }

    @Test
    void shouldHandOutTheSameOfADamagedRecording() throws IOException {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        for (int i = 0; i < 20; i++) {
            final Path damaged = copyOf(fixture.folder, root.resolve("damaged-" + i));
            for (final Path file : DataFiles.of(damaged)) {
                try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
                    bytes.seek(random.nextInt((int) bytes.length() - Long.BYTES));
                    bytes.writeLong(random.nextLong());
                    if (random.nextInt(4) == 0) {
                        bytes.setLength(random.nextInt((int) bytes.length()));
                    }
                }
            }

            assertThat(read(damaged, true)).as("seed=" + seed + ", copy=" + i).isEqualTo(read(damaged, false));
        }
    }

    @Test
    void shouldHandOutTheEventsOfAFileWithADamagedBeginning() throws IOException {
        final Outcome whole = read(fixture.folder, false);
        final int files = DataFiles.of(fixture.folder).size();
        for (int i = 0; i < files; i++) {
            for (int position = 0; position < 256; position += 16) {
                final Path damaged = copyOf(fixture.folder, root.resolve("begun-" + i + '-' + position));
                try (RandomAccessFile bytes = new RandomAccessFile(DataFiles.of(damaged).get(i).toFile(), "rw")) {
                    bytes.seek(position);
                    bytes.writeLong(0x7F7F_7F7F_7F7F_7F7FL);
                }

                final Outcome outcome = read(damaged, false);
                assertThat(outcome.events).as("file=%d, position=%d", i, position).isEqualTo(whole.events);
                assertThat(outcome.gaps).as("file=%d, position=%d", i, position).isEqualTo(whole.gaps);
            }
        }
    }

    @Test
    void shouldCountWhatReceiversThrow() {
        final List<String> problems = new ArrayList<>();
        try (EventReader reader = EventReader.open(new ReaderContext().merged(false)
                .errorHandler(failure -> problems.add(String.valueOf(failure.getMessage()))),
                SourceSettings.recording(fixture.folder).shared(THREADS, () -> event -> {
                    throw new IllegalStateException("thrown");
                }))) {
            readAll(reader, event -> {});

            assertThat(reader.totals().handlerErrors()).isEqualTo(reader.totals().events()).isGreaterThan(7_000);
        }
        assertThat(problems).hasSizeGreaterThan(7_000).allMatch("thrown"::equals);
    }

    private static Outcome read(final Path folder, final boolean isShared) {
        final List<RecordingFixture.Read> all = new ArrayList<>();
        final RecordingFixture.Read own = new RecordingFixture.Read();
        all.add(own);
        final List<String> problems = new ArrayList<>();
        final SourceSettings source = SourceSettings.recording(folder);
        if (isShared) {
            source.shared(THREADS, () -> {
                final RecordingFixture.Read share = new RecordingFixture.Read();
                all.add(share);
                return share;
            });
        }
        try (EventReader reader = EventReader.open(new ReaderContext().merged(false)
                .errorHandler(failure -> problems.add(placeOf(failure))), source)) {
            readAll(reader, own);
            return new Outcome(all.stream().flatMap(read -> read.texts.stream()).sorted().toList(), own.gaps,
                    problems, reader.totals().events(), reader.totals().damages(), reader.totals().takenElsewhere(),
                    reader.totals().handlerErrors());
        }
    }

    /** Without the reason: why a damaged beginning cannot be read depends on when the JVM notices it. */
    private static String placeOf(final Throwable failure) {
        return String.valueOf(failure.getMessage()).replaceFirst(", reason=.*", "");
    }

    private static void readAll(final EventReader reader, final EventHandler handler) {
        do {
            reader.poll(handler);
        } while (!reader.hasCaughtUp());
    }

    private static Path copyOf(final Path folder, final Path copy) throws IOException {
        Files.createDirectories(copy);
        try (var files = Files.list(folder)) {
            for (final Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }
}
