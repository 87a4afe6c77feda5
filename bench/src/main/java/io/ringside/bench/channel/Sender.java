package io.ringside.bench.channel;

import org.agrona.DirectBuffer;

/** What a thread sends with. For that thread. */
@FunctionalInterface
public interface Sender {
    /**
     * Send a message, if there is room.
     *
     * @param source of the payload, from its beginning; direct memory
     * @param length of the payload
     * @return false if it was not sent: a session of ours then counts it as lost, a peer wants to be asked again
     */
    boolean send(DirectBuffer source, int length);
}
