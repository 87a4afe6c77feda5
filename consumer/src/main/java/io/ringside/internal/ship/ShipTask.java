package io.ringside.internal.ship;

import io.ringside.RingsideException;
import io.ringside.ship.ShipContext;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A recording that is being shipped; a carrier does the work, and stores what it has accepted. Not thread-safe. */
public abstract class ShipTask implements AutoCloseable {
    /** Settings. */
    protected final ShipContext context;
    /** The records of the recording. */
    protected final ShippedRecording recording;
    /** Failures after which this task has tried again, or is about to. */
    protected long failures;
    /** Records that the carrier has accepted from this task. */
    protected long records;
    private boolean ended;
    private long events;
    private long lost;
    private long bytes;
    /** Before this run; -1 before it has begun. */
    private long lostBefore = -1;

    /**
     * A task that has not begun.
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
     * Ship what is there, up to a bound. Waits for the carrier, and for a while if that cannot be reached.
     *
     * @return records that were sent, or of which it is known now that they were accepted; 0 if there were none
     * @throws RingsideException if shipping cannot continue: with {@link io.ringside.ErrorCode#BUSY} if another sender
     *                           has taken over
     */
    public abstract int doWork();

    /** Whether the carrier had accepted all of the recording when its end was read last. */
    public abstract boolean hasCaughtUp();

    @Override
    public abstract void close();

    /** Continues after the last status that the carrier has accepted; null if there is none. */
    protected final void resume(final @Nullable ShipStatus last) {
        recording.resume(last);
        if (lostBefore < 0) {
            lostBefore = recording.lost();
        }
    }

    /** The carrier has accepted a status with these values. */
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

    /** Events of the recording up to what the carrier has accepted, lost ones included. */
    public final long events() {
        return events;
    }

    /** Events that were gone before they could be shipped, as this task has found. */
    public final long lost() {
        return lost - Math.max(lostBefore, 0);
    }

    /** Records that the carrier has accepted from this task. */
    public final long records() {
        return records;
    }

    /** Events that were recorded when the recording's end was read last. */
    public final long recorded() {
        return recording.recorded();
    }

    /** Bytes of the excerpts that the carrier has accepted since the recording was first shipped. */
    public final long bytes() {
        return bytes;
    }

    /** Failures after which this task has tried again, or is about to. */
    public final long failures() {
        return failures;
    }
}
