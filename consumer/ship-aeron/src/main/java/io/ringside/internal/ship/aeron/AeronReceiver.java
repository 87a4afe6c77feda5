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
 * Receives all recordings of a topic: each by a replay of the Archive's recording, which follows while that grows.
 * Positions are in the folder of the receiver, and say only where to begin; what a recording contains says which
 * records are new. Not thread-safe.
 */
final class AeronReceiver implements ReceiveTask {
    /** An Archive has 20 by default, for all who ask. */
    private static final int REPLAYS_MAX = 8;
    private static final int FRAGMENTS = 512;
    private static final long SAVE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    /** So often it is asked what the Archive has. */
    private static final long LIST_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long IDLE_LIST_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Recordings whose end is asked for at once, in turns: each costs a request. */
    private static final int ASKED_MAX = 64;
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_MAX_NS = TimeUnit.SECONDS.toNanos(30);
    /** After so many replays that have failed, and none that has brought anything, all connections are made anew. */
    private static final int FAILURES_MAX = 3;
    /** A replay that has more to do gives way to another one after this time, if it has brought a record. */
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
    /** Since when nothing comes. */
    private long idleNs = System.nanoTime();
    private long replays;
    /** Since something was received. */
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

    /** Forgets all replays, so that they begin again. */
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
     * Asks what the Archive has, and begins to replay what is new, as much as it may be asked for at once.
     *
     * @param isIdle whether the end of what is replayed is asked for, too
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
     * Determines the ends of recordings. The ends of stopped recordings are known; of the others, those are asked for
     * that were asked for longest ago.
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

    /** Ends a replay that has nothing to do, or else the one whose turn was longest: there are others to begin. */
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

    /** Recordings first: a position that is too old is harmless. */
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

    /** Returns, for people, what the receiver waits for. */
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

    /** One recording of the Archive, and how far it was received. */
    private final class Follower implements ControlledFragmentHandler {
        private static final long NO_REPLAY = Aeron.NULL_VALUE;

        private ArchivedStream stream;
        /** After the last record that was taken. */
        private long position;
        /** After the last byte that was read. */
        private long read;
        /** End of the Archive's recording when the Archive was asked last. */
        private long end;
        private long askedNs = idleNs - 1;
        /** When the Archive was asked and has answered. */
        private long knownNs = idleNs - 1;
        private long replay = NO_REPLAY;
        private long begunNs;
        /** Position at which it was begun, and the time of its last bytes. */
        private long begunAt;
        private long movedNs;
        /** Replays are begun in turns. */
        private long begun;
        private @Nullable Image image;
        private RecordAssembly assembly = new RecordAssembly();
        /** Record that was read and could not be taken yet; {@code waitingEnd} is where it ends. */
        private byte @Nullable [] waiting;
        private long waitingEnd;
        private @Nullable RuntimeException failure;
        /** One after the other, of this recording alone. */
        private int failures;
        private long againNs;
        /** Whether the purge was reported; each is reported once. */
        private boolean isPurgeTold;
        private boolean isRewindTold;
        private int written;
        /** Whether the next record shows if the position was one of this recording as it is now. */
        private boolean resuming;
        /** From the last status. */
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
                // An incomplete record at the end is never completed.
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

        /** One that has ended ends where it does. */
        boolean isEndKnownSince(final long ns) {
            return !stream.isActive() || knownNs - ns >= 0;
        }

        /** A record can take longer than a turn: what came of it would come again. */
        boolean hasHadItsTurn(final long nowNs) {
            return nowNs - begunNs > turnNs && (position > begunAt || nowNs - movedNs > TURN_NS);
        }

        /** The others go on if the Archive does not know. Without an answer, the connection is at fault. */
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

        /**
         * Sets where the Archive's recording ends now. It may be another one than that of which a part was received.
         */
        void endsAt(final long newEnd) {
            end = newEnd;
            if (!isReplaying() && position > newEnd) {
                readAgain();
            }
        }

        /**
         * Reads again from the beginning: the Archive's recording was replaced, or has lost its end, so later positions
         * are different ones.
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

        /** The Archive does not have it any more. */
        void end() {
            final boolean wasAtEnd = isAtEnd();
            leave();
            if (!wasAtEnd) {
                context.errorHandler().onError(new RingsideException(ErrorCode.NOT_FOUND, "recording was removed from "
                        + "the Archive before its end was received: " + where() + ", end=" + end
                        + ": what came before the position cannot be read any more; receive before you purge"));
            }
        }

        /** The others go on. The first failure is reported, and this one is tried again after a while. */
        private void failed(final String what) {
            leave();
            againNs = System.nanoTime() + Math.min(RETRY_NS << Math.min(failures, 10), RETRY_MAX_NS);
            if (failures++ == 0) {
                context.errorHandler().onError(new RingsideException(ErrorCode.TIMEOUT, what + ": " + where()
                        + ", end=" + end + client.lately() + ": it is tried again, others are received meanwhile; "
                        + "check that the Archive can reach this machine, and run 'ArchiveTool verify' if it stays"));
            }
        }

        /** Returns false if the Archive may not be asked for more replays now. */
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

        /** Forgets the replay, which begins again where the last record ends. */
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

        /** Returns how many fragments were read. */
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
                // It is begun again if there is more.
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

        /** An exception would not reach the caller of the poll. */
        @Override
        public Action onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header) {
            try {
                final byte[] bytes = assembly.add(buffer, offset, length, header.flags());
                if (bytes != null) {
                    take(bytes, header.position());
                } else if (assembly.isEmpty() && isReplaying()) {
                    // It belongs to nothing.
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

        /** Null if nothing is to be taken of it. One with which a recording would begin is checked as a whole. */
        private @Nullable ShipRecord decode(final byte[] bytes) {
            final ShipRecord record = ShipRecord.decode(bytes);
            ShipRecord.require(record.recordingId().equals(stream.recordingId()), "recording");
            if (record.isStatus()) {
                host = ShipStatus.decode(record).host();
                return null;
            }
            if (!folder.has(record.recordingId())) {
                if (record.isGap()) {
                    // The next record counts its events with those that were shipped before.
                    return null;
                }
                RecordingCopy.check(record.content());
            }
            return record;
        }

        /** The Archive's recording may have lost its end and been continued since: then the position is another one. */
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
