package io.ringside.proof;

import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Nobody is killed: writers, drains and ledgers agree exactly, whether little is lost or nearly everything. */
@Tag("process")
class IdentitySystemTest {
    private static final int PROCESSES = 3;
    private static final int THREADS = 4;
    private static final int COUNT = Integer.getInteger("ringside.numbers", Rounds.of(200_000, 2_000_000));
    private static final int COUNT_NEAR_OVERFLOW = 100_000;
    private static final int SMALL_LANE = 64 * 1024;
    private static final int LARGE_LANE = 4 * 1024 * 1024;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path directory;
    @TempDir
    private Path folder;

    @Test
    @DisplayName("R4.30 two sessions of different levels: every number of 12 threads once, in order, or in one gap")
    void shouldAccountForEveryNumberOfThreeProcessesInTwoSessions() {
        final Books books = run(LARGE_LANE, COUNT, 0);
        assertThat(books.problems()).isEmpty();
        assertThat(books.delivered()).isPositive();
    }

    @Tag("proof")
    @Test
    @DisplayName("R6.14 what was written was delivered or counted as lost")
    void shouldAccountForEveryNumberWhenMillionsAreLost() {
        final Books books = run(SMALL_LANE, COUNT, 0);
        assertThat(books.problems()).isEmpty();
        assertThat(books.delivered()).isPositive();
        // More than a million of the complete count.
        assertThat(books.lost()).isGreaterThan((long) COUNT * PROCESSES * THREADS / 24);
    }

    @Tag("proof")
    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 20_000, (1L << 32) - 20_000})
    void shouldAccountForEveryNumberWhenCountersCrossTheRangeOfInts(final long start) {
        final Books books = run(SMALL_LANE, COUNT_NEAR_OVERFLOW, start);
        assertThat(books.problems()).isEmpty();
        assertThat(books.delivered()).isPositive();
    }

    private Books run(final int laneBytes, final int count, final long laneStart) {
        try (Stage stage = new Stage(directory, folder)) {
            final ProofSession coarse = stage.start(settings("coarse", laneBytes), Level.INFORMATION, laneStart);
            final ProofSession fine = stage.start(settings("fine", laneBytes), Level.VERBOSE, laneStart);
            stage.drain(coarse);
            stage.drain(fine);
            final List<ProviderProcess> providers = new ArrayList<>();
            for (int process = 1; process <= PROCESSES; process++) {
                providers.add(stage.provider(stage.plan(process, THREADS, count).withHeldLanes(),
                        "-Dringside.lane.start=" + laneStart));
            }
            providers.forEach(ProviderProcess::awaitReady);
            providers.forEach(ProviderProcess::go);
            providers.forEach(ProviderProcess::awaitDone);
            final Books books = new Books().session(stage.stop(coarse)).session(stage.stop(fine));
            providers.forEach(provider -> books.truth(provider.truth()));
            providers.forEach(ProviderProcess::end);
            assertThat(stage.complaints()).isEmpty();
            System.out.println(getClass().getSimpleName() + ": " + books);
            return books;
        }
    }

    private static SessionSettings settings(final String name, final int laneBytes) {
        return SessionSettings.builder(name).lanes(8).laneBytes(laneBytes).build();
    }
}
