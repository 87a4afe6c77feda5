package io.ringside.internal.ship;

import io.ringside.RingsideException;
import io.ringside.ship.Shipper;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.ship.ShipDescriptor.MAX_TEXT_BYTES;
import static io.ringside.internal.ship.ShipDescriptor.STATUS_BEGUN_EVENTS_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.STATUS_BEGUN_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.STATUS_BYTES_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.STATUS_DAMAGES_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.STATUS_ENDED_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.STATUS_HOST_LENGTH_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.STATUS_LOST_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.STATUS_NAME_LENGTH_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.STATUS_PARTITION_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.STATUS_RECORDED_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.STATUS_SENDER_LEAST_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.STATUS_SENDER_MOST_OFFSET;
import static io.ringside.internal.ship.ShipDescriptor.STATUS_TEXTS_OFFSET;

/**
 * The progress of shipping a recording. The latest status is the sender's position. Immutable.
 *
 * @param record      record that contains the status, with the position and the next sequence
 * @param recorded    events in the recording when its end was last read
 * @param bytes       size of the shipped excerpts
 * @param lost        events that were removed with their files before they were shipped
 * @param damages     damaged places in the recording that were skipped
 * @param begunNs     time at which the sender started, in nanoseconds since 1970
 * @param begunEvents events that were already shipped or lost at that time
 * @param sender      id of the sender's run
 * @param partition   partition of the topic to which the recording is shipped
 * @param ended       whether the recording has ended and was shipped completely
 * @param host        name of the sender's host
 * @param session     name of the recorded session
 */
public record ShipStatus(ShipRecord record, long recorded, long bytes, long lost, long damages, long begunNs,
        long begunEvents, UUID sender, int partition, boolean ended, String host, String session) {
    /**
     * Decodes a status.
     *
     * @throws RingsideException with {@link io.ringside.ErrorCode#CORRUPT} if it is damaged
     */
    public static ShipStatus decode(final ShipRecord record) {
        final DirectBuffer content = record.content();
        ShipRecord.require(record.isStatus() && content.capacity() >= STATUS_TEXTS_OFFSET, "status");
        final int host = content.getInt(STATUS_HOST_LENGTH_OFFSET);
        final int session = content.getInt(STATUS_NAME_LENGTH_OFFSET);
        ShipRecord.require(host >= 0 && host <= MAX_TEXT_BYTES && session >= 0 && session <= MAX_TEXT_BYTES
                && STATUS_TEXTS_OFFSET + host + session == content.capacity()
                && content.getInt(STATUS_PARTITION_OFFSET) >= 0, "status");
        return new ShipStatus(record, content.getLong(STATUS_RECORDED_OFFSET), content.getLong(STATUS_BYTES_OFFSET),
                content.getLong(STATUS_LOST_OFFSET), content.getLong(STATUS_DAMAGES_OFFSET),
                content.getLong(STATUS_BEGUN_OFFSET), content.getLong(STATUS_BEGUN_EVENTS_OFFSET),
                new UUID(content.getLong(STATUS_SENDER_MOST_OFFSET), content.getLong(STATUS_SENDER_LEAST_OFFSET)),
                content.getInt(STATUS_PARTITION_OFFSET), content.getInt(STATUS_ENDED_OFFSET) != 0,
                content.getStringWithoutLengthUtf8(STATUS_TEXTS_OFFSET, host),
                content.getStringWithoutLengthUtf8(STATUS_TEXTS_OFFSET + host, session));
    }

    /**
     * Returns the status after one more record, for carriers that have accepted records after the latest status.
     *
     * @param next the record that follows this status, an excerpt or a gap
     */
    public ShipStatus after(final ShipRecord next) {
        final ShipRecord moved = new ShipRecord(record.kind(), record.recordingId(), next.sequence() + 1,
                next.position(), next.sessionKey(), next.wallNs(), record.content());
        return new ShipStatus(moved, Math.max(recorded, next.events()),
                bytes + (next.isExcerpt() ? next.content().capacity() : 0), lost + (next.isGap() ? next.lost() : 0),
                damages, begunNs, begunEvents, sender, partition, false, host, session);
    }

    /** Returns the record that contains this status. */
    ShipRecord toRecord() {
        final byte[] hostBytes = text(host);
        final byte[] sessionBytes = text(session);
        final UnsafeBuffer content = new UnsafeBuffer(
                new byte[STATUS_TEXTS_OFFSET + hostBytes.length + sessionBytes.length]);
        content.putLong(STATUS_RECORDED_OFFSET, recorded);
        content.putLong(STATUS_BYTES_OFFSET, bytes);
        content.putLong(STATUS_LOST_OFFSET, lost);
        content.putLong(STATUS_DAMAGES_OFFSET, damages);
        content.putLong(STATUS_BEGUN_OFFSET, begunNs);
        content.putLong(STATUS_BEGUN_EVENTS_OFFSET, begunEvents);
        content.putLong(STATUS_SENDER_MOST_OFFSET, sender.getMostSignificantBits());
        content.putLong(STATUS_SENDER_LEAST_OFFSET, sender.getLeastSignificantBits());
        content.putInt(STATUS_PARTITION_OFFSET, partition);
        content.putInt(STATUS_ENDED_OFFSET, ended ? 1 : 0);
        content.putInt(STATUS_HOST_LENGTH_OFFSET, hostBytes.length);
        content.putInt(STATUS_NAME_LENGTH_OFFSET, sessionBytes.length);
        content.putBytes(STATUS_TEXTS_OFFSET, hostBytes);
        content.putBytes(STATUS_TEXTS_OFFSET + hostBytes.length, sessionBytes);
        return new ShipRecord(ShipDescriptor.KIND_STATUS, record.recordingId(), record.sequence(), record.position(),
                record.sessionKey(), record.wallNs(), content);
    }

    private static byte[] text(final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= MAX_TEXT_BYTES ? bytes : Arrays.copyOf(bytes, MAX_TEXT_BYTES);
    }

    /** The same for applications. */
    public Shipper.Shipment toShipment() {
        final long ns = record.wallNs() - begunNs;
        return new Shipper.Shipment(record.recordingId(), host, session, recorded, handled() - lost, lost, inFlight(),
                bytes,
                damages, record.sequence(),
                ns <= 0 ? 0 : (long) ((handled() - begunEvents) * (double) TimeUnit.SECONDS.toNanos(1) / ns),
                record.wallNs(), ended);
    }

    /** Returns the number of events that were shipped or lost so far: those of the recording up to the position. */
    public long handled() {
        return record.events();
    }

    /** Returns the number of events that are recorded and not shipped yet. */
    public long inFlight() {
        return Math.max(recorded - handled(), 0);
    }
}
