package io.ringside.provider;

import io.ringside.control.Outcome;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.internal.counter.CounterFileView;
import io.ringside.internal.counter.CounterReader;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.SessionRow;
import io.ringside.provider.counter.CounterInstance;
import io.ringside.provider.counter.CounterSet;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Runtime, controller and drain together, in one process. */
class RingsideTest {
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[64]);
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
    @DisplayName("R3.22 the next write after register is recorded")
    void shouldRecordTheNextWriteWhenTheProviderWasEnabledBefore() {
        final SessionRow session = fixture.start("early");
        fixture.enable("early", 5);
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA);
                SessionDrain drain = fixture.drain(session)) {
            assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.ACTIVE);
            assertThat(write(registration.event("low"), 7)).isEqualTo(WriteResult.Status.OK);
            fixture.drainAll(drain);
            assertThat(fixture.events).containsExactly(7L);
        }
    }

    @Test
    void shouldTraceOnceTheDirectoryCanBeUsedWhenItCouldNotBefore(@TempDir final Path folder) throws IOException {
        final Path place = Files.createFile(folder.resolve("trace"));
        try (Ringside ringside = Ringside.connect(fixture.context().directory(place));
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.UNAVAILABLE);
            assertThat(registration.problem()).contains(place.toString());

            Files.delete(place);

            await().until(() -> registration.status() == ProviderRegistration.Status.ACTIVE);
            assertThat(registration.problem()).isNull();
        }
    }

    @Test
    void shouldPublishCountersOnceTheDirectoryCanBeUsedWhenItCouldNotBefore(@TempDir final Path folder)
            throws IOException {
        final Path place = Files.createFile(folder.resolve("trace"));
        final CounterSetSchema schema = CounterSetSchema.of("Example.Waiting", CounterSetSchema.Kind.MULTIPLE,
                List.of(CounterSchema.of(1, "owned", CounterType.LARGE_RAWCOUNT),
                        CounterSchema.of(2, "shared", CounterType.LARGE_RAWCOUNT)));
        try (Ringside ringside = Ringside.connect(fixture.context().directory(place));
                CounterSet set = ringside.counterSet(schema)) {
            assertThat(set.problem()).contains("cannot be used yet");
            final CounterInstance before = set.create("before");
            before.counter(1).set(7);
            before.sharedCounter(2).add(8);
            set.create("ended").close();
            Files.delete(place);
            await().until(() -> set.problem() == null);
            before.counter(1).increment();
            before.sharedCounter(2).increment();
            set.create("after").counter(1).set(5);

            try (CounterReader reader = new CounterReader(TraceDirectory.open(place), System::nanoTime)) {
                reader.collect();
                assertThat(reader.files()).singleElement().satisfies(file -> {
                    assertThat(valuesOf(file)).containsExactlyInAnyOrder("before 8 9", "after 5 0");
                });
            }
        }
    }

    private static List<String> valuesOf(final CounterFileView file) {
        return IntStream.range(0, file.slots()).mapToObj(file::instance).filter(Objects::nonNull)
                .map(instance -> instance.name() + ' ' + instance.value(0) + ' ' + instance.value(1)).toList();
    }

    @Test
    void shouldRecordTheNextWriteOfEachOfManyRuntimes() {
        final SessionRow session = fixture.start("many");
        fixture.enable("many", 5);
        try (SessionDrain drain = fixture.drain(session)) {
            for (long i = 0; i < 100; i++) {
                try (Ringside ringside = Ringside.connect(fixture.context());
                        ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
                    assertThat(write(registration.event("low"), i)).isEqualTo(WriteResult.Status.OK);
                    assertThat(WriteResult.written(registration.event("low").write(payload, 0, 8))).isEqualTo(1);
                }
            }
            fixture.drainAll(drain);
        }
        assertThat(fixture.events).hasSize(200);
        assertThat(fixture.lost).isZero();
    }

    @Test
    void shouldObeyEnableAndDisableWithTheNextWrite() {
        final SessionRow session = fixture.start("toggled");
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            final ProviderEvent low = registration.event(1);
            final ProviderEvent high = registration.event(2);
            for (int i = 0; i < 100; i++) {
                assertThat(WriteResult.wanted(low.write(payload, 0, 8))).isZero();
                fixture.enable("toggled", 2);
                assertThat(low.isEnabled()).isFalse();
                assertThat(WriteResult.written(high.write(payload, 0, 8))).isEqualTo(1);
                fixture.enable("toggled", 5);
                assertThat(WriteResult.written(low.write(payload, 0, 8))).isEqualTo(1);
                fixture.controller.disable("toggled", RingsideFixture.SCHEMA.id(), RingsideFixture.TIMEOUT);
                assertThat(WriteResult.wanted(high.write(payload, 0, 8))).isZero();
            }
            final LedgerTotals totals = fixture.controller.query("toggled").ledger().totals();
            assertThat(totals.wanted()).isEqualTo(200);
            assertThat(totals.inRing()).isEqualTo(200);
            assertThat(session.slot()).isZero();
        }
    }

    @Test
    void shouldBalanceWhatIsDeliveredAndLostWhenTheSessionIsStopped() {
        final SessionRow session = fixture.start("stopped");
        fixture.enable("stopped", 5);
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            final ProviderEvent low = registration.event("low");
            long written = 0;
            for (int i = 0; i < 10_000; i++) {
                written += write(low, i) == WriteResult.Status.OK ? 1 : 0;
            }
            assertThat(written).isPositive().isLessThan(10_000);
            try (SessionDrain drain = fixture.drain(session)) {
                fixture.drainAll(drain);
            }
            assertThat(fixture.events).isEqualTo(LongStream.range(0, written).boxed().toList());
            assertThat(fixture.lost).isEqualTo(10_000 - written);

            final Outcome.Stopped result = fixture.controller.stop("stopped", RingsideFixture.TIMEOUT);
            assertThat(result.isComplete()).isTrue();
            assertThat(result.ledger().totals().isBalanced()).isTrue();
            assertThat(result.ledger().totals().wanted()).isEqualTo(10_000);
            assertThat(result.ledger().totals().delivered()).isEqualTo(written);
            assertThat(result.ledger().totals().lost().of(LossCause.FULL)).isEqualTo(10_000 - written);
            assertThat(WriteResult.wanted(low.write(payload, 0, 8))).isZero();
            assertThat(fixture.controller.rows()).isEmpty();
        }
    }

    @Test
    void shouldUseASlotAgainWithoutMixingSessions() {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            final ProviderEvent low = registration.event("low");
            for (int i = 0; i < 20; i++) {
                final SessionRow session = fixture.start("round" + i);
                assertThat(session.slot()).isZero();
                fixture.enable("round" + i, 5);
                assertThat(write(low, i)).isEqualTo(WriteResult.Status.OK);
                try (SessionDrain drain = fixture.drain(session)) {
                    fixture.events.clear();
                    fixture.drainAll(drain);
                    assertThat(fixture.events).isEqualTo(List.of((long) i));
                }
                assertThat(fixture.controller.stop("round" + i, RingsideFixture.TIMEOUT).isComplete()).isTrue();
            }
        }
    }

    @Test
    @DisplayName("R2.5 a write after unregister is INVALID_HANDLE and recorded nowhere")
    void shouldRefuseWritesWhenTheRegistrationIsClosed() {
        fixture.start("closed");
        fixture.enable("closed", 5);
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            final ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA);
            registration.close();
            registration.close();
            assertThat(write(registration.event("low"), 1)).isEqualTo(WriteResult.Status.INVALID_HANDLE);
            assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.CLOSED);
            assertThat(fixture.controller.query("closed").ledger().totals().wanted()).isZero();
        }
    }

    private WriteResult.Status write(final ProviderEvent event, final long number) {
        payload.putLong(0, number);
        return WriteResult.status(event.write(payload, 0, 8));
    }
}
