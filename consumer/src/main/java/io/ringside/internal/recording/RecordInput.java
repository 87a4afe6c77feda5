package io.ringside.internal.recording;

import io.ringside.recording.RecordingPosition;
import org.jspecify.annotations.Nullable;

/**
 * Source of records that a reader takes from nobody: a recording, or a session that another drains. Not thread-safe.
 */
public interface RecordInput extends SchemaLookup, AutoCloseable {
    /**
     * Read some.
     *
     * @param handler receives everything but records and gaps
     * @param batches receives records and gaps
     * @return false if there is nothing now
     */
    boolean poll(RecordingHandler handler, RecordedBatches batches);

    /**
     * Pass by everything that is there now, and read what comes later.
     *
     * @param handler receives damage, and nothing else
     */
    void skipToEnd(RecordingHandler handler);

    /**
     * Pass by everything up to a position, and read what comes after it.
     *
     * @param position of the recording
     * @param handler  receives damage, and nothing else
     */
    void skipTo(RecordingPosition position, RecordingHandler handler);

    /** The excerpt that was read last; null if this is no recording. */
    default @Nullable ExcerptPlace place() {
        return null;
    }

    /** The session that is read; null before anything was read. A recording may hold several. */
    @Nullable
    RecordedSession session();

    /** No event that is read later is older, in ticks of the session's clock, unless it is late. */
    long watermarkTicks();

    /** Whether nothing will come any more. */
    boolean hasEnded();

    /** Whether at some moment all that was there had been read, although there may be more by now. */
    default boolean hasBeenRead() {
        return false;
    }

    /** Read soon what is looked for from time to time only. */
    default void scanSoon() {
        // A recording is read in turn.
    }

    /** Places that were damaged, up to where was read: what they held may be missing. */
    default long damages() {
        return 0;
    }

    /** Events that were in these places; null if nothing says how many. */
    default @Nullable Long damagedEvents() {
        return 0L;
    }

    /**
     * Whether this is a recording whose end is missing: it was read up to its last byte, which belongs to no end mark,
     * and nobody writes to it. Its recorder was killed, or files or bytes of the end are missing. This is reported to
     * the handler.
     */
    default boolean isCutOff(final RecordingHandler handler) {
        return false;
    }

    /**
     * Report events that the receiver of a recording misses and no lane shows: nothing of their lanes came after them.
     * For a recording that was read to its end; what was reported before is not reported again.
     *
     * @param handler receives the gap, of a process that nobody knows
     */
    default void deliverMissing(final RecordingHandler handler) {
        // Nothing else is received.
    }

    /** Events that were left out when the recording was written out of others: neither lost nor missing. */
    default long filtered() {
        return 0;
    }

    /** Events and losses of the session that are missing: others have taken them, or their place is damaged. */
    long takenElsewhere();

    /** Events that were passed by, as their room was given to newer ones before they were read. */
    default long behind() {
        return 0;
    }

    @Override
    void close();
}
