package io.ringside.consumer.counter;

import io.ringside.counter.CounterFormat;
import io.ringside.counter.CounterStatus;
import io.ringside.counter.CounterValue;
import io.ringside.transport.counter.ProcessCounters;
import io.ringside.transport.directory.TraceDirectory;
import io.ringside.transport.lock.Participant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.agrona.CloseHelper;

/** Processes with counters, all in this JVM, and a query whose clock stands still until it is told to go on. */
final class QueryFixture implements AutoCloseable {
    static final CounterFormat DOUBLE = CounterFormat.of(CounterFormat.DOUBLE);

    final TraceDirectory directory;
    final CounterQuery query;
    final ProcessCounters process;
    long nowNs = TimeUnit.HOURS.toNanos(1);
    private final List<AutoCloseable> open = new ArrayList<>();

    QueryFixture(final Path path) {
        directory = TraceDirectory.open(path);
        query = new CounterQuery(directory, () -> nowNs);
        process = newProcess();
    }

    ProcessCounters newProcess() {
        final Participant participant = Participant.join(directory);
        final ProcessCounters counters = ProcessCounters.in(directory, participant.files());
        open.add(counters);
        open.add(participant);
        return counters;
    }

    CounterStatus collectAfter(final long milliseconds) {
        nowNs += TimeUnit.MILLISECONDS.toNanos(milliseconds);
        return query.collect();
    }

    /** The rows of an item: path and value, or status. */
    static String values(final QueryItem item) {
        return item.rows().stream().map(row -> row.path() + "=" + text(row.value(DOUBLE)))
                .collect(Collectors.joining(" "));
    }

    static String text(final CounterValue value) {
        return value.status().isValid() ? value.toString() : value.status().name();
    }

    @Override
    public void close() {
        query.close();
        CloseHelper.closeAll(open);
    }
}
