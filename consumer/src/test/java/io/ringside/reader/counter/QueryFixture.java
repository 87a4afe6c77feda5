package io.ringside.reader.counter;

import io.ringside.counter.CounterFormat;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.counter.CounterValue;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.agrona.CloseHelper;

/** Processes with counters, all in this JVM, and a query whose clock stands still until it is told to go on. */
final class QueryFixture implements AutoCloseable {
    static final CounterSetSchema POOLS = CounterSetSchema.of("Pool", CounterSetSchema.Kind.MULTIPLE,
            List.of(CounterSchema.of(1, "size", CounterType.LARGE_RAWCOUNT),
                    CounterSchema.of(2, "taken/sec", CounterType.BULK_COUNT),
                    CounterSchema.of(3, "mean wait", CounterType.AVERAGE_BULK).withBase(4),
                    CounterSchema.of(4, "mean wait base", CounterType.AVERAGE_BASE),
                    CounterSchema.of(5, "free", CounterType.LARGE_RAWCOUNT)));

    static final CounterFormat DOUBLE = CounterFormat.of(CounterFormat.DOUBLE);

    final TraceDirectory directory;
    final CounterQuery query;
    final ProcessCounters process;
    /** How often the query has looked at its clock. */
    final AtomicInteger looks = new AtomicInteger();
    final AtomicLong nowNs = new AtomicLong(TimeUnit.HOURS.toNanos(1));
    private final List<AutoCloseable> open = new ArrayList<>();

    QueryFixture(final Path path) {
        directory = TraceDirectory.open(path);
        query = new CounterQuery(directory, () -> {
            looks.incrementAndGet();
            return nowNs.get();
        });
        process = newProcess();
    }

    ProcessCounters newProcess() {
        final Participant participant = Participant.join(directory);
        final ProcessCounters counters = ProcessCounters.in(directory, participant.files());
        open.add(counters);
        open.add(participant);
        return counters;
    }

    CounterValue.Status collectAfter(final long milliseconds) {
        nowNs.addAndGet(TimeUnit.MILLISECONDS.toNanos(milliseconds));
        return query.collect();
    }

    /** The rows of an item: path and value, or status. */
    static String values(final CounterQuery.Item item) {
        return item.rows().stream().map(row -> row.path() + "=" + text(row.value(DOUBLE)))
                .collect(Collectors.joining(" "));
    }

    static String text(final CounterValue value) {
        return value.status().isValid() ? value.toString() : value.status().name();
    }

    static CounterSet open(final ProcessCounters process, final CounterCallback callback) {
        return process.open(POOLS, callback, null, QueryFixture::fail);
    }

    static void fail(final String name, final Throwable problem) {
        throw new AssertionError(name, problem);
    }

    static void await(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    @Override
    public void close() {
        query.close();
        CloseHelper.closeAll(open);
    }
}
