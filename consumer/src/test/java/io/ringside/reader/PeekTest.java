package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.recording.Recorder;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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

/** A reader that takes nothing, beside a recorder that is driven by hand. */
@Timeout(60)
class PeekTest {
    private static final int LANES = 3;

    @TempDir
    Path root;
    private RecordingFixture fixture;
    private HandMadeProvider provider;
    private long value;
    private long nowNs;
    private long behind;

    @BeforeEach
    void start() {
        fixture = new RecordingFixture(root);
        provider = fixture.session.provider();
        assertThat(provider.register(RecordingFixture.ORDERS)).isZero();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldReadWhatTheRecorderRecords(final boolean merged) {
        final RecordingFixture.Read read = new RecordingFixture.Read();
        try (EventReader peek = open(merged); Recorder recorder = fixture.recorder()) {
            write(10);
            peekAll(peek, read);
            for (int round = 0; round < 5; round++) {
                write(100);
                if (round % 2 == 0) {
                    fixture.record(recorder);
                }
                peekAll(peek, read);
            }
            fixture.record(recorder);
            peek.deliverRest(read);
            assertThat(peek.totals().behindEvents()).isZero();
        }

        assertThat(read.values).containsExactlyInAnyOrderElementsOf(LongStream.range(0, value).boxed().toList());
        if (merged) {
            assertThat(read.values).isSorted();
        }
        assertThat(read.texts).allMatch(text -> text.startsWith("Example-Orders/Opened order="));
        assertThat(fixture.read().values).hasSameSizeAs(read.values);
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    void shouldSayHowFarItFellBehindTheRecorder() {
        final RecordingFixture.Read read = new RecordingFixture.Read();
        final List<Long> told = new ArrayList<>();
        final EventHandler handler = new EventHandler() {
            @Override
            public void onEvent(final EventView event) {
                read.onEvent(event);
            }

            @Override
            public void onGap(final GapView gap) {
                told.add(gap.behind());
                behind += gap.behind();
                assertThat(gap.total()).isZero();
                assertThat(gap.missing() + gap.overwritten()).isZero();
            }
        };
        try (EventReader peek = open(true); Recorder recorder = fixture.recorder()) {
            write(LANES);
            peekAll(peek, handler);
            for (int round = 0; round < 40; round++) {
                write(1_000);
                fixture.record(recorder);
            }
            peekAll(peek, handler);
            peek.deliverRest(handler);
            assertThat(peek.totals().behindEvents()).isEqualTo(behind).isPositive();
            assertThat(peek.totals().lostEvents()).isZero();
        }

        assertThat(read.values.size() + behind).isEqualTo(value);
        assertThat(told).hasSizeGreaterThanOrEqualTo(LANES);
        assertThat(fixture.read().values).hasSize((int) value);
    }

    @Test
    void shouldWaitForAWriterInTheMiddleOfAWriteWhileAnotherLaneIsBusy() {
        final RecordingFixture.Read read = new RecordingFixture.Read();
        try (EventReader peek = open(true)) {
            final LaneWriter stopped = provider.lane(0);
            final long timeTicks = provider.timeTicks();
            stopped.attempt();
            final int index = stopped.reserve(Long.BYTES);
            for (int i = 1; i <= 1_000; i++) {
                assertThat(provider.write(1, FrameDescriptor.reference(0, 0), i, Long.BYTES)).isTrue();
            }
            nowNs = provider.timeTicks() + TimeUnit.MILLISECONDS.toNanos(1);
            peek.poll(read);
            assertThat(read.values).isEmpty();

            stopped.ring().putLong(index + FrameDescriptor.RECORD_HEADER_LENGTH, 0);
            stopped.publish(index, FrameDescriptor.reference(0, 0), Long.BYTES, timeTicks, 0, 0);
            peekAll(peek, read);
            peek.deliverRest(read);
            assertThat(peek.totals().lateEvents()).isZero();
        }
        assertThat(read.values).hasSize(1_001).isSorted();
    }

    @Test
    void shouldChangeNoFile() throws IOException {
        write(100);
        provider.attempt(1);
        final List<String> before = files();
        try (EventReader peek = open(true)) {
            peekAll(peek, event -> {});
        }
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void shouldEndWithTheSession() {
        final RecordingFixture.Read read = new RecordingFixture.Read();
        try (EventReader peek = open(true)) {
            write(10);
            peekAll(peek, read);
            assertThat(peek.isDone()).isFalse();
            write(10);
            fixture.session.provider().die();
            try (Recorder recorder = fixture.recorder()) {
                fixture.record(recorder);
            }
            peekAll(peek, read);
            peek.deliverRest(read);
        }
        assertThat(read.values).hasSize(20);
    }

    @Test
    void shouldEndWithASessionAndNotGoOnWithAnotherOfItsName() throws InterruptedException {
        try (TracedProvider traced = new TracedProvider(root.resolve("traced"))) {
            restart(traced, 1);
            final List<Long> numbers = new ArrayList<>();
            try (EventReader peek = EventReader.open(new ReaderContext().directory(traced.directory().path()),
                    Source.peek("again"))) {
                final EventHandler handler = event -> numbers.add(event.buffer().getLong(event.payloadOffset()));
                while (numbers.isEmpty()) {
                    peek.poll(handler);
                }
                traced.controller.stop("again", TracedProvider.TIMEOUT);
                restart(traced, 2);
                while (!peek.isDone()) {
                    peek.poll(handler);
                }
            }
            assertThat(numbers).containsExactly(1L);
            assertThat(traced.takeNumbers("again")).containsExactly(2L);
        }
    }

    private static void restart(final TracedProvider traced, final long number) {
        traced.controller.start(SessionSettings.builder("again").lanes(8).laneBytes(TracedProvider.LANE_BYTES).build());
        traced.enable("again", Enablement.of(255, 0, 0));
        traced.write(1, number);
    }

    @Test
    void shouldRefuseWhatIsNoSession() {
        assertThatThrownBy(() -> EventReader.open(new ReaderContext().directory(fixture.session.directory().path()),
                Source.peek("nobody"))).isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
        assertThatThrownBy(() -> Source.peek("any").fromEnd()).isInstanceOf(RingsideException.class);
    }

    /** Nothing that is damaged or cut makes it throw, hang or take memory; what it says may be anything. */
    @Test
    void shouldSurviveFilesThatAreDamagedAndCutWhileTheyAreRead() throws IOException {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("ringside.seed=" + seed);
        final Random random = new Random(seed);
        write(500);
        final List<Path> files;
        try (Stream<Path> found = Files.list(provider.ledgerPath().getParent())) {
            files = found.filter(file -> file.toString().endsWith(".ring") || file.toString().endsWith(".ledger"))
                    .toList();
        }
        for (int round = 0; round < 50; round++) {
            try (EventReader peek = EventReader.open(new ReaderContext().clock(() -> nowNs)
                    .directory(fixture.session.directory().path()).errorHandler(problem -> {}),
                    Source.peek(fixture.session.row().name()))) {
                for (int i = 0; i < 20; i++) {
                    nowNs += TimeUnit.MILLISECONDS.toNanos(20);
                    peek.poll(event -> {});
                    try (RandomAccessFile file = new RandomAccessFile(
                            files.get(random.nextInt(files.size())).toFile(), "rw")) {
                        file.seek(random.nextInt((int) Math.max(1, file.length() / Long.BYTES)) * (long) Long.BYTES);
                        file.writeLong(random.nextBoolean() ? random.nextLong() : random.nextInt(1 << 20));
                        if (round > 40 && i == 15) {
                            file.setLength(random.nextInt(1 << 16));
                        }
                    }
                }
            }
        }
    }

    private EventReader open(final boolean merged) {
        return EventReader.open(new ReaderContext().merged(merged).clock(() -> nowNs)
                .directory(fixture.session.directory().path())
                .errorHandler(error -> fixture.problems.add(String.valueOf(error.getMessage()))),
                Source.peek(fixture.session.row().name()));
    }

    private void write(final int count) {
        for (int i = 0; i < count; i++) {
            assertThat(provider.write((int) (value % LANES), FrameDescriptor.reference(0, 0), value++, Long.BYTES))
                    .isTrue();
        }
    }

    private void peekAll(final EventReader peek, final EventHandler handler) {
        for (int quiet = 0; quiet < 4;) {
            nowNs += TimeUnit.MILLISECONDS.toNanos(100);
            quiet = peek.poll(handler) == 0 ? quiet + 1 : 0;
        }
    }

    private List<String> files() throws IOException {
        final List<String> contents = new ArrayList<>();
        try (Stream<Path> found = Files.walk(fixture.session.directory().path())) {
            for (final Path file : found.filter(Files::isRegularFile).sorted().toList()) {
                contents.add(file + ": " + Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return contents;
    }
}
