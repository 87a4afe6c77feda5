package io.ringside.bench.channel;

import org.agrona.DirectBuffer;

/** Who gets the messages. Called by the reader's thread. */
@FunctionalInterface
public interface Receiver {
    /**
     * A message.
     *
     * @param timeNs at which it was sent, or that its writer has given
     * @param buffer valid during the call
     * @param offset of the payload
     * @param length of the payload
     */
    void onMessage(long timeNs, DirectBuffer buffer, int offset, int length);
}
