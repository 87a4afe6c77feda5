package io.ringside.bench.counter;

import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetKind;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.transport.counter.CounterInstance;
import io.ringside.transport.counter.CounterReader;
import io.ringside.transport.counter.CounterSet;
import io.ringside.transport.counter.OwnedCounter;
import io.ringside.transport.counter.ProcessCounters;
import io.ringside.transport.counter.SharedCounter;
import io.ringside.transport.directory.TraceDirectory;
import io.ringside.transport.lock.Participant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A set of 1,000 instances with 10 counters each, and who reads it through mappings of its own. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class CounterState {
    /** Of the set. */
    static final int INSTANCES = 1_000;
    /** Of an instance. */
    static final int COUNTERS = 10;

    /** A counter with one writer. */
    OwnedCounter owned;
    /** A counter with many writers. */
    SharedCounter shared;
    /** Reads all of them. */
    CounterReader reader;

    private MemoryFolder folder;
    private Participant participant;
    private ProcessCounters process;

    /** Makes the set. */
    @Setup
    public void open() throws IOException {
        folder = MemoryFolder.create();
        final TraceDirectory directory = TraceDirectory.open(folder.path().resolve("trace"));
        participant = Participant.join(directory);
        process = ProcessCounters.in(directory, participant.files());
        final List<CounterSchema> counters = new ArrayList<>();
        for (int i = 0; i < COUNTERS; i++) {
            counters.add(CounterSchema.of(i, "counter " + i, CounterType.BULK_COUNT));
        }
        final CounterSet set = process.open(CounterSetSchema.of("Bench", CounterSetKind.MULTIPLE, counters));
        final List<CounterInstance> instances = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            instances.add(set.create("instance " + i, i));
        }
        owned = instances.get(0).counter(0);
        shared = instances.get(1).sharedCounter(0);
        reader = new CounterReader(directory, System::nanoTime);
        reader.collect();
    }

    /** Removes all files. */
    @TearDown
    public void close() {
        CloseHelper.closeAll(reader, process, participant, folder);
    }
}
