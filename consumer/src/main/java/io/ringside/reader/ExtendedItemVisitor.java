package io.ringside.reader;

import org.agrona.DirectBuffer;

/** Receives the extended items of an event, one by one. Called by the consumer's thread. */
@FunctionalInterface
public interface ExtendedItemVisitor {
    /**
     * An item.
     *
     * @param type   of {@link io.ringside.internal.event.ExtendedItemType}
     * @param buffer that holds it, during the call only
     * @param offset of its first byte
     * @param length in bytes
     */
    void onItem(int type, DirectBuffer buffer, int offset, int length);
}
