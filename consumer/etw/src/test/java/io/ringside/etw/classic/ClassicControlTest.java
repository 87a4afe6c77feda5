package io.ringside.etw.classic;

import io.ringside.control.EnableRequest;
import io.ringside.filter.EnablementFilters;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.LangUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How a classic provider is registered, and what it is told. */
@Timeout(60)
class ClassicControlTest {
    private static final String A = "a";
    private static final String B = "b";

    private ClassicFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path root) {
        fixture = new ClassicFixture(root);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R5.1 enabled before, the callback returns 5: registering returns 5")
    void shouldGiveWhatTheCallbackReturnsIfItWasEnabledBefore() {
        fixture.start(A);
        fixture.enable(A, ClassicFixture.CONTROL_ID, 3, 1);
        final Requests requests = new Requests(5);
        final Object context = new Object();

        final ClassicRegistration registration = ClassicRegistration.register(fixture.ringside, provider(), requests,
                context);

        assertThat(registration.status()).isEqualTo(5);
        assertThat(registration.problem()).isNull();
        assertThat(requests.told()).containsExactly("4 a");
        assertThat(requests.contexts()).containsExactly(context);
    }

    @Test
    @DisplayName("R5.1 without a provider, an id or a callback: 87; without an enablement: 0; classes may be left out")
    void shouldRefuseWhatIsMissing() {
        final Requests requests = new Requests(5);
        final ClassicProvider zeros = ClassicProvider.of("Zeros", new UUID(0, 0));

        assertThat(ClassicRegistration.register(fixture.ringside, null, requests, null).status()).isEqualTo(87);
        assertThat(ClassicRegistration.register(fixture.ringside, zeros, requests, null).status()).isEqualTo(87);
        final ClassicRegistration without = ClassicRegistration.register(fixture.ringside, provider(), null, null);
        assertThat(without.status()).isEqualTo(87);
        assertThat(without.problem()).isNotNull();
        assertThat(without.unregister()).isEqualTo(ClassicStatus.INVALID_HANDLE);
        assertThat(ClassicRegistration.register(fixture.ringside, provider(), requests, null).status()).isZero();
        assertThat(requests.told()).isEmpty();
    }

    @Test
    @DisplayName("R5.1 R2.3 after 1,024 providers of a process the next one is refused, whatever its kind")
    void shouldShareTheLimitOfProviders() {
        for (int i = 0; i < 1_024; i++) {
            assertThat(register("Many-" + i, new Requests(0)).status()).isZero();
        }

        final ClassicRegistration refused = register("One-Too-Many", new Requests(0));

        assertThat(refused.status()).isEqualTo(1_450);
        assertThat(refused.problem()).contains("1024");
    }

    @Test
    @DisplayName("R5.2 after unregistering no callback is called; unregistering again is an error")
    void shouldNotCallAfterUnregistering() {
        fixture.start(A);
        final Requests requests = new Requests(0);
        final ClassicRegistration registration = register(requests);

        assertThat(registration.unregister()).isEqualTo(ClassicStatus.OK);
        fixture.enable(A, ClassicFixture.CONTROL_ID, 3, 1);

        assertThat(requests.told()).isEmpty();
        assertThat(registration.unregister()).isEqualTo(ClassicStatus.INVALID_HANDLE);
        registration.close();
    }

    @Test
    @DisplayName("R5.2 of many threads that unregister at once one does, and all others are told that it is done")
    void shouldBeUnregisteredOnce() throws InterruptedException {
        for (int round = 0; round < 100; round++) {
            final ClassicRegistration registration = register("Racing", new Requests(0));
            final Queue<ClassicStatus> statuses = new ConcurrentLinkedQueue<>();
            final CountDownLatch ready = new CountDownLatch(2);
            final List<Thread> threads = Stream.generate(() -> new Thread(() -> {
                ready.countDown();
                while (ready.getCount() > 0) {
                    Thread.onSpinWait();
                }
                statuses.add(registration.unregister());
            })).limit(2).toList();
            threads.forEach(Thread::start);
            for (final Thread thread : threads) {
                thread.join();
            }
            assertThat(statuses).containsExactlyInAnyOrder(ClassicStatus.OK, ClassicStatus.INVALID_HANDLE);
        }
    }

    @Test
    @DisplayName("R5.2 R5.4 handles are refused after unregistering")
    void shouldRefuseHandlesAfterUnregistering() {
        fixture.start(A);
        final Requests requests = new Requests(0);
        final ClassicRegistration registration = register(requests);
        fixture.enable(A, ClassicFixture.CONTROL_ID, 3, 1);
        final ClassicSession session = requests.current();
        assertThat(session.write(ClassicFixture.event("before"))).isEqualTo(ClassicStatus.OK);

        registration.unregister();

        assertThat(session.write(ClassicFixture.event("after"))).isEqualTo(ClassicStatus.INVALID_HANDLE);
        assertThat(session.settings().status()).isEqualTo(ClassicStatus.INVALID_HANDLE);
        assertThat(fixture.takeTexts(A)).containsExactly("before");
    }

    @Test
    @DisplayName("R5.3 the callback gets 4 on enable, 5 on disable and 10 on capture state, with the session's handle")
    void shouldTellWhichSessionDoesWhat() {
        fixture.start(A);
        fixture.start(B);
        final Requests requests = new Requests(99);
        assertThat(register(requests).status()).isZero();

        fixture.enable(A, ClassicFixture.CONTROL_ID, 3, 1);
        final ClassicSession first = requests.current();
        fixture.enable(B, ClassicFixture.CONTROL_ID, 3, 1);
        fixture.enable(A, ClassicFixture.CONTROL_ID, 4, 1);
        assertThat(requests.current()).isSameAs(first);
        fixture.controller.captureState(A, ClassicFixture.CONTROL_ID, Enablement.of(5, 0, 0),
                ClassicFixture.TIMEOUT);
        fixture.disable(A, ClassicFixture.CONTROL_ID);
        fixture.stop(B);

        assertThat(requests.told(6)).containsExactly("4 a", "4 b", "4 a", "10 a", "5 a", "5 b");
        assertThat(requests.last().session()).as("after the callback has returned").isSameAs(ClassicSession.INVALID);
    }

    @Test
    @DisplayName("R5.4 R4.36 a session of level 0 gives 0 without an error; of 0x1_0000_0002 the flags are 2")
    void shouldTellAZeroFromAnError() {
        fixture.start(A);
        final Requests requests = new Requests(0);
        register(requests);

        fixture.enable(A, ClassicFixture.CONTROL_ID, 0, 0x1_0000_0002L);

        assertThat(requests.settings()).isEqualTo(new ClassicSettings(ClassicStatus.OK, 0, 2));
        assertThat(requests.current().settings().isKnown()).isTrue();
        final ClassicSettings invalid = ClassicSession.INVALID.settings();
        assertThat(invalid).isEqualTo(new ClassicSettings(ClassicStatus.INVALID_HANDLE, 0, 0));
        assertThat(invalid.status().code()).isNotZero();
        assertThat(invalid.isKnown()).isFalse();

        fixture.disable(A, ClassicFixture.CONTROL_ID);
        assertThat(requests.current().settings()).isEqualTo(invalid);
    }

    @Test
    @DisplayName("R4.36 filters mean nothing to a classic provider")
    void shouldBeEnabledWhateverIsFiltered() {
        fixture.start(A);
        final Requests requests = new Requests(0);
        register(requests);

        fixture.enable(A, EnableRequest.of(ClassicFixture.CONTROL_ID, Enablement.of(3, 1, 0).withFilters(
                EnablementFilters.builder().pids(List.of(1L)).build())));

        assertThat(requests.told()).containsExactly("4 a");
        assertThat(requests.current().write(ClassicFixture.event("x"))).isEqualTo(ClassicStatus.OK);
        assertThat(fixture.takeTexts(A)).containsExactly("x");
    }

    @Test
    @DisplayName("R5.5 without protection: A enables, then B: events go to B only")
    void shouldWriteToTheLastWhoHasEnabledIt() {
        fixture.start(A);
        fixture.start(B);
        final Requests requests = new Requests(0);
        register(requests);

        fixture.enable(A, ClassicFixture.CONTROL_ID, 3, 1);
        requests.current().write(ClassicFixture.event("one"));
        fixture.enable(B, ClassicFixture.CONTROL_ID, 3, 1);
        requests.current().write(ClassicFixture.event("two"));

        assertThat(fixture.takeTexts(A)).containsExactly("one");
        assertThat(fixture.takeTexts(B)).containsExactly("two");
    }

    @Test
    @DisplayName("R5.5 who has enabled it last is told last, also of those who did so before it was registered")
    void shouldTellWhoWasLastLast() {
        fixture.start(A);
        fixture.start(B);
        fixture.enable(B, ClassicFixture.CONTROL_ID, 3, 1);
        fixture.enable(A, ClassicFixture.CONTROL_ID, 3, 1);
        final Requests requests = new Requests(0);

        register(requests);

        assertThat(requests.told()).containsExactly("4 b", "4 a");
    }

    @Test
    @DisplayName("R5.6 what changes while a callback runs is told together: first of the session that has gone")
    void shouldTellOfTheEndFirstWhereOneGoesAndAnotherComesWhileACallbackRuns() {
        fixture.start(A);
        fixture.start(B);
        final Requests requests = new Requests(0);
        final CountDownLatch isCalled = new CountDownLatch(1);
        final CountDownLatch mayReturn = new CountDownLatch(1);
        ClassicRegistration.register(fixture.ringside, provider(), (request, context) -> {
            final int status = requests.onControl(request, context);
            isCalled.countDown();
            await(mayReturn);
            return status;
        }, null);
        final EnableRequest wanted = EnableRequest.of(ClassicFixture.CONTROL_ID, Enablement.of(3, 1, 0));
        fixture.controller.enable(A, wanted, Duration.ZERO);
        await(isCalled);
        fixture.controller.enable(B, wanted, Duration.ZERO);
        fixture.controller.disable(A, ClassicFixture.CONTROL_ID, Duration.ZERO);
        // Who waits for another provider of the process waits until its rows have been applied, which are those too.
        final ProviderSchema other = ProviderSchema.builder("Other").build();
        fixture.ringside.register(other);
        fixture.enable(B, other.id(), 3, 1);
        mayReturn.countDown();

        assertThat(requests.told(3)).containsExactly("4 a", "5 a", "4 b");
    }

    @ParameterizedTest
    @ValueSource(classes = {IllegalStateException.class, NoClassDefFoundError.class})
    void shouldTellEverySessionWhateverTheCallbackThrowsForAnother(final Class<? extends Throwable> thrown)
            throws ReflectiveOperationException {
        final Throwable problem = thrown.getDeclaredConstructor().newInstance();
        fixture.start(A);
        fixture.start(B);
        fixture.enable(A, ClassicFixture.CONTROL_ID, 3, 1);
        fixture.enable(B, ClassicFixture.CONTROL_ID, 3, 1);
        final Requests requests = new Requests(7);

        final ClassicRegistration registration = ClassicRegistration.register(fixture.ringside, provider(),
                (request, context) -> {
                    if (request.session().name().equals(A)) {
                        LangUtil.rethrowUnchecked(problem);
                    }
                    return requests.onControl(request, context);
                }, null);

        assertThat(requests.told()).containsExactly("4 b");
        assertThat(registration.status()).isEqualTo(7);
    }

    @Test
    void shouldBeInertWhereNothingCanBeTraced(@TempDir final Path root) throws IOException {
        final Path file = Files.createFile(root.resolve("no-directory"));
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(file))) {
            final ClassicRegistration registration = ClassicRegistration.register(ringside, provider(),
                    new Requests(0), null);
            assertThat(registration.status()).isEqualTo(1_450);
            assertThat(registration.problem()).isNotNull();
            assertThat(registration.unregister()).isEqualTo(ClassicStatus.INVALID_HANDLE);
        }
    }

    private static void await(final CountDownLatch latch) {
        try {
            assertThat(latch.await(ClassicFixture.TIMEOUT_NS, TimeUnit.NANOSECONDS)).isTrue();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private ClassicRegistration register(final Requests requests) {
        return ClassicRegistration.register(fixture.ringside, provider(), requests, null);
    }

    private ClassicRegistration register(final String name, final Requests requests) {
        return ClassicRegistration.register(fixture.ringside, ClassicProvider.of(name), requests, null);
    }

    private static ClassicProvider provider() {
        return ClassicProvider.of("Test-Classic", ClassicFixture.CONTROL_ID, EventClass.of(ClassicFixture.CLASS_ID));
    }
}
