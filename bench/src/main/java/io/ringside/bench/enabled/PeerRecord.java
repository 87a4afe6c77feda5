package io.ringside.bench.enabled;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What a user of a plain ring writes to have what a record of ours tells: with the ring's own header of eight bytes the
 * same 32 bytes, then the payload. Stateless.
 */
final class PeerRecord {
    /** Type of all messages. */
    static final int TYPE_ID = 1;

    /** Bytes before the payload: the rest of a header of 32 bytes. */
    static final int HEADER_LENGTH = 24;

    private static final int TIME_OFFSET = 0;
    private static final int ACTIVITY_MOST_OFFSET = 8;
    private static final int ACTIVITY_LEAST_OFFSET = 16;

    private PeerRecord() {}

    static void encode(final UnsafeBuffer ring, final int index, final long timeNs, final DirectBuffer source,
            final int length) {
        ring.putLong(index + TIME_OFFSET, timeNs);
        ring.putLong(index + ACTIVITY_MOST_OFFSET, 0);
        ring.putLong(index + ACTIVITY_LEAST_OFFSET, 0);
        ring.putBytes(index + HEADER_LENGTH, source, 0, length);
    }
}
