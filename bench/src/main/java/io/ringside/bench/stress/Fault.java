package io.ringside.bench.stress;

/** The faults that no stress test may show; a result carries the sum. */
final class Fault {
    /** An event came twice, out of order, with foreign bytes or another owner. */
    static final int EVENT = 1;
    /** A gap does not follow on, or has other losses, causes or times than the attempts that it covers. */
    static final int GAP = 2;
    /** Lane, checkpoint and writer do not agree on the attempts and their outcomes. */
    static final int BOOKS = 4;
    /** A reading said to be of one moment, and there was no such moment. */
    static final int MOMENT = 8;
    /** A session that had ended, or never wanted the event, was written. */
    static final int STRANGER = 16;
    /** A state that must be reached in a bounded time was not. */
    static final int STUCK = 32;

    private Fault() {}
}
