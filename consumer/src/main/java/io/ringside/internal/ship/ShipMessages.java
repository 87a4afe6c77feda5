package io.ringside.internal.ship;

import io.ringside.RingsideException;
import java.util.function.Consumer;

/**
 * Small messages beside the records, between all that ship to an address or receive from it. Each message reaches
 * everybody who has opened the messages before it was sent, its sender included; or it is lost. For one thread.
 */
public interface ShipMessages extends AutoCloseable {
    /** Bytes of a message. */
    int MAX_LENGTH = 64 * 1024;

    /**
     * Send a message. It is on its way when this returns, and may be lost.
     *
     * @param message of at most {@link #MAX_LENGTH} bytes
     * @throws RingsideException with {@link io.ringside.ErrorCode#TIMEOUT} if the carrier cannot be reached now, or
     *                           another code if it never will
     */
    void send(byte[] message);

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
