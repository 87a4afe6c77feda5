package io.ringside.provider;

import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.EventSink;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.setting.OperatorSettings;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

/** Lanes of a process: kept ahead, handed over, refused, pinned. */
class RingsideLanesTest {
    private static final int THREADS = 8;
    private static final int MANY_THREADS = 64;
    /** Half of what a lane of 64 KiB has room for: a lane that is not drained is never written full. */
    private static final int EVENTS_AHEAD = 600;
    /** Several laps of every lane. */
    private static final int PACED_EVENTS = 6_000;

    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[64]);
    private RingsideFixture fixture;
    private Ringside ringside;
    private ProviderEvent low;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new RingsideFixture(path.resolve("trace"));
        ringside = Ringside.connect(fixture.context());
        low = ringside.register(RingsideFixture.SCHEMA).event("low");
    }

    @AfterEach
    void close() {
        ringside.close();
        fixture.close();
    }

    @Test
    void shouldLoseNothingWhenEachOfManyThreadsHoldsItsLaneAndTheDrainKeepsUp() throws InterruptedException {
        final SessionRow session = fixture.controller
                .start(SessionSettings.builder("held").lanes(MANY_THREADS).laneBytes(64 * 1024).build());
        fixture.enable("held", 5);
        final PacedSink pace = new PacedSink();
        final CountDownLatch holding = new CountDownLatch(MANY_THREADS);
        final CountDownLatch ended = new CountDownLatch(MANY_THREADS);
        final Thread drainer = new Thread(() -> {
            try (SessionDrain drain = fixture.drain(session)) {
                while (ended.getCount() > 0 || !drain.isEmpty()) {
                    drain.poll(pace, Integer.MAX_VALUE);
                }
                drain.scanSoon();
                drain.poll(pace, Integer.MAX_VALUE);
            }
        });
        drainer.start();
        try {
            runThreads(MANY_THREADS, () -> {
                try {
                    ringside.takeLanes();
                    final Semaphore room = pace.room(Thread.currentThread().getId());
                    final UnsafeBuffer number = new UnsafeBuffer(new byte[8]);
                    holding.countDown();
                    awaitLatch(holding);
                    for (int i = 0; i < PACED_EVENTS; i++) {
                        room.acquireUninterruptibly();
                        number.putLong(0, i);
                        assertThat(WriteResult.written(low.write(number, 0, 8))).isEqualTo(1);
                    }
                } finally {
                    holding.countDown();
                    ended.countDown();
                }
            });
        } finally {
            drainer.join();
        }
        assertThat(pace.lost).isZero();
        assertThat(pace.outOfOrder).isZero();
        assertThat(pace.events).isEqualTo((long) MANY_THREADS * PACED_EVENTS);
        final LedgerTotals totals = fixture.controller.query("held").ledger().totals();
        assertThat(totals.wanted()).isEqualTo(totals.delivered()).isEqualTo(pace.events);
        assertThat(totals.lost().total()).isZero();
    }

    @Test
    void shouldLoseOnlyForWantOfALaneWhenManyThreadsWriteTheirFirstAtOnce() throws InterruptedException {
        fixture.controller.start(SessionSettings.builder("first").lanes(MANY_THREADS).laneBytes(64 * 1024).build());
        fixture.enable("first", 5);
        final CountDownLatch ready = new CountDownLatch(MANY_THREADS);
        final CountDownLatch written = new CountDownLatch(MANY_THREADS);
        final AtomicInteger refused = new AtomicInteger();
        runThreads(MANY_THREADS, () -> {
            ready.countDown();
            awaitLatch(ready);
            final long result = low.write(new UnsafeBuffer(new byte[8]), 0, 8);
            if (WriteResult.status(result) == WriteResult.Status.NO_SYSTEM_RESOURCES) {
                refused.incrementAndGet();
            }
            written.countDown();
            awaitLatch(written);
        });
        final LedgerTotals totals = fixture.controller.query("first").ledger().totals();
        assertThat(totals.wanted()).isEqualTo(MANY_THREADS);
        assertThat(totals.inRing()).isEqualTo(MANY_THREADS - refused.get());
        assertThat(totals.lost().of(LossCause.NO_LANE)).isEqualTo(refused.get());
        assertThat(totals.lost().total()).isEqualTo(refused.get());
        assertThat(totals.isBalanced()).isTrue();
    }

    @Test
    void shouldLoseNothingWhenAsManyThreadsWriteTheirFirstAtOnceAsThereAreSpareLanes() throws InterruptedException {
        final int spareLanes = 2 * THREADS;
        try (Ringside roomy = Ringside.connect(fixture.context().spareLanes(spareLanes));
                ProviderRegistration registration = roomy.register(RingsideFixture.SCHEMA)) {
            final ProviderEvent event = registration.event("low");
            fixture.controller.start(SessionSettings.builder("burst").lanes(MANY_THREADS).laneBytes(64 * 1024)
                    .build());
            fixture.enable("burst", 5);
            final CountDownLatch ready = new CountDownLatch(spareLanes);
            runThreads(spareLanes, () -> {
                ready.countDown();
                awaitLatch(ready);
                assertThat(WriteResult.written(event.write(new UnsafeBuffer(new byte[8]), 0, 8))).isEqualTo(1);
            });
        }
        final LedgerTotals totals = fixture.controller.query("burst").ledger().totals();
        assertThat(totals.wanted()).isEqualTo(totals.inRing()).isEqualTo(spareLanes);
    }

    @Test
    void shouldHaveAllSpareLanesAgainAfterOneLookBehindABurst() throws InterruptedException {
        final int spareLanes = 2 * THREADS;
        fixture.controller.start(SessionSettings.builder("bursts").lanes(MANY_THREADS).laneBytes(64 * 1024).build());
        fixture.enable("bursts", 5);
        // Nobody invokes: the control thread looks when a thread waits for its lanes.
        try (Ringside roomy = Ringside.connect(fixture.context().spareLanes(spareLanes).useInvoker(true));
                ProviderRegistration registration = roomy.register(RingsideFixture.SCHEMA)) {
            // Behind the registration it looks once more, and must not do so while threads write.
            awaitParkedControlThreads();
            final ProviderEvent event = registration.event("low");
            final AtomicInteger numbers = new AtomicInteger();
            final CountDownLatch first = new CountDownLatch(spareLanes);
            final CountDownLatch second = new CountDownLatch(1);
            final CountDownLatch written = new CountDownLatch(2 * spareLanes);
            runThreads(2 * spareLanes, () -> {
                final int number = numbers.getAndIncrement();
                if (number == spareLanes) {
                    awaitLatch(first);
                    roomy.takeLanes();
                    second.countDown();
                } else if (number > spareLanes) {
                    awaitLatch(second);
                }
                event.write(new UnsafeBuffer(new byte[8]), 0, 8);
                first.countDown();
                written.countDown();
                awaitLatch(written);
            });
        }
        final LedgerTotals totals = fixture.controller.query("bursts").ledger().totals();
        assertThat(totals.wanted()).isEqualTo(totals.inRing()).isEqualTo(2 * spareLanes);
    }

    @ParameterizedTest
    @CsvSource({"8, 1024", "64, 12"})
    void shouldBoundSpareLanesByTheSessions(final int lanes, final int lanesOfMemory) throws InterruptedException {
        // The other runtime has four lanes of the memory.
        fixture.controller.start(SessionSettings.builder("bounded").lanes(lanes).laneBytes(64 * 1024)
                .maxBytes(lanesOfMemory * 64L * 1024).build());
        fixture.enable("bounded", 5);
        try (Ringside roomy = Ringside.connect(fixture.context().spareLanes(MANY_THREADS));
                ProviderRegistration registration = roomy.register(RingsideFixture.SCHEMA)) {
            final ProviderEvent event = registration.event("low");
            final CountDownLatch written = new CountDownLatch(2 * THREADS);
            runThreads(2 * THREADS, () -> {
                event.write(new UnsafeBuffer(new byte[8]), 0, 8);
                written.countDown();
                awaitLatch(written);
            });
        }
        final LedgerTotals totals = fixture.controller.query("bounded").ledger().totals();
        assertThat(totals.wanted()).isEqualTo(2 * THREADS);
        assertThat(totals.inRing()).isEqualTo(THREADS);
        assertThat(totals.lost().of(LossCause.NO_LANE)).isEqualTo(THREADS);
    }

    @Test
    void shouldRefuseSpareLanesThatNoSessionCanHave() {
        final RingsideContext context = new RingsideContext();

        assertThatThrownBy(() -> context.spareLanes(0)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("spareLanes=0");
        assertThatThrownBy(() -> context.spareLanes(1_025)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("spareLanes=1025");
    }

    @Test
    void shouldAddLanesAtOnceWhenAThreadTakesOneThoughNoTimePasses() throws InterruptedException {
        final int spareLanes = 4;
        fixture.controller.start(SessionSettings.builder("woken").lanes(MANY_THREADS).laneBytes(64 * 1024).build());
        fixture.enable("woken", 5);
        // No interval ever ends: lanes are added only because a writer has woken the control thread.
        try (Ringside still = Ringside.connect(fixture.context().spareLanes(spareLanes).nanoClock(() -> 0));
                ProviderRegistration registration = still.register(RingsideFixture.SCHEMA)) {
            final ProviderEvent event = registration.event("low");
            final CountDownLatch end = new CountDownLatch(1);
            final AtomicInteger written = new AtomicInteger();
            final Thread writers = new Thread(() -> {
                try {
                    runThreads(MANY_THREADS / 2, () -> {
                        await().until(() -> WriteResult.written(event.write(payload, 0, 8)) == 1);
                        written.incrementAndGet();
                        awaitLatch(end);
                    });
                } catch (final InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            writers.start();
            try {
                await().untilAtomic(written, equalTo(MANY_THREADS / 2));
            } finally {
                end.countDown();
                writers.join();
            }
        }
    }

    @Test
    void shouldTryAgainForARefusedLaneAfterAWhileAndNotAtEachEvent() throws InterruptedException {
        final long lane = 64 * 1024;
        final AtomicLong passedNs = new AtomicLong();
        // The other runtime has four lanes of the memory, this one the others.
        fixture.controller.start(SessionSettings.builder("refused").lanes(MANY_THREADS).laneBytes((int) lane)
                .maxBytes(8 * lane).build());
        fixture.enable("refused", 5);
        final AtomicInteger refusals = new AtomicInteger();
        try (Ringside tight = Ringside.connect(fixture.context().spareLanes(4).nanoClock(passedNs::get));
                ProviderRegistration registration = tight.register(RingsideFixture.SCHEMA)) {
            final ProviderEvent event = registration.event("low");
            final CountDownLatch taken = new CountDownLatch(4);
            final CountDownLatch end = new CountDownLatch(1);
            final Thread others = new Thread(() -> {
                try {
                    runThreads(4, () -> {
                        assertThat(WriteResult.written(event.write(payload, 0, 8))).isEqualTo(1);
                        taken.countDown();
                        awaitLatch(end);
                    });
                } catch (final InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            others.start();
            try {
                awaitLatch(taken);
                runThreads(1, () -> {
                    final BooleanSupplier write = () -> {
                        final boolean isWritten = WriteResult.written(event.write(payload, 0, 8)) == 1;
                        refusals.addAndGet(isWritten ? 0 : 1);
                        return isWritten;
                    };
                    assertThat(write.getAsBoolean()).isFalse();
                    awaitParkedControlThreads();
                    fixture.controller.update("refused", Map.of("maxBytes", Long.toString(64 * lane)));
                    tight.takeLanes();
                    assertThat(write.getAsBoolean()).as("there is room, and it is not asked for yet").isFalse();
                    passedNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
                    await().until(write::getAsBoolean);
                });
            } finally {
                end.countDown();
                others.join();
            }
        }
        final LedgerTotals totals = fixture.controller.query("refused").ledger().totals();
        assertThat(totals.lost().of(LossCause.NO_LANE)).isEqualTo(refusals.get());
        assertThat(totals.wanted()).isEqualTo(5 + refusals.get());
        assertThat(totals.isBalanced()).isTrue();
    }

    @Test
    void shouldKeepMoreLanesFreeWhenShortLivedThreadsHaveFoundTooFew() throws InterruptedException {
        final int threads = 4 * THREADS;
        fixture.controller.start(SessionSettings.builder("growing").lanes(MANY_THREADS).laneBytes(64 * 1024).build());
        fixture.enable("growing", 5);
        try (Ringside still = Ringside.connect(fixture.context().spareLanes(1).useInvoker(true));
                ProviderRegistration registration = still.register(RingsideFixture.SCHEMA)) {
            final ProviderEvent event = registration.event("low");
            // All of them have ended before the control thread looks: only the loss shows that they were there.
            await().until(() -> {
                final AtomicInteger written = new AtomicInteger();
                final CountDownLatch all = new CountDownLatch(threads);
                runThreads(threads, () -> {
                    written.addAndGet(WriteResult.written(event.write(payload, 0, 8)));
                    all.countDown();
                    awaitLatch(all);
                });
                still.invoke();
                return written.get() == threads;
            });
        }
    }

    @Test
    void shouldKeepAsManyLanesFreeAsThereAreProcessorsWithinBounds() {
        final OperatorSettings nothing = new OperatorSettings(name -> null, name -> null);

        assertThat(new RingsideContext(nothing, 1).spareLanes()).isEqualTo(8);
        assertThat(new RingsideContext(nothing, 12).spareLanes()).isEqualTo(12);
        assertThat(new RingsideContext(nothing, 256).spareLanes()).isEqualTo(32);
    }

    @Test
    void shouldUseWhatTheOperatorHasSetUnlessTheApplicationSetsIt() {
        final Map<String, String> properties = Map.of("ringside.spare.lanes", "24");
        final Map<String, String> environment = Map.of("RINGSIDE_SPARE_LANES", "48", "RINGSIDE_REGISTER_TIMEOUT",
                "250ms", "RINGSIDE_CLOSE_TIMEOUT", "3s");
        final RingsideContext context = new RingsideContext(new OperatorSettings(properties::get, environment::get), 1);

        assertThat(context.spareLanes()).isEqualTo(24);
        assertThat(context.registerTimeoutNs()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(250));
        assertThat(context.closeTimeoutNs()).isEqualTo(TimeUnit.SECONDS.toNanos(3));
        assertThat(context.problems()).isEmpty();
        assertThat(context.spareLanes(5).spareLanes()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1025", "many", "-3", "99999999999"})
    void shouldKeepTheDefaultAndSayWhyWhenTheOperatorsNumberCannotBeUsed(final String text) {
        final RingsideContext context = new RingsideContext(
                new OperatorSettings(name -> null, Map.of("RINGSIDE_SPARE_LANES", text)::get), 1);

        assertThat(context.spareLanes()).isEqualTo(8);
        assertThat(context.problems()).containsExactly("RINGSIDE_SPARE_LANES=" + text
                + ": expected 1 to 1024; using the default 8");
    }

    @Test
    void shouldKeepTheDefaultAndSayWhyWhenTheOperatorsDurationHasNoUnit() {
        final RingsideContext context = new RingsideContext(
                new OperatorSettings(Map.of("ringside.close.timeout", "5")::get, name -> null), 1);

        assertThat(context.closeTimeoutNs()).isEqualTo(TimeUnit.SECONDS.toNanos(2));
        assertThat(context.problems()).containsExactly("ringside.close.timeout=5: expected a duration such"
                + " as 500ms or 2s; using the default 2s");
    }

    @Test
    void shouldHandTheLanesOfEndedThreadsOver() throws InterruptedException {
        final SessionRow session = fixture.start("handed");
        fixture.enable("handed", 5);
        for (int i = 0; i < 5 * THREADS; i++) {
            runThreads(1, () -> {
                ringside.takeLanes();
                assertThat(WriteResult.written(low.write(new UnsafeBuffer(new byte[8]), 0, 8))).isEqualTo(1);
            });
        }
        try (SessionDrain drain = fixture.drain(session)) {
            fixture.drainAll(drain);
        }
        assertThat(fixture.events).hasSize(5 * THREADS);
        assertThat(fixture.controller.query("handed").ledger().totals().lost().total()).isZero();
    }

    @Test
    void shouldCountNoLaneWhenMoreThreadsWriteThanThereAreLanes() throws InterruptedException {
        fixture.start("short");
        fixture.enable("short", 5);
        final int threads = 2 * THREADS;
        final CountDownLatch written = new CountDownLatch(threads);
        final List<WriteResult.Status> statuses = new ArrayList<>();
        runThreads(threads, () -> {
            final long result = low.write(new UnsafeBuffer(new byte[8]), 0, 8);
            synchronized (statuses) {
                statuses.add(WriteResult.status(result));
            }
            written.countDown();
            awaitLatch(written);
        });
        final LedgerTotals totals = fixture.controller.query("short").ledger().totals();
        final long refused = statuses.stream().filter(status -> status == WriteResult.Status.NO_SYSTEM_RESOURCES)
                .count();
        assertThat(totals.wanted()).isEqualTo(threads);
        assertThat(totals.inRing()).isEqualTo(threads - refused);
        assertThat(refused).isGreaterThanOrEqualTo(threads - THREADS);
        assertThat(totals.lost().of(LossCause.NO_LANE)).isEqualTo(refused);
        assertThat(totals.isBalanced()).isTrue();
    }

    @Test
    void shouldCountNotAttachedWhenTheSessionsMemoryIsUsedUp() {
        fixture.controller.start(SessionSettings.builder("tight").lanes(8).laneBytes(64 * 1024).maxBytes(64 * 1024)
                .build());
        final Outcome.Answers result = fixture.controller.enable("tight",
                EnableRequest.of(RingsideFixture.SCHEMA.name(), Enablement.of(5, 0, 0)), RingsideFixture.TIMEOUT);
        assertThat(result.refused()).hasSize(1);
        assertThat(result.refused().get(0)).contains("maxBytes=65536");
        assertThat(WriteResult.status(low.write(payload, 0, 8))).isEqualTo(WriteResult.Status.NOT_ATTACHED);

        final LedgerTotals totals = fixture.controller.query("tight").ledger().totals();
        assertThat(totals.wanted()).isEqualTo(1);
        assertThat(totals.lost().of(LossCause.NOT_ATTACHED)).isEqualTo(1);
        assertThat(fixture.controller.stop("tight", RingsideFixture.TIMEOUT).isComplete()).isTrue();
    }

    @Test
    void shouldKeepAClaimsMemoryWhenItsSessionEnds() {
        fixture.start("ended");
        fixture.enable("ended", 5);
        ringside.takeLanes();
        final EventClaim claim = EventClaim.create();
        assertThat(low.tryClaim(claim, 16)).isTrue();

        assertThat(fixture.controller.stop("ended", RingsideFixture.TIMEOUT).isComplete()).isTrue();
        final SessionRow next = fixture.start("next");
        fixture.enable("next", 5);
        claim.buffer().putLong(0, 42);
        claim.buffer().putLong(8, 43);
        assertThat(WriteResult.written(claim.commit())).isEqualTo(1);
        assertThat(claim.isOpen()).isFalse();
        try (SessionDrain drain = fixture.drain(next)) {
            fixture.drainAll(drain);
        }
        assertThat(fixture.events).containsExactly(42L);
    }

    @Test
    void shouldFollowTheApplicationsDutyCycleWhenItInvokes() {
        try (Ringside invoked = Ringside.connect(fixture.context().useInvoker(true));
                ProviderRegistration registration = invoked.register(RingsideFixture.SCHEMA)) {
            fixture.start("invoked");
            fixture.controller.enable("invoked",
                    EnableRequest.of(RingsideFixture.SCHEMA.name(), Enablement.of(5, 0, 0)), Duration.ZERO);
            await().pollInSameThread().until(() -> {
                invoked.invoke();
                return registration.event("low").isEnabled();
            });
        }
    }

    /** Gives each thread room for as many events as were drained of its own. Used by the drain's thread. */
    private static final class PacedSink implements EventSink {
        private final Map<Long, Semaphore> rooms = new ConcurrentHashMap<>();
        private final Map<Long, Long> nextNumbers = new HashMap<>();
        private long events;
        private long lost;
        private long outOfOrder;

        Semaphore room(final long threadId) {
            return rooms.computeIfAbsent(threadId, id -> new Semaphore(EVENTS_AHEAD));
        }

        @Override
        public void onEvent(final DrainedProcess process, final int lane, final DirectBuffer buffer, final int offset,
                final int length, final long ownerThreadId) {
            final long number = buffer.getLong(offset + FrameDescriptor.RECORD_HEADER_LENGTH);
            final long expected = nextNumbers.getOrDefault(ownerThreadId, 0L);
            if (number != expected) {
                outOfOrder++;
            }
            nextNumbers.put(ownerThreadId, number + 1);
            events++;
            room(ownerThreadId).release();
        }

        @Override
        public void onGap(final DrainedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
            lost += gap.total();
        }

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            lost += count;
        }
    }

    private static void awaitParkedControlThreads() {
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("ringside-control"))
                .allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));
    }

    private static void runThreads(final int count, final Runnable work) throws InterruptedException {
        final List<Thread> threads = new ArrayList<>();
        final List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final Thread thread = new Thread(work);
            thread.setUncaughtExceptionHandler((failed, e) -> {
                synchronized (failures) {
                    failures.add(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    private static void awaitLatch(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
