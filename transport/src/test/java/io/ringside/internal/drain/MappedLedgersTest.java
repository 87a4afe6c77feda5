package io.ringside.internal.drain;

import io.ringside.internal.files.Incarnation;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MappedLedgersTest {
    private static final int READINGS = 300;
    private static final int SETTLED_READINGS = 20;

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
    }

    @Test
    void shouldCountEveryTermOfEveryProcess() {
        final HandMadeProvider provider = fixture.session.provider();
        final int written = provider.fill(0, 0);
        provider.write(1, 0, 60_000);
        provider.attempt(2);
        provider.page().addNoLane(fixture.session.row().slot(), 1);
        provider.page().addNotAttached(fixture.session.row().slot(), 2);
        final HandMadeProvider dead = fixture.session.provider();
        dead.write(0, 1);
        dead.attempt(0);
        dead.die();
        try (SessionDrain drain = fixture.drain()) {
            drain.poll(sink, 10);
        }

        final LedgerTotals.Reading reading = fixture.reading();

        assertThat(reading.settled()).isTrue();
        assertThat(reading.finalReading()).isFalse();
        assertThat(reading.lanesInUse()).isEqualTo(4);
        assertThat(reading.totals().wanted()).isEqualTo(written + 1 + 1 + 1 + 2 + 2);
        assertThat(reading.totals().delivered()).isEqualTo(10);
        assertThat(reading.totals().inRing()).isEqualTo(written + 1 - 10);
        assertThat(reading.totals().inFlight()).isEqualTo(1);
        assertThat(reading.totals().lost().of(LossCause.FULL)).isEqualTo(1);
        assertThat(reading.totals().lost().of(LossCause.TOO_LARGE)).isEqualTo(1);
        assertThat(reading.totals().lost().of(LossCause.NO_LANE)).isEqualTo(1);
        assertThat(reading.totals().lost().of(LossCause.NOT_ATTACHED)).isEqualTo(1);
        assertThat(reading.totals().lost().of(LossCause.ABANDONED)).isEqualTo(1);
        assertThat(reading.totals().isBalanced()).isTrue();
    }

    @Test
    void shouldTellWhatEachProcessHasOfTheBooks() {
        final HandMadeProvider first = fixture.session.provider();
        first.writeSequence(1, 0, 3);
        final HandMadeProvider second = fixture.session.provider();
        second.page().addNoLane(fixture.session.row().slot(), 1);
        second.fill(0, 0);

        final SessionParts parts = fixture.books.readParts(fixture.session.row());

        assertThat(parts.byProcess()).containsOnlyKeys(first.incarnation(), second.incarnation());
        final SessionParts.Part small = parts.byProcess().get(first.incarnation());
        assertThat(small.totals().inRing()).isEqualTo(3);
        assertThat(small.lanes()).isEqualTo(4);
        assertThat(small.laneFill()).isBetween(0.0001, 0.1);
        assertThat(small.unreadBytes()).isPositive();
        final SessionParts.Part full = parts.byProcess().get(second.incarnation());
        assertThat(full.totals().lost().of(LossCause.FULL)).isEqualTo(1);
        assertThat(full.totals().lost().of(LossCause.NO_LANE)).isEqualTo(1);
        assertThat(full.laneFill()).isBetween(0.9, 1.0);
        assertThat(small.totals().plus(full.totals())).isEqualTo(parts.ledger().totals());
        assertThat(parts.ledger()).isEqualTo(fixture.reading());
    }

    @Test
    void shouldFindTheTimeOfTheOldestEventWhereverItLies() {
        final HandMadeProvider provider = fixture.session.provider().at(1_000);
        final int written = provider.fill(0, 0);
        try (SessionDrain drain = fixture.drain()) {
            for (int i = 0; i < written; i++) {
                assertThat(oldestTicks(provider)).isEqualTo(1_000 + i);
                assertThat(drain.poll(sink, 1)).isEqualTo(1);
            }
        }
        assertThat(oldestTicks(provider)).isEqualTo(Long.MAX_VALUE);
    }

    private long oldestTicks(final HandMadeProvider provider) {
        return fixture.books.readParts(fixture.session.row()).byProcess().get(provider.incarnation()).oldestTicks();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBalanceWheneverItSettlesBesideAWriterThatNeverRests(final boolean withDrain)
            throws InterruptedException {
        final HandMadeProvider provider = fixture.session.provider();
        final AtomicBoolean running = new AtomicBoolean(true);
        final Thread writer = start(running, () -> provider.write(0, 1));
        final Thread drainer = withDrain ? startDrain(running) : start(running, Thread::onSpinWait);
        int settled = 0;
        try {
            for (int i = 0; i < READINGS || settled < SETTLED_READINGS; i++) {
                final LedgerTotals.Reading reading = fixture.reading();
                if (reading.settled()) {
                    settled++;
                    assertThat(reading.totals().imbalance()).as("%s", reading).isZero();
                }
            }
        } finally {
            running.set(false);
            writer.join();
            drainer.join();
        }
        assertThat(fixture.reading().settled()).isTrue();
        assertThat(fixture.totals().isBalanced()).isTrue();
    }

    @Test
    void shouldCountEveryProcessOnceWhileADrainFoldsIt() throws InterruptedException {
        final int processes = 40;
        final AtomicBoolean running = new AtomicBoolean(true);
        final Incarnation[] made = new Incarnation[processes];
        final Thread drainer = startDrain(running);
        long before = 0;
        try {
            for (int i = 0; i < processes; i++) {
                final HandMadeProvider provider = fixture.session.provider();
                made[i] = provider.incarnation();
                provider.write(0, 1);
                provider.write(1, 1);
                provider.die();
                final LedgerTotals.Reading reading = fixture.reading();
                if (reading.settled()) {
                    assertThat(reading.totals().wanted()).isEqualTo(2 * (i + 1));
                    assertThat(reading.totals().imbalance()).isZero();
                    assertThat(reading.totals().delivered()).isGreaterThanOrEqualTo(before);
                    before = reading.totals().delivered();
                }
            }
        } finally {
            running.set(false);
            drainer.join();
        }
        assertThat(made).doesNotHaveDuplicates();
        assertThat(fixture.reading().settled()).isTrue();
        assertThat(fixture.totals().wanted()).isEqualTo(2 * processes);
    }

    @Test
    void shouldSayThatNothingIsDrainedWhileSomethingIsUnread() {
        final HandMadeProvider provider = fixture.session.provider();
        provider.write(0, 1);
        fixture.session.stop();
        provider.detach(fixture.session.row().generation());
        assertThat(fixture.books.drained(fixture.session.row())).isFalse();
        assertThat(fixture.reading().finalReading()).isFalse();

        fixture.books.discardRest(fixture.session.row());

        assertThat(fixture.books.drained(fixture.session.row())).isTrue();
        assertThat(fixture.reading().finalReading()).isTrue();
        assertThat(fixture.totals().lost().of(LossCause.DISCARDED)).isEqualTo(1);
        assertThat(fixture.totals().isBalanced()).isTrue();
        assertThat(provider.ringPath(0)).doesNotExist();
        assertThat(provider.ledgerPath()).doesNotExist();
    }

    @Test
    void shouldDiscardNothingThatADrainHolds() {
        final HandMadeProvider provider = fixture.session.provider();
        provider.write(0, 1);
        fixture.session.stop();
        provider.detach(fixture.session.row().generation());
        try (SessionDrain drain = fixture.drain()) {
            fixture.books.discardRest(fixture.session.row());

            assertThat(fixture.totals().inRing()).isEqualTo(1);
            fixture.drainAll(drain, sink);
        }
        assertThat(sink.values).hasSize(1);
    }

    @Test
    void shouldDiscardNothingOfAProcessThatHasNotLetGo() {
        final HandMadeProvider provider = fixture.session.provider();
        provider.write(0, 1);
        fixture.session.stop();

        fixture.books.discardRest(fixture.session.row());
        provider.write(0, 2);

        assertThat(fixture.totals().inRing()).isEqualTo(2);
        assertThat(fixture.books.drained(fixture.session.row())).isFalse();
    }

    private Thread startDrain(final AtomicBoolean running) {
        final DrainContext context = new DrainContext(fixture.session.participant()).scanIntervalNs(1_000);
        return start(running, new Runnable() {
            private final SessionDrain drain = SessionDrain.open(context, fixture.session.row().id());

            @Override
            public void run() {
                drain.poll(sink, Integer.MAX_VALUE);
                sink.values.clear();
                if (!running.get()) {
                    drain.close();
                }
            }
        });
    }

    private static Thread start(final AtomicBoolean running, final Runnable duty) {
        final Thread thread = new Thread(() -> {
            boolean more = true;
            while (more) {
                more = running.get();
                duty.run();
            }
        });
        thread.start();
        return thread;
    }
}
