package io.ringside.bench.tail;

import io.ringside.bench.tail.TailTimes.Kind;
import io.ringside.internal.drain.DrainedLane;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** Meter of single events, and of the clock alone in turn with them. Not thread-safe. */
final class WriterTail {
    /** Time within which the control thread reclaims the lane of an ended thread. */
    private static final long THREAD_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(15);
    /** Number of events in a timed batch before the event that begins a block, and from that event on. */
    private static final int BEFORE_CHANGE = 4;
    /** Number of blocks between two batches of clock readings. */
    private static final int BLOCKS_PER_CLOCK = 4;

    private final TailSession session;
    private final TailTimes times;
    private final TimedBatch batch;

    WriterTail(final TailSession session, final TailTimes times) {
        this.session = session;
        this.times = times;
        batch = new TimedBatch(session.event());
    }

    /**
     * Writes events within blocks. The first event of a batch does not count, because other code has used the caches
     * before it.
     */
    void writeSteadily(final long events) {
        session.takeLanes();
        final DrainedLane lane = begin();
        final Histogram steady = times.of(Kind.STEADY);
        for (long left = events; left > 0; left -= TimedBatch.EVENTS_MAX) {
            if (eventsToBlockEnd(lane) < TimedBatch.EVENTS_MAX) {
                // The batch would extend into the next block.
                batch.fill(TimedBatch.EVENTS_MAX);
                session.drain();
            }
            batch.write(TimedBatch.EVENTS_MAX);
            session.drain();
            batch.record(steady, 1, TimedBatch.EVENTS_MAX);
            readClock();
        }
    }

    /** Writes whole blocks, in which only the events around the beginning are timed. */
    void changeBlocks(final int blocks) {
        session.takeLanes();
        final DrainedLane lane = begin();
        final int laneBytes = session.geometry().laneBytes();
        final int blockBytes = session.geometry().blockBytes();
        for (int i = 0; i < blocks; i++) {
            batch.fill(eventsToBlockEnd(lane) - BEFORE_CHANGE);
            batch.write(2 * BEFORE_CHANGE);
            session.drain();
            final long position = lane.reader().checkpoint().position;
            final long inBlock = position % blockBytes;
            if (inBlock <= BEFORE_CHANGE * TimedBatch.RECORD_BYTES
                    || inBlock >= 2 * BEFORE_CHANGE * TimedBatch.RECORD_BYTES) {
                throw new IllegalStateException("a block does not begin where it should: position=" + position);
            }
            final boolean isWrap = position % laneBytes == inBlock;
            batch.record(times.of(isWrap ? Kind.WRAP : Kind.BLOCK_CHANGE), BEFORE_CHANGE,
                    BEFORE_CHANGE + 1);
            if (i % BLOCKS_PER_CLOCK == 0) {
                readClock();
            }
        }
    }

    /** Starts threads that write one event each, one after the other; an event that finds no lane is not counted. */
    void writeFirsts(final int threads) throws InterruptedException {
        final Histogram firsts = times.of(Kind.FIRST_OF_THREAD);
        final boolean[] isWritten = new boolean[1];
        for (int i = 0; i < threads; i++) {
            final Thread thread = new Thread(() -> isWritten[0] = batch.writeFirst());
            thread.start();
            thread.join();
            if (isWritten[0]) {
                batch.record(firsts, 0, 1);
            }
            LockSupport.parkNanos(THREAD_PAUSE_NS);
            session.drain();
        }
    }

    /** Disables and enables the session's provider, and then writes one event, repeatedly. */
    void writeAfterEnabling(final int events) {
        session.takeLanes();
        final Histogram firsts = times.of(Kind.FIRST_AFTER_ENABLING);
        for (int i = 0; i < events; i++) {
            session.enableAgain();
            batch.write(1);
            session.drain();
            batch.record(firsts, 0, 1);
        }
        batch.requireClock();
    }

    private void readClock() {
        batch.readClock();
        batch.record(times.of(Kind.CLOCK), 0, TimedBatch.EVENTS_MAX);
    }

    /** Returns the calling thread's lane after it has been emptied and has begun a block. */
    private DrainedLane begin() {
        batch.fill(1);
        return session.lastLane();
    }

    /**
     * Returns the number of events until the end of the block: all records have the same length, and a block is full
     * when no further record fits.
     */
    private int eventsToBlockEnd(final DrainedLane lane) {
        final int blockBytes = session.geometry().blockBytes();
        return (int) (blockBytes - lane.reader().checkpoint().position % blockBytes) / TimedBatch.RECORD_BYTES;
    }
}
