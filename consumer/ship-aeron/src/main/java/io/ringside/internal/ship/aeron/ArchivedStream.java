package io.ringside.internal.ship.aeron;

import io.aeron.archive.client.AeronArchive;
import java.util.UUID;

/**
 * A recording of the Archive that contains the records of a recording of ours. Immutable.
 *
 * @param id             id in the Archive
 * @param recordingId    of our recording
 * @param startTimestamp time at which the Archive started it, in milliseconds since 1970
 * @param start          position of the first byte that has not been purged
 * @param stop           position after the last byte; {@link AeronArchive#NULL_POSITION} while it is being recorded
 * @param initialTermId  initial term id of its publications
 * @param termLength     in bytes
 * @param mtu            in bytes
 * @param sessionId      session id of the publication that was recorded last
 */
record ArchivedStream(long id, UUID recordingId, long startTimestamp, long start, long stop, int initialTermId,
        int termLength, int mtu, int sessionId) {
    /** Whether the Archive is currently recording it. */
    boolean isActive() {
        return stop == AeronArchive.NULL_POSITION;
    }

    /** Returns the beginning of the term that contains the byte before a position; a message begins there. */
    long termBegin(final long position) {
        return Math.max(start, (position - 1) & -termLength);
    }

    /** Returns a text that identifies the stream, even among several Archives. */
    String source() {
        return "aeron/" + id + "@" + startTimestamp;
    }
}
