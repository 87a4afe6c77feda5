package io.ringside.internal.recording;

import org.agrona.DirectBuffer;

/** An event that a writer of recordings adds. */
@FunctionalInterface
public interface OwnRecord {
    /**
     * Make the record.
     *
     * @param schemaIndex of the event's schema in the table of this process
     * @param timeTicks   of the event
     * @return the record with its header, filling its buffer
     */
    DirectBuffer encode(int schemaIndex, long timeTicks);
}
