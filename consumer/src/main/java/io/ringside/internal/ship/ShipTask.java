package io.ringside.internal.ship;

import io.ringside.RingsideException;
import io.ringside.ship.ShipContext;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The task of shipping a recording. The carrier, in a subclass, stores the accepted position. Not thread-safe. */
public abstract class ShipTask implements AutoCloseable {
    protected final ShipContext context;
    /** The recording as a sequence of records. */
    protected final ShippedRecording recording;
    /** Number of failures that were, or will be, followed by another attempt. */
    protected long failures;
    /** Number of records that the carrier has accepted from this task. */
    protected long records;
    private boolean ended;
    private long events;
    private long lost;
    private long bytes;
    /** Lost events before this run; -1 before it has begun. */
    private long lostBefore = -1;

    /**
     * Creates a task that has not connected yet.
     *
     * @param context settings
     * @param folder  of the recording
     */
    protected ShipTask(final ShipContext context, final Path folder) {
        this.context = context;
        this.recording = new ShippedRecording(folder, context.host(), ShippedRecording::epochNs,
                context.errorHandler());
    }

    /**
     * Ships the available records, up to a limit. Waits for the carrier, and pauses if it cannot be reached.
     *
     * @return number of records that were sent or confirmed; 0 if there were none
     * @throws RingsideException if shipping cannot continue, with {@link io.ringside.ErrorCode#BUSY} if another sender
     *                           has taken over
     */
    public abstract int doWork();

    /** Whether the carrier had accepted the complete recording when its end was last read. */
    public abstract boolean hasCaughtUp();

    @Override
    public abstract void close();

    /** Continues after the latest status that the carrier has accepted; null if there is none. */
    protected final void resume(final @Nullable ShipStatus last) {
        recording.resume(last);
        if (lostBefore < 0) {
            lostBefore = recording.lost();
        }
    }

    /** Updates the counts after the carrier has accepted a status with these values. */
    protected final void accepted(final long newEvents, final long newLost, final long newBytes,
            final boolean newEnded) {
        events = newEvents;
        lost = newLost;
        bytes = newBytes;
        ended = newEnded;
    }

    /** Whether the recording has ended, and the carrier has accepted all of it. */
    public final boolean hasEnded() {
        return ended;
    }

    /** Returns the number of events in the recording up to the accepted position, including lost ones. */
    public final long events() {
        return events;
    }

    /** Returns the number of events that were removed before this task could ship them. */
    public final long lost() {
        return lost - Math.max(lostBefore, 0);
    }

    /** Returns the number of records that the carrier has accepted from this task. */
    public final long records() {
        return records;
    }

    /** Returns the number of recorded events when the recording's end was last read. */
    public final long recorded() {
        return recording.recorded();
    }

    /** Returns the size of the excerpts that the carrier has accepted since the recording was first shipped. */
    public final long bytes() {
        return bytes;
    }

    /** Returns the number of failures that were, or will be, followed by another attempt. */
    public final long failures() {
        return failures;
    }
}
