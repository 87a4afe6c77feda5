package io.ringside.bench.counter;

import io.ringside.bench.channel.ChildJvm;
import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.internal.counter.CounterReader;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.provider.counter.CounterInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Cost of counting, and of reading another process's 1,000 instances with 10 counters each. The baseline is Agrona's
 * counters within one process, whose reader gets each value with its label.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class CounterBenchmark {
    private static final int VALUES = BenchCounters.INSTANCES * BenchCounters.COUNTERS;

    /** Increments a counter with one writer. */
    @Benchmark
    public void increment(final CounterState state) {
        state.owned.increment();
    }

    /** Increments a counter with many writers. */
    @Benchmark
    public void incrementShared(final CounterState state) {
        state.shared.increment();
    }

    /** Increments Agrona's counter with one writer. */
    @Benchmark
    public void peerIncrement(final AgronaCountersState state) {
        state.counter.incrementRelease();
    }

    /**
     * Collects all counters of all instances, copied and checked; the figure is per value. Once per second the reader
     * checks which processes have died.
     */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long collect(final CollectionState state) {
        return state.reader.collect();
    }

    /** Reads all of Agrona's counters; the figure is per value. */
    @Benchmark
    @OperationsPerInvocation(VALUES)
    public void peerForEach(final AgronaCountersState state, final Blackhole blackhole) {
        state.reader.forEach((value, id, label) -> {
            blackhole.consume(value);
            blackhole.consume(label);
        });
    }

    /** State with counters of this process. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class CounterState {
        /** A counter with one writer. */
        CounterInstance.Owned owned;
        /** A counter with many writers. */
        CounterInstance.Shared shared;

        private MemoryFolder folder;
        private BenchCounters counters;

        @Setup
        public void open() throws IOException {
            folder = MemoryFolder.create();
            counters = BenchCounters.open(folder.path().resolve("trace"));
            owned = counters.owned();
            shared = counters.shared();
        }

        /** Removes all files. */
        @TearDown
        public void close() {
            CloseHelper.closeAll(counters, folder);
        }
    }

    /** State with Agrona's counters, equal in number to {@link CounterState}'s. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class AgronaCountersState {
        private static final int COUNTERS = BenchCounters.INSTANCES * BenchCounters.COUNTERS;

        AtomicCounter counter;
        CountersReader reader;

        private MemoryFolder folder;

        @Setup
        public void open() throws IOException {
            folder = MemoryFolder.create();
            final UnsafeBuffer metadata = folder.map("metadata", COUNTERS * CountersReader.METADATA_LENGTH);
            final UnsafeBuffer values = folder.map("values", COUNTERS * CountersReader.COUNTER_LENGTH);
            final CountersManager manager = new CountersManager(metadata, values);
            counter = manager.newCounter("counter 0");
            for (int i = 1; i < COUNTERS; i++) {
                manager.allocate("counter " + i);
            }
            reader = new CountersReader(metadata, values);
        }

        /** Removes all files. */
        @TearDown
        public void close() {
            folder.close();
        }
    }

    /** State with a reader of another process's counters. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class CollectionState {
        CounterReader reader;

        private MemoryFolder folder;
        private ChildJvm counted;

        /** Starts the process. */
        @Setup
        public void open() throws IOException {
            folder = MemoryFolder.create();
            final Path trace = folder.path().resolve("trace");
            counted = ChildJvm.start(CountedMain.class, List.of(trace.toString()));
            counted.ask("ready?");
            reader = new CounterReader(TraceDirectory.open(trace), System::nanoTime);
            reader.collect();
            final long instances = reader.files().stream()
                    .mapToLong(file -> IntStream.range(0, file.slots()).filter(i -> file.instance(i) != null).count())
                    .sum();
            if (instances != BenchCounters.INSTANCES) {
                throw new IllegalStateException("not all counters are read: instances=" + instances + ", problems="
                        + reader.problems());
            }
        }

        /** Ends the process, and removes all files. */
        @TearDown
        public void close() {
            CloseHelper.closeAll(reader, counted, folder);
        }
    }

    /** Main class of the process with the counters, which reports when they are ready. */
    static final class CountedMain {
        private CountedMain() {}

        /**
         * Keeps the counters until the input ends.
         *
         * @param args the trace directory
         * @throws IOException if the input cannot be read
         */
        public static void main(final String[] args) throws IOException {
            try (BenchCounters counters = BenchCounters.open(Path.of(args[0]))) {
                counters.owned().increment();
                ChildJvm.serve(command -> "ready");
            }
        }
    }
}
