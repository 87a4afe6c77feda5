package io.ringside.proof;

import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Far more virtual threads than lanes, on few carriers: every number of every thread is delivered under that thread's
 * id or is in a gap, none for want of a lane, and there are as many lanes as carriers.
 */
@Tag("jdk25")
@EnabledForJreRange(min = JRE.JAVA_21)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("process")
class VirtualThreadSystemTest {
    private static final int THREADS = Rounds.of(4_000, 100_000);
    /** In the short run a lane holds all that they write, however long the drain has no processor. */
    private static final int PACED_THREADS = Rounds.of(500, 100_000);
    private static final int NUMBERS = 100;
    /** A paced run takes a tenth of this. */
    private static final int DONE_WAIT_S = 60 + THREADS / 100;
    private static final int LANES = 64;
    /** The default. */
    private static final int SPARE_LANES = Math.min(32, Math.max(8, Runtime.getRuntime().availableProcessors()));
    private static final int LANES_PER_RING = 4;
    private static final int SMALL_LANE = 64 * 1024;
    private static final int LARGE_LANE = 8 * 1024 * 1024;
    /** All threads together write a hundred thousand events a second. */
    private static final long PACE_NS = TimeUnit.SECONDS.toNanos(PACED_THREADS) / 100_000;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void shouldAccountForEveryNumberOfEveryVirtualThread(final int carriers) {
        final Evidence evidence = run(carriers, SMALL_LANE, THREADS, 0);
        assertThat(evidence.ledger().delivered()).isPositive();
        assertThat(evidence.ledger().lost()[LossCause.NO_LANE.code()]).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void shouldLoseNothingThatTheDrainKeepsUpWith(final int carriers) {
        final Evidence evidence = run(carriers, LARGE_LANE, PACED_THREADS, PACE_NS);
        assertThat(evidence.ledger().lostTotal()).isZero();
    }

    private Evidence run(final int carriers, final int laneBytes, final int threads, final long paceNs) {
        try (Stage stage = new Stage(directory, folder)) {
            final ProofSession session = stage.start(
                    SessionSettings.builder("carried").lanes(LANES).laneBytes(laneBytes).build(), Level.VERBOSE, 0);
            stage.drain(session);
            final WriterPlan plan = stage.plan(1, threads, NUMBERS).withPace(paceNs);
            final ProviderProcess provider = stage.add(new ProviderProcess(plan, VirtualMain.class, List.of("-Xmx1g",
                    "-Djdk.virtualThreadScheduler.parallelism=" + carriers)));
            provider.awaitReady().go().awaitDone(DONE_WAIT_S);
            final long rings = stage.filesOfProcesses().stream().filter(name -> name.endsWith(".ring")).count();
            final Evidence evidence = stage.stop(session);
            final Books books = new Books().session(evidence).truth(provider.truth());
            assertThat(books.problems()).isEmpty();
            provider.end();
            System.out.println(getClass().getSimpleName() + ": carriers=" + carriers + ", " + books);
            assertThat(stage.complaints()).isEmpty();
            assertThat(evidence.ledger().wanted()).isEqualTo((long) threads * NUMBERS);
            assertThat(lanes(evidence)).hasSizeBetween(1, carriers);
            assertThat(rings).isBetween(1L, (carriers + SPARE_LANES) / LANES_PER_RING + 1L);
            return evidence;
        }
    }

    private static Set<Lane> lanes(final Evidence evidence) {
        final Set<Lane> lanes = new HashSet<>();
        for (final Journal journal : evidence.journals()) {
            for (int entry = 0; entry < journal.size(); entry++) {
                lanes.add(journal.lane(entry));
            }
        }
        return lanes;
    }
}
