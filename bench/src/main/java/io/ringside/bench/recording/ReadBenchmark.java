package io.ringside.bench.recording;

import io.ringside.bench.fixture.BoundsChecks;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * What it costs to read an event back, with all its fields: from a recording, in the order of time; beside it from a
 * queue of Chronicle that has an excerpt for each event. A call reads everything, of files that are mapped anew.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ReadBenchmark.EVENTS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class ReadBenchmark {
    /** Events that are read in a call. */
    static final int EVENTS = 512 * RecordedPayload.EVENTS;

    /** Fields at their places. */
    @Benchmark
    public long byOffset(final RecordingState state) {
        return state.readByOffset();
    }

    /** Fields as the schema tells them. */
    @Benchmark
    public long bySchema(final RecordingState state) {
        return state.readBySchema();
    }

    /** An excerpt of Chronicle for each event, fields at their places. */
    @Benchmark
    public long peerChronicleTailer(final TailerState state) {
        return state.read();
    }

    /** Refuses a figure of a reader that has left something out. */
    static void check(final long events, final long sum, final RecordedPayload payload) {
        if (events != EVENTS || sum != EVENTS * payload.sum()) {
            throw new IllegalStateException("not all events were read as they were written: events=" + events
                    + ", written=" + EVENTS + ", sum=" + sum + ", writtenSum=" + EVENTS * payload.sum());
        }
    }
}
