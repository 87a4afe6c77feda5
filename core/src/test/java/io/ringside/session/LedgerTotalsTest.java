package io.ringside.session;

import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LedgerTotalsTest {
    private static final LossCounts LOST = LossCounts.NONE.plus(LossCause.FULL, 3).plus(LossCause.NO_LANE, 1);

    @Test
    void shouldBalanceWhenEveryWantedEventHasOneOutcome() {
        final LedgerTotals totals = new LedgerTotals(111, 50, 30, 26, 1, LOST);

        assertThat(totals.isBalanced()).isTrue();
        assertThat(totals.imbalance()).isZero();
        assertThat(LedgerTotals.ZERO.isBalanced()).isTrue();
    }

    @Test
    void shouldNotBalanceWhenAnyTermIsOff() {
        assertThat(List.of(
                new LedgerTotals(112, 50, 30, 26, 1, LOST),
                new LedgerTotals(111, 51, 30, 26, 1, LOST),
                new LedgerTotals(111, 50, 31, 26, 1, LOST),
                new LedgerTotals(111, 50, 30, 27, 1, LOST),
                new LedgerTotals(111, 50, 30, 26, 2, LOST),
                new LedgerTotals(111, 50, 30, 26, 1, LOST.plus(LossCause.CORRUPT, 1))))
                .extracting(LedgerTotals::imbalance)
                .containsExactly(1L, -1L, -1L, -1L, -1L, -1L);
        assertThat(new LedgerTotals(112, 50, 30, 26, 1, LOST).isBalanced()).isFalse();
    }

    @Test
    void shouldAddTermByTerm() {
        final LedgerTotals other = new LedgerTotals(1_000, 100, 200, 300, 390,
                LossCounts.NONE.plus(LossCause.FULL, 10));

        assertThat(new LedgerTotals(111, 50, 30, 26, 1, LOST).plus(other))
                .isEqualTo(new LedgerTotals(1_111, 150, 230, 326, 391, LOST.plus(LossCause.FULL, 10)));
    }

    @Test
    void shouldCountWhatRatesLeaveOutBesideWhatIsWanted() {
        final LedgerTotals totals = new LedgerTotals(111, 50, 30, 26, 1, LOST, 900, 89);

        assertThat(totals.filteredByRate()).isEqualTo(989);
        assertThat(totals.accepted()).isEqualTo(1_100);
        assertThat(totals.isBalanced()).isTrue();
        assertThat(totals.plus(totals)).isEqualTo(new LedgerTotals(222, 100, 60, 52, 2, LOST.plus(LOST), 1_800, 178));
    }

    @Test
    void shouldCountLossesByCause() {
        assertThat(LOST.of(LossCause.FULL)).isEqualTo(3);
        assertThat(LOST.of(LossCause.NO_LANE)).isEqualTo(1);
        assertThat(LOST.of(LossCause.ERROR)).isZero();
        assertThat(LOST.total()).isEqualTo(4);
        assertThat(LossCounts.NONE.total()).isZero();
        assertThat(LOST).hasToString("{full=3, noLane=1}").isNotEqualTo(LossCounts.NONE);
        assertThat(LossCounts.NONE).hasToString("{}");
    }

    @Test
    void shouldTakeCountsByCodeAndKeepThem() {
        final long[] byCode = {3, 0, 1, 0, 0, 0, 0, 0};

        final LossCounts counts = LossCounts.of(byCode);
        byCode[0] = 99;

        assertThat(counts).isEqualTo(LOST).hasSameHashCodeAs(LOST);
        assertThatThrownBy(() -> LossCounts.of(new long[7])).hasMessageContaining("counts=7, causes=8");
    }

    @Test
    void shouldNameCausesAsTheCommandLineDoes() {
        assertThat(LossCause.values())
                .extracting(LossCause::jsonName)
                .containsExactly(
                        "full", "tooLarge", "noLane", "notAttached", "error", "corrupt", "abandoned", "discarded");
        for (int code = 0; code < LossCause.count(); code++) {
            assertThat(LossCause.ofCode(code).code()).isEqualTo(code);
        }
        assertThatThrownBy(() -> LossCause.ofCode(8)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(SessionInfo.State.values()).containsExactly(SessionInfo.State.RUNNING, SessionInfo.State.STOPPING);
    }
}
