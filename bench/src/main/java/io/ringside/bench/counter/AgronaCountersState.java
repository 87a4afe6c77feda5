package io.ringside.bench.counter;

import io.ringside.bench.fixture.MemoryFolder;
import java.io.IOException;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** As many counters as {@link CounterState} has, of Agrona's. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class AgronaCountersState {
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
