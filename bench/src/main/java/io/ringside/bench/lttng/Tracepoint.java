package io.ringside.bench.lttng;

/** LTTng-UST tracepoint with 32 bytes, in a library that {@code bench/lttng/run} builds. Stateless. */
final class Tracepoint {
    private Tracepoint() {}

    /** Traces an event. */
    static native void sample(long first, long second, long third, long fourth);
}
