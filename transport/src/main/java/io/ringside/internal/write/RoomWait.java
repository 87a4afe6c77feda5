package io.ringside.internal.write;

import io.ringside.internal.lane.LaneWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waiting of a write for room in sessions that block. It happens before the write has any effect, outside of the busy
 * word's guard, so that a session can end and a virtual thread can leave its carrier meanwhile. Each check of the lanes
 * is a short write of its own that writes nothing. Stateless.
 */
final class RoomWait {
    private static final long SPIN_NS = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private RoomWait() {}

    /**
     * Wait until there is room for an event, no drain is left, or the limit is reached. An interrupt ends the wait and
     * stays pending.
     *
     * @param first    the caller's writer
     * @param caller   calling thread
     * @param event    event to be written; null for a string or a classic event
     * @param provider provider of the string; null for an event or a classic event
     * @param level    of the string
     * @param bits     keyword of the string, or the bit of a classic event's slot
     * @param claimed  the lane of the claim that is to be committed, null if none is
     * @return the caller's current writer, which may have changed if a virtual thread has changed its carrier; null if
     *         the caller is inside another write
     */
    static @Nullable WritingThread await(final WritingThread first, final Thread caller,
            final @Nullable DeclaredEvent event,
            final @Nullable ProviderState provider, final int level, final long bits,
            final @Nullable LaneWriter claimed) {
        final WriterThreads threads = first.threads;
        WritingThread writer = first;
        long leftNs = waitNs(writer, event, provider, level, bits, 0, claimed);
        if (leftNs <= 0) {
            return writer;
        }
        final long startNs = System.nanoTime();
        long waitedNs = 0;
        boolean parked = false;
        while (writer != null && leftNs > 0 && !caller.isInterrupted()) {
            if (waitedNs < SPIN_NS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(Math.min(PARK_NS, leftNs));
                parked = true;
            }
            waitedNs = System.nanoTime() - startNs;
            writer = threads.current().admit(caller);
            leftNs = writer == null
                    ? 0
                    : waitNs(writer, event, provider, level, bits, waitedNs, claimed);
        }
        if (parked) {
            // Parking may have consumed a permit of the application, which has to tolerate a spurious one.
            LockSupport.unpark(caller);
        }
        return writer;
    }

    /** Checks the lanes of the sessions that may want the event now: {@link ThreadLanes#waitNs}. */
    private static long waitNs(final WritingThread writer, final @Nullable DeclaredEvent event,
            final @Nullable ProviderState provider, final int level, final long bits, final long waitedNs,
            final @Nullable LaneWriter claimed) {
        final long slots = provider == null ? bits : provider.interest().acceptingStrings(level, bits);
        return writer.waitNs(event, slots, waitedNs, claimed);
    }
}
