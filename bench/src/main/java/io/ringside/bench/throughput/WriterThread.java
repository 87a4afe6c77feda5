package io.ringside.bench.throughput;

import io.ringside.bench.channel.Sender;
import io.ringside.bench.channel.WriterEnd;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/** What a thread that writes has. For that thread. */
final class WriterThread {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);
    private static final int LONGEST = 64 * 1024;

    private final UnsafeBuffer payload = new UnsafeBuffer(ByteBuffer.allocateDirect(LONGEST));
    private final int index;
    private final Sender sender;
    private final boolean again;
    private final IdleStrategy idle = new BackoffIdleStrategy();
    private long sequence;

    /** Whether a message that finds no room is to be sent again: for peers, which do not count it as lost. */
    WriterThread(final int index, final WriterEnd end, final boolean again) {
        this.index = index;
        this.sender = end.sender();
        this.again = again;
    }

    /** Sends one event; false if it is lost. */
    boolean send(final int length) {
        CheckedPayload.encode(payload, index, sequence++, length);
        return sender.send(payload, length) || (again && sendAgain(length));
    }

    private boolean sendAgain(final int length) {
        final long startNs = System.nanoTime();
        while (!sender.send(payload, length)) {
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                throw new IllegalStateException("no room, as nobody reads: writer=" + index + ", sequence=" + sequence);
            }
            idle.idle();
        }
        idle.reset();
        return true;
    }
}
