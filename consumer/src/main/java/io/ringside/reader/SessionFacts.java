package io.ringside.reader;

import io.ringside.internal.recording.SchemaLookup;
import io.ringside.schema.PayloadReader;
import org.jspecify.annotations.Nullable;

/**
 * What the views of one consumer share.
 *
 * @param id            of the session
 * @param slot          of the session
 * @param time          of the session
 * @param schemas       of all providers
 * @param payloadReader for one payload at a time
 * @param userContext   what was given to the consumer when it was made
 * @param rawTimestamps whether the time of a record is in ticks
 */
record SessionFacts(long id, int slot, SessionTime time, SchemaLookup schemas, PayloadReader payloadReader,
        @Nullable Object userContext, boolean rawTimestamps) {

    /** The same with another time. */
    SessionFacts withTime(final SessionTime other) {
        return new SessionFacts(id, slot, other, schemas, payloadReader, userContext, rawTimestamps);
    }
}
