package io.ringside.internal.ship;

import io.ringside.RingsideException;
import java.util.function.Consumer;

/**
 * Small messages beside the records, between those that ship to an address and those that ask them something. A message
 * reaches all that have the other role and are connected when it is sent, perhaps others too; or it is lost. For one
 * thread.
 */
public interface ShipMessages extends AutoCloseable {
    /** Bytes of a message. */
    int MAX_LENGTH = 64 * 1024;

    /** The two sides of the messages. */
    enum Role {
        /** A host that ships, and answers. */
        HOST,
        /** A receiver, or a command that asks hosts. */
        ASKER
    }

    /**
     * Send a message. It is on its way when this returns, and may be lost.
     *
     * @param message of at most {@link #MAX_LENGTH} bytes
     * @return false if nobody is connected who could get it, or not all of them have taken it
     * @throws RingsideException with {@link io.ringside.ErrorCode#TIMEOUT} if the carrier cannot be reached now, or
     *                           another code if it never will
     */
    boolean send(byte[] message);

    /**
     * Receive messages.
     *
     * @param timeoutNs to wait for the first one
     * @param handler   gets each message, which may be anything, as anybody may have sent it
     * @throws RingsideException as {@link #send}
     */
    void poll(long timeoutNs, Consumer<byte[]> handler);

    @Override
    void close();
}
