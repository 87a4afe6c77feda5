package io.ringside.internal.ship.aeron;

import io.aeron.archive.client.ArchiveException;
import io.aeron.exceptions.AeronException;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.ship.ShipContext;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds the last status in the Archive's recording, and the records after it, which together are the position up to
 * which a recording has been shipped. It reads the last term first, and then twice as many terms each time: a status
 * follows every few records, but a record can be longer than a term. Not thread-safe.
 */
final class LastStatus {
    /** Number of replays without data after which the Archive, and not a single recording, is considered faulty. */
    private static final int LATE_MAX = 3;

    private final UUID recordingId;
    private @Nullable ShipStatus status;
    private @Nullable RingsideException foreign;
    private long records;

    private LastStatus(final UUID recordingId) {
        this.recordingId = recordingId;
    }

    /** Returns the last statuses of all recordings of a topic. */
    static List<ShipStatus> readAll(final ShipContext context) {
        final List<ShipStatus> all = new ArrayList<>();
        final List<RingsideException> unreadable = new ArrayList<>();
        int late = 0;
        final AeronClient client = new AeronClient(context);
        try (client) {
            for (final ArchivedStream stream : client.streams()) {
                try {
                    final ShipStatus last = read(client, stream);
                    if (last != null) {
                        all.add(last);
                    }
                } catch (final RingsideException e) {
                    if (e.code() != ErrorCode.CORRUPT && e.code() != ErrorCode.LAYOUT
                            && (e.code() != ErrorCode.TIMEOUT || ++late >= LATE_MAX)) {
                        throw e;
                    }
                    unreadable.add(e);
                } catch (final ArchiveException e) {
                    if (e.errorCode() == ArchiveException.UNAUTHORISED_ACTION) {
                        throw e;
                    }
                    unreadable.add(new RingsideException(ErrorCode.CORRUPT, "the Archive does not replay a recording: "
                            + "archiveRecording=" + stream.id() + ", recording=" + stream.recordingId() + ", reason="
                            + e.getMessage(), e));
                }
            }
        } catch (final AeronException | IllegalArgumentException e) {
            throw client.failure("read the positions", e);
        }
        if (!unreadable.isEmpty()) {
            final RingsideException first = unreadable.get(0);
            context.errorHandler().onError(new RingsideException(first.code(), "the Archive has recordings that are "
                    + "left out: address=" + context.address() + ", leftOut=" + unreadable.size() + ", reason="
                    + first.getMessage(), first));
        }
        return all;
    }

    /**
     * Returns the last status of one recording.
     *
     * @return null if nothing of the recording was shipped
     * @throws RingsideException with {@link ErrorCode#CORRUPT} if there are records but no status, or with
     *                           {@link ErrorCode#LAYOUT} if the records have another version
     */
    static @Nullable ShipStatus read(final AeronClient client, final ArchivedStream stream) {
        final long end = client.endOf(stream);
        long from = end;
        for (long terms = 1; true; terms *= 2) {
            from = stream.termBegin(Math.max(stream.start(), end - (terms - 1) * stream.termLength()));
            final LastStatus last = new LastStatus(stream.recordingId());
            if (from < end) {
                client.read(stream, from, end, last::take);
            }
            if (last.foreign != null) {
                throw last.foreign;
            }
            if (last.status != null) {
                return last.status;
            }
            if (from <= stream.start()) {
                if (last.records > 0 || stream.start() > 0) {
                    throw new RingsideException(ErrorCode.CORRUPT, "recording of the Archive says nowhere how far it "
                            + "was shipped: archiveRecording=" + stream.id() + ", recording=" + stream.recordingId()
                            + ", begin=" + stream.start() + ", end=" + end
                            + ": purge it, ship again, and receive into another folder");
                }
                return null;
            }
        }
    }

    /** Handles a record. Foreign messages are skipped here; receivers count them. */
    private void take(final byte[] bytes) {
        try {
            final ShipRecord record = ShipRecord.decode(bytes);
            ShipRecord.require(record.recordingId().equals(recordingId), "recording");
            records++;
            final ShipStatus before = status;
            if (record.isStatus()) {
                status = ShipStatus.decode(record);
            } else if (before != null && record.sequence() == before.record().sequence()) {
                status = before.after(record);
            }
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.LAYOUT) {
                foreign = e;
            }
        }
    }
}
