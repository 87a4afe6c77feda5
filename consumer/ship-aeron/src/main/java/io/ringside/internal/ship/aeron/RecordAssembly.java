package io.ringside.internal.ship.aeron;

import io.aeron.logbuffer.FrameDescriptor;
import io.ringside.internal.ship.ShipRecord;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Assembles records from the fragments of messages, and from messages: a record that is too long for one message
 * continues in further messages, each with a header. An incomplete record is dropped when another one begins. Memory is
 * allocated only for received bytes, up to a limit. Not thread-safe.
 */
final class RecordAssembly {
    /** Magic of a message that continues a record: "RSSP". */
    static final int PART_MAGIC = 0x5053_5352;
    static final int PART_MAGIC_OFFSET = 0;
    /** Offset of the field with the position of the message's first byte in the record. */
    static final int PART_FROM_OFFSET = 4;
    static final int PART_HEADER_LENGTH = 8;

    /** Maximum size of an excerpt with its header. */
    static final int MAX_RECORD_BYTES = 64 * 1024 * 1024 + 4096;

    private static final int NONE = -1;

    private final Bytes message = new Bytes();
    private final Bytes record = new Bytes();
    private int recordLength;
    private boolean hasBegun;

    /** A growing buffer for the received bytes. */
    private static final class Bytes {
        private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        private int length = NONE;

        void begin() {
            length = 0;
        }

        void end() {
            length = NONE;
        }

        boolean isOpen() {
            return length != NONE;
        }

        void add(final DirectBuffer from, final int offset, final int count) {
            buffer.putBytes(length, from, offset, count);
            length += count;
        }
    }

    /** Whether no record or message is incomplete. */
    boolean isEmpty() {
        return !message.isOpen() && !record.isOpen();
    }

    /** Writes the header of a message that continues a record. */
    static void putPartHeader(final MutableDirectBuffer header, final int from) {
        header.putInt(PART_MAGIC_OFFSET, PART_MAGIC);
        header.putInt(PART_FROM_OFFSET, from);
    }

    /**
     * Adds a fragment.
     *
     * @param buffer buffer that contains the fragment
     * @param offset offset of the fragment
     * @param length in bytes
     * @param flags  flags of the fragment's frame
     * @return the record that the fragment completes, or any other complete message; null if nothing is complete
     */
    byte @Nullable [] add(final DirectBuffer buffer, final int offset, final int length, final byte flags) {
        if ((flags & FrameDescriptor.UNFRAGMENTED) == FrameDescriptor.UNFRAGMENTED) {
            message.end();
            return message(buffer, offset, length);
        }
        if ((flags & FrameDescriptor.BEGIN_FRAG_FLAG) == FrameDescriptor.BEGIN_FRAG_FLAG) {
            message.begin();
        }
        if (!message.isOpen()) {
            // The beginning of the message was not received.
            return null;
        }
        if (message.length + length > MAX_RECORD_BYTES) {
            message.end();
            return new byte[0];
        }
        message.add(buffer, offset, length);
        if ((flags & FrameDescriptor.END_FRAG_FLAG) != FrameDescriptor.END_FRAG_FLAG) {
            return null;
        }
        final int whole = message.length;
        message.end();
        return message(message.buffer, 0, whole);
    }

    private byte @Nullable [] message(final DirectBuffer buffer, final int offset, final int length) {
        if (record.isOpen() && length > PART_HEADER_LENGTH && buffer.getInt(offset) == PART_MAGIC
                && buffer.getInt(offset + PART_FROM_OFFSET) == record.length
                && record.length + length - PART_HEADER_LENGTH <= recordLength) {
            record.add(buffer, offset + PART_HEADER_LENGTH, length - PART_HEADER_LENGTH);
            return record.length == recordLength ? take(record) : null;
        }
        if (!hasBegun && length > PART_HEADER_LENGTH && buffer.getInt(offset) == PART_MAGIC) {
            // The beginning of the record was not received.
            return null;
        }
        hasBegun = true;
        record.end();
        final int claimed = ShipRecord.claimedLength(buffer, offset, length);
        if (claimed > length && claimed <= MAX_RECORD_BYTES) {
            recordLength = claimed;
            record.begin();
            record.add(buffer, offset, length);
            return null;
        }
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }

    private static byte[] take(final Bytes bytes) {
        final byte[] taken = new byte[bytes.length];
        bytes.buffer.getBytes(0, taken);
        bytes.end();
        return taken;
    }
}
