package io.ringside.proof;

import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Writing processes are killed, at random and behind every store of the protocols, while another one writes on. What
 * was returned as written is delivered, what was returned as lost is counted by its cause, and the call that did not
 * return is delivered, abandoned or never was.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@Tag("process")
class WriterKillSystemTest {
    private static final int RANDOM_KILLS = Rounds.of(30, 200);
    private static final int KILLS_PER_POINT = Rounds.of(1, 5);
    private static final int LIFETIME_MS = 500;
    private static final int CALLS = Rounds.of(60_000, 200_000);
    private static final long LOOK_NS = TimeUnit.MICROSECONDS.toNanos(20);

    /** Points of a writing process, and how often at most it has passed them when it is stopped there. */
    private static final Map<KillPoint, Integer> POINTS = new EnumMap<>(KillPoint.class);
    static {
        for (final KillPoint once : List.of(KillPoint.ALIVE_LOCKED, KillPoint.PAGE_PUBLISHED,
                KillPoint.REGISTRATION_STORED, KillPoint.REGISTRATION_PUBLISHED, KillPoint.ACK_STORED,
                KillPoint.ACK_PUBLISHED, KillPoint.ATTACH_LEDGER_MADE, KillPoint.ATTACH_MASK_SET)) {
            POINTS.put(once, 1);
        }
        for (final KillPoint some : List.of(KillPoint.FILE_ZEROED, KillPoint.FILE_FILLED, KillPoint.FILE_RENAMED,
                KillPoint.CONTROL_LOCK_TAKEN, KillPoint.ATTACH_RING_MADE, KillPoint.ATTACH_LANES_COUNTED)) {
            POINTS.put(some, 2);
        }
        for (final KillPoint often : List.of(KillPoint.LANE_ATTEMPT_COUNTED, KillPoint.LANE_RECORD_WRITTEN,
                KillPoint.LANE_WORD_STORED, KillPoint.LANE_TAIL_STORED)) {
            POINTS.put(often, 5_000);
        }
        POINTS.put(KillPoint.LANE_BLOCK_STARTED, 20);
        POINTS.put(KillPoint.LANE_GAP_WRITTEN, 5);
        POINTS.put(KillPoint.LANE_LOSS_COUNTED, 20);
        POINTS.put(KillPoint.LANE_HANDED_OVER, 5);
        POINTS.put(KillPoint.CLAIM_OPENED, 100);
    }

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    @Tag("proof")
    @Test
    @DisplayName("A writer that is killed at random loses nothing that it was told is written")
    void shouldAccountForEveryNumberWhenWritersAreKilledAtRandom() throws InterruptedException {
        final Random random = Rounds.random(getClass());
        try (KillStage stage = new KillStage(directory, folder)) {
            for (int round = 0; round < RANDOM_KILLS; round++) {
                killAtRandom(stage, random);
                stage.awaitDrained();
                stage.checkLedger();
            }
            assertThat(stage.end()).isEmpty();
            assertThat(stage.leftovers()).isEmpty();
        }
    }

    @Tag("proof")
    @Test
    @DisplayName("A writer that is killed at any point loses nothing that it was told is written")
    void shouldAccountForEveryNumberWhenWritersAreKilledAtEveryPoint() {
        final Random random = Rounds.random(getClass());
        try (KillStage stage = new KillStage(directory, folder)) {
            for (int round = 0; round < KILLS_PER_POINT; round++) {
                POINTS.forEach((point, passages) -> killAt(stage, point, 1 + random.nextInt(passages)));
            }
            assertThat(stage.end()).isEmpty();
            assertThat(stage.leftovers()).isEmpty();
        }
    }

    @Test
    @Tag("jdk25")
    void shouldAccountForEveryNumberWhenWritersAreKilledInTheirLanes() {
        try (KillStage stage = new KillStage(directory, folder)) {
            killAt(stage, KillPoint.LANE_ATTEMPT_COUNTED, 1_000);
            killAt(stage, KillPoint.LANE_RECORD_WRITTEN, 1_000);
            killAt(stage, KillPoint.LANE_WORD_STORED, 1_000);
            killAt(stage, KillPoint.LANE_TAIL_STORED, 1_000);
            assertThat(stage.end()).isEmpty();
            assertThat(stage.leftovers()).isEmpty();
        }
    }

    @Tag("proof")
    @ParameterizedTest
    @EnumSource(names = {"DETACH_LANES_REMOVED", "DETACH_QUIET", "DETACH_FINAL"})
    void shouldEndASessionWhenAWriterIsKilledWhileItLetsGo(final KillPoint point) throws IOException {
        for (int round = 0; round < KILLS_PER_POINT; round++) {
            final Path roundFolder = Files.createDirectory(folder.resolve("round" + round));
            try (KillStage stage = new KillStage(directory.resolve("round" + round), roundFolder)) {
                final Path mark = stage.stage().newFile("mark");
                final ProviderProcess victim = stage.newVictim(ProviderProcess.stopAt(point, 1, mark));
                victim.awaitReady();
                KillStage.eventually().until(() -> victim.truth().returned() > CALLS / 10);
                final CompletableFuture<Evidence> end = CompletableFuture
                        .supplyAsync(() -> stage.stage().stop(stage.session()));
                KillStage.awaitMark(mark, victim.child());
                victim.kill();
                assertThat(stage.end(end.join())).isEmpty();
                assertThat(stage.leftovers()).isEmpty();
            }
        }
    }

    private static void killAt(final KillStage stage, final KillPoint point, final int passage) {
        stage.newVictimAt(point, passage).kill();
        stage.awaitDrained();
        stage.checkLedger();
    }

    private static void killAtRandom(final KillStage stage, final Random random) throws InterruptedException {
        final ProviderProcess victim = stage.newVictim(List.of());
        if (random.nextInt(5) == 0) {
            victim.child().awaitLine(random.nextInt(LIFETIME_MS));
        } else {
            victim.awaitReady();
            final TruthFile truth = victim.truth();
            final long calls = random.nextInt(CALLS);
            while (truth.returned() < calls) {
                LockSupport.parkNanos(LOOK_NS);
            }
        }
        victim.kill();
    }
}
