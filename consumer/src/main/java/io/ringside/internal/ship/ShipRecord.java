package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.recording.RecordingPosition;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.ship.ShipDescriptor.CHECKSUM_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.CONTENT_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.EVENTS_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.FILE_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.GAP_LENGTH;
import static io.ringside.internal.ship.ShipDescriptor.GAP_LOST_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.KIND_EXCERPT;
import static io.ringside.internal.ship.ShipDescriptor.KIND_GAP;
import static io.ringside.internal.ship.ShipDescriptor.KIND_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.KIND_STATUS;
import static io.ringside.internal.ship.ShipDescriptor.LENGTH_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.MAGIC;
import static io.ringside.internal.ship.ShipDescriptor.MAGIC_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.NULL_FILE;
import static io.ringside.internal.ship.ShipDescriptor.PLACE_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.RECORDING_LEAST_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.RECORDING_MOST_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.SEQUENCE_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.SESSION_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.VERSION;
import static io.ringside.internal.ship.ShipDescriptor.VERSION_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.WALL_OFFSET;

/**
 * A record that transports a part of a recording. Immutable, provided that its bytes are not modified.
 *
 * @param kind        kind of the content
 * @param recordingId of the recording
 * @param sequence    number of the record in its recording, from 0 without gaps; for a status, the number of the next
 *                    record
 * @param position    position in the recording after this record; null in a status before the first excerpt
 * @param sessionKey  number of the session, for finding its description
 * @param wallNs      time at which the record was created, in nanoseconds since 1970
 * @param content     an excerpt, or the fields of a gap or a status
 */
public record ShipRecord(int kind, UUID recordingId, long sequence, @Nullable RecordingPosition position,
        long sessionKey, long wallNs, DirectBuffer content) {
    /**
     * Decodes a record.
     *
     * @param bytes any bytes
     * @throws RingsideException with {@link ErrorCode#LAYOUT} if the record has another version, or
     *                           {@link ErrorCode#CORRUPT} if the bytes are not a record
     */
    public static ShipRecord decode(final byte[] bytes) {
        final DirectBuffer buffer = new UnsafeBuffer(bytes);
        require(bytes.length >= KIND_OFFSET && buffer.getInt(MAGIC_OFFSET) == MAGIC, "magic");
        if (buffer.getInt(VERSION_OFFSET) != VERSION) {
            throw new RingsideException(ErrorCode.LAYOUT, "shipped records have another version: version="
                    + buffer.getInt(VERSION_OFFSET) + ", expected=" + VERSION
                    + ": use the same version of ringside at both ends, or another topic");
        }
        require(bytes.length >= CONTENT_OFFSET && buffer.getInt(LENGTH_OFFSET) == bytes.length, "length");
        final int kind = buffer.getInt(KIND_OFFSET);
        require(kind >= KIND_EXCERPT && kind <= KIND_STATUS, "kind");
        final long sequence = buffer.getLong(SEQUENCE_OFFSET);
        // The next sequence must be representable, too.
        require(sequence >= 0 && sequence < Long.MAX_VALUE, "sequence");
        final int contentLength = bytes.length - CONTENT_OFFSET;
        require(kind != KIND_GAP || contentLength == GAP_LENGTH, "gap");
        final UUID recordingId = new UUID(buffer.getLong(RECORDING_MOST_OFFSET),
                buffer.getLong(RECORDING_LEAST_OFFSET));
        final RecordingPosition position = position(recordingId, buffer);
        require(position != null || kind == KIND_STATUS, "position");
        final ShipRecord record = new ShipRecord(kind, recordingId, sequence, position, buffer.getLong(SESSION_OFFSET),
                buffer.getLong(WALL_OFFSET), new UnsafeBuffer(buffer, CONTENT_OFFSET, contentLength));
        require(kind != KIND_GAP || record.lost() >= 0, "gap");
        return record;
    }

    /**
     * Returns the length of the record according to its header.
     *
     * @param bytes  any bytes
     * @param offset offset of the first byte
     * @param length number of available bytes
     * @return 0 if the bytes are not the beginning of a record
     */
    public static int claimedLength(final DirectBuffer bytes, final int offset, final int length) {
        return length >= CONTENT_OFFSET && bytes.getInt(offset + MAGIC_OFFSET) == MAGIC
                ? bytes.getInt(offset + LENGTH_OFFSET)
                : 0;
    }

    private static @Nullable RecordingPosition position(final UUID recordingId, final DirectBuffer buffer) {
        final long file = buffer.getLong(FILE_OFFSET);
        if (file == NULL_FILE) {
            return null;
        }
        require(file >= 0 && file <= Integer.MAX_VALUE, "file");
        try {
            return new RecordingPosition(recordingId, (int) file, buffer.getLong(PLACE_OFFSET),
                    buffer.getLong(CHECKSUM_OFFSET), buffer.getLong(EVENTS_OFFSET));
        } catch (final RingsideException e) {
            throw new RingsideException(ErrorCode.CORRUPT, "shipped record is foreign or damaged: field=position", e);
        }
    }

    /** Returns the encoded record. */
    public byte[] encode() {
        final byte[] bytes = new byte[CONTENT_OFFSET + content.capacity()];
        final MutableDirectBuffer buffer = new UnsafeBuffer(bytes);
        buffer.putInt(MAGIC_OFFSET, MAGIC);
        buffer.putInt(VERSION_OFFSET, VERSION);
        buffer.putInt(KIND_OFFSET, kind);
        buffer.putInt(LENGTH_OFFSET, bytes.length);
        buffer.putLong(RECORDING_MOST_OFFSET, recordingId.getMostSignificantBits());
        buffer.putLong(RECORDING_LEAST_OFFSET, recordingId.getLeastSignificantBits());
        buffer.putLong(SEQUENCE_OFFSET, sequence);
        buffer.putLong(FILE_OFFSET, position == null ? NULL_FILE : position.file());
        buffer.putLong(PLACE_OFFSET, position == null ? 0 : position.offset());
        buffer.putLong(CHECKSUM_OFFSET, position == null ? 0 : position.checksum());
        buffer.putLong(EVENTS_OFFSET, position == null ? 0 : position.events());
        buffer.putLong(SESSION_OFFSET, sessionKey);
        buffer.putLong(WALL_OFFSET, wallNs);
        buffer.putBytes(CONTENT_OFFSET, content, 0, content.capacity());
        return bytes;
    }

    /** Whether this is an excerpt. */
    public boolean isExcerpt() {
        return kind == KIND_EXCERPT;
    }

    /** Returns whether this represents excerpts that were removed before they could be shipped. */
    public boolean isGap() {
        return kind == KIND_GAP;
    }

    /** Whether this is a status, which contains the progress of shipping. */
    public boolean isStatus() {
        return kind == KIND_STATUS;
    }

    /** Returns the number of lost events of a gap. */
    long lost() {
        return content.getLong(GAP_LOST_OFFSET);
    }

    /** Returns the number of events of the recording up to the end of this record. */
    long events() {
        return position == null ? 0 : position.events();
    }

    /** Rejects a record as damaged unless a condition holds. */
    public static void require(final boolean holds, final String what) {
        if (!holds) {
            throw new RingsideException(ErrorCode.CORRUPT, "shipped record is foreign or damaged: field=" + what);
        }
    }
}
