package io.ringside.bench.tail;

import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.UnsafeBuffer;

/** Batch of events of 32 bytes, each of them timed, and of readings of the clock alone. Not thread-safe. */
final class TimedBatch {
    /** Maximum number of events that are timed in one batch. */
    static final int EVENTS_MAX = 64;
    /** Length of an event in its lane in bytes: header and payload. */
    static final int RECORD_BYTES = 64;

    private static final int PAYLOAD_BYTES = 32;

    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[PAYLOAD_BYTES]);
    private final long[] timesNs = new long[EVENTS_MAX + 1];
    private final ProviderEvent event;
    private long clockSum;

    TimedBatch(final ProviderEvent event) {
        this.event = event;
    }

    void write(final int events) {
        final long[] times = timesNs;
        long written = 0;
        times[0] = System.nanoTime();
        for (int i = 1; i <= events; i++) {
            written += WriteResult.written(event.write(payload, 0, PAYLOAD_BYTES));
            times[i] = System.nanoTime();
        }
        require(written, events);
    }

    /** Writes events that are not timed. */
    void fill(final int events) {
        long written = 0;
        for (int i = 0; i < events; i++) {
            written += WriteResult.written(event.write(payload, 0, PAYLOAD_BYTES));
        }
        require(written, events);
    }

    /** Writes one event on any thread. Returns whether it was written: the thread may have found no lane. */
    boolean writeFirst() {
        timesNs[0] = System.nanoTime();
        final long result = event.write(payload, 0, PAYLOAD_BYTES);
        timesNs[1] = System.nanoTime();
        return WriteResult.written(result) == 1;
    }

    /** Reads the clock as often as a batch of timed events does. */
    void readClock() {
        final long[] times = timesNs;
        long sum = 0;
        times[0] = System.nanoTime();
        for (int i = 1; i <= EVENTS_MAX; i++) {
            sum += System.nanoTime();
            times[i] = System.nanoTime();
        }
        clockSum += sum;
    }

    /** Adds the times of the last batch, or of a part of it. */
    void record(final Histogram times, final int from, final int to) {
        for (int i = from; i < to; i++) {
            times.recordValue(timesNs[i + 1] - timesNs[i]);
        }
    }

    /** Prevents the compiler from removing the readings of the clock. */
    void requireClock() {
        if (clockSum == 0) {
            throw new IllegalStateException("the clock was not read");
        }
    }

    private static void require(final long written, final int events) {
        if (written != events) {
            throw new IllegalStateException("events of the bench were not written: missing=" + (events - written));
        }
    }
}
