package io.ringside.bench.counter;

import io.ringside.bench.fixture.BoundsChecks;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Counting, and reading 1,000 instances with 10 counters each of another process. Beside it the same with Agrona's
 * counters, whose reader gives each value with its label, in one process.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class CounterBenchmark {
    private static final int VALUES = BenchCounters.INSTANCES * BenchCounters.COUNTERS;

    /** A counter with one writer. */
    @Benchmark
    public void increment(final CounterState state) {
        state.owned.increment();
    }

    /** A counter with many writers. */
    @Benchmark
    public void incrementShared(final CounterState state) {
        state.shared.increment();
    }

    /** Agrona's counter with one writer. */
    @Benchmark
    public void peerIncrement(final AgronaCountersState state) {
        state.counter.incrementRelease();
    }

    /** A value of all of all instances, copied and checked. Once a second the reader looks who has died. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long collect(final CollectionState state) {
        return state.reader.collect();
    }

    /** A value of all of Agrona's counters. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public void peerForEach(final AgronaCountersState state, final Blackhole blackhole) {
        state.reader.forEach((value, id, label) -> {
            blackhole.consume(value);
            blackhole.consume(label);
        });
    }
}
