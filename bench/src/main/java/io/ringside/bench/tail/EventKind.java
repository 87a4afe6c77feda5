package io.ringside.bench.tail;

import io.ringside.bench.result.HarnessTarget;
import java.util.Map;

/** What is special about a single event. */
enum EventKind {
    /** Nothing: the lane has room in its block. */
    STEADY("steady state", Map.of(99.9, HarnessTarget.TAIL_STEADY, 99.99, HarnessTarget.TAIL_STEADY_FAR)),
    /** It begins a block. */
    BLOCK_CHANGE("change of block", Map.of(99.9, HarnessTarget.TAIL_BLOCK, 99.99, HarnessTarget.TAIL_BLOCK_FAR)),
    /** It begins the lane anew. */
    WRAP("wrap", Map.of(99.9, HarnessTarget.TAIL_WRAP, 99.99, HarnessTarget.TAIL_WRAP_FAR)),
    /** The thread was started for it: its writer and its lane are found with it. */
    FIRST_OF_THREAD("first of a thread", Map.of(99.0, HarnessTarget.TAIL_THREAD)),
    /** The session has just enabled the provider again. */
    FIRST_AFTER_ENABLING("first after enabling", Map.of(99.0, HarnessTarget.TAIL_ENABLING));

    private final String label;
    private final Map<Double, HarnessTarget> judged;

    EventKind(final String label, final Map<Double, HarnessTarget> judged) {
        this.label = label;
        this.judged = judged;
    }

    /** For people. */
    String label() {
        return label;
    }

    /** What its percentiles are to be, by those of the clock alone; so many of them as can be told apart. */
    Map<Double, HarnessTarget> judged() {
        return judged;
    }
}
