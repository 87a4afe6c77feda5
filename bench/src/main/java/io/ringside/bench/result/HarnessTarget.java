package io.ringside.bench.result;

import org.jspecify.annotations.Nullable;

/** What figures of harnesses are to be, in the order of their rows. One that was not measured has its row too. */
public enum HarnessTarget {
    /** Half of the events take as long as through Aeron, or less. */
    LATENCY_MEDIAN("one process to another, p50, spinning reader, by Aeron IPC", Names.LATENCY, Names.RATIO, 1.0),
    /** So do all but one in a thousand. */
    LATENCY_TAIL("one process to another, p99.9, spinning reader, by Aeron IPC", Names.LATENCY, Names.RATIO, 1.0),
    /** Records of 64 bytes, the clock read for each, beside Aeron. */
    THROUGHPUT_AERON("throughput, 64-byte records, clock read for each, by Aeron exclusive", Names.THROUGHPUT,
            Names.RATIO, null, 3.0),
    /** The same beside the better ring of Agrona. */
    THROUGHPUT_RING("throughput, 64-byte records, clock read for each, by Agrona's better ring", Names.THROUGHPUT,
            Names.RATIO, null, 1.5),
    /** Times given by the caller, beside Aeron. */
    THROUGHPUT_GIVEN_TIME("throughput, 64-byte records, times given by the caller, by Aeron exclusive",
            Names.THROUGHPUT, Names.RATIO, null, 3.0),
    /** The same beside the better ring of Agrona. */
    THROUGHPUT_GIVEN_TIME_RING("throughput, 64-byte records, times given by the caller, by Agrona's better ring",
            Names.THROUGHPUT, Names.RATIO, null, 1.5),
    /** What an event costs its writer, while another process reads. */
    THREADS_AERON("enabled event, one thread, by Aeron exclusive", Names.THREADS, Names.RATIO, 0.7),
    /** As many threads as cores. */
    THREADS_FLAT("cost of an event with 2 threads, by that with 1", Names.THREADS, Names.RATIO, 1.2),
    /** Many more threads than cores. */
    THREADS_LOST("events lost with a reader that keeps up, 1 to 64 threads", Names.THREADS, "events", 0.0),
    /** A call from a virtual thread. */
    VIRTUAL_THREAD("thread-safe call on a virtual thread, over the handle", Names.VIRTUAL, "ns", 8.0),

    /** One event that up to eight sessions want. */
    GROWTH_SESSION("one event, each further session, 1 to 8", Names.GROWTH, "ns", 6.0),
    /** Registration of one provider more. */
    GROWTH_REGISTER("register" + Names.MANY_BY_FEW, Names.GROWTH, Names.RATIO, 4.0),
    /** A change of an enablement. */
    GROWTH_ENABLE("enable" + Names.MANY_BY_FEW, Names.GROWTH, Names.RATIO, 8.0),
    /** The same until the traced process has followed. */
    GROWTH_ATTACH("enable until attached" + Names.MANY_BY_FEW, Names.GROWTH, Names.RATIO, 8.0),
    /** An event that nobody wants. */
    GROWTH_DISABLED("disabled event" + Names.MANY_BY_FEW, Names.GROWTH, Names.RATIO, 1.25),
    /** Processor time of the agent of a process in which nothing happens, from one sleep to the next. */
    GROWTH_CYCLE("agent's cycle, idle" + Names.MANY_BY_FEW, Names.GROWTH, Names.RATIO, 4.0),
    /** Of the same. */
    GROWTH_SHARE("agent's share of a core, idle" + Names.MANY, Names.GROWTH, "%", 2.0),
    /** Files of schemas. */
    GROWTH_SCHEMA_BYTES("bytes of schema files for each event" + Names.MANY_BY_FEW, Names.GROWTH, Names.RATIO, 1.25),
    /** Files of the registry. */
    GROWTH_ROW_BYTES("bytes of rows for each row" + Names.MANY_BY_FEW, Names.GROWTH, Names.RATIO, 1.25),
    /** As many events from many lanes as from few. */
    GROWTH_DRAIN("drain of 1,000 lanes, an event, by that of 8 lanes", Names.GROWTH, Names.RATIO, 2.0),
    /** A look at lanes in which nothing waits. */
    GROWTH_LOOK("drain of 1,000 empty lanes, a look, by that of 8 lanes", Names.GROWTH, Names.RATIO, 4.0),
    /** Of the agent of a process with many threads. */
    GROWTH_LANES_SHARE("agent's share of a core, idle, 1,000 threads with lanes", Names.GROWTH, "%", 5.0),

    /** All but one event in a thousand, nothing being special about them. */
    TAIL_STEADY("p99.9 of an event, steady state" + Names.BY_CLOCK, Names.TAIL, Names.RATIO, 2.0),
    /** All but one in ten thousand. */
    TAIL_STEADY_FAR("p99.99 of an event, steady state" + Names.BY_CLOCK, Names.TAIL, Names.RATIO, 2.0),
    /** All but one in a thousand that begin a block. */
    TAIL_BLOCK("p99.9 of an event, change of block" + Names.BY_CLOCK, Names.TAIL, Names.RATIO, 2.0),
    /** All but one in ten thousand. */
    TAIL_BLOCK_FAR("p99.99 of an event, change of block" + Names.BY_CLOCK, Names.TAIL, Names.RATIO, 2.0),
    /** All but one in a thousand that begin the lane anew. */
    TAIL_WRAP("p99.9 of an event, wrap" + Names.BY_CLOCK, Names.TAIL, Names.RATIO, 2.0),
    /** All but one in ten thousand. */
    TAIL_WRAP_FAR("p99.99 of an event, wrap" + Names.BY_CLOCK, Names.TAIL, Names.RATIO, 2.0),
    /** All but one in a hundred. */
    TAIL_THREAD("p99 of an event, first of a thread" + Names.BY_CLOCK, Names.TAIL, Names.RATIO, 2.0),
    /** All but one in a hundred. */
    TAIL_ENABLING("p99 of an event, first after enabling" + Names.BY_CLOCK, Names.TAIL, Names.RATIO, 2.0),
    /** Of a thread, from its second event on. */
    TAIL_FAULTS("page faults of a writer, first lap included", Names.TAIL, "faults", 0.0),

    /** Of the likely path of a write. */
    INSTRUCTIONS_LOCKED(Names.OF_A_WRITE + "locked", Names.INSTRUCTIONS, Names.INSTRUCTIONS, 0.0),
    /** Of the same. */
    INSTRUCTIONS_FENCES(Names.OF_A_WRITE + "fences", Names.INSTRUCTIONS, Names.INSTRUCTIONS, 0.0),
    /** Of the same. */
    INSTRUCTIONS_CLOCK(Names.OF_A_WRITE + "calls of the clock", Names.INSTRUCTIONS, Names.INSTRUCTIONS, 1.0),
    /** Of the same. */
    INSTRUCTIONS_CALLS(Names.OF_A_WRITE + "other calls", Names.INSTRUCTIONS, Names.INSTRUCTIONS, 0.0),

    /** Beside a tracepoint in C. */
    LTTNG_NATIVE("event of 32 bytes, by LTTng-UST, C", Names.LTTNG, Names.RATIO, 1.0),
    /** Beside a tracepoint that Java calls. */
    LTTNG_JNI("event of 32 bytes, by LTTng-UST, JNI", Names.LTTNG, Names.RATIO, 1.0);

    private final String label;
    private final String harness;
    private final String unit;
    private final @Nullable Double atMost;
    private final @Nullable Double atLeast;

    /** Of harnesses, and what several labels have in common. */
    private static final class Names {
        static final String LATENCY = "latency";
        static final String THROUGHPUT = "throughput";
        static final String THREADS = "threads";
        static final String VIRTUAL = "virtual";
        static final String GROWTH = "growth";
        static final String TAIL = "tail";
        static final String INSTRUCTIONS = "instructions";
        static final String LTTNG = "lttng";

        static final String RATIO = "×";
        static final String MANY = ", 1,024 providers, 10,000 events, 64 sessions";
        static final String MANY_BY_FEW = MANY + ", by 16, 160, 1";
        static final String BY_CLOCK = ", by that of the clock alone";
        static final String OF_A_WRITE = "instructions of a write: ";

        private Names() {}
    }

    HarnessTarget(final String label, final String harness, final String unit, final double atMost) {
        this(label, harness, unit, atMost, null);
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
