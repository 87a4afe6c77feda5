package io.ringside.bench.report;

import java.util.List;
import java.util.stream.Stream;

/** Which benches there are and what the tables call them. A test compares it with the benches themselves. Stateless. */
final class Catalogue {
    static final List<Integer> PAYLOAD_BYTES = List.of(0, 32, 256, 1024);
    /** Beside one session, at the usual payload. */
    static final List<Integer> MORE_SESSIONS = List.of(2, 4);

    static final Bench EMPTY = new Bench("empty method", "DisabledCheckBenchmark.peerEmptyMethod");
    static final Bench IS_ENABLED = new Bench("`TraceEvent.isEnabled()`", "DisabledCheckBenchmark.isEnabled");
    static final Bench FLIGHT_RECORDER_IS_ENABLED = new Bench("JFR, `isEnabled()`",
            "DisabledCheckBenchmark.peerFlightRecorderIsEnabled");
    static final Bench WRITE_DISABLED = new Bench("`TraceEvent.write(…)`", "DisabledCheckBenchmark.write");
    static final Bench FLIGHT_RECORDER_COMMIT = new Bench("JFR, `commit()`",
            "DisabledCheckBenchmark.peerFlightRecorderCommit");

    static final Bench TYPED_DISABLED = new Bench("typed event", "TypedCheckBenchmark.generated");
    static final Bench TYPED_DISABLED_IN_TURN = new Bench("typed event, in turn",
            "TypedCheckBenchmark.sample:generatedNs");
    static final Bench TYPED_DISABLED_BY_HAND = new Bench("its claim by hand, thread-safe, in turn",
            "TypedCheckBenchmark.sample:byHandNs");
    static final Bench TYPED_DISABLED_FLIGHT_RECORDER = new Bench("JFR, `commit()`, beside the typed event",
            "TypedCheckBenchmark.peerFlightRecorderCommit");

    /** Events that nobody wants. */
    static final List<Bench> DISABLED = List.of(
            EMPTY,
            new Bench("volatile read of a mapped word, and a branch", "DisabledCheckBenchmark.peerVolatileRead"),
            IS_ENABLED,
            FLIGHT_RECORDER_IS_ENABLED,
            WRITE_DISABLED,
            new Bench("`ThreadWriter.write(…)`", "DisabledCheckBenchmark.writeByHandle"),
            FLIGHT_RECORDER_COMMIT,
            TYPED_DISABLED,
            TYPED_DISABLED_FLIGHT_RECORDER,
            TYPED_DISABLED_IN_TURN,
            TYPED_DISABLED_BY_HAND);

    static final Bench FLIGHT_RECORDER = new Bench("JFR event", "EnabledWriteBenchmark.peerFlightRecorder:eventNs");

    static final Way BUFFER = new Way("buffer");

    /** Ways to write an enabled event. */
    static final List<Way> WAYS = List.of(BUFFER, new Way("gather"), new Way("claim"));

    static final Bench TYPED = new Bench("typed event", "TypedWriteBenchmark.sample:generatedNs");
    static final Bench TYPED_BY_HAND = new Bench("its claim by hand, thread-safe",
            "TypedWriteBenchmark.sample:byHandNs");

    static final List<Integer> CONTENT_BYTES = List.of(96, 400, 1_000);

    /** Typed events whose length varies, each beside what it stands for. */
    static final List<Pair> TYPED_CONTENTS = CONTENT_BYTES.stream().flatMap(bytes -> Stream.of(
            typedContent("a text of " + bytes + " characters", "text", bytes),
            typedContent(bytes + " bytes", "bytes", bytes))).toList();

    static final Bench TYPED_FLIGHT_RECORDER = new Bench("JFR event of the same fields",
            "TypedWriteBenchmark.peerFlightRecorder:eventNs");
    /** A typed event of four longs, the claim that a hand would write, and its peer. */
    static final List<Bench> TYPED_WRITES = List.of(TYPED, TYPED_BY_HAND,
            TYPED_FLIGHT_RECORDER);

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

    static final Bench BUFFER_BY_COUNTER = new Bench("buffer, handle", "CounterWriteBenchmark.bufferByHandle");

    /** The processor's counter, where it can be read, and the monotonic clock beside it. */
    static final List<Bench> COUNTER_CLOCKS = List.of(
            new Bench("`nanoTime`", "CounterWriteBenchmark.peerNanoTime"),
            new Bench("the counter, in nanoseconds", "CounterWriteBenchmark.peerCounter"));

    /** Writes into a session by the counter. */
    static final List<Bench> BY_COUNTER = List.of(BUFFER_BY_COUNTER,
            new Bench("claim, handle", "CounterWriteBenchmark.claimByHandle"),
            new Bench("buffer, handle, with the caller's time", "CounterWriteBenchmark.timedByHandle"));

    static final Bench COUNTER_INCREMENT = new Bench("counter with one writer, increment",
            "CounterBenchmark.increment");
    static final Bench AGRONA_INCREMENT = new Bench("Agrona, `AtomicCounter.incrementRelease()`",
            "CounterBenchmark.peerIncrement");
    static final Bench COUNTER_COLLECT = new Bench("collection of 10,000 values, each", "CounterBenchmark.collect");
    static final Bench AGRONA_FOR_EACH = new Bench("Agrona, `CountersReader.forEach`, each",
            "CounterBenchmark.peerForEach");

    /** Counters, and their peers. */
    static final List<Bench> COUNTERS = List.of(
            COUNTER_INCREMENT,
            new Bench("counter with many writers, increment", "CounterBenchmark.incrementShared"),
            AGRONA_INCREMENT, COUNTER_COLLECT, AGRONA_FOR_EACH);

    static final List<Integer> RECORDED_BYTES = List.of(32, 128);

    static final Bench RECORDER = new Bench("recorder", "RecordBenchmark.recorder");
    static final Bench CHRONICLE_APPEND = new Bench("Chronicle, an excerpt for each event",
            "RecordBenchmark.peerChronicleAppend");
    static final Bench FILE_COPY = new Bench("copy of a file", "RecordBenchmark.peerFileCopy");

    /** Ways to bring an event to the medium. */
    static final List<Bench> RECORD = List.of(RECORDER, CHRONICLE_APPEND, FILE_COPY);

    static final Bench READ_BY_OFFSET = new Bench("recording, fields by place", "ReadBenchmark.byOffset");
    static final Bench READ_BY_SCHEMA = new Bench("recording, fields by schema", "ReadBenchmark.bySchema");
    static final Bench CHRONICLE_TAILER = new Bench("Chronicle, an excerpt for each event",
            "ReadBenchmark.peerChronicleTailer");

    /** Ways to read an event back. */
    static final List<Bench> READ = List.of(READ_BY_OFFSET, READ_BY_SCHEMA, CHRONICLE_TAILER);

    private Catalogue() {}

    private static Pair typedContent(final String content, final String method, final int bytes) {
        final String name = "TypedTextBenchmark." + method;
        final String parameter = " contentBytes=" + bytes;
        return new Pair(new Bench("typed event of " + content, name + ":generatedNs" + parameter),
                new Bench("claim by hand of " + content, name + ":byHandNs" + parameter));
    }

    /** A way to write an enabled event, and what is measured beside it, in turn. */
    record Way(String label) {
        Bench byHandle() {
            return turn(label + ", handle", "byHandleNs");
        }

        Bench threadSafe() {
            return turn(label + ", thread-safe", "threadSafeNs");
        }

        Bench clock() {
            return turn("`nanoTime`", "peerClockNs");
        }

        Bench manyToOne() {
            return turn("Agrona many-to-one", "peerManyToOneNs");
        }

        Bench oneToOne() {
            return turn("Agrona one-to-one", "peerOneToOneNs");
        }

        /** What it is measured in turn with. */
        List<Bench> peers() {
            return List.of(clock(), manyToOne(), oneToOne());
        }

        private Bench turn(final String turnLabel, final String metric) {
            return new Bench(turnLabel, "EnabledWriteBenchmark." + label + ':' + metric);
        }
    }

    /** A bench, and what it is to be no slower than. */
    record Pair(Bench bench, Bench peer) {}

    /** A bench: what the tables call it, and its class and method. */
    record Bench(String label, String name) {
        double ns(final Figures figures) {
            return figures.ns(name);
        }

        double ns(final Figures figures, final int payloadBytes) {
            return figures.ns(name + " payloadBytes=" + payloadBytes);
        }

        double recordedNs(final Figures figures, final int recordedBytes) {
            return figures.ns(recordedName(recordedBytes));
        }

        double threadBytes(final Figures figures, final int recordedBytes) {
            return figures.writerBytes().getOrDefault(recordedName(recordedBytes), Double.NaN);
        }

        private String recordedName(final int recordedBytes) {
            return name + " recordedBytes=" + recordedBytes;
        }

        double ns(final Figures figures, final int payloadBytes, final int sessions) {
            return figures.ns(name + " payloadBytes=" + payloadBytes + " sessions=" + sessions);
        }
    }

    /** Whether a bench measures who records or reads, and not a writer. */
    static boolean isOfRecording(final String name) {
        return name.startsWith("RecordBenchmark.") || name.startsWith("ReadBenchmark.");
    }

    /** Whether a bench measures somebody else: then its method, or the metric of what has its turn, says so. */
    static boolean isPeer(final String name) {
        return name.contains(".peer") || name.contains(":peer");
    }
}
