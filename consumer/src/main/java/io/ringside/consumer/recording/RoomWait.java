package io.ringside.consumer.recording;

import io.ringside.transport.drain.SessionDrain;

/** Whether a recorder waits for room on its disk. Not thread-safe. */
final class RoomWait {
    private static final String STALLED = "stalled";

    private boolean stalled;

    /** Looks at the disk, and tells who asks for the session's drain; true while there is too little room. */
    boolean look(final DiskSpace space, final SessionDrain drain, final long nowNs) {
        final boolean isShort = space.isShort(nowNs);
        if (isShort != stalled) {
            stalled = isShort;
            drain.state(isShort ? STALLED : null);
        }
        return isShort;
    }

    /** Whether there was too little room at the last look. */
    boolean isStalled() {
        return stalled;
    }
}
