package io.ringside.internal.ship.aeron;

import io.aeron.Aeron;
import io.aeron.Image;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.Header;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.recording.RecordingCopy;
import io.ringside.internal.ship.ReceiveTask;
import io.ringside.internal.ship.ReceivedRecording;
import io.ringside.internal.ship.ReceiverFolder;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.ship.Receiver;
import io.ringside.ship.ShipContext;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Receives all recordings of a topic, each by a replay of the Archive's recording, which continues while that grows.
 * Positions are stored in the receiver's folder and determine only where reading starts; the content of a recording
 * determines which records are new. Not thread-safe.
 */
final class AeronReceiver implements ReceiveTask {
    /** Maximum number of concurrent replays. An Archive allows 20 by default, for all clients. */
    private static final int REPLAYS_MAX = 8;
    private static final int FRAGMENTS = 512;
    private static final long SAVE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    /** Interval at which the Archive's recordings are listed. */
    private static final long LIST_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long IDLE_LIST_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Maximum number of recordings whose ends are requested in one round, because each costs a request. */
    private static final int ASKED_MAX = 64;
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_MAX_NS = TimeUnit.SECONDS.toNanos(30);
    /** Number of consecutive replays without data after which all connections are renewed. */
    private static final int FAILURES_MAX = 3;
    /** Time after which an unfinished replay is replaced by another one, if it has delivered a record. */
    static final long TURN_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ShipContext context;
    private final long turnNs;
    private final AeronClient client;
    private final ReceiverFolder folder;
    private final String offsetsSource;
    private final Map<Integer, Long> offsets;
    private final Map<UUID, Follower> followers = new LinkedHashMap<>();
    private final long openedNs = System.nanoTime();
    private long retryNs = System.nanoTime();
    private long savedNs = System.nanoTime();
    private long listedNs = System.nanoTime() - LIST_INTERVAL_NS;
    /** Time since which nothing has been received. */
    private long idleNs = System.nanoTime();
    private long replays;
    /** Number of failed replays since something was last received. */
    private int failedReplays;
    private long rejected;
    private boolean connected;
    private boolean failing;
    private boolean dirty;
    private boolean caughtUp;

    AeronReceiver(final ShipContext context, final Path path, final long turnNs) {
        this.context = context;
        this.turnNs = turnNs;
        this.client = new AeronClient(context);
        this.folder = ReceiverFolder.open(path, ReceiverFolder.MIN_FREE_BYTES, System::currentTimeMillis);
        this.offsetsSource = "aeron/" + context.topic();
        this.offsets = folder.offsets(offsetsSource);
    }

    @Override
    public int doWork() {
        if (System.nanoTime() - retryNs < 0) {
            return 0;
        }
        try {
            final int written = receive();
            failing = false;
            return written;
        } catch (final RuntimeException e) {
            failed(client.failure("receive", e));
        }
        return 0;
    }

    private void failed(final RingsideException failure) {
        final boolean isFull = failure.code() == ErrorCode.NO_SPACE;
        if (!isFull) {
            leave();
            client.leave();
        }
        if ((!isFull && failure.code() != ErrorCode.TIMEOUT)
                || (!connected && System.nanoTime() - openedNs > context.connectTimeoutNs())) {
            throw failure;
        }
        if (!failing) {
            failing = true;
            context.errorHandler().onError(failure);
        }
        retryNs = System.nanoTime() + RETRY_NS;
    }

    /** Forgets all replays, so that they are started again. */
    private void leave() {
        followers.values().forEach(Follower::forget);
        listedNs = System.nanoTime() - LIST_INTERVAL_NS;
        caughtUp = false;
    }

    private int receive() {
        client.archive();
        connected = true;
        if (System.nanoTime() - listedNs >= LIST_INTERVAL_NS) {
            list(false);
        }
        int fragments = 0;
        int written = 0;
        for (final Follower each : followers.values()) {
            final int polled = each.poll();
            fragments += polled;
            written += each.takeWritten();
        }
        if (fragments > 0) {
            failedReplays = 0;
        } else if (failedReplays >= FAILURES_MAX) {
            failedReplays = 0;
            leave();
            client.close();
            return written;
        }
        final long nowNs = System.nanoTime();
        if (dirty && (fragments == 0 || nowNs - savedNs >= SAVE_INTERVAL_NS)) {
            save();
            savedNs = nowNs;
        }
        if (fragments > 0) {
            caughtUp = false;
            idleNs = nowNs;
        } else if (nowNs - listedNs >= IDLE_LIST_INTERVAL_NS && !caughtUp
                && followers.values().stream().allMatch(Follower::isAtEnd)) {
            list(true);
            caughtUp = followers.values().stream()
                    .allMatch(each -> each.isAtEnd() && each.isEndKnownSince(idleNs));
        } else {
            LockSupport.parkNanos(PAUSE_NS);
        }
        return written;
    }

    /**
     * Lists the Archive's recordings, and starts replaying new data as far as the number of replays permits.
     *
     * @param isIdle whether to request the ends of recordings that are being replayed, too
     */
    private void list(final boolean isIdle) {
        final Set<UUID> listed = new HashSet<>();
        for (final ArchivedStream each : client.streams()) {
            listed.add(each.recordingId());
            Follower follower = followers.get(each.recordingId());
            if (follower != null && follower.isOf(each)) {
                follower.update(each);
            } else {
                if (follower != null) {
                    follower.leave();
                }
                follower = new Follower(each);
                followers.put(each.recordingId(), follower);
            }
        }
        final List<Follower> gone = followers.values().stream()
                .filter(each -> !listed.contains(each.stream.recordingId())).toList();
        gone.forEach(Follower::end);
        followers.values().removeAll(gone);
        final long nowNs = System.nanoTime();
        askForEnds(isIdle, nowNs);
        final List<Follower> idle = followers.values().stream().filter(each -> each.isToBegin(nowNs))
                .sorted(Comparator.comparingLong(each -> each.begun)).toList();
        for (final Follower each : idle) {
            if ((!hasRoom() && !releaseOne(nowNs)) || !each.start()) {
                break;
            }
        }
        caughtUp &= followers.values().stream().allMatch(Follower::isAtEnd);
        listedNs = System.nanoTime();
    }

    /**
     * Determines the ends of recordings. The ends of stopped recordings are known; of the others, those are requested
     * whose last request is longest ago.
     */
    private void askForEnds(final boolean isIdle, final long nowNs) {
        followers.values().stream().filter(each -> !each.stream.isActive() && (isIdle || !each.isReplaying()))
                .forEach(each -> each.endsAt(each.stream.stop()));
        followers.values().stream()
                .filter(each -> each.stream.isActive() && !each.isToWait(nowNs)
                        && (isIdle ? !each.isEndKnownSince(idleNs) : !each.isReplaying()))
                .sorted(Comparator.comparingLong(each -> each.askedNs - nowNs)).limit(ASKED_MAX).toList()
                .forEach(Follower::askForEnd);
    }

    private boolean hasRoom() {
        return followers.values().stream().filter(Follower::isReplaying).count() < REPLAYS_MAX;
    }

    /** Makes room for another replay: ends one that is at its end, or else the one that has had the longest turn. */
    private boolean releaseOne(final long nowNs) {
        final Follower released = followers.values().stream()
                .filter(each -> each.isReplaying() && (each.isAtEnd() || each.hasHadItsTurn(nowNs)))
                .min(Comparator.<Follower, Boolean>comparing(each -> !each.isAtEnd())
                        .thenComparingLong(each -> each.begun))
                .orElse(null);
        if (released != null) {
            released.leave();
        }
        return released != null;
    }

    /** Saves the recordings, then the positions, because a position that is too old is harmless. */
    private void save() {
        folder.save();
        followers.values().forEach(each -> offsets.put((int) each.stream.id(), each.position));
        folder.offsets(offsetsSource, new HashMap<>(offsets));
        dirty = false;
    }

    private RingsideException ofAnotherVersion(final Follower from, final RingsideException reason) {
        return new RingsideException(ErrorCode.LAYOUT, "the Archive has a record that this version cannot read: "
                + "address=" + context.address() + ", archiveRecording=" + from.stream.id() + ", position="
                + from.position + ", reason=" + reason.getMessage(), reason);
    }

    private void reject(final Follower from, final RingsideException reason) {
        if (rejected++ == 0) {
            context.errorHandler().onError(new RingsideException(ErrorCode.CORRUPT, "the Archive has a record that is "
                    + "rejected, others are only counted: address=" + context.address() + ", archiveRecording="
                    + from.stream.id() + ", position=" + from.position + ", reason=" + reason.getMessage(), reason));
        }
    }

    @Override
    public boolean hasCaughtUp() {
        return caughtUp;
    }

    /** Returns a text about what the receiver is waiting for. */
    @Override
    public String toString() {
        return "receiver: caughtUp=" + caughtUp + ", failing=" + failing + ", recordings=" + followers.values();
    }

    @Override
    public long rejected() {
        return rejected;
    }

    @Override
    public List<Receiver.Received> ledgers() {
        return folder.ledgers();
    }

    @Override
    public void close() {
        try {
            if (dirty) {
                save();
            }
        } finally {
            try {
                client.close();
            } finally {
                folder.close();
            }
        }
    }

    /** The state of receiving one recording of the Archive. */
    private final class Follower implements ControlledFragmentHandler {
        private static final long NO_REPLAY = Aeron.NULL_VALUE;

        private ArchivedStream stream;
        /** Position after the last record that was taken. */
        private long position;
        /** Position after the last byte that was read. */
        private long read;
        /** End of the Archive's recording, as last determined. */
        private long end;
        private long askedNs = idleNs - 1;
        /** Time of the last request for the end that was answered. */
        private long knownNs = idleNs - 1;
        private long replay = NO_REPLAY;
        private long begunNs;
        /** Position at which the replay started; {@code movedNs} is the time at which its last bytes arrived. */
        private long begunAt;
        private long movedNs;
        /** Number of the replay, for giving turns in this order. */
        private long begun;
        private @Nullable Image image;
        private RecordAssembly assembly = new RecordAssembly();
        /** Record that was read but could not be taken yet; {@code waitingEnd} is the position after it. */
        private byte @Nullable [] waiting;
        private long waitingEnd;
        private @Nullable RuntimeException failure;
        /** Number of consecutive failures of this recording. */
        private int failures;
        private long againNs;
        /** Whether a purge was reported. A purge and a rewind are each reported once. */
        private boolean isPurgeTold;
        private boolean isRewindTold;
        private int written;
        /** Whether the next record must show that the stored position still belongs to the Archive's recording. */
        private boolean resuming;
        /** Name of the sender's host, from the last status. */
        private String host = "";

        Follower(final ArchivedStream stream) {
            this.stream = stream;
            final long known = folder.has(stream.recordingId())
                    ? offsets.getOrDefault((int) stream.id(), stream.start())
                    : stream.start();
            goTo(known);
            resuming = position > stream.start();
        }

        private void goTo(final long newPosition) {
            position = newPosition;
            read = newPosition;
            assembly = new RecordAssembly();
            waiting = null;
        }

        boolean isOf(final ArchivedStream other) {
            return stream.id() == other.id() && stream.startTimestamp() == other.startTimestamp();
        }

        void update(final ArchivedStream newer) {
            if (!isReplaying() && waiting == null && !newer.isActive() && read == newer.stop()) {
                // An incomplete record at the end of a stopped recording is never completed, so it is dropped.
                goTo(read);
            }
            stream = newer;
        }

        boolean isReplaying() {
            return replay != NO_REPLAY;
        }

        boolean isAtEnd() {
            return waiting == null && read >= end;
        }

        /** Whether the end was determined since a time; the end of a stopped recording is always known. */
        boolean isEndKnownSince(final long ns) {
            return !stream.isActive() || knownNs - ns >= 0;
        }

        /**
         * Whether another replay may take over. This one must have delivered a record, which would otherwise be
         * replayed from its beginning, unless nothing arrives any more.
         */
        boolean hasHadItsTurn(final long nowNs) {
            return nowNs - begunNs > turnNs && (position > begunAt || nowNs - movedNs > TURN_NS);
        }

        /** Requests the end. An error response affects only this recording; without a response, all are affected. */
        void askForEnd() {
            askedNs = System.nanoTime();
            try {
                endsAt(client.endOf(stream));
                knownNs = askedNs;
            } catch (final ArchiveException e) {
                if (e.correlationId() == Aeron.NULL_VALUE || e.errorCode() == ArchiveException.UNAUTHORISED_ACTION) {
                    throw e;
                }
                if (e.errorCode() != ArchiveException.UNKNOWN_RECORDING) {
                    failed("the Archive does not say where a recording ends, reason=" + e.getMessage());
                }
            }
        }

        boolean isToBegin(final long nowNs) {
            return !isReplaying() && !isAtEnd() && !isToWait(nowNs);
        }

        private boolean isToWait(final long nowNs) {
            return failures > 0 && nowNs - againNs < 0;
        }

        /** Sets the end of the Archive's recording, which may have been replaced since a part was received. */
        void endsAt(final long newEnd) {
            end = newEnd;
            if (!isReplaying() && position > newEnd) {
                readAgain();
            }
        }

        /**
         * Starts again from the beginning, because the Archive's recording was replaced or has lost its end, so later
         * positions are no longer valid.
         */
        private void readAgain() {
            if (!isRewindTold) {
                isRewindTold = true;
                context.errorHandler().onError(new RingsideException(ErrorCode.CORRUPT, "recording of the Archive does "
                        + "not have what was received of it: " + where() + ", end=" + end + ": it was replaced, or "
                        + "has lost its end; it is read again from its beginning, and what is known is left out"));
            }
            goTo(stream.start());
        }

        private String where() {
            return "address=" + context.address() + ", archiveRecording=" + stream.id() + ", recording="
                    + stream.recordingId() + ", position=" + position;
        }

        /** Handles the removal of the recording from the Archive. */
        void end() {
            final boolean wasAtEnd = isAtEnd();
            leave();
            if (!wasAtEnd) {
                context.errorHandler().onError(new RingsideException(ErrorCode.NOT_FOUND, "recording was removed from "
                        + "the Archive before its end was received: " + where() + ", end=" + end
                        + ": what came before the position cannot be read any more; receive before you purge"));
            }
        }

        /** Handles a failure of this recording only: reports the first one in a row, and schedules another attempt. */
        private void failed(final String what) {
            leave();
            againNs = System.nanoTime() + Math.min(RETRY_NS << Math.min(failures, 10), RETRY_MAX_NS);
            if (failures++ == 0) {
                context.errorHandler().onError(new RingsideException(ErrorCode.TIMEOUT, what + ": " + where()
                        + ", end=" + end + client.lately() + ": it is tried again, others are received meanwhile; "
                        + "check that the Archive can reach this machine, and run 'ArchiveTool verify' if it stays"));
            }
        }

        /** Starts a replay. Returns false if the Archive currently allows no more replays. */
        boolean start() {
            final boolean isKnown = folder.has(stream.recordingId());
            if (position < stream.start() || (!isKnown && stream.start() > 0)) {
                if (!isPurgeTold) {
                    isPurgeTold = true;
                    context.errorHandler().onError(new RingsideException(ErrorCode.NOT_FOUND, "the beginning of a "
                            + "recording was purged from the Archive before it was received: " + where() + ", begin="
                            + stream.start() + ": events before its next description cannot be read; receive before "
                            + "you purge"));
                }
                position = Math.max(position, stream.start());
            }
            goTo(position);
            resuming = position > stream.start();
            try {
                replay = client.startReplay(stream, position,
                        stream.isActive() ? AeronArchive.REPLAY_ALL_AND_FOLLOW : end - position);
                begunNs = System.nanoTime();
                begunAt = position;
                movedNs = begunNs;
                begun = ++replays;
                return true;
            } catch (final ArchiveException e) {
                if (e.errorCode() == ArchiveException.INVALID_POSITION && position > stream.start()) {
                    readAgain();
                    return true;
                }
                if (e.errorCode() == ArchiveException.UNAUTHORISED_ACTION) {
                    throw e;
                }
                failed("the Archive does not replay a recording, reason=" + e.getMessage());
                return e.errorCode() != ArchiveException.MAX_REPLAYS;
            }
        }

        /** Forgets the replay, so that the next one starts after the last record. */
        void forget() {
            replay = NO_REPLAY;
            image = null;
            goTo(position);
        }

        void leave() {
            final long running = replay;
            forget();
            if (running != NO_REPLAY) {
                client.stopReplay(running);
            }
        }

        /** Reads from the replay and returns the number of fragments. */
        int poll() {
            if (!isReplaying()) {
                return 0;
            }
            final byte[] before = waiting;
            if (before != null) {
                waiting = null;
                take(before, waitingEnd);
                throwFailure();
            }
            Image open = image;
            if (open == null) {
                open = client.replay(replay);
                image = open;
            }
            if (open == null) {
                if (System.nanoTime() - begunNs > client.settings().messageTimeoutNs()) {
                    failedReplays++;
                    failed("a replay of the Archive does not arrive");
                }
                return 0;
            }
            final int fragments = open.controlledPoll(this, FRAGMENTS);
            if (isReplaying()) {
                read = Math.max(read, open.position());
            }
            throwFailure();
            if (fragments > 0) {
                failures = 0;
                movedNs = System.nanoTime();
            } else if (isReplaying() && (open.isClosed() || open.isEndOfStream())) {
                // The replay is started again if there is more data.
                replay = NO_REPLAY;
                image = null;
                if (read < end) {
                    failed("a replay of the Archive has ended too early");
                }
            }
            return fragments;
        }

        private void throwFailure() {
            final RuntimeException failed = failure;
            failure = null;
            if (failed != null) {
                throw failed;
            }
        }

        /** Keeps exceptions, because Aeron would not pass them on to the caller of the poll. */
        @Override
        public Action onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header) {
            try {
                final byte[] bytes = assembly.add(buffer, offset, length, header.flags());
                if (bytes != null) {
                    take(bytes, header.position());
                } else if (assembly.isEmpty() && isReplaying()) {
                    // The fragment belongs to no record, so it can be skipped.
                    position = header.position();
                }
            } catch (final RuntimeException e) {
                failure = e;
            }
            return failure != null || !isReplaying() || context.interrupted().getAsBoolean()
                    ? Action.BREAK
                    : Action.CONTINUE;
        }

        private void take(final byte[] bytes, final long bytesEnd) {
            dirty = true;
            try {
                final ShipRecord record = decode(bytes);
                if (record != null && !rewinds(record)) {
                    final ReceivedRecording recording = folder.recording(record.recordingId(), stream.source());
                    recording.from(host);
                    written += recording.take(record, (recordingId, sessionKey) -> List.of()) ? 1 : 0;
                    resuming = false;
                }
            } catch (final RingsideException e) {
                if (e.code() == ErrorCode.LAYOUT) {
                    failure = ofAnotherVersion(this, e);
                    return;
                }
                if (e.code() != ErrorCode.CORRUPT) {
                    waiting = bytes;
                    waitingEnd = bytesEnd;
                    failure = e;
                    return;
                }
                reject(this, e);
            }
            if (isReplaying()) {
                position = bytesEnd;
            }
        }

        /** Decodes a record; returns null if it is to be skipped. Validates the first record of a recording. */
        private @Nullable ShipRecord decode(final byte[] bytes) {
            final ShipRecord record = ShipRecord.decode(bytes);
            ShipRecord.require(record.recordingId().equals(stream.recordingId()), "recording");
            if (record.isStatus()) {
                host = ShipStatus.decode(record).host();
                return null;
            }
            if (!folder.has(record.recordingId())) {
                if (record.isGap()) {
                    // The next record accounts for these events, together with those shipped before.
                    return null;
                }
                RecordingCopy.check(record.content());
            }
            return record;
        }

        /** Whether the position is invalid, because the Archive's recording lost its end and was continued since. */
        private boolean rewinds(final ShipRecord record) {
            if (!resuming) {
                return false;
            }
            final ReceivedRecording known = folder.recording(record.recordingId(), stream.source());
            resuming = false;
            if (record.sequence() <= known.nextSequence()) {
                return false;
            }
            leave();
            readAgain();
            return true;
        }

        @Override
        public String toString() {
            return where() + ", read=" + read + ", end=" + end + ", active=" + stream.isActive() + ", replay=" + replay
                    + ", failures=" + failures + ", image=" + image;
        }

        int takeWritten() {
            final int taken = written;
            written = 0;
            return taken;
        }
    }
}
