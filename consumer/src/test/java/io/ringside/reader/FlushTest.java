package io.ringside.reader;

import io.ringside.control.Outcome;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.RecordingSink;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.recording.RecordingSinks;
import io.ringside.internal.registry.Registry;
import io.ringside.recording.Recorder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What a flush has the drain do, and how long it waits for it. */
@Timeout(60)
class FlushTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    @TempDir
    Path root;
    private RecordingFixture fixture;
    private HandMadeProvider provider;
    private Runnable whileWaiting = () -> {};
    private long waitedNs;

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
    @DisplayName("R4.9 a recorder that would keep its batch for an hour records one event at a flush, without a stop")
    void shouldHaveTheBegunBatchRecorded() {
        provider.writeSequence(0, 0, 1);
        try (Recorder recorder = Recorder.open(fixture.context().flushIntervalNs(TimeUnit.HOURS.toNanos(1)))) {
            turn(recorder);
            turn(recorder);
            assertThat(fixture.read().values).as("in the batch").isEmpty();
            whileWaiting = () -> turn(recorder);

            final Outcome.Flushed result = controller().flush("hand-made", TIMEOUT);

            assertThat(result.isComplete()).isTrue();
            assertThat(result.drain()).isNotNull();
            assertThat(fixture.read().values).containsExactly(0L);

            provider.writeSequence(0, 1, 2);
            assertThat(controller().flush("HAND-MADE", TIMEOUT).isComplete()).isTrue();
            assertThat(fixture.read().values).containsExactly(0L, 1L, 2L);

            turn(recorder);
            provider.writeSequence(0, 3, 1);
            turn(recorder);
            turn(recorder);
            assertThat(fixture.read().values).as("batches are kept again").hasSize(3);
        }
    }

    @Test
    @DisplayName("R4.9 a live drain is waited for until it has taken what stood there at the call")
    void shouldWaitForALiveDrain() {
        provider.writeSequence(0, 0, 3);
        try (SessionDrain drain = SessionDrain.open(
                new DrainContext(fixture.session.participant()).clock(() -> fixture.nowNs)
                        .libraryThread(Runnable::run),
                fixture.session.row().id())) {
            final RecordingSink sink = new RecordingSink();
            whileWaiting = () -> {
                drain.scanSoon();
                drain.poll(sink, 1);
                // What comes meanwhile is not waited for.
                provider.writeSequence(0, 100, 1);
            };

            assertThat(controller().flush("hand-made", TIMEOUT).isComplete()).isTrue();
            assertThat(waitedNs).isLessThan(TIMEOUT_NS);
        }
    }

    @Test
    @DisplayName("R4.9 a drain that takes nothing is waited for no longer than was said, and named")
    void shouldWaitNoLongerThanWasSaid() {
        provider.writeSequence(0, 0, 3);
        try (SessionDrain drain = SessionDrain.open(
                new DrainContext(fixture.session.participant()).clock(() -> fixture.nowNs)
                        .libraryThread(Runnable::run),
                fixture.session.row().id())) {
            final Outcome.Flushed result = controller().flush("hand-made", TIMEOUT);

            assertThat(result.isComplete()).isFalse();
            assertThat(result.lanesLeft()).isEqualTo(1);
            assertThat(result.drain()).startsWith("pid=" + ProcessHandle.current().pid());
            assertThat(waitedNs).isBetween(TIMEOUT_NS, TIMEOUT_NS + LOOK_NS);
            assertThat(drain.hasEnded()).isFalse();
        }
    }

    @Test
    @DisplayName("R4.9 without a drain nothing is waited for, and what waits is told")
    void shouldNotWaitWithoutADrain() {
        provider.writeSequence(0, 0, 3);

        final Outcome.Flushed result = controller().flush("hand-made", TIMEOUT);

        assertThat(result.lanesLeft()).isEqualTo(1);
        assertThat(result.drain()).isNull();
        assertThat(waitedNs).isZero();
    }

    private void turn(final Recorder recorder) {
        fixture.nowNs += LOOK_NS;
        recorder.doWork();
    }

    private DirectoryController controller() {
        waitedNs = 0;
        final IdleStrategy idle = new IdleStrategy() {
            @Override
            public void idle(final int workCount) {
                idle();
            }

            @Override
            public void idle() {
                waitedNs += LOOK_NS;
                whileWaiting.run();
            }

            @Override
            public void reset() {
                waitedNs = 0;
            }
        };
        final MappedLedgers books = new MappedLedgers(fixture.session.directory(),
                fixture.session.participant().files(),
                new RecordingSinks(), (path, reason) -> fixture.problems.add(reason));
        return new DirectoryController(new ControllerContext(new Registry(fixture.session.participant()), books)
                .nanoClock(() -> waitedNs).idleStrategy(() -> idle));
    }
}
