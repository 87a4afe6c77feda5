package io.ringside.provider;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.callback.ControlNotice;
import io.ringside.callback.ProviderCallback;
import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.event.EventDescriptor;
import io.ringside.event.EventLimits;
import io.ringside.internal.files.ChildJvm;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.machine.CallbackThreads;
import io.ringside.internal.registry.SessionRow;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Callbacks that take long, fail, or do what they must not: nobody else is harmed. */
@Timeout(120)
class CallbackThreadsTest {
    private static final ProviderSchema ORDERS = RingsideFixture.SCHEMA;
    private static final ProviderSchema OTHER = schema("Test.Other");
    private static final long SHORT_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final CountDownLatch isInside = new CountDownLatch(1);
    private final CountDownLatch mayLeave = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();
    private final ProviderCallback sleeping = notice -> {
        calls.incrementAndGet();
        isInside.countDown();
        await(mayLeave);
    };
    private RingsideFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new RingsideFixture(path.resolve("trace"));
        fixture.start("a");
    }

    @AfterEach
    void close() {
        mayLeave.countDown();
        fixture.close();
    }

    @Test
    @DisplayName("R3.21 while a callback sleeps, other providers of its process and session attach and lose nothing")
    void shouldLetOthersGoOnWhileACallbackSleeps() throws InterruptedException {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(ORDERS, sleeping, null)) {
            enable("a", ORDERS, 0);
            isInside.await();
            final CallbackLog log = new CallbackLog();
            try (ProviderRegistration other = ringside.register(OTHER, log, null);
                    Ringside elsewhere = Ringside.connect(fixture.context());
                    ProviderRegistration third = elsewhere.register(schema("Test.Third"), log, null)) {
                assertThat(enable("a", OTHER, RingsideFixture.TIMEOUT_NS)).returns(1, Outcome.Answers::acknowledged)
                        .returns(true, Outcome.Answers::isComplete);
                assertThat(log.next().code()).isEqualTo(ControlNotice.ENABLE_PROVIDER);
                assertThat(enable("a", third.schema(), RingsideFixture.TIMEOUT_NS).timedOut()).isEmpty();
                for (int i = 0; i < 100; i++) {
                    assertThat(WriteResult.written(other.event("written").write())).isEqualTo(1);
                    assertThat(WriteResult.written(third.event("written").write())).isEqualTo(1);
                    assertThat(WriteResult.written(registration.event("low").write())).as("also its own")
                            .isEqualTo(1);
                }
                assertThat(fixture.controller.query("a").ledger().totals().wanted()).isEqualTo(300);
            }
            assertThat(calls).hasValue(1);
            mayLeave.countDown();
        }
    }

    @Test
    @DisplayName("R4.32 a callback that sleeps: time-out 0 returns, a short one names it and stands, a long one is met")
    void shouldWaitForCallbacks() throws Exception {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(ORDERS, sleeping, null)) {
            assertThat(enable("a", ORDERS, 0).acknowledged()).as("asynchronous").isLessThanOrEqualTo(1);
            isInside.await();
            final long beginNs = System.nanoTime();
            final Outcome.Answers late = enable("a", ORDERS, SHORT_NS);
            assertThat(System.nanoTime() - beginNs).isGreaterThanOrEqualTo(SHORT_NS);
            assertThat(late.timedOut()).singleElement()
                    .satisfies(who -> assertThat(who).startsWith("pid=" + ProcessHandle.current().pid()));
            assertThat(registration.event("low").isEnabled()).as("the enablement stands").isTrue();
            assertThat(fixture.controller.disable("a", ORDERS.id(), SHORT).timedOut()).as("disable").hasSize(1);

            // Its clock is looked at again and again while it waits.
            final CountDownLatch isWaiting = new CountDownLatch(5);
            final Controller patient = fixture.controller(() -> {
                isWaiting.countDown();
                return System.nanoTime();
            });
            final CompletableFuture<Outcome.Answers> waiting = CompletableFuture.supplyAsync(() -> patient.enable("a",
                    EnableRequest.of(ORDERS.id(), Enablement.of(5, 0, 0)), RingsideFixture.TIMEOUT));
            assertThat(isWaiting.await(20, TimeUnit.SECONDS)).as("it waits").isTrue();
            assertThat(waiting.isDone()).as("the callback is inside").isFalse();
            mayLeave.countDown();
            assertThat(waiting.get(20, TimeUnit.SECONDS)).returns(1, Outcome.Answers::acknowledged).returns(true,
                    Outcome.Answers::isComplete);
            assertThat(registration.event("low").isEnabled()).isTrue();
        }
    }

    @Test
    void shouldEndASessionWhileACallbackSleeps() throws InterruptedException {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(ORDERS, sleeping, null)) {
            enable("a", ORDERS, 0);
            isInside.await();
            assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.ACTIVE);
            assertThat(fixture.controller.stop("a", RingsideFixture.TIMEOUT).timedOut()).isEmpty();
            mayLeave.countDown();
        }
    }

    @Test
    @DisplayName("R3.21 a callback that would wait for itself is refused before anything changes; without a wait not")
    void shouldRefuseToWaitForItself() {
        final AtomicReference<Throwable> refused = new AtomicReference<>();
        final CallbackLog log = new CallbackLog();
        final ProviderCallback controlling = notice -> {
            log.onControl(notice);
            if (notice.level() == 5) {
                final List<SessionRow> before = fixture.controller.rows();
                refused.set(catching(() -> enable("a", ORDERS, RingsideFixture.TIMEOUT_NS)));
                catching(() -> fixture.controller.disable("a", ORDERS.id(), Duration.ofNanos(1)));
                catching(() -> fixture.controller.captureState("a", ORDERS.id(), Enablement.of(0, 0, 0),
                        Duration.ofNanos(1)));
                assertThat(fixture.controller.rows()).isEqualTo(before);
                enable("a", OTHER, RingsideFixture.TIMEOUT_NS);
                fixture.controller.enable("a", EnableRequest.of(ORDERS.id(), Enablement.of(3, 0, 0)), Duration.ZERO);
            }
        };
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration other = ringside.register(OTHER);
                ProviderRegistration registration = ringside.register(ORDERS, controlling, null)) {
            enable("a", ORDERS, RingsideFixture.TIMEOUT_NS);
            assertThat(log.next().level()).isEqualTo(5);
            assertThat(log.next().level()).as("enabled by itself").isEqualTo(3);
            assertThat(refused.get()).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.WOULD_DEADLOCK));
            assertThat(other.event("written").isEnabled()).as("another provider may be waited for").isTrue();
            assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.ACTIVE);
        }
    }

    @Test
    @DisplayName("R2.4 closing waits out a running callback, and none begins after it")
    void shouldWaitOutARunningCallback() throws Exception {
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            final AtomicBoolean hasReturned = new AtomicBoolean();
            final ProviderRegistration registration = ringside.register(ORDERS, notice -> {
                sleeping.onControl(notice);
                hasReturned.set(true);
            }, null);
            enable("a", ORDERS, 0);
            isInside.await();
            final Thread closing = new Thread(registration::close);
            closing.start();
            while (registration.status() != ProviderRegistration.Status.CLOSED) {
                Thread.onSpinWait();
            }
            enable("a", ORDERS, 0);
            assertThat(hasReturned).isFalse();
            assertThat(closing.isAlive()).isTrue();
            mayLeave.countDown();
            closing.join();
            assertThat(hasReturned).isTrue();
            enable("a", ORDERS, RingsideFixture.TIMEOUT_NS);
            assertThat(calls).hasValue(1);
        }
    }

    @Test
    @DisplayName("R2.4 unregistering while another thread enables in a loop: no callback begins after it has returned")
    void shouldCallNobodyAfterUnregistering() throws Exception {
        final AtomicBoolean isOver = new AtomicBoolean();
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            final CompletableFuture<Void> enabling = CompletableFuture.runAsync(() -> {
                for (int i = 0; !isOver.get(); i++) {
                    fixture.controller.enable("a", EnableRequest.of(ORDERS.id(), Enablement.of(1 + i % 5, 0, 0)),
                            Duration.ZERO);
                }
            });
            try {
                for (int round = 0; round < 50; round++) {
                    final AtomicInteger inside = new AtomicInteger();
                    final AtomicBoolean hasEnded = new AtomicBoolean();
                    final AtomicBoolean lateCall = new AtomicBoolean();
                    final ProviderRegistration registration = ringside.register(ORDERS, notice -> {
                        inside.incrementAndGet();
                        lateCall.compareAndSet(false, hasEnded.get());
                        inside.decrementAndGet();
                    }, null);
                    registration.close();
                    hasEnded.set(true);
                    assertThat(inside).hasValue(0);
                    registration.close();
                    enable("a", ORDERS, RingsideFixture.TIMEOUT_NS);
                    assertThat(lateCall).as("round %d", round).isFalse();
                }
            } finally {
                isOver.set(true);
                enabling.get(20, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void shouldCloseInsideItsOwnCallbackWithoutWaiting() {
        final AtomicReference<ProviderRegistration> self = new AtomicReference<>();
        final CallbackLog log = new CallbackLog();
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            self.set(ringside.register(ORDERS, notice -> {
                self.get().close();
                log.onControl(notice);
            }, null));
            enable("a", ORDERS, RingsideFixture.TIMEOUT_NS);
            assertThat(log.next().code()).isEqualTo(ControlNotice.ENABLE_PROVIDER);
            assertThat(self.get().status()).isEqualTo(ProviderRegistration.Status.CLOSED);
            enable("a", ORDERS, RingsideFixture.TIMEOUT_NS);
            assertThat(log.rest()).isEmpty();
        }
    }

    @Test
    void shouldNotWaitForEverWhenTwoCallbacksCloseEachOther() throws Exception {
        final CountDownLatch areInside = new CountDownLatch(2);
        final CountDownLatch haveReturned = new CountDownLatch(2);
        final AtomicReference<ProviderRegistration> one = new AtomicReference<>();
        final AtomicReference<ProviderRegistration> two = new AtomicReference<>();
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            one.set(ringside.register(ORDERS, notice -> closeOther(areInside, two, haveReturned), null));
            two.set(ringside.register(OTHER, notice -> closeOther(areInside, one, haveReturned), null));
            enable("a", ORDERS, 0);
            enable("a", OTHER, 0);
            assertThat(haveReturned.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void shouldGiveUpWaitingWhenInterrupted() throws InterruptedException {
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            final ProviderRegistration registration = ringside.register(ORDERS, sleeping, null);
            enable("a", ORDERS, 0);
            isInside.await();
            Thread.currentThread().interrupt();
            registration.close();
            assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
            mayLeave.countDown();
        }
    }

    @Test
    @DisplayName("R2.3 of 1,024 providers with callbacks only those that are called have a thread")
    void shouldMakeThreadsAtFirstNeed() throws InterruptedException {
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            for (int i = 1; i < EventLimits.PROVIDERS_PER_PROCESS_MAX; i++) {
                assertThat(ringside.register(schema("Test.Many" + i), sleeping, null).status())
                        .isEqualTo(ProviderRegistration.Status.ACTIVE);
            }
            ringside.register(ORDERS, sleeping, null);
            assertThat(callbackThreads()).isEmpty();
            enable("a", ORDERS, 0);
            isInside.await();
            assertThat(callbackThreads()).containsExactly(CallbackThreads.NAME + " " + ORDERS.name());
            mayLeave.countDown();
            assertThat(enable("a", ORDERS, RingsideFixture.TIMEOUT_NS).timedOut()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"inline", "aside"})
    void shouldBearACallbackThatEndsTheProcess(final String place) throws IOException {
        final boolean isInline = place.equals("inline");
        if (isInline) {
            enable("a", ORDERS, 0);
        }
        try (ChildJvm child = ChildJvm.start(List.of(), ExitingApplication.class,
                fixture.participant.directory().path().toString())) {
            if (!isInline) {
                assertThat(child.readLine()).isEqualTo("registered");
                assertThat(enable("a", ORDERS, RingsideFixture.TIMEOUT_NS).timedOut()).isEmpty();
            }
            assertThat(child.await()).isEqualTo(ExitingApplication.EXIT_CODE);
        }
        assertThat(fixture.controller.providers()).allSatisfy(info -> assertThat(info.registrations()).isZero());
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(ORDERS)) {
            assertThat(WriteResult.written(registration.event("low").write())).isEqualTo(1);
        }
        assertThat(fixture.controller.stop("a", RingsideFixture.TIMEOUT).timedOut()).isEmpty();
    }

    private void closeOther(final CountDownLatch areInside, final AtomicReference<ProviderRegistration> other,
            final CountDownLatch haveReturned) {
        areInside.countDown();
        await(areInside);
        other.get().close();
        haveReturned.countDown();
    }

    private Outcome.Answers enable(final String session, final ProviderSchema provider, final long timeoutNs) {
        return fixture.controller.enable(session, EnableRequest.of(provider.id(), Enablement.of(5, 0, 0)),
                Duration.ofNanos(timeoutNs));
    }

    private static List<String> callbackThreads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> name.startsWith(CallbackThreads.NAME + " ")).toList();
    }

    private static Throwable catching(final Runnable call) {
        final AtomicReference<Throwable> thrown = new AtomicReference<>();
        assertThatThrownBy(() -> {
            try {
                call.run();
            } catch (final Throwable e) {
                thrown.set(e);
                throw e;
            }
        }).isInstanceOf(RingsideException.class);
        return thrown.get();
    }

    private static ProviderSchema schema(final String name) {
        return ProviderSchema.builder(name).event("written", EventDescriptor.of(1, 4, 1)).build();
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
