package io.ringside.bench.report;

import java.util.List;

/** Which benches there are and what the tables call them. A test compares it with the benches themselves. Stateless. */
final class Catalogue {
    static final List<Integer> PAYLOAD_BYTES = List.of(0, 32, 256, 1024);
    static final List<Integer> SESSIONS = List.of(1, 2, 4);

    static final Bench EMPTY = new Bench("empty method", "DisabledCheckBenchmark.peerEmptyMethod");
    static final Bench IS_ENABLED = new Bench("`TraceEvent.isEnabled()`", "DisabledCheckBenchmark.isEnabled");
    static final Bench FLIGHT_RECORDER_IS_ENABLED = new Bench("JFR, `isEnabled()`",
            "DisabledCheckBenchmark.peerFlightRecorderIsEnabled");
    static final Bench WRITE_DISABLED = new Bench("`TraceEvent.write(…)`", "DisabledCheckBenchmark.write");
    static final Bench FLIGHT_RECORDER_COMMIT = new Bench("JFR, `commit()`",
            "DisabledCheckBenchmark.peerFlightRecorderCommit");

    /** Events that nobody wants. */
    static final List<Bench> DISABLED = List.of(
            EMPTY,
            new Bench("volatile read of a mapped word, and a branch", "DisabledCheckBenchmark.peerVolatileRead"),
            IS_ENABLED,
            FLIGHT_RECORDER_IS_ENABLED,
            WRITE_DISABLED,
            new Bench("`ThreadWriter.write(…)`", "DisabledCheckBenchmark.writeByHandle"),
            FLIGHT_RECORDER_COMMIT);

    static final Bench CLOCK = new Bench("`nanoTime`", "EnabledWriteBenchmark.peerNanoTime");
    static final Bench FLIGHT_RECORDER = new Bench("JFR event", "EnabledWriteBenchmark.peerFlightRecorder");

    /** What an enabled event is compared with, whatever its payload. */
    static final List<Bench> CLOCKS = List.of(CLOCK, FLIGHT_RECORDER);

    static final Bench MANY_TO_ONE = new Bench("Agrona many-to-one", "EnabledWriteBenchmark.peerManyToOne");
    static final Bench GATHER_BY_HANDLE = new Bench("gather, handle", "EnabledWriteBenchmark.gatherByHandle");
    static final Bench GATHER_THREAD_SAFE = new Bench("gather, thread-safe", "EnabledWriteBenchmark.gatherThreadSafe");
    static final Bench CLAIM_BY_HANDLE = new Bench("claim, handle", "EnabledWriteBenchmark.claimByHandle");
    static final Bench CLAIM_THREAD_SAFE = new Bench("claim, thread-safe", "EnabledWriteBenchmark.claimThreadSafe");

    /** Peers of an enabled event. */
    static final List<Bench> RINGS = List.of(new Bench("Agrona one-to-one", "EnabledWriteBenchmark.peerOneToOne"),
            MANY_TO_ONE);

    /** Ways to write by a thread's handle. */
    static final List<Bench> BY_HANDLE = List.of(
            new Bench("buffer, handle", "EnabledWriteBenchmark.bufferByHandle"), GATHER_BY_HANDLE, CLAIM_BY_HANDLE);

    /** Ways to write from any thread. */
    static final List<Bench> THREAD_SAFE = List.of(GATHER_THREAD_SAFE, CLAIM_THREAD_SAFE);

    /** A lane without runtime and clock, and its peer. */
    static final List<Bench> LANE = List.of(
            new Bench("lane", "LaneWriteBenchmark.lane"),
            new Bench("Agrona one-to-one", "LaneWriteBenchmark.peerOneToOne"));

    /** Filters by payload, and where they are. */
    static final List<Bench> FILTERED = List.of(
            new Bench("no filter", "FilteredWriteBenchmark.bufferByHandle filter=none"),
            new Bench("filter of another provider", "FilteredWriteBenchmark.bufferByHandle filter=otherProvider"),
            new Bench("filter of another event", "FilteredWriteBenchmark.bufferByHandle filter=otherEvent"),
            new Bench("condition that is met", "FilteredWriteBenchmark.bufferByHandle filter=passes"),
            new Bench("condition that is not met", "FilteredWriteBenchmark.bufferByHandle filter=rejects"));

    private Catalogue() {}

    /** A bench: what the tables call it, and its class and method. */
    record Bench(String label, String name) {
        double ns(final Figures figures) {
            return figures.ns(name);
        }

        double ns(final Figures figures, final int payloadBytes) {
            return figures.ns(name + " payloadBytes=" + payloadBytes);
        }

        double ns(final Figures figures, final int payloadBytes, final int sessions) {
            return figures.ns(name + " payloadBytes=" + payloadBytes + " sessions=" + sessions);
        }
    }

    /** Whether a bench measures somebody else: then its method says so. */
    static boolean isPeer(final String name) {
        return name.contains(".peer");
    }
}
