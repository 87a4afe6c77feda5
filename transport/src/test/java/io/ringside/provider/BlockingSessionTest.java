package io.ringside.provider;

import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import io.ringside.write.ProviderEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A session that blocks, with the agent that looks whether somebody drains it. */
@Timeout(60)
class BlockingSessionTest {
    private static final long BOUND_NS = TimeUnit.SECONDS.toNanos(10);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int EVENTS = 20_000;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    private RingsideFixture fixture;
    private Ringside ringside;
    private ProviderEvent event;
    private SessionRow session;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[64]);

    @BeforeEach
    void start() {
        fixture = new RingsideFixture(folder.resolve("trace"));
        session = fixture.controller.start(SessionSettings.builder("blocking").lanes(4).laneBytes(64 * 1024)
                .overflow(SessionSettings.Overflow.BLOCK).blockBoundNs(BOUND_NS).build());
        ringside = Ringside.connect(fixture.context());
        event = ringside.register(RingsideFixture.SCHEMA).event("low");
        fixture.enable("blocking", 5);
    }

    @AfterEach
    void close() {
        ringside.close();
        fixture.close();
    }

    @Test
    void shouldLoseNothingWhileSomebodyDrains() throws InterruptedException {
        try (SessionDrain drain = fixture.drain(session)) {
            final Thread writer = startWaitingWriter();
            final long lostBefore = lostAsFull();
            while (fixture.events.size() < EVENTS) {
                drain.poll(fixture, 20);
            }
            stopped.set(true);
            while (writer.isAlive()) {
                drain.poll(fixture, 20);
            }
            fixture.drainAll(drain);

            assertThat(lostAsFull()).isEqualTo(lostBefore);
            assertThat(fixture.controller.query("blocking").ledger().totals().isBalanced()).isTrue();
        }
    }

    @Test
    void shouldLoseAtOnceWhileNobodyDrains() {
        for (int i = 0; i < EVENTS; i++) {
            event.write(payload, 0, 64);
        }

        assertThat(lostAsFull()).isPositive();
        assertThat(fixture.controller.query("blocking").ledger().totals().wanted()).isEqualTo(EVENTS);
    }

    @Test
    void shouldNotBeHeldUpByADrainThatHasEnded() throws InterruptedException {
        final SessionDrain drain = fixture.drain(session);
        final Thread writer = startWaitingWriter();
        final long lostBefore = lostAsFull();

        drain.close();

        await().atMost(Duration.ofNanos(BOUND_NS / 2)).until(() -> lostAsFull() > lostBefore + EVENTS);
        stopped.set(true);
        writer.join();
    }

    @Test
    void shouldEndWhileItsWritersWait() throws InterruptedException {
        try (SessionDrain drain = fixture.drain(session)) {
            final Thread writer = startWaitingWriter();
            final Thread stopper = new Thread(() -> fixture.controller.stop("blocking", RingsideFixture.TIMEOUT));
            stopper.start();
            while (stopper.isAlive()) {
                drain.scanSoon();
                drain.poll(fixture, Integer.MAX_VALUE);
            }
            stopped.set(true);
            writer.join();
            assertThat(drain.hasEnded()).isTrue();
        }
    }

    /** Writes until it is stopped; waits already, as the agent has seen that somebody drains. */
    private Thread startWaitingWriter() {
        final Thread writer = new Thread(() -> {
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[64]);
            while (!stopped.get()) {
                event.write(bytes, 0, 64);
            }
        });
        writer.start();
        await().atMost(PATIENCE).until(() -> writer.getState() == Thread.State.TIMED_WAITING);
        return writer;
    }

    private long lostAsFull() {
        return fixture.controller.query("blocking").ledger().totals().lost().of(LossCause.FULL);
    }
}
