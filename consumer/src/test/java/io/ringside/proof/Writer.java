package io.ringside.proof;

/**
 * One writing thread, as its truth tells it.
 *
 * @param truth  of its process
 * @param thread its number there
 */
record Writer(TruthFile truth, int thread) {
    long pid() {
        return truth.pid();
    }

    long threadId() {
        return truth.threadId(thread);
    }

    /** Whether it may have any lane of its process at any time, beside others. */
    boolean isCarried() {
        return truth.isCarried();
    }

    long returned() {
        return truth.returned(thread);
    }

    /** Whether a call was begun that never returned. */
    boolean isCutOff() {
        return truth.begun(thread) > returned();
    }

    int outcome(final long number) {
        return truth.outcome(thread, number);
    }

    @Override
    public String toString() {
        return "process=" + truth.process() + ", thread=" + thread;
    }
}
