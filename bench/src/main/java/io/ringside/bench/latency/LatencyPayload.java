package io.ringside.bench.latency;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** What an event carries: when it was to be sent, and its number, so that none can be missing. Stateless. */
final class LatencyPayload {
    static final int LENGTH = 4 * Long.BYTES;

    private static final int INTENDED_OFFSET = 0;
    private static final int SEQUENCE_OFFSET = Long.BYTES;

    private LatencyPayload() {}

    static void encode(final MutableDirectBuffer buffer, final long intendedNs, final long sequence) {
        buffer.putLong(INTENDED_OFFSET, intendedNs);
        buffer.putLong(SEQUENCE_OFFSET, sequence);
    }

    static long intendedNs(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + INTENDED_OFFSET);
    }

    static long sequence(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + SEQUENCE_OFFSET);
    }
}
