package io.ringside.reader;

import io.ringside.internal.recording.SchemaLookup;
import org.jspecify.annotations.Nullable;

/**
 * Values shared by the views of one consumer.
 *
 * @param id      id of the session
 * @param time    time conversion of the session
 * @param schemas schemas of all providers
 * @param fields  readers of fields, for one payload at a time
 * @param host    host that sent the recording; null if it is local
 */
record SessionFacts(long id, SessionTime time, SchemaLookup schemas, EventFields fields, @Nullable String host) {

    /** Returns the same values with another time conversion. */
    SessionFacts withTime(final SessionTime other) {
        return new SessionFacts(id, other, schemas, fields, host);
    }
}
