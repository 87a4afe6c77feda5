package io.ringside.bench.stress;

/** Bits for the faults that no stress test may show; a result contains their sum. */
final class Fault {
    /** An event arrived twice, out of order, with foreign bytes or with another owner. */
    static final int EVENT = 1;
    /** A gap does not follow its predecessor, or has wrong losses, causes or times for its attempts. */
    static final int GAP = 2;
    /** Lane, checkpoint and writer disagree on the attempts and their outcomes. */
    static final int BOOKS = 4;
    /** A consistent reading does not match any moment. */
    static final int MOMENT = 8;
    /** An event was written to a session that had ended or never wanted it. */
    static final int STRANGER = 16;
    /** A required state was not reached in time. */
    static final int STUCK = 32;

    private Fault() {}
}
