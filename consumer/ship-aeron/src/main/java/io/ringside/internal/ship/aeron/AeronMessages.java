package io.ringside.internal.ship.aeron;

import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.ControlledFragmentHandler.Action;
import io.aeron.logbuffer.FrameDescriptor;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.ship.ShipMessages;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Messages sent from process to process by UDP. They bypass the Archive, which would have to record and replay them;
 * its list of recording subscriptions serves only to find the askers and their endpoints. Not thread-safe.
 */
abstract class AeronMessages implements ShipMessages {
    private static final int FRAGMENTS = 64;
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long SEND_NS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Maximum number of senders with an incomplete message; few messages need more than one packet. */
    private static final int BEGINNINGS_MAX = 64;

    private final AeronClient client;
    /** Incomplete messages, by the session of their sender. */
    private final Map<Integer, Beginning> beginnings = new HashMap<>();
    private @Nullable RuntimeException failure;
    private long nextLookNs = System.nanoTime();

    /** The fragments of a message that have arrived so far. */
    private static final class Beginning {
        private final byte[] bytes = new byte[MAX_LENGTH];
        private int length;
    }

    AeronMessages(final AeronClient client) {
        this.client = client;
    }

    final AeronClient client() {
        return client;
    }

    /** Performs the periodic work, every {@link #lookIntervalNs}. */
    abstract void look();

    abstract long lookIntervalNs();

    abstract int receive(Consumer<byte[]> handler);

    abstract boolean send(DirectBuffer message);

    @Override
    public final boolean send(final byte[] message) {
        try {
            return send(new UnsafeBuffer(message));
        } catch (final RuntimeException e) {
            throw client.failure("send a message to other hosts", e);
        }
    }

    @Override
    public final void poll(final long timeoutNs, final Consumer<byte[]> handler) {
        final long beginNs = System.nanoTime();
        try {
            do {
                if (System.nanoTime() - nextLookNs >= 0) {
                    look();
                    nextLookNs = System.nanoTime() + lookIntervalNs();
                }
                if (receive(handler) > 0) {
                    return;
                }
                LockSupport.parkNanos(PAUSE_NS);
            } while (System.nanoTime() - beginNs < timeoutNs && !client.isInterrupted());
        } catch (final RuntimeException e) {
            throw client.failure("receive messages of other hosts", e);
        }
    }

    /** Passes messages to a handler and rethrows its exceptions, which Aeron would not pass on to the caller. */
    final int receive(final Subscription subscription, final Consumer<byte[]> handler) {
        final int fragments = subscription.controlledPoll((buffer, offset, length, header) -> {
            try {
                add(buffer, offset, length, header.flags(), header.sessionId(), handler);
            } catch (final RuntimeException e) {
                failure = e;
                return Action.BREAK;
            }
            return Action.CONTINUE;
        }, FRAGMENTS);
        final RuntimeException failed = failure;
        failure = null;
        if (failed != null) {
            throw failed;
        }
        return fragments;
    }

    private void add(final DirectBuffer buffer, final int offset, final int length, final byte flags,
            final int sessionId, final Consumer<byte[]> handler) {
        if ((flags & FrameDescriptor.UNFRAGMENTED) == FrameDescriptor.UNFRAGMENTED) {
            final byte[] whole = new byte[length];
            buffer.getBytes(offset, whole);
            handler.accept(whole);
            return;
        }
        if ((flags & FrameDescriptor.BEGIN_FRAG_FLAG) == FrameDescriptor.BEGIN_FRAG_FLAG) {
            if (beginnings.size() >= BEGINNINGS_MAX) {
                // The incomplete messages come from senders that have disappeared, or that never complete their
                // messages.
                beginnings.clear();
            }
            beginnings.put(sessionId, new Beginning());
        }
        final Beginning begun = beginnings.get(sessionId);
        if (begun == null || begun.length + length > MAX_LENGTH) {
            // The beginning was missed, or the message is longer than any of ours.
            beginnings.remove(sessionId);
            return;
        }
        buffer.getBytes(offset, begun.bytes, begun.length, length);
        begun.length += length;
        if ((flags & FrameDescriptor.END_FRAG_FLAG) == FrameDescriptor.END_FRAG_FLAG) {
            beginnings.remove(sessionId);
            handler.accept(Arrays.copyOf(begun.bytes, begun.length));
        }
    }

    /** Sends a message, or gives up after a moment; returns whether it was sent. */
    static boolean offer(final Publication publication, final DirectBuffer message) {
        if (message.capacity() > publication.maxMessageLength()) {
            throw new RingsideException(ErrorCode.LIMIT, "message between hosts is too long: length="
                    + message.capacity() + ", max=" + publication.maxMessageLength());
        }
        final long beginNs = System.nanoTime();
        long position = publication.offer(message);
        while ((position == Publication.BACK_PRESSURED || position == Publication.ADMIN_ACTION)
                && System.nanoTime() - beginNs < SEND_NS) {
            LockSupport.parkNanos(PAUSE_NS);
            position = publication.offer(message);
        }
        if (position == Publication.CLOSED || position == Publication.MAX_POSITION_EXCEEDED) {
            throw new RingsideException(ErrorCode.TIMEOUT,
                    "connection between hosts has ended: it is opened again");
        }
        return position > 0;
    }

    @Override
    public void close() {
        CloseHelper.quietClose(client);
    }
}
