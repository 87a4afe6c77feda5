package io.ringside.internal.recording;

import io.ringside.internal.drain.SessionDrain;
import java.util.concurrent.TimeUnit;

/** Whether a recorder waits for room on its disk, and how long it does so once its session ends. Not thread-safe. */
public final class DiskWait {
    /** Half of the default time that a stop waits for a drain. */
    private static final long END_NS = TimeUnit.SECONDS.toNanos(5);
    /** State of the drain that is shown while it waits. */
    public static final String STALLED = "stalled";

    private boolean stalled;
    private long untilNs;

    /**
     * Checks the disk, and reports it to those that ask for the session's drain; true while there is too little room.
     */
    public boolean look(final DiskSpace space, final SessionDrain drain, final long nowNs) {
        final boolean isShort = space.isShort(nowNs);
        if (isShort != stalled) {
            stalled = isShort;
            untilNs = nowNs + END_NS;
            drain.state(isShort ? STALLED : null);
        }
        if (drain.session().isRunning()) {
            untilNs = nowNs + END_NS;
        }
        return isShort;
    }

    /** Whether there was too little room at the last look. */
    public boolean isStalled() {
        return stalled;
    }

    /** Whether the session has been ending for so long without room that it is not kept any longer. */
    public boolean isOver(final long nowNs) {
        return nowNs - untilNs >= 0;
    }
}
