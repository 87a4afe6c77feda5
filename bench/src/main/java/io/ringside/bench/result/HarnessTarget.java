package io.ringside.bench.result;

import org.jspecify.annotations.Nullable;

/** What the figures of the harnesses are to be. One that no harness has measured has its row all the same. */
public enum HarnessTarget {
    /** Half of the events take as long as through Aeron, or less. */
    LATENCY_MEDIAN("one process to another, p50, spinning reader, by Aeron IPC", Names.LATENCY, "×", 1.0, null),
    /** So do all but one in a thousand. */
    LATENCY_TAIL("one process to another, p99.9, spinning reader, by Aeron IPC", Names.LATENCY, "×", 1.0, null),
    /** Records of 64 bytes, the clock read for each, beside Aeron. */
    THROUGHPUT_AERON("throughput, 64-byte records, clock read for each, by Aeron exclusive", Names.THROUGHPUT, "×",
            null, 3.0),
    /** The same beside the better ring of Agrona. */
    THROUGHPUT_RING("throughput, 64-byte records, clock read for each, by Agrona's better ring", Names.THROUGHPUT,
            "×", null, 1.5),
    /** Times given by the caller, beside Aeron. */
    THROUGHPUT_GIVEN_TIME("throughput, 64-byte records, times given by the caller, by Aeron exclusive",
            Names.THROUGHPUT, "×", null, 3.0),
    /** The same beside the better ring of Agrona. */
    THROUGHPUT_GIVEN_TIME_RING("throughput, 64-byte records, times given by the caller, by Agrona's better ring",
            Names.THROUGHPUT, "×", null, 1.5),
    /** As many threads as cores. */
    THREADS_FLAT("cost of an event with 2 threads, by that with 1", Names.THREADS, "×", 1.2, null),
    /** Many more threads than cores. */
    THREADS_LOST("events lost with a reader that keeps up, 1 to 64 threads", Names.THREADS, "events", 0.0, null),
    /** A call from a virtual thread. */
    VIRTUAL_THREAD("thread-safe call on a virtual thread, over the handle", Names.VIRTUAL, "ns", 8.0, null);

    private final String label;
    private final String harness;
    private final String unit;
    private final @Nullable Double atMost;
    private final @Nullable Double atLeast;

    /** Of harnesses. */
    private static final class Names {
        static final String LATENCY = "latency";
        static final String THROUGHPUT = "throughput";
        static final String THREADS = "threads";
        static final String VIRTUAL = "virtual";

        private Names() {}
    }

    HarnessTarget(
            final String label, final String harness, final String unit, final @Nullable Double atMost,
            final @Nullable Double atLeast) {
        this.label = label;
        this.harness = harness;
        this.unit = unit;
        this.atMost = atMost;
        this.atLeast = atLeast;
    }

    /** What the row is called. */
    public String label() {
        return label;
    }

    /** Who measures it. */
    public String harness() {
        return harness;
    }

    /** Of its figure. */
    public String unit() {
        return unit;
    }

    /** The most that it may be; null if there is a least. */
    public @Nullable Double atMost() {
        return atMost;
    }

    /** The least that it must be; null if there is a most. */
    public @Nullable Double atLeast() {
        return atLeast;
    }
}
