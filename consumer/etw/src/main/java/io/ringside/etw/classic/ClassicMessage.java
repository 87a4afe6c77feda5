package io.ringside.etw.classic;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.write.ClassicRecord;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Message: a number under an id, the parts that its flags select, and up to 128 arguments. Reusable: {@link #reset},
 * then set and add. Arguments must not change until the write returns. No method throws or allocates. Used by one
 * thread at a time.
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

    /** Creates an empty message. */
    public ClassicMessage() {
        // The fields have their initial values.
    }

    /**
     * Clear everything.
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
     * Select the parts before the arguments. A sequence number is there only if the session counts ({@link
     * io.ringside.session.SessionSettings.SequenceKind}); each message takes a number, even one that is lost, unless it
     * is written while another event of its thread is being copied.
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
     * Set the number that replaces an id, for {@link MessageFlags#COMPONENT_ID}.
     *
     * @param component any number
     * @return this
     */
    public ClassicMessage componentId(final int component) {
        componentId = component;
        return this;
    }

    /**
     * Set the number of the message under its id, which consumers see as the event's id.
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
     * @param buffer that holds the argument
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
     * @param bytes  that hold the argument
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
     * @param bytes  that hold the argument; position and limit are ignored
     * @param offset of its first byte, absolute
     * @param length in bytes
     * @return this
     */
    public ClassicMessage argument(final @Nullable ByteBuffer bytes, final int offset, final int length) {
        arguments.add(bytes, offset, length);
        return this;
    }

    /** Returns the record that was prepared last. */
    ClassicRecord record() {
        return record;
    }

    /** Check the message and prepare the record, without allocation. */
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
