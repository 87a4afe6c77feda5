package io.ringside.write;

import io.ringside.internal.write.ShortRoom;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * For generated code: the room in which a thread lays out a payload of known length below 64 bytes, to be written in
 * one piece. For one thread, which gets it from {@link ProviderEvent#shortPayload} and writes before anything of the
 * application runs. Allocates with a thread's first event only.
 */
public abstract sealed class ShortPayload permits ShortRoom {
    /** For the one implementation. */
    protected ShortPayload() {
        // Stateless, so that the implementation lays out all fields.
    }

    /** {@return the room, with arbitrary content: the payload's first byte is at offset 0} */
    public abstract UnsafeBuffer buffer();

    /** {@return the options of the write, which change nothing yet} */
    public abstract WriteOptions options();

    /**
     * Write an event.
     *
     * @param event  that asked for the room
     * @param length of what was laid out, in bytes
     * @return a {@link WriteResult}
     */
    public abstract long write(ProviderEvent event, int length);

    /**
     * Write an event with options.
     *
     * @param event   that asked for the room
     * @param options of the write
     * @param length  of what was laid out, in bytes
     * @return a {@link WriteResult}
     */
    public abstract long write(ProviderEvent event, WriteOptions options, int length);
}
