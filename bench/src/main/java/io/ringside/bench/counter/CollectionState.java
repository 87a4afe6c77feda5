package io.ringside.bench.counter;

import io.ringside.bench.channel.ChildJvm;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.internal.counter.CounterReader;
import io.ringside.internal.files.TraceDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.CloseHelper;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Who reads the counters of another process. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class CollectionState {
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
