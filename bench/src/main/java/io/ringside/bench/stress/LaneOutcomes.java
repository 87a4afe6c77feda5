package io.ringside.bench.stress;

import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.Outcome;

/** Grading of results: kind of memory, observations during the race, and the sum of {@link Fault}s. */
@Outcome(id = "0, \\d+, 0", expect = Expect.ACCEPTABLE, desc = "Direct memory: in order, and the ledger balances.")
@Outcome(id = "1, \\d+, 0", expect = Expect.ACCEPTABLE, desc = "Mapped file: in order, and the ledger balances.")
@Outcome(id = "2, \\d+, 0", expect = Expect.ACCEPTABLE, desc = "File mapped twice: in order, and the ledger balances.")
@Outcome(id = "3, \\d+, 0", expect = Expect.ACCEPTABLE, desc = "Mapped and read: in order, and the ledger balances.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Third figure: 1 event, 2 gap, 4 ledger, 8 moment.")
final class LaneOutcomes {
    private LaneOutcomes() {}
}
