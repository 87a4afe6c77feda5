package io.ringside.bench.tail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Meter of a new thread's page faults from its second event on, lap after lap of a lane that was not written before.
 * Other work of the thread is not counted. Stateless.
 */
final class WriterFaults {
    private static final int WARM_UP_READINGS = 2_000;
    /** Number of parts of a lane, of which one is written between two drains. */
    private static final int PARTS_OF_LANE = 4;

    private WriterFaults() {}

    /** Returns the page faults of a number of laps; the calling thread waits. */
    static long count(final TailSession session, final int laps) throws InterruptedException {
        final AtomicLong faults = new AtomicLong(-1);
        final Thread thread = new Thread(() -> faults.set(write(session, laps)), "faults");
        thread.start();
        thread.join();
        if (faults.get() < 0) {
            throw new IllegalStateException("page faults were not counted");
        }
        return faults.get();
    }

    private static long write(final TailSession session, final int laps) {
        final TimedBatch batch = new TimedBatch(session.event());
        final int events = session.geometry().laneBytes() / TimedBatch.RECORD_BYTES / PARTS_OF_LANE;
        try (FaultCounter counter = new FaultCounter()) {
            for (int i = 0; i < WARM_UP_READINGS; i++) {
                counter.read();
            }
            session.takeLanes();
            batch.fill(1);
            session.lastLane();
            long faults = 0;
            for (int i = 0; i < laps * PARTS_OF_LANE; i++) {
                final long before = counter.read();
                batch.fill(events);
                faults += counter.read() - before;
                session.drain();
            }
            return faults;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
