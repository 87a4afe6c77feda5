package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.event.EventLimits;
import io.ringside.internal.activity.ThreadActivity;
import io.ringside.internal.event.PayloadCopy;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.lane.LaneOutcome;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.machine.TscClock;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import io.ringside.write.SessionIdentity;
import io.ringside.write.ThreadWriter;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.FrameDescriptor.RECORD_HEADER_LENGTH;

/**
 * The writer of one platform thread: lets callers in, waits for room where sessions want that, and writes one record
 * into one lane for each session that wants the event. Filters are asked first, then all attempts are counted, then
 * each clock that the sessions have is read once, then each lane gets record or loss.
 * <p>
 * Every way in stores the busy word, and an error on the way clears it: by a store, for which a stack that has
 * overflowed has room, and not by a call. So each way in has its own {@code catch}. It also distrusts the lane that was
 * written last, which the next write then finds by the slow way, where it is healed.
 */
public final class WritingThread extends ThreadLanes {
    private static final int MONOTONIC = 1;
    private static final int COUNTER = 1 << 1;

    static final int MAX_BODY_LENGTH = EventLimits.EVENT_LENGTH_MAX - RECORD_HEADER_LENGTH;

    private static final int MAX_VIRTUAL_LENGTH = MAX_BODY_LENGTH - ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH;

    /** The record that is being written, unless it is plain. */
    private final RecordDraft draft = new RecordDraft();

    /** Lanes of the write under way. */
    private final LaneWriter[] attempted = new LaneWriter[EventLimits.SESSIONS_MAX];
    /** Their slots, one bit each. */
    private final long[] attemptedSlots = new long[EventLimits.SESSIONS_MAX];
    /** Results of the slots that have no lane for the write under way. */
    private long unplaced;
    /** Whether a session's items made its record larger than any may be. */
    private boolean overEventLimit;
    /** Clocks of the lanes of the write under way, and what they showed. */
    private int clocks;
    private long monotonicNs;
    private long counterNs;
    /** The activity of the writer's own thread; null before the first event that it writes itself. */
    private @Nullable ThreadActivity ownActivity;
    /** The room that the thread's typed events are written with; null before the first. Not for virtual threads. */
    @Nullable
    ShortRoom shortPayload;
    /** The same of those that are long, or whose length varies. */
    @Nullable
    TypedDraft typedWrite;
    /** The virtual thread that has entered last; written by virtual threads only, outside all writes. */
    private long occupantId = NOT_VIRTUAL;
    /** Whether the carrier has another writer, and only the occupant may still be inside of this one. */
    private volatile boolean replaced;

    WritingThread(final WriterThreads threads, final Thread thread) {
        super(threads, thread);
        this.direct = thread;
        if (thread == Thread.currentThread()) {
            ownActivity = ThreadActivity.current();
        }
    }

    @Override
    public long write(final ProviderEvent event) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        final long idle = event.idleResult();
        return idle == ProviderEvent.WANTED ? writeEnabled((DeclaredEvent) event) : idle;
    }

    @Override
    public long write(final ProviderEvent event, final DirectBuffer source, final int offset, final int length) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        final long idle = event.idleResult();
        return idle == ProviderEvent.WANTED
                ? writeEnabled((DeclaredEvent) event, source, offset, length)
                : idle;
    }

    @Override
    public long write(final ProviderEvent event, final DataDescriptors blocks) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        final long idle = event.idleResult();
        return idle == ProviderEvent.WANTED ? writeEnabled((DeclaredEvent) event, blocks) : idle;
    }

    @Override
    public long write(final ProviderEvent event, final WriteOptions options) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        final long idle = event.idleResult();
        return idle == ProviderEvent.WANTED ? writeEnabled((DeclaredEvent) event, options) : idle;
    }

    @Override
    public long write(final ProviderEvent event, final WriteOptions options, final DirectBuffer source,
            final int offset, final int length) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        final long idle = event.idleResult();
        return idle == ProviderEvent.WANTED
                ? writeEnabled((DeclaredEvent) event, options, source, offset, length)
                : idle;
    }

    @Override
    public long write(final ProviderEvent event, final WriteOptions options, final DataDescriptors blocks) {
        if (event == null) {
            return WriteResult.INVALID_PARAMETER;
        }
        final long idle = event.idleResult();
        return idle == ProviderEvent.WANTED ? writeEnabled((DeclaredEvent) event, options, blocks) : idle;
    }

    @Override
    public boolean tryClaim(final ProviderEvent event, final EventClaim claim, final int length) {
        if (claim == null) {
            return false;
        }
        final ClaimedRoom room = (ClaimedRoom) claim;
        room.abort();
        if (event == null) {
            return room.refuse(WriteResult.INVALID_PARAMETER);
        }
        final long idle = event.idleResult();
        return idle == ProviderEvent.WANTED
                ? claimEnabled((DeclaredEvent) event, room, length)
                : room.refuse(idle);
    }

    /** Write an event without payload that was seen to be wanted; so do the methods of the same name. */
    long writeEnabled(final DeclaredEvent event) {
        return writeChecked(event, null, null, null, 0, 0);
    }

    long writeEnabled(final DeclaredEvent event, final DirectBuffer source, final int offset, final int length) {
        return PayloadCopy.isInside(source, offset, length)
                ? writePiece(event, source, offset, length)
                : WriteResult.INVALID_PARAMETER;
    }

    long writeEnabled(final DeclaredEvent event, final DataDescriptors blocks) {
        if (blocks == null || !blocks.isValid()) {
            return WriteResult.INVALID_PARAMETER;
        }
        final int length = length(event, blocks);
        return blocks.isFew()
                ? writePiece(event, blocks.piece(), blocks.pieceOffset(), length)
                : writeChecked(event, null, null, blocks, 0, length);
    }

    long writeEnabled(final DeclaredEvent event, final WriteOptions options) {
        return isValid(options) ? writeChecked(event, options, null, null, 0, 0) : WriteResult.INVALID_PARAMETER;
    }

    long writeEnabled(final DeclaredEvent event, final WriteOptions options, final DirectBuffer source,
            final int offset, final int length) {
        return isValid(options) && PayloadCopy.isInside(source, offset, length)
                ? writeChecked(event, options, source, null, offset, length)
                : WriteResult.INVALID_PARAMETER;
    }

    long writeEnabled(final DeclaredEvent event, final WriteOptions options, final DataDescriptors blocks) {
        return isValid(options) && blocks != null && blocks.isValid()
                ? writeChecked(event, options, null, blocks, 0, length(event, blocks))
                : WriteResult.INVALID_PARAMETER;
    }

    /** Claim room for an event that was seen to be wanted, with a claim that was aborted if it could be. */
    boolean claimEnabled(final DeclaredEvent event, final ClaimedRoom claim, final int length) {
        return claimLast(event, claim, length) || claimChecked(event, claim, length);
    }

    /**
     * The commonest claim, without what only others need: in the lane that was written last, if it is that of the only
     * session that wants the event, and its block has room. Whether the flag word still wants the event is asked when
     * the claim is committed: until then nothing is counted.
     *
     * @return false if the claim is none of these, and nothing has happened
     */
    private boolean claimLast(final DeclaredEvent event, final ClaimedRoom claim, final int length) {
        if (direct != Thread.currentThread() || !isLastFree || isChanging || claim.isOpen() || isInside()) {
            return false;
        }
        try {
            enter();
            final LaneWriter lane = lastLane;
            final int index = lane != null && event.interest().only == lastSession ? lane.reserveInBlock(length) : -1;
            if (index >= 0 && lane != null) {
                open(event, claim, lane, index, length);
            }
            exit();
            return index >= 0;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    private boolean claimChecked(final DeclaredEvent event, final ClaimedRoom claim, final int length) {
        if (length < 0) {
            return claim.refuse(WriteResult.INVALID_PARAMETER);
        }
        final Thread caller = Thread.currentThread();
        if (claim.isOpen()) {
            return claim.refuse(WriteResult.INVALID_HANDLE);
        }
        if (thread == caller && refuses(event)) {
            return claim.refuse(event.refuse(threads));
        }
        if (direct == caller) {
            return claimInPlace(event, claim, length);
        }
        final WritingThread writer = writerWithRoom(event, caller);
        if (writer == null) {
            return claim.refuse(event.refuse(threads));
        }
        return writer.thread == caller
                ? writer.claimInPlace(event, claim, length)
                : writer.claimScratch(event, claim, length, caller.getId());
    }

    /** The same with a claim that is closed, on this writer's own thread. */
    boolean claimOwn(final DeclaredEvent event, final ClaimedRoom claim, final int length) {
        return isFor(event) ? claimInPlace(event, claim, length) : tryClaim(event, claim, length);
    }

    /** Whether the calling thread may write the event here without a look at its lanes' room. */
    boolean isFor(final DeclaredEvent event) {
        return direct == Thread.currentThread() && !refuses(event);
    }

    /** Write the string of a provider of this runtime. */
    long writeString(final ProviderState provider, final @Nullable WriteOptions options, final int level,
            final long keyword, final CharSequence text) {
        final Thread caller = Thread.currentThread();
        final WritingThread found = thread == caller
                ? isInside() ? null : this
                : threads.current().admit(caller);
        final WritingThread writer = found == null || found.direct == found.thread
                ? found
                : RoomWait.await(found, caller, null, provider, level, keyword, null);
        if (writer == null) {
            threads.beginLoss();
            try {
                final long wanted = provider.interest().acceptingStrings(level, keyword);
                return wanted == 0 ? provider.idleResult() : threads.lose(wanted);
            } finally {
                threads.endLoss();
            }
        }
        return writer.writeStringInside(provider, options, level, keyword, text, writer.virtualId(caller));
    }

    /** Before a claim is closed: the other sessions that want its event may have their writers wait. */
    void awaitRoom(final DeclaredEvent event, final LaneWriter claimed) {
        if (direct != thread) {
            RoomWait.await(this, thread, event, null, 0, 0, claimed);
        }
    }

    /** Whether the calling thread may close the claim of a lane with nothing to be settled or waited for before. */
    boolean mayCommitLast(final LaneWriter claimed) {
        return direct == Thread.currentThread() && claimed == lastLane && !isChanging && !isInside();
    }

    /**
     * Commit what {@link #mayCommitLast}, and is closed: the commonest commit, without what only others need.
     */
    long commitLast(final ClaimedRoom claim, final DeclaredEvent event, final LaneWriter claimed) {
        try {
            enter();
            final EventInterest interest = event.interest();
            final long result;
            if (interest.only == lastSession && (event.flagWord() & interest.slots) != 0) {
                claimed.commit(event.reference(), claim.index() - RECORD_HEADER_LENGTH, claim.length(), ownActivity());
                claimed.unclaim();
                isLastFree = true;
                isChanging = false;
                result = ResultBits.WRITTEN;
            } else {
                result = writeClaim(event, null, claim, claimed);
                settleClaim();
            }
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    long commit(final ClaimedRoom claim, final @Nullable WriteOptions options, final DeclaredEvent event,
            final LaneWriter claimed) {
        try {
            enter();
            final long result = writeClaim(event, options, claim, claimed);
            settleClaim();
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    /** Whether the calling thread may close claims of this writer: it is its own thread, and outside all writes. */
    boolean mayCloseClaims() {
        if (thread != Thread.currentThread() || isInside()) {
            return false;
        }
        settleClaim();
        return true;
    }

    /** Whether the calling thread is inside a write through this writer, in a buffer of its own. */
    boolean isInsideOf(final Thread caller) {
        return isInside() && (thread == caller || occupantId == caller.getId());
    }

    @Override
    public boolean takeLanes() {
        final Thread caller = Thread.currentThread();
        final WritingThread writer = thread == caller ? this : threads.current().admit(caller);
        return writer != null && !writer.isInside() && writer.takeLanesInside();
    }

    /** Whether the thread is outside all writes, or has ended. For the control thread, after its barrier. */
    public boolean isQuiet() {
        return !isInside() || !isAlive();
    }

    /** Whether its thread lives, or a virtual thread has not come out: else its lanes may go to others. */
    public boolean isAlive() {
        // In this order: after the first nobody enters any more.
        return (!replaced && thread.isAlive()) || (carries() && isInside());
    }

    /** Whether virtual threads have written through it. */
    boolean carries() {
        return occupantId != NOT_VIRTUAL;
    }

    /** From now on the carrier uses another writer. */
    void leaveToOccupant() {
        replaced = true;
    }

    /** Whether the event belongs to another runtime, or a payload's buffer tries to write one. */
    private boolean refuses(final DeclaredEvent event) {
        return isInside() || !event.isOf(threads);
    }

    /**
     * Let the caller in, of which this is the writer, or its carrier's. A virtual thread keeps its carrier until the
     * end of the write: it leaves it only where it parks, and no write does. What a payload's buffer does is not ours:
     * should it park, the others that come to this carrier find the writer occupied, and two threads never share a
     * lane.
     *
     * @return null if the caller itself is inside, in a buffer of its own, or there is no memory for its writer
     */
    @Nullable
    WritingThread admit(final Thread caller) {
        final long id = caller.getId();
        if (isInside()) {
            return thread == caller || occupantId == id || threads.isRefusing(this)
                    ? null
                    : threads.replace(this).admit(caller);
        }
        if (thread != caller) {
            occupantId = id;
        }
        return this;
    }

    /**
     * The writer of a caller, be it this one or not, after it has waited for room where sessions want that.
     *
     * @return null if the event is refused
     */
    private @Nullable WritingThread writerWithRoom(final DeclaredEvent event, final Thread caller) {
        final boolean refused = thread == caller ? refuses(event) : !event.isOf(threads);
        final WritingThread writer = refused ? null : thread == caller ? this : ofCaller().admit(caller);
        return writer == null || writer.direct == writer.thread
                ? writer
                : RoomWait.await(writer, caller, event, null, 0, 0, null);
    }

    /** The writer of whatever thread runs: mostly this one has just been found. */
    private WritingThread ofCaller() {
        return !replaced && Carriers.current() == thread ? this : threads.current();
    }

    /** Whether nothing but a time in ticks was given. */
    private static boolean isTicksOnly(final WriteOptions options) {
        return options.hasTimeTicks() && !options.hasActivity() && !options.hasRelated() && options.flags() == 0
                && options.excludedSlots() == 0;
    }

    private static boolean isValid(final @Nullable WriteOptions options) {
        return options != null && options.isValid();
    }

    /**
     * Length of a payload, from here on without what is metadata if the provider says so. Of more bytes than
     * any event may have it is enough to know that.
     */
    private static int length(final DeclaredEvent event, final DataDescriptors blocks) {
        blocks.useTypes(event.usesDescriptorTypes());
        return (int) Math.min(blocks.payloadLength(), MAX_BODY_LENGTH + 1);
    }

    long writeChecked(final DeclaredEvent event, final @Nullable WriteOptions options,
            final @Nullable DirectBuffer source, final @Nullable DataDescriptors blocks, final int offset,
            final int length) {
        final Thread caller = Thread.currentThread();
        final boolean isPlain = blocks == null && (options == null || isTicksOnly(options));
        if (isPlain ? isDirect(caller, event, length) : direct == caller) {
            return refuses(event)
                    ? event.refuse(threads)
                    : writeInside(event, options, source, blocks, offset, length, NOT_VIRTUAL);
        }
        final WritingThread writer = writerWithRoom(event, caller);
        return writer == null
                ? event.refuse(threads)
                : writer.writeInside(event, options, source, blocks, offset, length, writer.virtualId(caller));
    }

    private long writePiece(final DeclaredEvent event, final DirectBuffer source, final int offset, final int length) {
        return PayloadCopy.isFew(source, length) && isDirect(Thread.currentThread(), event, length) && !isInside()
                ? writeFew(event, source, offset, length)
                : writeChecked(event, null, source, null, offset, length);
    }

    /** The commonest write, without what only others need: its figures decide how fast tracing is. */
    private long writeFew(final DeclaredEvent event, final DirectBuffer source, final int offset, final int length) {
        try {
            enter();
            final long result = writeFewBytes(event, source, offset, length);
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    private long writeInside(final DeclaredEvent event, final @Nullable WriteOptions options,
            final @Nullable DirectBuffer source, final @Nullable DataDescriptors blocks, final int offset,
            final int length, final long virtualId) {
        try {
            enter();
            final long result = writePayload(event, options, source, blocks, offset, length, virtualId);
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    private long writeStringInside(final ProviderState provider, final @Nullable WriteOptions options, final int level,
            final long keyword, final CharSequence text, final long virtualId) {
        try {
            enter();
            final long result = writeString(provider, options, level, keyword, text, virtualId);
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    private boolean takeLanesInside() {
        boolean complete = true;
        try {
            enter();
            for (int slot = 0; slot < EventLimits.SESSIONS_MAX; slot++) {
                complete &= lane(slot, null) != null || threads.session(slot) == null;
            }
            exit();
            return complete;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    private boolean claimInPlace(final DeclaredEvent event, final ClaimedRoom claim, final int length) {
        settleClaim();
        try {
            enter();
            final boolean isOpen = openClaim(event, claim, length);
            exit();
            return isOpen;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    /**
     * Write an event whose payload is one piece, or blocks, or nothing.
     *
     * @param options null for none
     * @param length  of the piece or of all blocks, or something longer than any event may be
     */
    long writePayload(final DeclaredEvent event, final @Nullable WriteOptions options,
            final @Nullable DirectBuffer source, final @Nullable DataDescriptors blocks, final int offset,
            final int length, final long virtualId) {
        final EventInterest interest = event.interest();
        final long wanted = event.flagWord() & interest.slots;
        if (wanted == 0) {
            return event.unwantedResult();
        }
        final EventExtras extras = interest.extras;
        if (extras == null && length <= MAX_BODY_LENGTH && (blocks == null || !blocks.hasTime())) {
            final boolean isOwn = virtualId == NOT_VIRTUAL;
            final boolean isSimple = isOwn
                    ? options == null || isTicksOnly(options)
                    : options == null && source != null && length <= MAX_VIRTUAL_LENGTH;
            if (isSimple && (wanted & (wanted - 1)) == 0) {
                final int slot = Long.numberOfTrailingZeros(wanted);
                final LaneWriter lane = laneOf(interest.only, slot);
                if (lane == null) {
                    return lose(slot);
                }
                return isOwn || source == null
                        ? writeOne(event.reference(), lane, options, source, blocks, offset, length)
                        : writeVirtual(event.reference(), lane, source, offset, length, virtualId);
            }
            if (isOwn && options == null) {
                return writePlain(event.reference(), wanted, source, blocks, offset, length, null);
            }
        }
        if (blocks != null && !blocks.isTimeValid()) {
            return WriteResult.INVALID_PARAMETER;
        }
        (blocks == null ? draft.buffer(source, offset, length) : draft.blocks(blocks))
                .with(options, virtualId, activity(virtualId));
        return writeDraft(event.reference(), wanted, extras);
    }

    long writeClaim(final DeclaredEvent event, final @Nullable WriteOptions options, final ClaimedRoom claim,
            final LaneWriter claimed) {
        final EventInterest interest = event.interest();
        final long wanted = event.flagWord() & interest.slots;
        if (wanted == 0) {
            return event.unwantedResult();
        }
        final EventExtras extras = interest.extras;
        if (extras == null && options == null) {
            if (claimed == lastLane && interest.only == lastSession) {
                claimed.commit(event.reference(), claim.index() - RECORD_HEADER_LENGTH, claim.length(), ownActivity());
                return ResultBits.WRITTEN;
            }
            return writePlain(event.reference(), wanted, claimed.ring(), null, claim.index(), claim.length(), claimed);
        }
        draft.claim(claim, claimed).with(options, NOT_VIRTUAL, ownActivity());
        return writeDraft(event.reference(), wanted, extras);
    }

    long writeString(final ProviderState provider, final @Nullable WriteOptions options, final int level,
            final long keyword, final CharSequence text, final long virtualId) {
        final ProviderInterest interest = provider.interest();
        final long wanted = interest.acceptingStrings(level, keyword);
        final long reference = provider.stringReference();
        if (wanted == 0 || reference == ProviderState.NULL_REFERENCE) {
            return provider.idleResult();
        }
        draft.text(level, keyword, text).with(options, virtualId, activity(virtualId));
        return writeDraft(reference, wanted, interest.stringExtras());
    }

    /** Write what a classic provider writes, into one session. */
    long writeClassic(final long reference, final ClassicRecord record, final SessionIdentity session,
            final Thread caller) {
        try {
            enter();
            final long result = writeClassicInside(reference, record, session, caller);
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    /** Only inside: from here on the session cannot leave the process before the write ends. */
    private long writeClassicInside(final long reference, final ClassicRecord record, final SessionIdentity session,
            final Thread caller) {
        final SessionLanes lanes = threads.standing(session);
        if (lanes == null) {
            return WriteResult.INVALID_HANDLE;
        }
        record.layPrefix(lanes, threads, caller);
        final long virtualId = virtualId(caller);
        draft.classic(record).with(null, virtualId, activity(virtualId));
        final long result = writeDraft(reference, 1L << session.slot(), null);
        // The session has left since it was looked for.
        return result == WriteResult.NOT_WANTED ? WriteResult.INVALID_HANDLE : result;
    }

    /**
     * Write an event whose payload is short and plain.
     *
     * @param source for which {@link PayloadCopy#isFew} holds
     */
    long writeFewBytes(final DeclaredEvent event, final DirectBuffer source, final int offset, final int length) {
        final EventInterest interest = event.interest();
        final LaneWriter last = lastLane;
        // The flag word last: of an event of another runtime, which has other sessions, it may not be mapped.
        if (last == null || !isLastFree || interest.only != lastSession || (event.flagWord() & interest.slots) == 0) {
            return writeElsewhere(event, interest.only, source, offset, length);
        }
        // Found without the flag word: the processor need not wait for it to continue with the lane.
        final int index = last.write(event.reference(), source, offset, length, ownActivity());
        return ResultBits.ofOutcome(index);
    }

    private long writeElsewhere(final DeclaredEvent event, final @Nullable SessionLanes only, final DirectBuffer source,
            final int offset, final int length) {
        if (!event.isOf(threads)) {
            return WriteResult.INVALID_HANDLE;
        }
        if (only != null) {
            onlyLane(only);
        } else {
            final EventInterest interest = event.interest();
            final long slots = interest.slots;
            // The flag word last: the processor need not wait for it to continue with the lanes.
            if (interest.extras == null && slots != 0 && mayPrepare(slots, length)
                    && (event.flagWord() & slots) == slots) {
                return writeSeveral(event.reference(), source, offset, length);
            }
        }
        return writePayload(event, null, source, null, offset, length, NOT_VIRTUAL);
    }

    /**
     * The commonest write into several sessions, for which {@link #mayPrepare} holds: the payload is copied to each
     * lane before the clock is read for all of them.
     */
    private long writeSeveral(final long reference, final DirectBuffer source, final int offset, final int length) {
        final LaneWriter[] side = several;
        final int count = severalCount;
        for (int i = 0; i < count; i++) {
            side[i].prepare(source, offset, length);
        }
        final ThreadActivity activity = ownActivity();
        final long now = side[0].nanoTime();
        for (int i = 0; i < count; i++) {
            side[i].publishPrepared(reference, length, now, activity);
        }
        return count * ResultBits.WRITTEN;
    }

    /** Writes to one lane; the options contain nothing but a time. */
    private long writeOne(final long reference, final LaneWriter lane, final @Nullable WriteOptions options,
            final @Nullable DirectBuffer source, final @Nullable DataDescriptors blocks, final int offset,
            final int length) {
        final ThreadActivity activity = ownActivity();
        lane.attempt();
        final long now = options == null ? lane.nanoTime() : options.time();
        if (source != null && PayloadCopy.isFew(source, length) && lane.isMapped() && lane.hasRoomInBlock(length)) {
            return ResultBits.ofOutcome(lane.writeAttempted(reference, source, offset, length, activity, now));
        }
        final int index = lane.reserve(length);
        if (index < 0) {
            return loseIn(lane, index, options == null ? now : lane.nanoTime());
        }
        copy(lane, index + RECORD_HEADER_LENGTH, source, blocks, offset, length);
        lane.publish(index, reference, length, now, activity.most(), activity.least());
        return ResultBits.WRITTEN;
    }

    /** The record of a virtual thread, which gives its id: the lane's owner is the carrier. */
    private long writeVirtual(final long reference, final LaneWriter lane, final DirectBuffer source,
            final int offset, final int length, final long virtualId) {
        final ThreadActivity activity = ThreadActivity.ofVirtualThread();
        lane.attempt();
        final long now = lane.nanoTime();
        final int nameLength = draft.takeThreadName(length);
        final int itemsLength = ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH + nameLength;
        final int bodyLength = itemsLength + length;
        final int index = lane.reserve(bodyLength);
        if (index < 0) {
            return loseIn(lane, index, now);
        }
        final int body = index + RECORD_HEADER_LENGTH;
        ExtendedItemDescriptor.putVirtualThread(lane.ring(), body, virtualId, nameLength != 0);
        if (nameLength != 0) {
            draft.putThreadName(lane.ring(), body + ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH, false);
        }
        PayloadCopy.copy(lane.ring(), body + itemsLength, source, offset, length);
        lane.publish(index, reference | FrameDescriptor.EXTENDED, bodyLength, now, activity.most(), activity.least());
        return ResultBits.WRITTEN;
    }

    /** The same record, without items, into the lanes of all sessions; of a claim one lane has it already. */
    private long writePlain(final long reference, final long wanted, final @Nullable DirectBuffer source,
            final @Nullable DataDescriptors blocks, final int offset, final int length,
            final @Nullable LaneWriter claimed) {
        final int count = attempt(wanted, claimed);
        final ThreadActivity activity = ownActivity();
        readClocks();
        final boolean isFew = source != null && PayloadCopy.isFew(source, length);
        long result = unplaced;
        for (int i = 0; i < count; i++) {
            final LaneWriter lane = attempted[i];
            final long now = now(lane);
            if (isFew && source != null && lane != claimed && lane.isMapped()) {
                result += ResultBits.ofOutcome(lane.writeAttempted(reference, source, offset, length, activity, now));
                continue;
            }
            final boolean inPlace = lane == claimed;
            final int index = inPlace ? offset - RECORD_HEADER_LENGTH : lane.reserve(length);
            if (index < 0) {
                result += loseIn(lane, index, now);
                continue;
            }
            if (!inPlace) {
                copy(lane, index + RECORD_HEADER_LENGTH, source, blocks, offset, length);
            }
            lane.publish(index, reference, length, now, activity.most(), activity.least());
            result += ResultBits.WRITTEN;
        }
        return result;
    }

    private static void copy(final LaneWriter lane, final int index, final @Nullable DirectBuffer source,
            final @Nullable DataDescriptors blocks, final int offset, final int length) {
        if (blocks != null) {
            blocks.copyTo(lane.ring(), index);
        } else if (source != null) {
            PayloadCopy.copy(lane.ring(), index, source, offset, length);
        }
    }

    private long writeDraft(final long reference, final long wanted, final @Nullable EventExtras extras) {
        long accepted = draft.accepted(wanted, extras, threads);
        if (extras != null) {
            if ((accepted & extras.rated) != 0) {
                accepted = withinRates(accepted, extras);
            }
            draft.extend(accepted, extras, threadId);
        }
        final int count = attempt(accepted, draft.claimed());
        long result = unplaced;
        if (count > 0) {
            if (draft.needsClock()) {
                readClocks();
                draft.stamp(now(attempted[0]));
            }
            for (int i = 0; i < count; i++) {
                result += writeIn(attempted[i], attemptedSlots[i], reference);
            }
        }
        if (result != WriteResult.NOT_WANTED && (overEventLimit || draft.bodyLength(0) > MAX_BODY_LENGTH)) {
            result |= ResultBits.OVER_EVENT_LIMIT;
        }
        draft.clear();
        return result;
    }

    /**
     * Returns those sessions, of the ones that take an event, whose rates leave it in; the ledgers of the others count
     * it. A session that has no lane to count it in loses it as any other event.
     */
    private long withinRates(final long accepted, final EventExtras extras) {
        final LaneWriter claimed = draft.claimed();
        long within = accepted;
        for (long rest = accepted & extras.rated; rest != 0; rest &= rest - 1) {
            final int slot = Long.numberOfTrailingZeros(rest);
            final LaneWriter lane = claimed != null && owns(slot, claimed) ? claimed : lane(slot, claimed);
            if (lane != null) {
                final RateGate.Answer answer = draft.ask(extras.gate(slot), threadId);
                if (answer != RateGate.Answer.PASSED) {
                    within &= ~(1L << slot);
                    lane.skip(answer == RateGate.Answer.OVER_LIMIT);
                }
            }
        }
        return within;
    }

    private long writeIn(final LaneWriter lane, final long slotBit, final long reference) {
        final RecordDraft record = draft;
        final int bodyLength = record.bodyLength(slotBit);
        final boolean inPlace = record.isInPlace(lane, slotBit);
        final int index = inPlace ? record.claimIndex() : lane.reserve(bodyLength);
        if (index < 0) {
            overEventLimit |= bodyLength > MAX_BODY_LENGTH;
            return loseIn(lane, index, record.needsClock() ? now(lane) : lane.nanoTime());
        }
        if (!inPlace) {
            record.put(lane, index, slotBit);
        }
        final long timeTicks = record.hasTime()
                ? record.givenTicks(lane, threads.session(Long.numberOfTrailingZeros(slotBit)))
                : now(lane);
        lane.publish(index, record.reference(reference, slotBit), bodyLength, timeTicks, record.activityMost(),
                record.activityLeast());
        return ResultBits.WRITTEN;
    }

    /** The same for an event that no lane was looked at for. */
    private long lose(final DeclaredEvent event, final int payloadLength, final long virtualId,
            final boolean hasChanged) {
        try {
            enter();
            final long result = loseWanted(event, event.wanted(), payloadLength, virtualId, hasChanged);
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    /**
     * Count an event as lost in each session that may want it, before there is anything to copy, or to ask a filter
     * about: rather a loss too much than one too few.
     *
     * @param hasChanged whether it is lost by an error, as its payload has changed while it was copied
     */
    private long loseWanted(final DeclaredEvent event, final long wanted, final int payloadLength,
            final long virtualId, final boolean hasChanged) {
        if (wanted == 0) {
            return event.unwantedResult();
        }
        final int bodyLength = draft.buffer(null, 0, payloadLength)
                .with(null, virtualId, activity(virtualId)).bodyLength(0);
        final int count = attempt(wanted, null);
        readClocks();
        long result = unplaced;
        for (int i = 0; i < count; i++) {
            final LaneWriter lane = attempted[i];
            final int outcome = hasChanged
                    ? LaneOutcome.ERROR
                    : bodyLength > lane.maxPayloadBytes() ? LaneOutcome.TOO_LARGE : LaneOutcome.FULL;
            result += loseIn(lane, outcome, now(lane));
        }
        if (hasChanged) {
            return result | WriteResult.INVALID_PARAMETER;
        }
        return result != WriteResult.NOT_WANTED && bodyLength > MAX_BODY_LENGTH
                ? result | ResultBits.OVER_EVENT_LIMIT
                : result;
    }

    /** Count an event as lost by an error, as its payload has changed while it was copied. */
    long loseChanged(final DeclaredEvent event) {
        return lose(event, 0, NOT_VIRTUAL, true);
    }

    /** Whether an event of that payload is larger than any may be, on the least of items. */
    boolean isOverEventLimit(final int payloadLength, final long virtualId) {
        return draft.buffer(null, 0, payloadLength).with(null, virtualId, activity(virtualId))
                .bodyLength(0) > MAX_BODY_LENGTH;
    }

    /** The activity of who writes. */
    private ThreadActivity activity(final long virtualId) {
        return virtualId == NOT_VIRTUAL ? ownActivity() : ThreadActivity.ofVirtualThread();
    }

    ThreadActivity ownActivity() {
        ThreadActivity activity = ownActivity;
        if (activity == null) {
            activity = ThreadActivity.current();
            ownActivity = activity;
        }
        return activity;
    }

    private int attempt(final long accepted, final @Nullable LaneWriter claimed) {
        unplaced = WriteResult.NOT_WANTED;
        overEventLimit = false;
        clocks = 0;
        int count = 0;
        for (long rest = accepted; rest != 0; rest &= rest - 1) {
            final int slot = Long.numberOfTrailingZeros(rest);
            final LaneWriter lane = claimed != null && owns(slot, claimed) ? claimed : lane(slot, claimed);
            if (lane == null) {
                unplaced += lose(slot);
            } else {
                lane.attempt();
                clocks |= lane.isByCounter() ? COUNTER : MONOTONIC;
                if (attempted[count] != lane) {
                    // A store of a reference costs a barrier, and mostly it is the same.
                    attempted[count] = lane;
                }
                attemptedSlots[count] = rest & -rest;
                count++;
            }
        }
        return count;
    }

    /** One reading for all sessions of a clock: their records of an event have the same time. */
    private void readClocks() {
        if ((clocks & MONOTONIC) != 0) {
            monotonicNs = System.nanoTime();
        }
        if ((clocks & COUNTER) != 0) {
            counterNs = TscClock.nanoTime();
        }
    }

    private long now(final LaneWriter lane) {
        return lane.isByCounter() ? counterNs : monotonicNs;
    }

    static long loseIn(final LaneWriter lane, final int outcome, final long now) {
        lane.lose(outcome, now);
        return ResultBits.ofOutcome(outcome);
    }

    /**
     * Write an event of the calling thread, {@link ThreadWriter#isFor} which this is.
     *
     * @param typed has laid out what is before the array
     */
    long writeTail(final DeclaredEvent event, final TypedDraft typed, final byte[] tail) {
        try {
            enter();
            final long result = writeTailInside(event, typed, tail);
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    private long writeTailInside(final DeclaredEvent event, final TypedDraft typed, final byte[] tail) {
        final EventInterest interest = event.interest();
        final long wanted = event.flagWord() & interest.slots;
        final SessionLanes only = interest.only;
        final int length = typed.length(tail);
        final LaneWriter lane = wanted == 0 || only == null || interest.extras != null || length > MAX_BODY_LENGTH
                ? null
                : laneOf(only, only.slot());
        if (lane == null) {
            return writePayload(event, null, null, typed.pieces(tail), 0, length, NOT_VIRTUAL);
        }
        lane.attempt();
        final int index = lane.reserve(length);
        if (index < 0) {
            return loseIn(lane, index, lane.nanoTime());
        }
        typed.copyTo(lane.ring(), index + RECORD_HEADER_LENGTH, tail);
        final ThreadActivity activity = ownActivity();
        // The clock is read after the copy, for which the processor need not have waited then.
        final long now = lane.nanoTime();
        lane.publish(index, event.reference(), length, now, activity.most(), activity.least());
        return ResultBits.WRITTEN;
    }

    /**
     * Find room for a claim in a lane of one session that wants the event. Only inside a write.
     *
     * @return false if there is none: the event is counted as lost
     */
    private boolean openClaim(final DeclaredEvent event, final ClaimedRoom claim, final int length) {
        final EventInterest interest = event.interest();
        final long wanted = event.flagWord() & interest.slots;
        final SessionLanes only = interest.only;
        if (wanted != 0 && only != null) {
            final LaneWriter lane = isLastFree && only == lastSession ? lastLane : onlyLane(only);
            return (lane != null && openIn(event, claim, length, lane))
                    || claim.refuse(loseWanted(event, wanted, length, NOT_VIRTUAL, false));
        }
        for (long rest = wanted; rest != 0; rest &= rest - 1) {
            final LaneWriter lane = lane(Long.numberOfTrailingZeros(rest), null);
            if (lane != null && openIn(event, claim, length, lane)) {
                return true;
            }
        }
        return claim.refuse(loseWanted(event, wanted, length, NOT_VIRTUAL, false));
    }

    /** Nothing is touched that another thread could see: such a claim may be forgotten. */
    boolean claimScratch(final DeclaredEvent event, final ClaimedRoom claim, final int length,
            final long virtualId) {
        if (!isOverEventLimit(length, virtualId)) {
            claim.openScratch(threads, event, virtualId, threads.scratch().take(length), length);
            return true;
        }
        return claim.refuse(lose(event, length, virtualId, false));
    }

    private boolean openIn(final DeclaredEvent event, final ClaimedRoom claim, final int length,
            final LaneWriter lane) {
        final int index = lane.reserveAhead(length);
        if (index < 0) {
            return false;
        }
        open(event, claim, lane, index, length);
        return true;
    }

    private void open(final DeclaredEvent event, final ClaimedRoom claim, final LaneWriter lane, final int index,
            final int length) {
        if (changing != lane) {
            changing = lane;
        }
        isChanging = true;
        isLastFree = false;
        lane.claim();
        claim.open(this, event, lane, index + RECORD_HEADER_LENGTH, length);
        isChanging = false;
        if (KillPoint.ARMED) {
            KillPoint.CLAIM_OPENED.reached();
        }
    }
}
