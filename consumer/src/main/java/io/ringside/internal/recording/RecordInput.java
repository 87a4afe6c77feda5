package io.ringside.internal.recording;

import io.ringside.recording.RecordingPosition;
import org.jspecify.annotations.Nullable;

/**
 * Source of records from which a reader takes nothing: a recording, or a session with another drain. Not thread-safe.
 */
public interface RecordInput extends SchemaLookup, AutoCloseable {
    /**
     * Read some records.
     *
     * @param handler receives everything except records and gaps
     * @param batches receives records and gaps
     * @return false if there is nothing now
     */
    boolean poll(RecordingHandler handler, RecordedBatches batches);

    /**
     * Skip everything available now, and continue with later records.
     *
     * @param handler receives damage, and nothing else
     */
    void skipToEnd(RecordingHandler handler);

    /**
     * Skip everything up to a position, and continue after it.
     *
     * @param position position in the recording
     * @param handler  receives damage, and nothing else
     */
    void skipTo(RecordingPosition position, RecordingHandler handler);

    /** Returns the position of the excerpt read last; null if this is not a recording. */
    default @Nullable ExcerptPlace place() {
        return null;
    }

    /** Returns the current session; null before anything was read. A recording may contain several. */
    @Nullable
    RecordedSession session();

    /** Returns a time that no event read later precedes, except late ones, in ticks of the session's clock. */
    long watermarkTicks();

    /** Returns whether nothing more will follow. */
    boolean hasEnded();

    /** Returns whether there was a moment when everything available had been read. There may be more by now. */
    default boolean hasBeenRead() {
        return false;
    }

    /** Perform periodic scans with the next poll. */
    default void scanSoon() {
        // A recording is always read in order, so it needs no scans.
    }

    /** Returns the number of damaged places in the part read so far. Their content may be missing. */
    default long damages() {
        return 0;
    }

    /** Returns the number of events in these places; null if unknown. */
    default @Nullable Long damagedEvents() {
        return 0L;
    }

    /**
     * Returns whether this is a recording without an end: it was read to its last byte, there is no end mark, and it
     * has no writer. Its recorder was killed, or files or bytes at the end are missing. This is reported to the
     * handler.
     */
    default boolean isCutOff(final RecordingHandler handler) {
        return false;
    }

    /**
     * Report events that the receiver of a recording counts as missing, but no lane shows because their lanes have no
     * later events. For a recording that was read to its end; events reported before are not reported again.
     *
     * @param handler receives the gap, of an unknown process
     */
    default void deliverMissing(final RecordingHandler handler) {
        // Other inputs are not received from another host.
    }

    /** Returns the number of events left out when the recording was written from others; neither lost nor missing. */
    default long filtered() {
        return 0;
    }

    /** Returns the number of the session's missing events and losses: taken by other drains, or in a damaged place. */
    long takenElsewhere();

    /** Returns the number of events missed because newer events reused their space before they were read. */
    default long behind() {
        return 0;
    }

    @Override
    void close();
}
