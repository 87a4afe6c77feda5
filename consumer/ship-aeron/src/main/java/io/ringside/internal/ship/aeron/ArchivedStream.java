package io.ringside.internal.ship.aeron;

import io.aeron.archive.client.AeronArchive;
import java.util.UUID;

/**
 * A recording of the Archive, with the records of a recording of ours. Immutable.
 *
 * @param id             in the Archive
 * @param recordingId    of our recording
 * @param startTimestamp when the Archive began it, in milliseconds since 1970
 * @param start          position of the first byte that is there
 * @param stop           position after the last byte; {@link AeronArchive#NULL_POSITION} while it is recorded
 * @param initialTermId  of its publications
 * @param termLength     in bytes
 * @param mtu            in bytes
 * @param sessionId      of the publication that was recorded last
 */
record ArchivedStream(long id, UUID recordingId, long startTimestamp, long start, long stop, int initialTermId,
        int termLength, int mtu, int sessionId) {
    /** Whether the Archive records it now. */
    boolean isActive() {
        return stop == AeronArchive.NULL_POSITION;
    }

    /** The beginning of the term with the byte before a position, where a message begins. */
    long termBegin(final long position) {
        return Math.max(start, (position - 1) & -termLength);
    }

    /** A text that no other one has, also in other Archives. */
    String source() {
        return "aeron/" + id + "@" + startTimestamp;
    }
}
