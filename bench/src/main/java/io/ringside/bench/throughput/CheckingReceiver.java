package io.ringside.bench.throughput;

import io.ringside.bench.channel.ReaderEnd.Receiver;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Receiver that checks every event: all events of each writer arrive in order and complete, with times that do not
 * decrease. A payload has its number, its writer, then numbers derived from the first. Not thread-safe.
 */
final class CheckingReceiver implements Receiver {
    static final int WRITERS_MAX = 64;
    static final int SHORTEST = 2 * Long.BYTES;

    private static final int SEQUENCE_OFFSET = 0;
    private static final int WRITER_OFFSET = Long.BYTES;

    private final long[] next = new long[WRITERS_MAX];
    private final long[] lastNs = new long[WRITERS_MAX];
    private long received;
    private long missing;

    static void encode(final MutableDirectBuffer buffer, final int writer, final long sequence, final int length) {
        buffer.putLong(SEQUENCE_OFFSET, sequence);
        buffer.putLong(WRITER_OFFSET, writer);
        for (int i = SHORTEST; i < length; i += Long.BYTES) {
            buffer.putLong(i, sequence + i);
        }
    }

    @Override
    public void onMessage(final long timeNs, final DirectBuffer buffer, final int offset, final int length) {
        final long writer = buffer.getLong(offset + WRITER_OFFSET);
        final long sequence = buffer.getLong(offset + SEQUENCE_OFFSET);
        if (writer < 0 || writer >= WRITERS_MAX || !isWhole(buffer, offset, length, sequence)) {
            throw new IllegalStateException("not what was written: writer=" + writer + ", sequence=" + sequence
                    + ", length=" + length);
        }
        final int index = (int) writer;
        if (sequence < next[index] || timeNs < lastNs[index]) {
            throw new IllegalStateException("not in its order: writer=" + writer + ", sequence=" + sequence + ", next="
                    + next[index] + ", timeNs=" + timeNs + ", lastNs=" + lastNs[index]);
        }
        missing += sequence - next[index];
        next[index] = sequence + 1;
        lastNs[index] = timeNs;
        received++;
    }

    long received() {
        return received;
    }

    /** Returns the number of events that have not arrived although later events of their writer have. */
    long missing() {
        return missing;
    }

    /** {@return whether the rest of the payload is the one written with the number} */
    private static boolean isWhole(final DirectBuffer buffer, final int offset, final int length,
            final long sequence) {
        long difference = 0;
        for (int i = SHORTEST; i < length; i += Long.BYTES) {
            difference |= buffer.getLong(offset + i) ^ (sequence + i);
        }
        return difference == 0;
    }
}
