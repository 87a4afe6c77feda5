package io.ringside.internal.ship.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.SourceLocation;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.internal.ship.ShipTask;
import io.ringside.ship.ShipContext;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Ships one recording. A status follows every few records, and all are in one recording of the Archive. Its end
 * determines where a sender continues, so the Archive contains each record once. A sender extends the Archive's
 * recording where it has stopped; the Archive lets only one sender do so. A record counts as accepted when the Archive
 * has recorded the status after it. Not thread-safe.
 */
final class AeronSender extends ShipTask {
    private static final int BATCH_RECORDS = 256;
    private static final int BATCH_BYTES = 1024 * 1024;
    /** Maximum number of batches that are not confirmed as recorded. */
    private static final int BATCHES_MAX = 64;
    /** Interval at which a status is sent even if there is nothing to ship. */
    private static final long STATUS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long FIRST_RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Delay after the connection is lost, so that a sender that has stopped this one can take over. */
    private static final long AGAIN_RETRY_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long LAST_RETRY_NS = TimeUnit.SECONDS.toNanos(5);
    /** Interval at which the Archive is asked for the recorded position while records are being sent. */
    private static final long SETTLE_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);
    /** Longest wait in one duty cycle for an Archive that accepts nothing. */
    private static final long BLOCKED_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(20);

    private final AeronClient client;
    private final UnsafeBuffer part = new UnsafeBuffer(new byte[RecordAssembly.PART_HEADER_LENGTH]);
    private final UnsafeBuffer sending = new UnsafeBuffer(0, 0);
    private final Deque<Batch> batches = new ArrayDeque<>();
    private final long openedNs = System.nanoTime();
    private @Nullable ExclusivePublication publication;
    /** Session ids of the publications of this run. */
    private final Set<Integer> sessionIds = new HashSet<>();
    /** Id of the Archive's recording. */
    private long streamId;
    private long subscriptionId;
    /** Record to be sent next; {@code sent} is the number of its bytes that were sent. */
    private byte @Nullable [] pending;
    private int sent;
    /** Batch that ends with the record to be sent next; null if no batch ends there. */
    private @Nullable Batch ending;
    private int unannounced;
    /** Whether the Archive has a status of this run. */
    private boolean announced;
    private boolean failing;
    private boolean endSent;
    private long retryNs = System.nanoTime();
    private long retryIntervalNs = FIRST_RETRY_NS;
    private long statusNs;
    private long settledNs;

    /** The state that becomes valid when the Archive has recorded the batch's status. */
    private record Batch(long position, long records, long bytes, long events, long lost, boolean ended) {
        Batch at(final long newPosition) {
            return new Batch(newPosition, records, bytes, events, lost, ended);
        }
    }

    AeronSender(final ShipContext context, final Path folder) {
        super(context, folder);
        this.client = new AeronClient(context);
    }

    @Override
    public int doWork() {
        if (System.nanoTime() - retryNs < 0) {
            return 0;
        }
        try {
            final ExclusivePublication open = publication;
            final int shipped = open == null ? connect() : send(open);
            failing = false;
            retryIntervalNs = AGAIN_RETRY_NS;
            return shipped;
        } catch (final RuntimeException e) {
            failed(client.failure("ship the recording", e));
        }
        return 0;
    }

    /** Schedules another attempt if the failure may be temporary; connecting determines what was recorded. */
    private void failed(final RingsideException failure) {
        failures++;
        leave();
        client.leave();
        if (failure.code() != ErrorCode.TIMEOUT
                || (!announced && System.nanoTime() - openedNs > context.connectTimeoutNs())) {
            throw failure;
        }
        if (!failing) {
            failing = true;
            context.errorHandler().onError(failure);
        }
        retryNs = System.nanoTime() + retryIntervalNs;
        retryIntervalNs = Math.min(2 * retryIntervalNs, LAST_RETRY_NS);
    }

    private RingsideException takenOver() {
        return new RingsideException(ErrorCode.BUSY, "another process ships this recording now, and this one has "
                + "ended: address=" + context.address() + ", recording=" + recording.id()
                + ": run one 'ringside ship' for each recording");
    }

    /** Ends every other sender of the recording, and continues after the records in the Archive. */
    private int connect() {
        final AeronArchive archive = client.archive();
        final ArchivedStream known = stopped(archive);
        final ShipStatus last = known == null ? null : LastStatus.read(client, known);
        if (announced) {
            requireOwn(last);
        }
        final ExclusivePublication opened = client.aeron().addExclusivePublication(
                known == null
                        ? client.settings().publicationChannel(recording.id())
                        : client.settings().publicationChannel(known),
                client.settings().dataStream());
        publication = opened;
        sessionIds.add(opened.sessionId());
        final String channel = client.settings().recordedChannel(recording.id(), opened.sessionId());
        client.takeRefusal();
        subscriptionId = known == null
                ? archive.startRecording(channel, client.settings().dataStream(), SourceLocation.REMOTE, true)
                : archive.extendRecording(known.id(), channel, client.settings().dataStream(), SourceLocation.REMOTE,
                        true);
        client.await("record", () -> isRecorded(opened));
        resume(last);
        endStatus();
        client.await("record", () -> {
            drain(opened);
            settle(archive, opened);
            return pending == null && batches.isEmpty();
        });
        announced = true;
        return 1;
    }

    /** Returns the Archive's recording, after stopping any sender that extends it; null if there is none. */
    private @Nullable ArchivedStream stopped(final AeronArchive archive) {
        final ArchivedStream found = client.stream(recording.id());
        if (announced && found != null && found.isActive() && !sessionIds.contains(found.sessionId())) {
            throw takenOver();
        }
        // Also end subscriptions that are not connected: of a sender that was killed or disconnected, or that has never
        // connected.
        client.stopRecording(recording.id());
        if (found == null || !found.isActive()) {
            return found;
        }
        archive.tryStopRecordingByIdentity(found.id());
        client.await("stop the recording of another sender", () -> {
            final ArchivedStream stream = client.stream(recording.id());
            return stream != null && !stream.isActive();
        });
        return client.stream(recording.id());
    }

    /** Whether the Archive records this publication. Of two concurrent senders, the Archive has chosen one. */
    private boolean isRecorded(final ExclusivePublication opened) {
        final ArchivedStream stream = client.stream(recording.id());
        if (stream != null && stream.isActive()) {
            if (stream.sessionId() != opened.sessionId()) {
                throw takenOver();
            }
            streamId = stream.id();
            return opened.isConnected();
        }
        if (client.takeRefusal()) {
            throw new RingsideException(ErrorCode.TIMEOUT, "the Archive does not record: address=" + context.address()
                    + ", recording=" + recording.id() + client.lately() + ": it is tried again");
        }
        return false;
    }

    private void requireOwn(final @Nullable ShipStatus last) {
        if (last == null) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "position of the recording is gone while it was shipped: "
                    + "address=" + context.address() + ", recording=" + recording.id() + ", archiveRecording="
                    + streamId + ": if it was purged, ship it again, and receive it into another folder");
        }
        if (!last.sender().equals(recording.sender())) {
            throw takenOver();
        }
    }

    private int send(final ExclusivePublication open) {
        int count = 0;
        if (batches.size() < BATCHES_MAX && drain(open)) {
            count = sendRecords(open);
            if (pending == null && (unannounced > 0 || (recording.hasEnded() && !endSent)
                    || System.nanoTime() - statusNs >= STATUS_INTERVAL_NS)) {
                endStatus();
                drain(open);
            }
        }
        final long accepted = records;
        final AeronArchive archive = client.archive();
        if (count == 0 && !batches.isEmpty()) {
            // There are no records to send, so wait for the Archive.
            final long beginNs = System.nanoTime();
            while (!settle(archive, open) && System.nanoTime() - beginNs < BLOCKED_NS) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        } else if (System.nanoTime() - settledNs >= SETTLE_INTERVAL_NS) {
            settle(archive, open);
        }
        return (int) Math.max(count, records - accepted);
    }

    private int sendRecords(final ExclusivePublication open) {
        int count = 0;
        int length = 0;
        while (count < BATCH_RECORDS && length < BATCH_BYTES) {
            final ShipRecord record = recording.poll();
            if (record == null) {
                break;
            }
            final byte[] encoded = record.encode();
            pending = encoded;
            count++;
            unannounced++;
            length += encoded.length;
            if (!drain(open)) {
                break;
            }
        }
        return count;
    }

    /** Prepares the status that ends the current batch, to be sent next. */
    private void endStatus() {
        endSent = recording.hasEnded();
        pending = recording.status(0).encode();
        ending = new Batch(0, unannounced, recording.bytes(), recording.handled(), recording.lost(), endSent);
        unannounced = 0;
        statusNs = System.nanoTime();
    }

    /** Sends the pending record. Returns false if the Archive does not accept more for the moment. */
    private boolean drain(final ExclusivePublication open) {
        final long beginNs = System.nanoTime();
        byte[] next = pending;
        while (next != null) {
            final long position = offer(open, next);
            if (position > 0) {
                next = pending;
                end(position);
            } else if (position == Publication.BACK_PRESSURED || position == Publication.ADMIN_ACTION) {
                if (System.nanoTime() - beginNs > BLOCKED_NS) {
                    return false;
                }
                LockSupport.parkNanos(PAUSE_NS);
            } else {
                throw new RingsideException(ErrorCode.TIMEOUT, "connection to the Archive is lost: address="
                        + context.address() + ", recording=" + recording.id() + ", result="
                        + Publication.errorString(position) + ": it is made again as soon as the Archive can be "
                        + "reached");
            }
        }
        return true;
    }

    private void end(final long position) {
        final Batch batch = ending;
        if (pending == null && batch != null) {
            ending = null;
            batches.add(batch.at(position));
        }
    }

    private long offer(final ExclusivePublication open, final byte[] record) {
        sending.wrap(record);
        final boolean isFirst = sent == 0;
        final int length = Math.min(record.length - sent,
                open.maxMessageLength() - (isFirst ? 0 : RecordAssembly.PART_HEADER_LENGTH));
        final long position;
        if (isFirst) {
            position = open.offer(sending, 0, length);
        } else {
            RecordAssembly.putPartHeader(part, sent);
            position = open.offer(part, 0, RecordAssembly.PART_HEADER_LENGTH, sending, sent, length);
        }
        if (position > 0) {
            sent += length;
            if (sent == record.length) {
                pending = null;
                sent = 0;
            }
        }
        return position;
    }

    /** Updates the accepted batches from the recorded position. Returns whether there are new ones. */
    private boolean settle(final AeronArchive archive, final ExclusivePublication open) {
        Batch batch = batches.peek();
        if (batch == null) {
            settledNs = System.nanoTime();
            return false;
        }
        final long recorded = archive.getRecordingPosition(streamId);
        // Check the session after reading the position, because the position may belong to another sender that has
        // taken over.
        if (recorded == AeronArchive.NULL_POSITION || !client.isRecorded(streamId, open.sessionId())) {
            throw new RingsideException(ErrorCode.TIMEOUT, "the Archive has stopped to record: address="
                    + context.address() + ", recording=" + recording.id() + ", archiveRecording=" + streamId
                    + ": it is tried again");
        }
        settledNs = System.nanoTime();
        boolean moved = false;
        while (batch != null && batch.position() <= recorded) {
            batches.remove();
            records += batch.records();
            accepted(batch.events(), batch.lost(), batch.bytes(), batch.ended());
            moved = true;
            batch = batches.peek();
        }
        return moved;
    }

    @Override
    public boolean hasCaughtUp() {
        return announced && publication != null && pending == null && unannounced == 0 && batches.isEmpty()
                && recording.isAtEnd();
    }

    /**
     * Closes the publication. The next connection determines which of the unconfirmed records the Archive has recorded.
     */
    private void leave() {
        final ExclusivePublication open = publication;
        publication = null;
        pending = null;
        sent = 0;
        ending = null;
        unannounced = 0;
        endSent = false;
        batches.clear();
        CloseHelper.quietClose(open);
    }

    /** Stops the recording in the Archive, which would otherwise wait for more, and closes everything. */
    @Override
    public void close() {
        final boolean isOpen = publication != null && announced;
        try {
            if (isOpen) {
                CloseHelper.quietClose(() -> client.archive().tryStopRecording(subscriptionId));
            }
        } finally {
            leave();
            CloseHelper.closeAll(client, recording);
        }
    }
}
