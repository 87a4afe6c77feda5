package io.ringside.provider;

import io.ringside.internal.counter.CounterFileView;
import io.ringside.internal.counter.CounterFixture;
import io.ringside.internal.counter.CounterReader;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.registry.SessionRow;
import io.ringside.provider.counter.CounterInstance;
import io.ringside.session.LedgerTotals;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The trace directory is removed while a process uses it, as systemd does at logout, and comes back as another. */
class LostDirectoryTest {
    private static final Duration NOTICED = Duration.ofSeconds(2);
    private static final int EVENTS = 100;

    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[8]);
    private Path path;
    private RingsideFixture fixture;
    private Ringside ringside;
    private ProviderEvent low;
    private long next;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        path = folder.resolve("trace");
        fixture = new RingsideFixture(path);
        ringside = Ringside.connect(fixture.context());
        low = ringside.register(RingsideFixture.SCHEMA).event("low");
    }

    @AfterEach
    void close() {
        ringside.close();
        fixture.close();
    }

    @Test
    void shouldGiveTheNextSessionItsOwnEventsAndNoOthers() throws IOException {
        final SessionRow old = start("night");
        write(EVENTS);

        removeDirectory();
        fixture = new RingsideFixture(path);
        final SessionRow session = fixture.start("night");
        fixture.enable("night", 5);

        assertThat(session.id()).isNotEqualTo(old.id());
        assertOwnEvents(session);
    }

    @Test
    void shouldLeaveSessionsWhoseDirectoryIsGoneAndAttachWithinTwoSecondsWhenItIsBack() throws IOException {
        start("night");
        write(EVENTS);

        removeDirectory();
        await().atMost(NOTICED).until(() -> !low.isEnabled());
        assertThat(path).as("nobody but those who start something makes it again").doesNotExist();

        fixture = new RingsideFixture(path);
        final SessionRow session = start("night");
        assertOwnEvents(session);
        // Changes are noticed at once again, and not at the next regular look.
        final long beforeNs = System.nanoTime();
        fixture.enable("night", 1);
        assertThat(low.isEnabled()).isFalse();
        fixture.enable("night", 5);
        assertThat(low.isEnabled()).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - beforeNs)).isLessThan(Duration.ofMillis(1_500));
    }

    @Test
    void shouldPublishItsCountersInTheNextDirectory() throws IOException {
        final CounterInstance instance = ringside.counterSet(CounterFixture.WAVES).create("a");
        final CounterInstance.Shared triangle = instance.sharedCounter(1);
        final CounterInstance.Owned square = instance.counter(2);
        triangle.add(3);
        square.set(5);
        ringside.counterSet(CounterFixture.ONE, request -> 0, null);

        removeDirectory();
        fixture = new RingsideFixture(path);
        try (CounterReader reader = new CounterReader(fixture.directory, System::nanoTime)) {
            await().atMost(NOTICED).untilAsserted(() -> assertThat(CounterFixture.read(reader))
                    .isEqualTo("Geometric Waves(a 0)[3, 5]"));
            assertThat(reader.files()).filteredOn(CounterFileView::isPulled).hasSize(1);
            triangle.increment();
            square.increment();
            assertThat(CounterFixture.read(reader)).isEqualTo("Geometric Waves(a 0)[4, 6]");
        }
    }

    @Test
    void shouldCloseWhileTheDirectoryIsGone() throws IOException {
        start("night");
        write(EVENTS);
        removeDirectory();
        await().atMost(NOTICED).until(() -> !low.isEnabled());

        ringside.close();
        assertThat(path).doesNotExist();
    }

    @Test
    void shouldKeepItsSessionsWhenOnlyTheControlPageIsRemoved() throws IOException {
        final SessionRow session = start("night");
        write(EVENTS);

        Files.delete(fixture.directory.controlPage());
        await().until(() -> Files.exists(fixture.directory.controlPage()));
        final SessionRow other = start("day");
        assertThat(other.id()).isGreaterThan(session.id());
        write(EVENTS);

        assertThat(fixture.controller.query("night").ledger().totals().wanted()).isEqualTo(next);
        assertThat(fixture.controller.query("day").ledger().totals().wanted()).isEqualTo(EVENTS);
    }

    private SessionRow start(final String name) {
        final SessionRow session = fixture.start(name);
        fixture.enable(name, 5);
        await().atMost(NOTICED).until(low::isEnabled);
        return session;
    }

    private void assertOwnEvents(final SessionRow session) {
        await().atMost(NOTICED).until(() -> isAttached(session));
        // Returns when the process has answered.
        fixture.enable("night", 5);
        final long first = next;
        write(EVENTS);
        try (SessionDrain drain = fixture.drain(session)) {
            fixture.drainAll(drain);
        }
        assertThat(fixture.events).containsExactlyElementsOf(
                LongStream.range(first, next).boxed().toList());
        final LedgerTotals totals = fixture.controller.query("night").ledger().totals();
        assertThat(totals.wanted()).isEqualTo(totals.delivered()).isEqualTo(EVENTS);
    }

    private boolean isAttached(final SessionRow session) throws IOException {
        try (Stream<Path> files = Files.list(fixture.directory.session(session.id()))) {
            return files.anyMatch(file -> file.toString().endsWith(".ledger"));
        }
    }

    private void write(final int count) {
        for (int i = 0; i < count; i++) {
            payload.putLong(0, next++);
            assertThat(WriteResult.status(low.write(payload, 0, payload.capacity()))).isEqualTo(WriteResult.Status.OK);
        }
    }

    private void removeDirectory() throws IOException {
        fixture.close();
        while (Files.exists(path)) {
            try (Stream<Path> all = Files.walk(path)) {
                all.sorted(Comparator.reverseOrder()).forEach(LostDirectoryTest::remove);
            } catch (final UncheckedIOException e) {
                // Something has come or gone meanwhile.
            }
        }
    }

    private static void remove(final Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
