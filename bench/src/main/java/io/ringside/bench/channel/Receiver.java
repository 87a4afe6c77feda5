package io.ringside.bench.channel;

import org.agrona.DirectBuffer;

/** Who gets the messages. Called by the reader's thread. */
@FunctionalInterface
public interface Receiver {
    /**
     * A message.
     *
     * @param timeNs at which it was sent; 0 if the writers read no clock
     * @param buffer valid during the call
     * @param offset of the payload
     * @param length of the payload
     */
    void onMessage(long timeNs, DirectBuffer buffer, int offset, int length);
}
