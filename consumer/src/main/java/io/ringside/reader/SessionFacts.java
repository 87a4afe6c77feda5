package io.ringside.reader;

import io.ringside.internal.recording.SchemaLookup;
import org.jspecify.annotations.Nullable;

/**
 * The values that the views of one consumer share.
 *
 * @param id            of the session
 * @param slot          of the session
 * @param time          of the session
 * @param schemas       of all providers
 * @param fields        readers of fields, for one payload at a time
 * @param userContext   what was given to the consumer when it was made
 * @param rawTimestamps whether the time of a record is in ticks
 * @param host          from which the recording was received; null if it was not
 */
record SessionFacts(long id, int slot, SessionTime time, SchemaLookup schemas, EventFields fields,
        @Nullable Object userContext, boolean rawTimestamps, @Nullable String host) {

    SessionFacts(final long id, final int slot, final SessionTime time, final SchemaLookup schemas,
            final EventFields fields, final @Nullable Object userContext, final boolean rawTimestamps) {
        this(id, slot, time, schemas, fields, userContext, rawTimestamps, null);
    }

    /** The same with another time. */
    SessionFacts withTime(final SessionTime other) {
        return new SessionFacts(id, slot, other, schemas, fields, userContext, rawTimestamps, host);
    }
}
