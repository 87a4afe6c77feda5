package io.ringside.internal.write;

import io.ringside.internal.lane.LaneWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wait of a write for room in sessions that block: before anything of it has happened, outside of {@code busy} and of
 * everything else, so that a session can end and a virtual thread can leave its carrier meanwhile. Each check of the
 * lanes is a short write of its own that writes nothing. Stateless.
 */
final class RoomWait {
    private static final long SPIN_NS = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private RoomWait() {}

    /**
     * Wait until an event has room, nobody drains any more, or it was long enough. An interrupt ends the wait and stays
     * pending.
     *
     * @param first    the caller's writer
     * @param caller   that writes
     * @param event    to be written; null for a string or a classic event
     * @param provider of the string; null for an event or a classic event
     * @param level    of the string
     * @param bits     keyword of the string; the slot's bit of a classic event, which one session gets
     * @param claimed  the lane of the claim that is to be committed, null if none is
     * @return the caller's writer now: that of a virtual thread may have changed with its carrier; null if it is inside
     *         another write
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
            // A park may have consumed a permit that was meant for the application, which has to expect one too many.
            LockSupport.unpark(caller);
        }
        return writer;
    }

    /** Checks the lanes of the sessions that may want it now: {@link ThreadLanes#waitNs}. */
    private static long waitNs(final WritingThread writer, final @Nullable DeclaredEvent event,
            final @Nullable ProviderState provider, final int level, final long bits, final long waitedNs,
            final @Nullable LaneWriter claimed) {
        final long slots = provider == null ? bits : provider.interest().acceptingStrings(level, bits);
        return writer.waitNs(event, slots, waitedNs, claimed);
    }
}
