package io.ringside.proof;

import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import java.util.Arrays;

/**
 * A ledger as plain numbers, so that nothing of the product adds them up.
 *
 * @param lost by code of the cause
 */
@SuppressWarnings("ArrayRecordComponent")
record LedgerNumbers(long wanted, long delivered, long overwritten, long inRing, long inFlight, long[] lost,
        boolean settled, boolean isFinal) {
    static LedgerNumbers of(final LedgerTotals.Reading reading) {
        final long[] lost = new long[Journal.CAUSES];
        for (final LossCause cause : LossCause.values()) {
            lost[cause.code()] = reading.totals().lost().of(cause);
        }
        return new LedgerNumbers(reading.totals().wanted(), reading.totals().delivered(),
                reading.totals().overwritten(), reading.totals().inRing(), reading.totals().inFlight(), lost,
                reading.settled(), reading.finalReading());
    }

    long lostTotal() {
        return Arrays.stream(lost).sum();
    }

    /** Numbers without what lanes began to count from. */
    LedgerNumbers withoutStart(final long start) {
        final long offset = start == 0 ? 0 : wanted / start * start;
        return new LedgerNumbers(wanted - offset, delivered - offset, overwritten, inRing, inFlight, lost, settled,
                isFinal);
    }

    @Override
    public String toString() {
        return "wanted=" + wanted + ", delivered=" + delivered + ", overwritten=" + overwritten + ", inRing=" + inRing
                + ", inFlight=" + inFlight + ", lost=" + Arrays.toString(lost) + ", settled=" + settled + ", final="
                + isFinal;
    }
}
