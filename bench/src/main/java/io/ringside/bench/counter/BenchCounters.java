package io.ringside.bench.counter;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.provider.counter.CounterInstance;
import io.ringside.provider.counter.CounterSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;

/** Set of 1,000 instances of this process, with 10 counters each, for one writer or for many. Not thread-safe. */
final class BenchCounters implements AutoCloseable {
    static final int INSTANCES = 1_000;
    static final int COUNTERS = 10;

    private final List<CounterInstance> instances = new ArrayList<>();
    private final Participant participant;
    private final ProcessCounters process;

    private BenchCounters(final Participant participant, final ProcessCounters process) {
        this.participant = participant;
        this.process = process;
    }

    static BenchCounters open(final Path path) {
        final TraceDirectory directory = TraceDirectory.open(path);
        final Participant participant = Participant.join(directory);
        final BenchCounters opened = new BenchCounters(participant,
                ProcessCounters.in(directory, participant.files()));
        final List<CounterSchema> counters = new ArrayList<>();
        for (int i = 0; i < COUNTERS; i++) {
            counters.add(CounterSchema.of(i, "counter " + i, CounterType.BULK_COUNT));
        }
        final CounterSet set = opened.process
                .open(CounterSetSchema.of("Bench", CounterSetSchema.Kind.MULTIPLE, counters));
        for (int i = 0; i < INSTANCES; i++) {
            opened.instances.add(set.create("instance " + i, i));
        }
        return opened;
    }

    /** A counter with one writer. */
    CounterInstance.Owned owned() {
        return instances.get(0).counter(0);
    }

    /** A counter with many writers. */
    CounterInstance.Shared shared() {
        return instances.get(1).sharedCounter(0);
    }

    @Override
    public void close() {
        CloseHelper.closeAll(process, participant);
    }
}
