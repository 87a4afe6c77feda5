package io.ringside.proof;

import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.SharedMemoryFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Consumers are killed while processes write. What one took and had not yet handed over is delivered to nobody, and
 * counts as delivered; nothing is handed over twice, and the next one goes on.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@Tag("process")
class DrainKillSystemTest {
    private static final int RANDOM_KILLS = Rounds.of(4, 40);
    private static final int KILLS_PER_POINT = Rounds.of(1, 5);
    private static final int LIFETIME_MS = 300;
    private static final int CALLS = 20_000;
    /** A cycle takes no more than that out of all lanes together before it hands it over. */
    private static final int EVENTS_IN_HAND = 4_096;

    /** Passed while processes live. */
    private static final List<KillPoint> POINTS_OF_TAKING = List.of(KillPoint.DRAIN_CHECKPOINT_STORED,
            KillPoint.DRAIN_HEAD_STORED);

    /** Passed when a process has died. */
    private static final List<KillPoint> POINTS_OF_RETIRING = List.of(KillPoint.DRAIN_LANES_FINISHED,
            KillPoint.DRAIN_SEALED, KillPoint.DRAIN_RING_REMOVED, KillPoint.DRAIN_FOLDED,
            KillPoint.DRAIN_LEDGER_REMOVED);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    @Tag("proof")
    @Test
    void shouldDeliverNothingTwiceWhenConsumersAreKilledAtRandom() throws InterruptedException {
        final Random random = Rounds.random(getClass());
        try (KillStage stage = new KillStage(directory, folder)) {
            for (int round = 0; round < RANDOM_KILLS; round++) {
                final ProviderProcess victim = startVictim(stage, random.nextInt(CALLS));
                stage.drain().awaitLine(random.nextInt(LIFETIME_MS));
                stage.drain().kill();
                if (random.nextBoolean()) {
                    victim.kill();
                }
                stage.newDrain(List.of()).await("draining");
                victim.kill();
                stage.awaitDrained();
            }
            end(stage, RANDOM_KILLS);
        }
    }

    @Test
    void shouldDeliverNothingTwiceWhenConsumersAreKilledBetweenTakingAndDelivering() {
        final Random random = Rounds.random(getClass());
        try (KillStage stage = new KillStage(directory, folder)) {
            for (int round = 0; round < KILLS_PER_POINT; round++) {
                for (final KillPoint point : POINTS_OF_TAKING) {
                    stage.drain().kill();
                    final Path mark = stage.stage().newFile("mark");
                    final Child drain = stage.newDrain(ProviderProcess.stopAt(point, 1 + random.nextInt(100), mark));
                    KillStage.awaitMark(mark, drain);
                    drain.kill();
                    stage.newDrain(List.of()).await("draining");
                }
            }
            end(stage, 2 * KILLS_PER_POINT * POINTS_OF_TAKING.size());
        }
    }

    @Tag("proof")
    @Test
    void shouldCloseTheBooksOfADeadProcessWhenConsumersAreKilledOverIt() {
        try (KillStage stage = new KillStage(directory, folder)) {
            for (int round = 0; round < KILLS_PER_POINT; round++) {
                for (final KillPoint point : POINTS_OF_RETIRING) {
                    killRetiring(stage, point, 1);
                }
                // The drain names itself, and then writes the fold.
                killRetiring(stage, KillPoint.FILE_FILLED, 2);
                killRetiring(stage, KillPoint.FILE_RENAMED, 2);
            }
            end(stage, 2 * KILLS_PER_POINT * (POINTS_OF_RETIRING.size() + 2));
        }
    }

    private static void killRetiring(final KillStage stage, final KillPoint point, final int passage) {
        final ProviderProcess victim = startVictim(stage, CALLS);
        stage.drain().kill();
        victim.kill();
        final Path mark = stage.stage().newFile("mark");
        final Child drain = stage.newDrain(ProviderProcess.stopAt(point, passage, mark));
        KillStage.awaitMark(mark, drain);
        stage.checkLedger();
        drain.kill();
        stage.checkLedger();
        stage.newDrain(List.of()).await("draining");
        stage.awaitDrained();
        stage.checkLedger();
    }

    private static ProviderProcess startVictim(final KillStage stage, final long calls) {
        final ProviderProcess victim = stage.newVictim(List.of());
        KillStage.eventually().until(() -> victim.hasTruth() && victim.truth().returned() > calls);
        return victim;
    }

    private static void end(final KillStage stage, final int kills) {
        final Evidence evidence = stage.stage().stop(stage.session());
        assertThat(stage.end(evidence)).isEmpty();
        final long inHand = evidence.ledger().delivered()
                - evidence.journals().stream().mapToLong(journal -> journal.events(evidence.level())).sum();
        assertThat(inHand).isBetween(0L, (long) kills * EVENTS_IN_HAND);
        assertThat(stage.leftovers()).isEmpty();
    }
}
