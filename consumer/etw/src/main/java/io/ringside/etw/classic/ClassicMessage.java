package io.ringside.etw.classic;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.write.ClassicRecord;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A message: a number under some id, what its flags ask for, and up to 128 arguments. Reused: {@link #reset},
 * then set and add. What the arguments refer to stays as it is until the write returns. Nothing here throws or
 * allocates. For one thread at a time.
 */
public final class ClassicMessage {
    private static final UUID NO_ID = new UUID(0, 0);
    private static final int NUMBER_MAX = 0xFFFF;

    private final ClassicRecord record = new ClassicRecord();
    private final DataDescriptors arguments = new DataDescriptors();
    private int flags;
    private @Nullable UUID id;
    private int componentId;
    private int number;

    /** A message of nothing. */
    public ClassicMessage() {
        // See the fields.
    }

    /**
     * Forget everything.
     *
     * @return this
     */
    public ClassicMessage reset() {
        flags = 0;
        id = null;
        componentId = 0;
        number = 0;
        arguments.reset();
        return this;
    }

    /**
     * Set what the message has before its arguments. A number is there only if the session counts
     * ({@link io.ringside.session.SessionSettings.SequenceKind}); each message takes one, also one that is lost, unless
     * it is written while another event of its thread is being copied.
     *
     * @param newFlags of {@link MessageFlags}
     * @return this
     */
    public ClassicMessage flags(final int newFlags) {
        flags = newFlags;
        return this;
    }

    /**
     * Set the id, for {@link MessageFlags#GUID}.
     *
     * @param messageId of the message
     * @return this
     */
    public ClassicMessage id(final @Nullable UUID messageId) {
        id = messageId;
        return this;
    }

    /**
     * Set what is there in place of an id, for {@link MessageFlags#COMPONENT_ID}.
     *
     * @param component any number
     * @return this
     */
    public ClassicMessage componentId(final int component) {
        componentId = component;
        return this;
    }

    /**
     * Set the number of the message under its id: consumers see it as the event's id.
     *
     * @param newNumber 0 to 65,535
     * @return this
     */
    public ClassicMessage number(final int newNumber) {
        number = newNumber;
        return this;
    }

    /**
     * Add an argument.
     *
     * @param buffer that holds it
     * @param offset of its first byte
     * @param length in bytes
     * @return this
     */
    public ClassicMessage argument(final @Nullable DirectBuffer buffer, final int offset, final int length) {
        arguments.add(buffer, offset, length);
        return this;
    }

    /**
     * Add an argument.
     *
     * @param bytes  that hold it
     * @param offset of its first byte
     * @param length in bytes
     * @return this
     */
    public ClassicMessage argument(final byte @Nullable [] bytes, final int offset, final int length) {
        arguments.add(bytes, offset, length);
        return this;
    }

    /**
     * Add an argument.
     *
     * @param bytes  that hold it; position and limit play no part
     * @param offset of its first byte, absolute
     * @param length in bytes
     * @return this
     */
    public ClassicMessage argument(final @Nullable ByteBuffer bytes, final int offset, final int length) {
        arguments.add(bytes, offset, length);
        return this;
    }

    /** Returns the record that was checked last. */
    ClassicRecord record() {
        return record;
    }

    /** Check the message and make the record; allocates nothing. */
    ClassicStatus prepare() {
        final UUID known = (flags & MessageFlags.GUID) == 0 ? NO_ID : id;
        if (known == null || !areFlagsValid() || number < 0 || number > NUMBER_MAX || !arguments.isValid()) {
            return ClassicStatus.INVALID_PARAMETER;
        }
        record.message(known.getMostSignificantBits(), known.getLeastSignificantBits(), componentId, number, flags,
                arguments);
        return ClassicStatus.OK;
    }

    private boolean areFlagsValid() {
        return (flags & ~MessageFlags.KNOWN) == 0
                && !hasBoth(MessageFlags.GUID, MessageFlags.COMPONENT_ID)
                && !hasBoth(MessageFlags.POINTER_FOUR_BYTES, MessageFlags.POINTER_EIGHT_BYTES);
    }

    private boolean hasBoth(final int one, final int other) {
        return (flags & one) != 0 && (flags & other) != 0;
    }
}
