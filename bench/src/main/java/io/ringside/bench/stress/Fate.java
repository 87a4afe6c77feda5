package io.ringside.bench.stress;

/** Outcome of an attempt, as known to the test's own writer. */
enum Fate {
    WRITTEN, FULL, TOO_LARGE, ERROR
}
