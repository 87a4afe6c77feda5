package io.ringside.reader.counter;

import io.ringside.counter.CounterType;
import io.ringside.typed.TraceCounter;
import io.ringside.typed.TraceCounterSet;

import static io.ringside.counter.CounterSchema.Aggregate.SUM;

/**
 * Orders of one {@code market}.
 *
 * @see TypedCountersTest
 */
@TraceCounterSet("Acme Orders")
interface OrderCounters {
    /** Orders that were <b>filled</b>. */
    @TraceCounter(id = 1, type = CounterType.BULK_COUNT, name = "Filled/sec", unit = "orders", aggregate = SUM)
    long filled();

    void incrementFilled();

    void addFilled(long growth);

    @TraceCounter(id = 2, type = CounterType.LARGE_RAWCOUNT, singleWriter = true)
    long open();

    @TraceCounter(id = 40, type = CounterType.AVERAGE_BULK, base = 41, scale = -2)
    long size();

    @TraceCounter(id = 41, type = CounterType.AVERAGE_BASE)
    long sizes();
}
