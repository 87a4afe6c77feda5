package io.ringside.bench.counter;

import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.provider.counter.OwnedCounter;
import io.ringside.provider.counter.SharedCounter;
import java.io.IOException;
import org.agrona.CloseHelper;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Counters of this process. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class CounterState {
    /** A counter with one writer. */
    OwnedCounter owned;
    /** A counter with many writers. */
    SharedCounter shared;

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
