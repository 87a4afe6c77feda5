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
     * @param handler receives what was read
     * @return false if there is nothing now
     */
    boolean poll(RecordingHandler handler);

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
    @Nullable
    ExcerptPlace place();

    /** The session that is read; null before anything was read. A recording may hold several. */
    @Nullable
    RecordedSession session();

    /** No event that is read later is older, in ticks of the session's clock, unless it is late. */
    long watermarkTicks();

    /** Whether nothing will come any more. */
    boolean hasEnded();

    /** Whether at some moment all that was there had been read, although there may be more by now. */
    boolean hasBeenRead();

    /** Read soon what is looked for from time to time only. */
    void scanSoon();

    /** Places that were damaged, up to where was read: what they held may be missing. */
    long damages();

    /** Events that were in these places; null if nothing says how many. */
    @Nullable
    Long damagedEvents();

    /**
     * Whether this is a recording whose end is missing: it was read up to its last byte, which belongs to no end mark,
     * and nobody writes to it. Its recorder was killed, or files or bytes of the end are missing. This is reported to
     * the handler.
     */
    boolean isCutOff(RecordingHandler handler);

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
    long filtered();

    /** Events and losses of the session that are missing: others have taken them, or their place is damaged. */
    long takenElsewhere();

    /** Events that were passed by, as their room was given to newer ones before they were read. */
    long behind();

    @Override
    void close();
}
