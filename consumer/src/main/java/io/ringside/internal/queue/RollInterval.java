package io.ringside.internal.queue;

import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;

/** How often a recording begins a new file. */
public enum RollInterval {
    /** Every second: for trials. */
    SECONDLY(TestRollCycles.TEST_SECONDLY),
    /** Every five minutes. */
    FIVE_MINUTELY(RollCycles.FIVE_MINUTELY),
    /** Every hour. */
    HOURLY(RollCycles.FAST_HOURLY),
    /** Every day, at midnight UTC. */
    DAILY(RollCycles.FAST_DAILY);

    private final RollCycle cycle;

    RollInterval(final RollCycle cycle) {
        this.cycle = cycle;
    }

    /** Milliseconds between two of them, counted from 1970. */
    public long lengthMs() {
        return cycle.lengthInMillis();
    }

    RollCycle cycle() {
        return cycle;
    }
}
