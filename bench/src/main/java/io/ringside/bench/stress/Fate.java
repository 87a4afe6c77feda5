package io.ringside.bench.stress;

/** The outcome of an attempt, as the test's own writer knows it. */
enum Fate {
    WRITTEN, FULL, TOO_LARGE, ERROR
}
