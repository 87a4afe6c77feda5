package io.ringside.provider;

import io.ringside.control.EnableRequest;
import io.ringside.etw.classic.ClassicEvent;
import io.ringside.etw.classic.ClassicFlags;
import io.ringside.etw.classic.ClassicProvider;
import io.ringside.etw.classic.ClassicRegistration;
import io.ringside.etw.classic.ClassicSession;
import io.ringside.etw.classic.ClassicStatus;
import io.ringside.event.ProviderId;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.Enablement;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Classic events in a session that blocks: their writers wait for its drain, but not for ever. */
@Timeout(60)
class ClassicBlockingTest {
    private static final String SESSION = "blocking";
    private static final String PROVIDER = "Test.Classic";
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int EVENTS = 5_000;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    private RingsideFixture fixture;
    private Ringside ringside;
    private final AtomicReference<ClassicSession> handle = new AtomicReference<>(ClassicSession.INVALID);
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicInteger written = new AtomicInteger();
    /** Of a write; what has waited in vain may have the last block of the lane. */
    private final AtomicLong longestNs = new AtomicLong();

    @BeforeEach
    void open() {
        fixture = new RingsideFixture(folder.resolve("trace"));
    }

    @AfterEach
    void close() {
        ringside.close();
        fixture.close();
    }

    @Test
    void shouldWaitAndLoseNothingWhileSomebodyDrains() throws InterruptedException {
        try (SessionDrain drain = fixture.drain(start(TimeUnit.SECONDS.toNanos(10)))) {
            final Thread writer = startWriter();
            await().atMost(PATIENCE).until(() -> writer.getState() == Thread.State.TIMED_WAITING);
            final long lostBefore = lostAsFull();
            final int writtenBefore = written.get();
            while (written.get() < writtenBefore + EVENTS) {
                drain.poll(fixture, 20);
            }
            stopped.set(true);
            while (writer.isAlive()) {
                drain.poll(fixture, 20);
            }
            fixture.drainAll(drain);

            assertThat(lostAsFull()).isEqualTo(lostBefore);
            assertThat(fixture.controller.query(SESSION).ledger().totals().isBalanced()).isTrue();
        }
    }

    @Test
    void shouldWaitNoLongerThanTheBoundForADrainThatStandsStill() throws InterruptedException {
        final long boundNs = TimeUnit.SECONDS.toNanos(2);
        try (SessionDrain drain = fixture.drain(start(boundNs))) {
            final Thread writer = startWriter();
            await().atMost(PATIENCE).until(() -> writer.getState() == Thread.State.TIMED_WAITING);
            await().atMost(PATIENCE).until(() -> longestNs.get() >= boundNs);
            final long lostBefore = lostAsFull();
            await().atMost(PATIENCE).until(() -> lostAsFull() > lostBefore + EVENTS);
            stopped.set(true);
            writer.join();

            assertThat(drain.hasEnded()).isFalse();
            assertThat(longestNs.get()).isLessThan(PATIENCE.toNanos());
        }
    }

    private SessionRow start(final long boundNs) {
        final SessionRow session = fixture.controller.start(SessionSettings.builder(SESSION).lanes(4)
                .laneBytes(64 * 1024).overflow(SessionSettings.Overflow.BLOCK).blockBoundNs(boundNs).build());
        ringside = Ringside.connect(fixture.context());
        fixture.controller.enable(SESSION, EnableRequest.of(PROVIDER, Enablement.of(4, 0, 0)),
                RingsideFixture.TIMEOUT);
        ClassicRegistration.register(ringside, ClassicProvider.of(PROVIDER), (request, context) -> {
            handle.set(request.session());
            return 0;
        }, null);
        return session;
    }

    private Thread startWriter() {
        final Thread writer = new Thread(() -> {
            final ClassicEvent event = new ClassicEvent();
            event.size(event.sizeOf(1)).flags(ClassicFlags.TRACED_GUID | ClassicFlags.USE_MOF_POINTER)
                    .classId(ProviderId.fromName(PROVIDER)).field(0, new byte[64], 0, 64);
            while (!stopped.get()) {
                final long beginNs = System.nanoTime();
                if (handle.get().write(event) == ClassicStatus.OK) {
                    written.incrementAndGet();
                }
                longestNs.accumulateAndGet(System.nanoTime() - beginNs, Math::max);
            }
        });
        writer.start();
        return writer;
    }

    private long lostAsFull() {
        return fixture.controller.query(SESSION).ledger().totals().lost().of(LossCause.FULL);
    }
}
