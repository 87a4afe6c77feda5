package io.ringside.proof;

import io.ringside.session.LossCause;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.proof.BooksScript.FULL;
import static io.ringside.proof.BooksScript.LANE;
import static io.ringside.proof.BooksScript.NO_LANE;
import static io.ringside.proof.BooksScript.OTHER_LANE;
import static io.ringside.proof.BooksScript.WRITTEN;
import static org.assertj.core.api.Assertions.assertThat;

/** A proof is worth what its checker detects. */
class BooksTest {
    @TempDir
    private Path folder;
    private BooksScript script;

    @BeforeEach
    void setUp() throws IOException {
        script = new BooksScript(folder);
    }

    @Test
    void shouldBalanceWhenEveryNumberIsDeliveredOrInItsGap() {
        script.write(0, 0, 9, WRITTEN).write(0, 10, 12, FULL).write(0, 13, 19, WRITTEN).write(0, 20, 20, FULL)
                .deliver(LANE, 0, 0, 9).gap(LANE, 0, LossCause.FULL, 3).deliver(LANE, 0, 13, 19)
                .gap(LANE, 0, LossCause.FULL, 1)
                .ledgerDelivered(17).ledgerLost(LossCause.FULL, 4);
        assertThat(script.problems()).isEmpty();
    }

    @Test
    void shouldDetectAnEventThatIsLostSilently() {
        script.write(0, 0, 9, WRITTEN)
                .deliver(LANE, 0, 0, 4).deliver(LANE, 0, 6, 9)
                .ledgerDelivered(9);
        assertThat(script.problems()).anyMatch(problem -> problem.contains("not what the call returned")
                && problem.contains("number=5"));
    }

    @Test
    void shouldDetectAnEventThatIsLostSilentlyAtTheEndAlthoughTheLedgerHidesIt() {
        script.write(0, 0, 9, WRITTEN).deliver(LANE, 0, 0, 8).ledgerDelivered(10);
        assertThat(script.problems()).anyMatch(problem -> problem.contains("number=9"));
    }

    @Test
    void shouldDetectAnEventThatIsDeliveredTwice() {
        script.write(0, 0, 9, WRITTEN)
                .deliver(LANE, 0, 0, 5).deliver(LANE, 0, 5, 9)
                .ledgerDelivered(10);
        assertThat(script.problems()).anyMatch(problem -> problem.contains("delivered twice"));
    }

    @Test
    void shouldDetectAnEventThatIsDeliveredOutOfOrder() {
        script.write(0, 0, 9, WRITTEN)
                .deliver(LANE, 0, 0, 3).deliver(LANE, 0, 5, 9).deliver(LANE, 0, 4, 4)
                .ledgerDelivered(10);
        assertThat(script.problems()).anyMatch(problem -> problem.contains("order is broken"));
    }

    @Test
    void shouldDetectAnEventThatNobodyWrote() {
        script.write(0, 0, 9, WRITTEN).deliver(LANE, 0, 0, 10).ledgerDelivered(11);
        assertThat(script.problems()).anyMatch(problem -> problem.contains("never written"));
    }

    @Test
    void shouldDetectALossThatWasDelivered() {
        script.write(0, 0, 8, WRITTEN).write(0, 9, 9, FULL).deliver(LANE, 0, 0, 9).ledgerDelivered(10);
        assertThat(script.problems()).anyMatch(problem -> problem.contains("not what the call returned"));
    }

    @Test
    void shouldDetectALossUnderAnotherCause() {
        script.write(0, 0, 4, WRITTEN).write(0, 5, 5, FULL).write(0, 6, 9, WRITTEN)
                .deliver(LANE, 0, 0, 4).gap(LANE, 0, LossCause.TOO_LARGE, 1).deliver(LANE, 0, 6, 9)
                .ledgerDelivered(9).ledgerLost(LossCause.TOO_LARGE, 1);
        assertThat(script.problems()).anyMatch(problem -> problem.contains("gap is not what is missing"))
                .anyMatch(problem -> problem.contains("ledger is not the truth"));
    }

    @Test
    void shouldDetectAGapAtAnotherPlace() {
        script.write(0, 0, 4, WRITTEN).write(0, 5, 5, FULL).write(0, 6, 9, WRITTEN)
                .deliver(LANE, 0, 0, 4).deliver(LANE, 0, 6, 6).gap(LANE, 0, LossCause.FULL, 1).deliver(LANE, 0, 7, 9)
                .ledgerDelivered(9).ledgerLost(LossCause.FULL, 1);
        assertThat(script.problems()).filteredOn(problem -> problem.contains("gap is not what is missing")).hasSize(2);
    }

    @Test
    void shouldDetectAGapAtTheEndThatIsTooSmall() {
        script.write(0, 0, 4, WRITTEN).write(0, 5, 9, FULL)
                .deliver(LANE, 0, 0, 4).gap(LANE, 0, LossCause.FULL, 4)
                .ledgerDelivered(5).ledgerLost(LossCause.FULL, 5);
        assertThat(script.problems()).anyMatch(problem -> problem.contains("gaps at the ends"));
    }

    @Test
    void shouldDetectALedgerThatLeavesOutALoss() {
        script.write(0, 0, 4, WRITTEN).write(0, 5, 5, FULL).write(0, 6, 9, WRITTEN)
                .deliver(LANE, 0, 0, 4).gap(LANE, 0, LossCause.FULL, 1).deliver(LANE, 0, 6, 9)
                .ledgerDelivered(9);
        assertThat(script.problems()).anyMatch(problem -> problem.contains("ledger is not the truth"));
    }

    @Test
    void shouldDetectALedgerThatDoesNotAddUp() {
        script.write(0, 0, 9, WRITTEN).deliver(LANE, 0, 0, 9).ledgerDelivered(10).ledgerWanted(1);
        assertThat(script.problems()).anyMatch(problem -> problem.contains("wantedLessOutcomes=1"));
    }

    @Test
    void shouldAcceptACutOffCallThatIsNoAttemptDeliveredOrAbandoned() throws IOException {
        script.write(0, 0, 4, WRITTEN).begin(0, 5).deliver(LANE, 0, 0, 4).ledgerDelivered(5)
                .write(1, 0, 4, WRITTEN).begin(1, 5).deliver(OTHER_LANE, 1, 0, 5).ledgerDelivered(6);
        assertThat(script.problems()).isEmpty();
        script.gap(LANE, 0, LossCause.ABANDONED, 1).ledgerLost(LossCause.ABANDONED, 1);
        assertThat(script.problems()).isEmpty();
    }

    @Test
    void shouldDetectMoreAbandonedCallsThanWereCutOff() {
        script.write(0, 0, 4, WRITTEN).begin(0, 5).deliver(LANE, 0, 0, 4).ledgerDelivered(5)
                .gap(LANE, 0, LossCause.ABANDONED, 2).ledgerLost(LossCause.ABANDONED, 2);
        assertThat(script.problems()).anyMatch(problem -> problem.contains("more than one attempt is abandoned"))
                .anyMatch(problem -> problem.contains("gaps at the ends"))
                .anyMatch(problem -> problem.contains("ledger is not the truth"));
    }

    @Test
    void shouldAcceptLossesWithoutALaneAndDetectThatNobodyWasTold() {
        script.write(0, 0, 1, NO_LANE).write(0, 2, 9, WRITTEN).deliver(LANE, 0, 2, 9)
                .ledgerDelivered(8).ledgerLost(LossCause.NO_LANE, 2);
        assertThat(script.problems()).anyMatch(problem -> problem.contains("without a lane are not told"));
        script.laneless(LossCause.NO_LANE, 2);
        assertThat(script.problems()).isEmpty();
    }

    @Test
    void shouldAcceptALaneThatChangesHandsInAGapAndDetectWhatIsMissingThere() {
        script.write(0, 0, 4, WRITTEN).write(0, 5, 6, FULL).write(1, 0, 0, FULL).write(1, 1, 4, WRITTEN)
                .deliver(LANE, 0, 0, 4).gap(LANE, 0, LossCause.FULL, 3).deliver(LANE, 1, 1, 4)
                .ledgerDelivered(9).ledgerLost(LossCause.FULL, 3);
        assertThat(script.problems()).isEmpty();
        script.write(1, 5, 5, FULL).ledgerLost(LossCause.FULL, 1);
        assertThat(script.problems()).anyMatch(problem -> problem.contains("gaps at the ends"));
    }

    @Test
    void shouldAcceptANestedEventOnAnotherLane() {
        script.write(0, 0, 3, WRITTEN).writeNested(0, 4).write(0, 5, 6, FULL).write(0, 7, 9, WRITTEN)
                .deliver(OTHER_LANE, 0, 4, 4).deliver(LANE, 0, 0, 3).gap(LANE, 0, LossCause.FULL, 2)
                .deliver(LANE, 0, 7, 9)
                .ledgerDelivered(8).ledgerLost(LossCause.FULL, 2);
        assertThat(script.problems()).isEmpty();
    }

    /** Nothing tells whose the other lane was: its owner stands before its first event. */
    @Test
    void shouldAcceptAThreadThatIsCutOffInItsFirstNestedEvent() throws IOException {
        final int unknown = 9;
        script.write(0, 0, 61, WRITTEN).begin(0, 62).deliver(LANE, 0, 0, 61).ledgerDelivered(62)
                .gap(OTHER_LANE, unknown, LossCause.ABANDONED, 1).ledgerLost(LossCause.ABANDONED, 1);
        assertThat(script.problems()).isEmpty();
    }

    @Test
    void shouldAcceptWhatAKilledDrainHadInItsHandIfTheLedgerHasIt() throws IOException {
        script.write(0, 0, 9, WRITTEN).deliver(LANE, 0, 0, 3).newDrain().deliver(LANE, 0, 6, 9).ledgerDelivered(10);
        assertThat(script.problems()).isEmpty();
    }

    @Test
    void shouldDetectThatAKilledDrainHidesALoss() throws IOException {
        script.write(0, 0, 9, WRITTEN).deliver(LANE, 0, 0, 3).newDrain().deliver(LANE, 0, 6, 9).ledgerDelivered(9);
        assertThat(script.problems()).anyMatch(problem -> problem.contains("ledger is not the truth"));
    }
}
