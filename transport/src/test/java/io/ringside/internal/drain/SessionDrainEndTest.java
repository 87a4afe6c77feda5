package io.ringside.internal.drain;

import io.ringside.internal.registry.AckStatus;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** Ends of processes, and of the session itself. */
class SessionDrainEndTest {
    private static final int ALL = Integer.MAX_VALUE;

    @TempDir
    Path folder;
    private final RecordingSink sink = new RecordingSink();
    private DrainFixture fixture;

    @BeforeEach
    void start() {
        fixture = DrainFixture.start(folder);
    }

    @AfterEach
    void close() {
        fixture.close();
        assertThat(fixture.errors).isEmpty();
    }

    @Test
    void shouldEndWhenTheRowIsGone() {
        try (SessionDrain drain = fixture.drain()) {
            drain.poll(sink, ALL);
            fixture.session.removeRow();
            fixture.passTime(drain);
            drain.poll(sink, ALL);

            assertThat(drain.hasEnded()).isTrue();
            assertThat(fixture.errors).singleElement().asString()
                    .contains("session is gone without having been stopped");
            fixture.errors.clear();
            assertThat(fixture.books.drainHolder(fixture.session.row())).isNull();
        }
    }

    @Test
    void shouldEndAStoppingSessionWhenAllHaveLetGoAndEverythingIsTaken() {
        final HandMadeProvider provider = fixture.session.provider();
        final HandMadeProvider dead = fixture.session.provider();
        provider.writeSequence(0, 0, 20);
        dead.writeSequence(0, 0, 30);
        dead.attempt(1);
        provider.page().addNoLane(fixture.session.row().slot(), 5);
        try (SessionDrain drain = fixture.drain()) {
            fixture.session.stop();
            fixture.drainAll(drain, sink);
            assertThat(drain.hasEnded()).isFalse();
            provider.writeSequence(0, 20, 5);

            provider.detach(fixture.session.row().generation());
            dead.die();
            fixture.passTime(drain);
            assertThat(drain.poll(sink, 3)).isEqualTo(3);
            assertThat(drain.hasEnded()).isFalse();
            fixture.drainAll(drain, sink);

            assertThat(drain.hasEnded()).isTrue();
            assertThat(drain.poll(sink, ALL)).isZero();
        }
        assertThat(sink.values(provider, 0)).isEqualTo(DrainFixture.upTo(25));
        assertThat(sink.values(dead, 0)).isEqualTo(DrainFixture.upTo(30));
        assertThat(filesInSession()).containsExactly("drain.lock", "folded");
        assertThat(fixture.books.drained(fixture.session.row())).isTrue();
        final var reading = fixture.reading();
        assertThat(reading.settled()).isTrue();
        assertThat(reading.finalReading()).isTrue();
        assertThat(reading.totals().delivered()).isEqualTo(55);
        assertThat(reading.totals().lost()).isEqualTo(sink.lost());
        assertThat(reading.totals().lost().of(LossCause.ABANDONED)).isEqualTo(1);
        assertThat(reading.totals().isBalanced()).isTrue();
    }

    @Test
    void shouldNotEndBeforeAProcessThatWasRefusedHasLetGo() {
        final HandMadeProvider provider = fixture.session.provider();
        provider.acknowledge(AckStatus.ATTACHED);
        try (SessionDrain drain = fixture.drain()) {
            fixture.session.stop();
            provider.ledger().finalRelease();
            fixture.drainAll(drain, sink);
            assertThat(drain.hasEnded()).isFalse();

            provider.detach(fixture.session.row().generation());
            fixture.drainAll(drain, sink);
            assertThat(drain.hasEnded()).isTrue();
        }
    }

    @Test
    void shouldRetireADeadProcessWhileTheSessionGoesOn() {
        final HandMadeProvider living = fixture.session.provider();
        final HandMadeProvider dying = fixture.session.provider();
        living.writeSequence(0, 0, 10);
        dying.writeSequence(0, 0, 10);
        dying.attempt(0);
        dying.page().addNoLane(fixture.session.row().slot(), 5);
        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            assertThat(dying.ledgerPath()).exists();

            dying.die();
            fixture.drainAll(drain, sink);
            living.writeSequence(0, 10, 10);
            fixture.drainAll(drain, sink);
        }

        assertThat(dying.ledgerPath()).doesNotExist();
        assertThat(dying.ringPath(0)).doesNotExist();
        assertThat(fixture.session.directory().processPage(dying.incarnation())).doesNotExist();
        assertThat(fixture.session.rows().folded(fixture.session.row().id()).totals().wanted()).isEqualTo(12);
        assertThat(sink.values(living, 0)).isEqualTo(DrainFixture.upTo(20));
        assertThat(sink.lost().of(LossCause.ABANDONED)).isEqualTo(1);
        assertThat(sink.lost().of(LossCause.NO_LANE)).isEqualTo(1);
        assertThat(fixture.totals().delivered()).isEqualTo(30);
        assertThat(fixture.totals().wanted()).isEqualTo(32);
        assertThat(fixture.reading().settled()).isTrue();
        assertThat(fixture.totals().isBalanced()).isTrue();
    }

    @Test
    void shouldTakeWhatADeadProcessHasAddedBehindTheLastLook() throws IOException {
        final HandMadeProvider dying = fixture.session.provider();
        dying.writeSequence(0, 0, 10);
        dying.page().addNoLane(fixture.session.row().slot(), 5);
        final Path hidden = folder.resolve("hidden");
        Files.move(dying.ledgerPath(), hidden);
        final Executor library = task -> {
            if (Files.exists(hidden)) {
                assertThatCode(() -> Files.move(hidden, dying.ledgerPath())).doesNotThrowAnyException();
                dying.die();
            }
            task.run();
        };
        try (SessionDrain drain = SessionDrain.open(fixture.context().libraryThread(library),
                fixture.session.row().id())) {
            fixture.drainAll(drain, sink);
        }

        assertThat(sink.values(dying, 0)).isEqualTo(DrainFixture.upTo(10));
        assertThat(dying.ledgerPath()).doesNotExist();
        assertThat(dying.ringPath(0)).doesNotExist();
        assertThat(fixture.totals().wanted()).isEqualTo(11);
        assertThat(fixture.totals().delivered()).isEqualTo(10);
        assertThat(fixture.totals().isBalanced()).isTrue();
    }

    @Test
    void shouldRetireADeadProcessThoughTheLibraryThreadHasOnceRefusedToLook() {
        final HandMadeProvider dead = fixture.session.provider();
        dead.die();
        final AtomicBoolean refused = new AtomicBoolean();
        final Executor library = task -> {
            if (refused.compareAndSet(false, true)) {
                throw new RejectedExecutionException("no thread");
            }
            task.run();
        };
        try (SessionDrain drain = SessionDrain.open(fixture.context().libraryThread(library),
                fixture.session.row().id())) {
            fixture.drainAll(drain, sink);
        }

        assertThat(refused).isTrue();
        assertThat(fixture.errors).hasSize(1).allMatch(error -> error.contains("no thread"));
        fixture.errors.clear();
        assertThat(dead.ledgerPath()).doesNotExist();
    }

    @Test
    void shouldSweepAfterTheDeadThoughTheLibraryThreadHasRefusedToOnce() {
        final HandMadeProvider dead = fixture.session.provider();
        dead.die();
        final AtomicBoolean refused = new AtomicBoolean();
        final Executor library = task -> {
            // What comes between two looks is the sweep.
            if (Files.notExists(dead.ledgerPath()) && refused.compareAndSet(false, true)) {
                throw new RejectedExecutionException("no thread");
            }
            task.run();
        };
        try (SessionDrain drain = SessionDrain.open(fixture.context().libraryThread(library),
                fixture.session.row().id())) {
            fixture.drainAll(drain, sink);
        }

        assertThat(refused).isTrue();
        fixture.errors.clear();
        assertThat(fixture.session.directory().processPage(dead.incarnation())).doesNotExist();
    }

    @Test
    void shouldTakeNoMoreThanTheLimitOfADeadProcess() {
        final HandMadeProvider dying = fixture.session.provider();
        dying.writeSequence(0, 0, 10);
        dying.die();
        try (SessionDrain drain = fixture.drain()) {
            fixture.passTime(drain);
            drain.poll(sink, 4);
            fixture.passTime(drain);
            drain.poll(sink, 4);

            assertThat(sink.values(dying, 0)).isEqualTo(DrainFixture.upTo(8));
            assertThat(dying.ledgerPath()).exists();
        }
    }

    @Test
    void shouldFoldTheLossesOfADeadProcessThatCouldNotAttach() {
        final HandMadeProvider dying = fixture.session.provider();
        try (HandMadeSession other = HandMadeSession.start(folder.resolve("trace"),
                SessionSettings.builder("other").build(), 8, 4);
                DrainFixture otherFixture = new DrainFixture(other)) {
            dying.page().openLosses(4, 8);
            dying.page().addNotAttached(4, 30);
            dying.die();
            try (SessionDrain drain = fixture.drain()) {
                fixture.drainAll(drain, sink);
            }
            assertThat(fixture.session.directory().processPage(dying.incarnation())).exists();

            try (SessionDrain drain = otherFixture.drain()) {
                otherFixture.drainAll(drain, sink);
            }

            assertThat(sink.lost().of(LossCause.NOT_ATTACHED)).isEqualTo(1);
            assertThat(otherFixture.totals().lost().of(LossCause.NOT_ATTACHED)).isEqualTo(1);
            assertThat(otherFixture.totals().wanted()).isEqualTo(1);
            assertThat(otherFixture.reading().settled()).isTrue();
            assertThat(fixture.session.directory().processPage(dying.incarnation())).doesNotExist();
        }
    }

    @Test
    void shouldForgetTheNamesOfProcessesThatAreGone() {
        try (SessionDrain drain = fixture.drain()) {
            for (int i = 0; i < 5; i++) {
                final HandMadeProvider provider = fixture.session.provider();
                provider.writeSequence(0, 0, 10);
                provider.die();
                fixture.drainAll(drain, sink);
            }
        }

        assertThat(fixture.session.rows().folded(fixture.session.row().id()).incarnations()).hasSize(1);
        assertThat(fixture.totals().delivered()).isEqualTo(50);
    }

    private List<String> filesInSession() {
        final List<String> names = new ArrayList<>();
        for (final String name : folder.resolve("trace/v1/sessions").toFile().listFiles()[0].list()) {
            names.add(name);
        }
        names.sort(null);
        return names;
    }
}
