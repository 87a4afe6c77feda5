package io.ringside.bench.throughput;

import io.ringside.bench.channel.Receiver;
import org.agrona.DirectBuffer;

/** Checks every event: of each writer all come, in their order, whole, and none earlier than the one before it. */
final class CheckingReceiver implements Receiver {
    static final int WRITERS_MAX = 64;

    private final long[] next = new long[WRITERS_MAX];
    private final long[] lastNs = new long[WRITERS_MAX];
    private long received;
    private long missing;

    @Override
    public void onMessage(final long timeNs, final DirectBuffer buffer, final int offset, final int length) {
        final long writer = CheckedPayload.writer(buffer, offset);
        final long sequence = CheckedPayload.sequence(buffer, offset);
        if (writer < 0 || writer >= WRITERS_MAX || !CheckedPayload.isWhole(buffer, offset, length, sequence)) {
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

    /** Events that have come. */
    long received() {
        return received;
    }

    /** Events that have not come while later ones of their writer have. */
    long missing() {
        return missing;
    }
}
