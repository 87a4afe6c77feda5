package io.ringside.bench.tail;

import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.UnsafeBuffer;

/** Events of 32 bytes that are written one after the other, each of them timed, and the clock alone. For one thread. */
final class TimedBatch {
    /** Most that are timed at a time. */
    static final int EVENTS_MAX = 64;
    /** Bytes of an event in its lane: header and payload. */
    static final int RECORD_BYTES = 64;

    private static final int PAYLOAD_BYTES = 32;

    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[PAYLOAD_BYTES]);
    private final long[] timesNs = new long[EVENTS_MAX + 1];
    private final ProviderEvent event;
    private long clockSum;

    TimedBatch(final ProviderEvent event) {
        this.event = event;
    }

    /** Writes events that are timed. */
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

    /** Writes events that are not. */
    void fill(final int events) {
        long written = 0;
        for (int i = 0; i < events; i++) {
            written += WriteResult.written(event.write(payload, 0, PAYLOAD_BYTES));
        }
        require(written, events);
    }

    /**
     * Writes one event by whatever thread calls, and returns whether it was written: the thread may have found no lane.
     */
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

    /** Keeps the readings of the clock from being left out. */
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
