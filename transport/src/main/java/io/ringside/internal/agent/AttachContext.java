package io.ringside.internal.agent;

import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.Checkpoint;

/**
 * What all attachments of a process share.
 *
 * @param directory of the sessions
 * @param maker     of files, with the incarnation of the process
 * @param laneStart where positions, numbers and delivered events of new lanes begin to count: 0, except in tests of
 *                  what happens after years
 * @param shiftNs   what the process's time namespace adds to the monotonic clock
 */
record AttachContext(TraceDirectory directory, FileMaker maker, Checkpoint laneStart, long shiftNs) {
    private static final String START_PROPERTY = "ringside.lane.start";

    static AttachContext of(final TraceDirectory directory, final FileMaker maker, final long shiftNs) {
        final Checkpoint start = new Checkpoint();
        start.nextNumber = Long.getLong(START_PROPERTY, 0);
        start.delivered = start.nextNumber;
        // A block's beginning, whatever the size of blocks.
        start.position = start.nextNumber & -(1 << 20);
        return new AttachContext(directory, maker, start, shiftNs);
    }
}
