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

    /**
     * Collects all counters of all instances, copied and checked; the figure is for one value. Once a second the reader
     * checks which processes have died.
     */
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

    /** Counters of this process. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class CounterState {
        /** A counter with one writer. */
        CounterInstance.Owned owned;
        /** A counter with many writers. */
        CounterInstance.Shared shared;

        private MemoryFolder folder;
        private BenchCounters counters;

        /** Makes the set. */
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

    /** The counters of {@link CounterState}, as counters of Agrona. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class AgronaCountersState {
        private static final int COUNTERS = BenchCounters.INSTANCES * BenchCounters.COUNTERS;

        /** A counter with one writer. */
        AtomicCounter counter;
        /** Reads all of them. */
        CountersReader reader;

        private MemoryFolder folder;

        /** Makes the counters. */
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

    /** The reader of another process's counters. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class CollectionState {
        /** Reads all of them. */
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

        /** Ends it, and removes all files. */
        @TearDown
        public void close() {
            CloseHelper.closeAll(reader, counted, folder);
        }
    }

    /** The process whose counters are read: it has the set, and answers that it stands. */
    static final class CountedMain {
        private CountedMain() {}

        /**
         * Keep the counters until the input ends.
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
