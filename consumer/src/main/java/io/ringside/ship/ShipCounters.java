package io.ringside.ship;

import io.ringside.RingsideException;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.ship.ShipTask;
import io.ringside.provider.counter.CounterInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/** Counters of shipping in the trace directory, with an instance for each recording. Not thread-safe. */
final class ShipCounters implements AutoCloseable {
    /** The counter set; the values are stored in the order of its counters. */
    static final CounterSetSchema SET = CounterSetSchema.of("Ringside Ship", CounterSetSchema.Kind.MULTIPLE, List.of(
            CounterSchema.of(1, "Events", CounterType.LARGE_RAWCOUNT),
            CounterSchema.of(2, "Events/sec", CounterType.BULK_COUNT),
            CounterSchema.of(3, "Bytes/sec", CounterType.BULK_COUNT),
            CounterSchema.of(4, "Events In Flight", CounterType.LARGE_RAWCOUNT),
            CounterSchema.of(5, "Events Gone Before", CounterType.LARGE_RAWCOUNT),
            CounterSchema.of(6, "Records", CounterType.LARGE_RAWCOUNT),
            CounterSchema.of(7, "Failures", CounterType.LARGE_RAWCOUNT),
            CounterSchema.of(8, "Lag Milliseconds", CounterType.LARGE_RAWCOUNT)));

    private final @Nullable Participant participant;
    private final ProcessCounters process;
    private final List<CounterInstance.Owned> counters = new ArrayList<>();
    private long caughtUpNs = System.nanoTime();

    private ShipCounters(final @Nullable Participant participant, final ProcessCounters process, final String name) {
        this.participant = participant;
        this.process = process;
        final CounterInstance instance = process.open(SET).create(name);
        SET.counters().forEach(each -> counters.add(instance.counter(each.id())));
    }

    /** Opens the counters in the trace directory. A recording needs no such directory; without it, nothing is shown. */
    static ShipCounters open(final ShipContext context, final String name) {
        Participant joined = null;
        boolean complete = false;
        try {
            final TraceDirectory directory = context.traceDirectory();
            joined = Participant.join(directory);
            final ShipCounters opened = new ShipCounters(joined, ProcessCounters.in(directory, joined.files()), name);
            complete = true;
            return opened;
        } catch (final RingsideException e) {
            return new ShipCounters(null, ProcessCounters.nowhere(String.valueOf(e.getMessage())), name);
        } finally {
            if (!complete) {
                CloseHelper.quietClose(joined);
            }
        }
    }

    /**
     * Sets all values.
     *
     * @param task task with the values
     */
    void show(final ShipTask task) {
        final long nowNs = System.nanoTime();
        if (task.hasCaughtUp()) {
            caughtUpNs = nowNs;
        }
        final long[] values = {task.events(), task.events(), task.bytes(), Math.max(task.recorded() - task.events(), 0),
            task.lost(), task.records(), task.failures(), TimeUnit.NANOSECONDS.toMillis(nowNs - caughtUpNs)};
        for (int i = 0; i < values.length; i++) {
            counters.get(i).set(values[i]);
        }
    }

    @Override
    public void close() {
        CloseHelper.closeAll(process, participant);
    }
}
