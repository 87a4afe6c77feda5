package io.ringside.proof;

import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.event.Level;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.RateFilter;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Writing processes of a session with a rate filter are killed, at random and behind the store that counts. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@Tag("process")
@Tag("proof")
class RateKillSystemTest {
    private static final int KILLS = Rounds.of(6, 60);
    private static final int THREADS = 3;
    private static final int CALLS = 20_000;
    private static final int LANES = 24;
    private static final int LANE_BYTES = 64 * 1024;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    @Test
    @DisplayName("Every call that returned is wanted or left out by a rate, whenever its process was killed")
    void shouldAccountForEveryCallWhenWritersAreKilled() {
        final Random random = Rounds.random(getClass());
        final List<TruthFile> truths = new ArrayList<>();
        try (Stage stage = new Stage(directory, folder)) {
            final ProofSession session = stage.start(
                    SessionSettings.builder("rated").lanes(LANES).laneBytes(LANE_BYTES).build(), Level.VERBOSE, 0);
            stage.drain(session);
            for (int round = 0; round < KILLS; round++) {
                enable(stage, session, rate(random, round));
                final WriterPlan plan = stage.plan(round + 1, THREADS, CALLS);
                final ProviderProcess victim;
                if (round % 2 == 0) {
                    final Path mark = stage.newFile("mark");
                    victim = stage.provider(plan, ProviderProcess.stopAt(KillPoint.LANE_EVENT_SKIPPED,
                            1 + random.nextInt(5_000), mark)).go();
                    KillStage.awaitMark(mark, victim.child());
                } else {
                    victim = stage.provider(plan).awaitReady().go();
                    final long calls = random.nextInt(THREADS * CALLS / 2);
                    KillStage.eventually().until(() -> victim.truth().returned() >= calls);
                }
                victim.kill();
                truths.add(victim.truth());
                check(stage.controller().query(session.name()).ledger(), truths);
            }
            final Outcome.Stopped stopped = stage.controller().stop(session.name(), Stage.TIMEOUT);
            assertThat(stopped.isComplete()).isTrue();
            check(stopped.ledger(), truths);
            assertThat(stopped.ledger().finalReading()).isTrue();
            assertThat(stopped.ledger().totals().sampledOut()).isPositive();
            assertThat(stopped.ledger().totals().overLimit()).isPositive();
            assertThat(stage.complaints()).isEmpty();
        }
    }

    private static RateFilter rate(final Random random, final int round) {
        return switch (round % 3) {
            case 0 -> RateFilter.sample(2 + random.nextInt(20));
            case 1 -> RateFilter.limit(1 + random.nextInt(1_000));
            default -> RateFilter.sample(2 + random.nextInt(3)).withLimit(1 + random.nextInt(1_000));
        };
    }

    private static void enable(final Stage stage, final ProofSession session, final RateFilter rate) {
        stage.controller().enable(session.name(), EnableRequest.of(Numbers.PROVIDER, Enablement.of(Level.VERBOSE, 0, 0)
                .withFilters(EnablementFilters.builder().rate(rate).build())), Stage.TIMEOUT);
    }

    private static void check(final LedgerTotals.Reading reading, final List<TruthFile> truths) {
        long returned = 0;
        long begun = 0;
        for (final TruthFile truth : truths) {
            for (int thread = 0; thread < truth.threads(); thread++) {
                returned += truth.returned(thread);
                begun += truth.begun(thread);
            }
        }
        final LedgerTotals totals = reading.totals();
        assertThat(totals.accepted()).as("%s", totals).isBetween(returned, begun);
        if (reading.settled()) {
            assertThat(totals.imbalance()).as("%s", totals).isZero();
        }
    }
}
