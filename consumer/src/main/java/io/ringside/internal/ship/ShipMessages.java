package io.ringside.internal.ship;

import io.ringside.RingsideException;
import java.util.function.Consumer;

/**
 * Small messages alongside the records, between hosts that ship to an address and processes that ask these hosts. A
 * message reaches all participants of the other role that are connected when it is sent, and perhaps others; it may be
 * lost. Not thread-safe.
 */
public interface ShipMessages extends AutoCloseable {
    /** Maximum length of a message in bytes. */
    int MAX_LENGTH = 64 * 1024;

    /** The two sides of the messages. */
    enum Role {
        /** A host that ships, and answers. */
        HOST,
        /** A process that asks: a receiver, or a command. */
        ASKER
    }

    /**
     * Sends a message. It has left this process when the method returns, but may be lost.
     *
     * @param message at most {@link #MAX_LENGTH} bytes
     * @return false if no participant of the other role is connected, or some of them have not accepted the message
     * @throws RingsideException with {@link io.ringside.ErrorCode#TIMEOUT} if the carrier cannot be reached now, or
     *                           another code if retrying is useless
     */
    boolean send(byte[] message);

    /**
     * Receives messages.
     *
     * @param timeoutNs longest wait for the first message
     * @param handler   receives each message; the bytes can be anything, because any process may send messages
     * @throws RingsideException as {@link #send}
     */
    void poll(long timeoutNs, Consumer<byte[]> handler);

    @Override
    void close();
}
