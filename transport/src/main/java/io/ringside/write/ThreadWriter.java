package io.ringside.write;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.write.BusyWordPadding;
import org.agrona.DirectBuffer;

/**
 * Writes the events of one platform thread, and of the virtual threads that it carries. A loop that keeps its thread's
 * writer in a local saves the search that {@link ProviderEvent#write} does; on any other thread a call finds that
 * thread's own writer, and on a virtual thread, which may have another carrier with every call, the carrier's. Writers
 * come from {@code Ringside.writer}.
 * <p>
 * All methods return a {@link WriteResult} and none throws by itself. What a payload's buffer throws, and a stack that
 * overflows, passes through: the sessions that the event had not reached count it as an error with their next event. A
 * buffer must not write events: its thread's lanes are in use, and what it writes is counted as lost without a lane.
 * Nor should it park: a virtual thread that does so keeps its carrier's lanes until it is done, and the carrier takes
 * others.
 */
public abstract sealed class ThreadWriter permits BusyWordPadding {
    /** For the one implementation. */
    protected ThreadWriter() {
        // Stateless, so that the implementation lays out all fields.
    }

    /**
     * Write an event without payload.
     *
     * @param event to write
     * @return a {@link WriteResult}
     */
    public abstract long write(ProviderEvent event);

    /**
     * Write an event.
     *
     * @param event  to write
     * @param source of the payload
     * @param offset of its first byte
     * @param length in bytes
     * @return a {@link WriteResult}
     */
    public abstract long write(ProviderEvent event, DirectBuffer source, int offset, int length);

    /**
     * Write an event whose payload is the concatenation of up to 128 blocks.
     *
     * @param event  to write
     * @param blocks of the payload
     * @return a {@link WriteResult}
     */
    public abstract long write(ProviderEvent event, DataDescriptors blocks);

    /**
     * Write an event without payload.
     *
     * @param event   to write
     * @param options of the write
     * @return a {@link WriteResult}
     */
    public abstract long write(ProviderEvent event, WriteOptions options);

    /**
     * Write an event.
     *
     * @param event   to write
     * @param options of the write
     * @param source  of the payload
     * @param offset  of its first byte
     * @param length  in bytes
     * @return a {@link WriteResult}
     */
    public abstract long write(ProviderEvent event, WriteOptions options, DirectBuffer source, int offset,
            int length);

    /**
     * Write an event whose payload is the concatenation of up to 128 blocks.
     *
     * @param event   to write
     * @param options of the write
     * @param blocks  of the payload
     * @return a {@link WriteResult}
     */
    public abstract long write(ProviderEvent event, WriteOptions options, DataDescriptors blocks);

    /**
     * Begin to write an event in place. Writes of this thread go on while the claim is open, into other lanes. A
     * virtual thread's claim is filled outside the lanes, so that it may park; whether the event finds room is then
     * decided by the commit.
     *
     * @param event  to write
     * @param claim  receives the room; an open one is aborted first
     * @param length of the payload in bytes
     * @return true if the claim is open and must be committed or aborted; else {@link EventClaim#result} says why
     */
    public abstract boolean tryClaim(ProviderEvent event, EventClaim claim, int length);

    /**
     * Take a lane in every session that is attached, as the first event in each would.
     *
     * @return false if a session had no lane left
     */
    public abstract boolean takeLanes();
}
