package io.ringside.provider;

import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileNames.NamesFileName;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.registry.NamesView;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SchemaStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.schema.PublishedNames;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A process makes its own files anew that somebody has removed or replaced, and no event loses its outcome. */
class LostFilesTest {
    private static final int EVENTS = 100;

    private final AtomicLong passedNs = new AtomicLong();
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[8]);
    private RingsideFixture fixture;
    private Ringside ringside;
    private ProviderEvent low;
    private long next;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new RingsideFixture(path.resolve("trace"));
        ringside = Ringside.connect(fixture.context().nanoClock(() -> System.nanoTime() + passedNs.get()));
        low = ringside.register(RingsideFixture.SCHEMA).event("low");
    }

    @AfterEach
    void close() {
        ringside.close();
        fixture.close();
    }

    @Test
    void shouldShowAllNamesToEarlierAndLaterReadersWhenTheirFileIsRemoved() throws IOException {
        final ProviderRegistration named = ringside.register(NamingApplication.SCHEMA);
        named.publishName("symbol", 1, "ONE");
        final SchemaStore store = new Registry(fixture.participant).schemas();
        final NamesFileName name = store.namesFiles().get(0);
        final NamesView early = view(store, name);
        assertThat(early.get().size()).isOne();
        final Path file = fixture.directory.names(name.providerId(), name.incarnation());
        final Object key = key(file);
        Files.delete(file);
        named.publishName("symbol", 2, "TWO");
        awaitAnotherFile(file, key);
        named.publishName("symbol", 3, "THREE");

        await().untilAsserted(() -> assertThat(early.get().entries(0)).extracting(PublishedNames.Entry::name)
                .containsExactly("ONE", "TWO", "THREE"));
        assertThat(view(store, name).get().entries(0)).isEqualTo(early.get().entries(0));
    }

    private static NamesView view(final SchemaStore store, final NamesFileName name) {
        return store.published(name.providerId(), name.incarnation(), SystemNanoClock.INSTANCE, problem -> {
            throw new AssertionError(problem);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {".ledger", ".0.ring"})
    void shouldLoseNothingWhenAFileOfItsSessionIsRemoved(final String kind) throws IOException {
        final SessionRow session = fixture.start("removed");
        fixture.enable("removed", 5);
        write(EVENTS);
        final Path file = only(session, kind);
        final Object key = key(file);
        Files.delete(file);
        write(EVENTS);
        if (kind.equals(".ledger")) {
            final LedgerTotals.Reading reading = new MappedLedgers(fixture.directory, fixture.participant.files(),
                    SinkReader.NONE, (path, problem) -> {}).read(session);
            assertThat(reading.settled()).isFalse();
            assertThat(reading.problems()).singleElement().asString().contains(file.toString(), "ledger is missing");
        }
        awaitAnotherFile(file, key);
        awaitStanding();
        write(EVENTS);

        final LedgerTotals totals = fixture.controller.query("removed").ledger().totals();
        assertThat(totals.wanted()).isEqualTo(totals.inRing()).isEqualTo(next);
        try (SessionDrain drain = fixture.drain(session)) {
            fixture.drainAll(drain);
        }
        assertAllTaken();
        assertThat(fixture.lost).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {".ledger", ".0.ring"})
    void shouldGoOnWhereTheDrainWasWhenAFileOfItsSessionIsRemoved(final String kind) throws IOException {
        final SessionRow session = fixture.start("followed");
        fixture.enable("followed", 5);
        try (SessionDrain drain = fixture.drain(session)) {
            write(EVENTS);
            drain.poll(fixture, EVENTS / 2);
            assertThat(fixture.events).isNotEmpty();
            final Path file = only(session, kind);
            final Object key = key(file);
            Files.delete(file);
            write(EVENTS);
            await().pollInSameThread().until(() -> {
                pass();
                drain.poll(fixture, EVENTS / 2);
                return Files.exists(file) && !key.equals(key(file));
            });
            awaitStanding();
            write(EVENTS);
            drain.scanSoon();
            await().pollInSameThread().until(() -> {
                fixture.drainAll(drain);
                return fixture.events.size() >= next;
            });
            fixture.drainAll(drain);
        }
        assertAllTaken();
        assertThat(fixture.lost).isZero();
        final LedgerTotals totals = fixture.controller.query("followed").ledger().totals();
        assertThat(totals.wanted()).isEqualTo(totals.delivered()).isEqualTo(next);
    }

    @Test
    void shouldPutItsLedgerBackWhenAnotherFileStandsThere() throws IOException {
        final SessionRow session = fixture.start("replaced");
        fixture.enable("replaced", 5);
        write(EVENTS);
        final Path file = only(session, ".ledger");
        Files.delete(file);
        Files.writeString(file, "not a ledger");
        final Object key = key(file);
        awaitAnotherFile(file, key);
        awaitStanding();
        write(EVENTS);

        final LedgerTotals totals = fixture.controller.query("replaced").ledger().totals();
        assertThat(totals.wanted()).isEqualTo(totals.inRing()).isEqualTo(next);
    }

    @Test
    void shouldLoseNothingWhenItsLedgerIsPutBackAMomentAfterItWasMissed() throws IOException {
        final SessionRow session = fixture.start("back");
        fixture.enable("back", 5);
        write(EVENTS);
        final Path file = only(session, ".ledger");
        final Object key = key(file);
        final Path aside = fixture.directory.path().resolveSibling("aside");
        Files.move(file, aside);
        try (LedgerFile ledger = LedgerFile.open(aside, Access.READ_ONLY)) {
            pass();
            await().until(() -> ledger.lane(0).ownerThreadId() == -1);
        }
        Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING);
        write(EVENTS);
        awaitAnotherFile(file, key);
        awaitStanding();
        write(EVENTS);

        try (SessionDrain drain = fixture.drain(session)) {
            fixture.drainAll(drain);
        }
        assertAllTaken();
        assertThat(fixture.lost).isZero();
    }

    @Test
    void shouldAccountForEveryEventWhenASessionEndsWhoseLedgerWasRemovedAMomentAgo() throws IOException {
        final SessionRow session = fixture.start("ended");
        fixture.enable("ended", 5);
        write(EVENTS);
        Files.delete(only(session, ".ledger"));
        write(EVENTS);
        final Thread time = passing();
        final Outcome.Stopped result;
        try {
            result = fixture.controller.stop("ended", RingsideFixture.TIMEOUT);
        } finally {
            time.interrupt();
        }

        assertThat(result.isComplete()).isTrue();
        assertThat(result.ledger().totals().wanted()).isEqualTo(2 * EVENTS);
        assertThat(result.ledger().totals().lost().of(LossCause.DISCARDED)).isEqualTo(2 * EVENTS);
    }

    @Test
    void shouldCountLossesOfItsLanesOnceWhenItsLedgerIsRemoved() throws IOException {
        fixture.controller.start(SessionSettings.builder("full").lanes(4).laneBytes(64 * 1024).build());
        fixture.enable("full", 5);
        while (WriteResult.status(writeOne()) == WriteResult.Status.OK) {
            // Until the lane is full.
        }
        final Path file = only(fixture.controller.row("full"), ".ledger");
        final Object key = key(file);
        Files.delete(file);
        write(EVENTS);
        awaitAnotherFile(file, key);

        final LedgerTotals totals = fixture.controller.query("full").ledger().totals();
        assertThat(totals.wanted()).isEqualTo(next);
        assertThat(totals.lost().of(LossCause.FULL)).isEqualTo(1 + EVENTS);
        assertThat(totals.isBalanced()).isTrue();
    }

    @Test
    void shouldLeaveALaneAloneWhoseClaimIsOpenWhenItsLedgerIsRemoved() throws IOException {
        final SessionRow session = fixture.start("claimed");
        fixture.enable("claimed", 5);
        write(EVENTS);
        final EventClaim claim = EventClaim.create();
        assertThat(low.tryClaim(claim, 8)).isTrue();
        final Path file = only(session, ".ledger");
        final Object key = key(file);
        Files.delete(file);
        awaitAnotherFile(file, key);
        awaitStanding();
        write(EVENTS);
        claim.buffer().putLong(0, -1);
        final int written = WriteResult.written(claim.commit());

        final LedgerTotals totals = fixture.controller.query("claimed").ledger().totals();
        assertThat(totals.wanted()).isEqualTo(totals.inRing()).isEqualTo(next + written);
    }

    @Test
    void shouldKeepCountingWhatFindsNoLaneWhenItsPageIsRemoved() throws IOException {
        fixture.controller.start(SessionSettings.builder("tight").lanes(8).laneBytes(64 * 1024).maxBytes(64 * 1024)
                .build());
        fixture.controller.enable("tight", EnableRequest.of(
                RingsideFixture.SCHEMA.name(), Enablement.of(5, 0, 0)),
                RingsideFixture.TIMEOUT);
        write(EVENTS);
        final Path page = only(fixture.directory.processes(), ".page");
        final Object key = key(page);
        Files.delete(page);
        write(EVENTS);
        awaitAnotherFile(page, key);
        write(EVENTS);

        final LedgerTotals totals = fixture.controller.query("tight").ledger().totals();
        assertThat(totals.wanted()).isEqualTo(3 * EVENTS);
        assertThat(totals.lost().of(LossCause.NOT_ATTACHED)).isEqualTo(3 * EVENTS);
    }

    @Test
    void shouldMakeItsPageAnewBeforeItAcknowledgesAnything() throws IOException {
        fixture.start("asked");
        fixture.enable("asked", 5);
        final Path page = only(fixture.directory.processes(), ".page");
        Files.delete(page);
        fixture.enable("asked", 4);

        // Without a page there is nothing that the controller could wait for; and no time passes here.
        await().until(() -> Files.exists(page));
    }

    @Test
    void shouldLeaveItsLedgerWhenItIsClosedAMomentAfterThatWasRemoved() throws IOException {
        final SessionRow session = fixture.start("closed");
        fixture.enable("closed", 5);
        write(EVENTS);
        final Path file = only(session, ".ledger");
        Files.delete(file);
        ringside.close();

        assertThat(file).exists();
        try (SessionDrain drain = fixture.drain(session)) {
            fixture.drainAll(drain);
        }
        assertAllTaken();
    }

    @Test
    void shouldStayAliveForOthersWhenItsAliveFileIsRemoved() throws IOException {
        final SessionRow session = fixture.start("alive");
        fixture.enable("alive", 5);
        write(EVENTS);
        for (final Path alive : files(fixture.directory.processes(), ".alive")) {
            if (!alive.equals(fixture.directory.alive(fixture.participant.incarnation()))) {
                final Object key = key(alive);
                Files.delete(alive);
                awaitAnotherFile(alive, key);
            }
        }
        write(EVENTS);
        try (SessionDrain drain = fixture.drain(session)) {
            fixture.drainAll(drain);
            write(EVENTS);
            fixture.drainAll(drain);
        }

        assertAllTaken();
    }

    @Test
    void shouldWriteNothingIntoLanesThatWereSealedAsItWasTakenForDead() throws IOException {
        final SessionRow session = fixture.start("dead");
        fixture.enable("dead", 5);
        write(EVENTS);
        try (LedgerFile ledger = LedgerFile.open(only(session, ".ledger"), Access.READ_WRITE)) {
            ledger.sealedRelease();
        }
        await().pollInSameThread().until(() -> {
            pass();
            return WriteResult.status(writeOne()) == WriteResult.Status.NOT_ATTACHED;
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFollowItsSessionsWhenItsSchemaFileIsRemovedOrReplaced(final boolean isReplaced) throws IOException {
        final SessionRow session = fixture.start("schema");
        fixture.enable("schema", 5);
        final Path schema = only(fixture.directory.providers(), "");
        Object key = key(schema);
        if (isReplaced) {
            final Path other = fixture.directory.path().resolveSibling("other");
            Files.writeString(other, "not a schema");
            key = key(other);
            Files.move(other, schema, StandardCopyOption.REPLACE_EXISTING);
        } else {
            Files.delete(schema);
        }
        awaitAnotherFile(schema, key);
        write(EVENTS);
        fixture.enable("schema", 1);
        assertThat(low.isEnabled()).isFalse();
        fixture.enable("schema", 5);
        write(EVENTS);

        try (SessionDrain drain = fixture.drain(session)) {
            fixture.drainAll(drain);
        }
        assertAllTaken();
    }

    @Test
    void shouldMakeItsOtherFilesAnewWhenOneCannotBeMade() throws IOException {
        final SessionRow session = fixture.start("others");
        fixture.enable("others", 5);
        write(EVENTS);
        final Path schema = only(fixture.directory.providers(), "");
        Files.delete(schema);
        Files.createDirectories(schema.resolve("folder"));
        final Path ledger = only(session, ".ledger");
        final Object key = key(ledger);
        Files.delete(ledger);
        awaitAnotherFile(ledger, key);
        awaitStanding();
        write(EVENTS);

        try (SessionDrain drain = fixture.drain(session)) {
            fixture.drainAll(drain);
        }
        assertAllTaken();
    }

    private void write(final int count) {
        for (int i = 0; i < count; i++) {
            writeOne();
        }
    }

    private long writeOne() {
        payload.putLong(0, next++);
        return low.write(payload, 0, 8);
    }

    /** Each number once. */
    private void assertAllTaken() {
        final long[] taken = fixture.events.stream().mapToLong(Long::longValue).sorted().toArray();
        assertThat(Arrays.equals(taken, LongStream.range(0, next).toArray()))
                .as("taken=%s, written=%s", taken.length, next).isTrue();
    }

    /** So much time that the process looks at its files again. */
    private void pass() {
        passedNs.addAndGet(TimeUnit.SECONDS.toNanos(2));
        Thread.onSpinWait();
    }

    private Thread passing() {
        final Thread thread = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                pass();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void awaitAnotherFile(final Path file, final Object key) {
        await().until(() -> {
            pass();
            return Files.exists(file) && !key.equals(key(file));
        });
    }

    /** Until the session stands in the process again, with one event more. */
    private void awaitStanding() {
        await().until(() -> {
            final boolean isWritten = WriteResult.written(writeOne()) == 1;
            next -= isWritten ? 0 : 1;
            return isWritten;
        });
    }

    private Path only(final SessionRow session, final String kind) throws IOException {
        return only(fixture.directory.session(session.id()), kind);
    }

    private static Path only(final Path folder, final String kind) throws IOException {
        final List<Path> files = files(folder, kind);
        assertThat(files).hasSize(1);
        return files.get(0);
    }

    private static List<Path> files(final Path folder, final String kind) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(kind)).toList();
        }
    }

    private static Object key(final Path file) throws IOException {
        return Files.getAttribute(file, "unix:ino");
    }
}
