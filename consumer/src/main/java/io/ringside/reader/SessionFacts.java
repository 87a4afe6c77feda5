package io.ringside.reader;

import io.ringside.internal.recording.SchemaLookup;
import org.jspecify.annotations.Nullable;

/**
 * The values that the views of one consumer share.
 *
 * @param id      of the session
 * @param time    of the session
 * @param schemas of all providers
 * @param fields  readers of fields, for one payload at a time
 * @param host    from which the recording was received; null if it was not
 */
record SessionFacts(long id, SessionTime time, SchemaLookup schemas, EventFields fields, @Nullable String host) {

    /** The same with another time. */
    SessionFacts withTime(final SessionTime other) {
        return new SessionFacts(id, other, schemas, fields, host);
    }
}
