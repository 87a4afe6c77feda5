package io.ringside.provider;

import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.registry.ProcessEntry;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.write.WriterThreads;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What the control thread outlives, and what it waits for before this process may be taken for dead. */
@Timeout(60)
class ControlThreadTest {
    private static final int CYCLES = 50;
    private static final int READINGS_PER_CYCLE = 3;

    private final AtomicBoolean failing = new AtomicBoolean();
    private final AtomicLong clockReadings = new AtomicLong();
    private RingsideFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new RingsideFixture(path.resolve("trace"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldOutliveACommandThatEndsInAnError() throws Exception {
        final ControlThread control = ControlThread.start(fixture.context(), new WriterThreads(),
                ProcessCounters.waiting("not yet"));
        final Error error = new OutOfMemoryError("on purpose");
        assertThatThrownBy(() -> control.submit(() -> {
            throw error;
        }).get(20, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class).hasCause(error);
        control.submit(control::agent).get(20, TimeUnit.SECONDS);
        assertThat(control.hasFailed()).isFalse();
        control.close();
        assertThat(processes()).noneMatch(ProcessEntry::alive);
    }

    @Test
    void shouldOutliveACycleThatEndsInAnError() {
        final SessionRow session = fixture.start("kept");
        fixture.enable("kept", 5);
        try (Ringside ringside = Ringside.connect(context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            failing.set(true);
            await().until(() -> processes().get(0).status().errorCount() == 1);

            assertThat(processes().get(0).alive()).isTrue();
            assertThat(WriteResult.written(write(registration.event("low"), 7))).isEqualTo(1);
            try (SessionDrain drain = fixture.drain(session)) {
                fixture.drainAll(drain);
            }
            assertThat(fixture.events).containsExactly(7L);
            assertThat(fixture.controller.stop("kept", RingsideFixture.TIMEOUT).isComplete()).isTrue();
        }
    }

    /** Each look takes a processor some 80 us, from the writers on it too. */
    @Test
    void shouldLookAfterIdleLanesSomeTwentyTimesASecond() {
        fixture.start("idle");
        fixture.enable("idle", 5);
        try (Ringside ringside = Ringside.connect(context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            assertThat(WriteResult.written(write(registration.event("low"), 7))).isEqualTo(1);
            awaitCycles();

            final long beginNs = System.nanoTime();
            awaitCycles();
            final long elapsedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs);
            assertThat(elapsedMs).isGreaterThan(CYCLES / READINGS_PER_CYCLE * 25L);
        }
    }

    @Test
    void shouldStayAliveUntilTheLastWriterIsOutside() throws InterruptedException {
        final SessionRow session = fixture.start("inside");
        fixture.enable("inside", 5);
        final BlockingBuffer payload = new BlockingBuffer();
        final Ringside ringside = Ringside.connect(context().closeTimeoutNs(0));
        final ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA);
        final Incarnation incarnation = processes().get(0).identity().incarnation();
        final Thread writer = new Thread(() -> registration.event("low").write(payload, 0, 8));
        writer.start();
        payload.inside.await();

        ringside.close();
        awaitCycles();
        assertThat(isAlive(incarnation)).isTrue();
        try (SessionDrain drain = fixture.drain(session)) {
            fixture.drainAll(drain);
            assertThat(fixture.lost).as("nothing is given up while it is written").isZero();
            payload.release.countDown();
            writer.join();
            await().until(() -> !isAlive(incarnation));
            fixture.drainAll(drain);
        }
        assertThat(fixture.events).containsExactly(42L);
        assertThat(fixture.lost).isZero();
        assertThat(fixture.controller.stop("inside", RingsideFixture.TIMEOUT).ledger().totals().wanted()).isOne();
    }

    @Test
    void shouldLeaveAStoppedSessionWhileAnotherOneIsWrittenAtTheEnd() throws InterruptedException {
        fixture.start("inside");
        fixture.enable("inside", 5);
        final BlockingBuffer payload = new BlockingBuffer();
        final Ringside ringside = Ringside.connect(context().closeTimeoutNs(0));
        final ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA);
        final Incarnation incarnation = processes().get(0).identity().incarnation();
        final Thread writer = new Thread(() -> registration.event("low").write(payload, 0, 8));
        writer.start();
        payload.inside.await();
        ringside.close();

        assertThat(fixture.controller.stop("inside", Duration.ZERO).timedOut()).as("a writer is inside").hasSize(1);
        payload.release.countDown();
        writer.join();
        assertThat(fixture.controller.stop("inside", RingsideFixture.TIMEOUT).isComplete()).isTrue();
        await().until(() -> !isAlive(incarnation));
    }

    @Test
    void shouldEndAllRegistrationsWhenTheRuntimeIsClosed() {
        fixture.start("closed");
        fixture.enable("closed", 5);
        final Ringside ringside = Ringside.connect(fixture.context());
        final ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA);
        ringside.close();
        assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.CLOSED);
        assertThat(WriteResult.status(write(registration.event("low"), 1)))
                .isEqualTo(WriteResult.Status.INVALID_HANDLE);
        assertThat(fixture.controller.providers().get(0).registrations()).isZero();

        final ProviderRegistration late = ringside.register(RingsideFixture.SCHEMA);
        assertThat(late.status()).isEqualTo(ProviderRegistration.Status.UNAVAILABLE);
        assertThat(late.problem()).contains("runtime is closed");
        registration.close();
        ringside.close();
    }

    @Test
    void shouldStayClosedWhateverTheControlThreadFindsLater() {
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            final ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA);
            registration.close();
            registration.active();
            registration.unavailable("too late");
            assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.CLOSED);
            assertThat(registration.problem()).isNull();
        }
    }

    private RingsideContext context() {
        return fixture.context().nanoClock(() -> {
            clockReadings.incrementAndGet();
            if (failing.getAndSet(false)) {
                throw new OutOfMemoryError("on purpose");
            }
            return System.nanoTime();
        });
    }

    private void awaitCycles() {
        final long before = clockReadings.get();
        await().until(() -> clockReadings.get() >= before + CYCLES);
    }

    private List<ProcessEntry> processes() {
        return table().processes(problem -> {
            throw new AssertionError(problem);
        });
    }

    private boolean isAlive(final Incarnation incarnation) {
        return table().isAlive(incarnation);
    }

    private ProcessTable table() {
        return new ProcessTable(fixture.participant.directory(), fixture.participant.liveness());
    }

    private static long write(final ProviderEvent event, final long number) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[8]);
        payload.putLong(0, number);
        return event.write(payload, 0, 8);
    }
}
