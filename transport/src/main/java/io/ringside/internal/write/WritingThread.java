package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.event.EventLimits;
import io.ringside.internal.activity.ThreadActivity;
import io.ringside.internal.event.PayloadCopy;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.lane.LaneOutcome;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.FrameDescriptor.RECORD_HEADER_LENGTH;

/**
 * The writer of one platform thread: admits callers, waits for room if sessions require it, and writes one record into
 * one lane of each session that wants the event. There are three ways into a lane:
 * <ul>
 * <li>The <b>short</b> way copies a payload that is one piece of memory into the lane that was written last, or into
 * the lanes of the same few sessions, if their blocks have room.
 * <li>A <b>claim</b> reserves room, which the caller fills; its commit counts the attempt.
 * <li>The <b>general</b> way does everything else: filters are applied first, then all attempts are counted, then each
 * clock of the sessions is read once, then each lane receives the record or counts a loss.
 * </ul>
 */
public final class WritingThread extends ThreadLanes {
    /** Steps of the general way. */
    private static final int BUFFER = 0;
    private static final int BLOCKS = 1;
    private static final int STRING = 2;
    private static final int CLASSIC = 3;
    private static final int LOSE = 4;
    private static final int TAKE = 5;
    private static final int WAIT = 6;
    private static final int ACTION = 7;

    static final int MAX_BODY_LENGTH = EventLimits.EVENT_LENGTH_MAX - RECORD_HEADER_LENGTH;

    /** Result of the short way if it does not apply to an event; nothing has happened then. */
    private static final long NOT_SHORT = -1;
    /** Result of opening a claim successfully. */
    private static final long OPENED = -2;

    /** The event that is being written, unless it is plain. */
    private final RecordDraft draft = new RecordDraft(this);

    /** The activity of the writer's own thread; null before the thread writes its first event. */
    private @Nullable ThreadActivity ownActivity;
    /** The thread's typed write; null before the first. Not used by virtual threads. */
    @Nullable
    TypedDraft typed;
    /** Keyword of the string that is being written. */
    private long stringKeyword;
    /** Time that the current write has waited, and the slots it waits for unless it writes a declared event. */
    private long waitedNs;
    private long waitSlots;
    WritingThread(final WriterThreads threads, final Thread thread) {
        super(threads, thread);
        if (thread == Thread.currentThread()) {
            ownActivity = ThreadActivity.current();
        }
    }

    /**
     * The guard: code inside it may access lanes and enable masks, because no session ends meanwhile.
     * <p>
     * An error clears the busy word by a store, for which a stack that has overflowed has room, and not by a call. The
     * lane that was written last is no longer trusted either: the next write finds it in the general way, which repairs
     * it.
     * <p>
     * The short way, and both halves of a claim, have copies of the guard. A single guard for all would be too big for
     * the JVM's compiler to inline, and a claim would cost 3 ns more.
     *
     * @param step    step to perform
     * @param subject the event, or another object that the step works on
     * @param payload payload of the event, or another argument of the step
     */
    private long inside(final int step, final Object subject, final @Nullable WriteOptions options,
            final Object payload, final int offset, final int length) {
        try {
            enter();
            final long result = switch (step) {
                case BUFFER -> writePayload((DeclaredEvent) subject, options, (DirectBuffer) payload, null, offset,
                        length);
                case BLOCKS -> writePayload((DeclaredEvent) subject, options, null, (DataDescriptors) payload, 0,
                        length);
                case STRING -> writeString((ProviderState) subject, options, offset, (CharSequence) payload);
                case CLASSIC -> writeRecord((ClassicRecord) subject, (WriteOptions.Target) payload);
                case LOSE -> loseWanted((DeclaredEvent) subject, length, offset);
                case TAKE -> takeAll();
                case WAIT -> waitNs(subject instanceof DeclaredEvent event ? event.wanted() : waitSlots, waitedNs,
                        payload instanceof LaneWriter claimed ? claimed : null);
                default -> ((LongSupplier) subject).getAsLong();
            };
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    /** The guard of the short way. */
    private long insideShort(final DeclaredEvent event, final UnsafeBuffer source, final int offset,
            final int length) {
        try {
            enter();
            final long result = writeShort(event, source, offset, length);
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    /** The guard of opening a claim. */
    private long insideOpen(final DeclaredEvent event, final ClaimedRoom claim, final int length) {
        try {
            enter();
            final long result = openClaim(event, claim, length);
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    /** The guard of committing a claim that was closed. */
    long commit(final ClaimedRoom claim, final DeclaredEvent event, final @Nullable WriteOptions options) {
        try {
            enter();
            final long result = commitClaim(event, options, claim);
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    /** Perform an action of a replay inside the guard. */
    long inside(final LongSupplier action) {
        return inside(ACTION, action, null, action, 0, 0);
    }

    /** Take a lane in each attached session, as its first event would; returns false if a session had none left. */
    public boolean takeLanes() {
        final WritingThread writer = admit(Thread.currentThread());
        return writer != null && writer.inside(TAKE, writer, null, writer, 0, 0) != 0;
    }

    private long takeAll() {
        boolean complete = true;
        for (int slot = 0; slot < EventLimits.SESSIONS_MAX; slot++) {
            complete &= lane(slot, null) != null || threads.session(slot) == null;
        }
        return complete ? 1 : 0;
    }

    /**
     * Returns how long a write has to wait. The check is a short write of its own that writes nothing.
     *
     * @param event    to be written; null for a string or a classic event
     * @param slots    slots of the sessions that want the write if there is no declared event
     * @param passedNs time that the write has waited
     * @param claimed  the lane of the claim that is to be committed, null if none is
     */
    long waitNs(final @Nullable DeclaredEvent event, final long slots, final long passedNs,
            final @Nullable LaneWriter claimed) {
        waitSlots = slots;
        waitedNs = passedNs;
        return inside(WAIT, event == null ? this : event, null, claimed == null ? this : claimed, 0, 0);
    }

    /** Write an event whose payload is one piece. The caller, the thread of this writer, saw that it is wanted. */
    long write(final DeclaredEvent event, final @Nullable DirectBuffer source, final int offset, final int length) {
        if (source == null || !PayloadCopy.isInside(source, offset, length)) {
            return source == null && length == 0 ? event.write() : WriteResult.INVALID_PARAMETER;
        }
        return source.getClass() == UnsafeBuffer.class
                ? writePiece(event, (UnsafeBuffer) source, offset, length)
                : write(BUFFER, event, null, source, offset, length);
    }

    /** Write an event whose payload lies inside a plain buffer that has no code of its own. */
    long writePiece(final DeclaredEvent event, final UnsafeBuffer source, final int offset, final int length) {
        if (length < LaneWriter.SHORT && thread == Thread.currentThread() && !isInside()) {
            final long result = insideShort(event, source, offset, length);
            if (result != NOT_SHORT) {
                return result;
            }
        }
        return write(BUFFER, event, null, source, offset, length);
    }

    /** Write an event whose payload is one piece, with options. */
    long write(final DeclaredEvent event, final WriteOptions options, final @Nullable DirectBuffer source,
            final int offset, final int length) {
        if (source == null) {
            return length == 0 ? event.write(options) : WriteResult.INVALID_PARAMETER;
        }
        return isValid(options) && PayloadCopy.isInside(source, offset, length)
                ? write(BUFFER, event, options, source, offset, length)
                : WriteResult.INVALID_PARAMETER;
    }

    /** Write an event whose payload is blocks. */
    long write(final DeclaredEvent event, final DataDescriptors blocks) {
        if (blocks == null || !blocks.isValid()) {
            return WriteResult.INVALID_PARAMETER;
        }
        final int length = length(event, blocks);
        return blocks.isFew()
                ? writePiece(event, blocks.piece(), blocks.pieceOffset(), length)
                : write(BLOCKS, event, null, blocks, 0, length);
    }

    /** Write an event whose payload is blocks, with options. */
    long write(final DeclaredEvent event, final WriteOptions options, final DataDescriptors blocks) {
        return isValid(options) && blocks != null && blocks.isValid()
                ? write(BLOCKS, event, options, blocks, 0, length(event, blocks))
                : WriteResult.INVALID_PARAMETER;
    }

    private static boolean isValid(final @Nullable WriteOptions options) {
        return options != null && options.isValid();
    }

    /**
     * Returns the length of a payload, after excluding metadata blocks if the provider demands it. Lengths beyond that
     * of any event are limited to one byte more than the maximum.
     */
    private static int length(final DeclaredEvent event, final DataDescriptors blocks) {
        blocks.useTypes(event.usesDescriptorTypes());
        return (int) Math.min(blocks.payloadLength(), MAX_BODY_LENGTH + 1);
    }

    private long write(final int step, final DeclaredEvent event, final @Nullable WriteOptions options,
            final Object payload, final int offset, final int length) {
        final WritingThread writer = withRoom(event, null, 0, 0);
        return writer == null
                ? event.lose()
                : writer.inside(step, event, options, payload, offset, length);
    }

    /** Write the string of a provider of this runtime. */
    long writeString(final ProviderState provider, final @Nullable WriteOptions options, final int level,
            final long keyword, final CharSequence text) {
        final WritingThread writer = withRoom(null, provider, level, keyword);
        if (writer == null) {
            threads.beginLoss();
            try {
                final long wanted = provider.interest().acceptingStrings(level, keyword);
                return wanted == 0 ? provider.idleResult() : threads.lose(wanted);
            } finally {
                threads.endLoss();
            }
        }
        writer.stringKeyword = keyword;
        return writer.inside(STRING, provider, options, text, level, 0);
    }

    /** Write a record of a classic provider into one session. */
    long writeClassic(final ClassicRecord record, final WriteOptions.Target session) {
        final WritingThread writer = withRoom(null, null, 0, 1L << session.slot());
        final long result = writer != null
                ? writer.inside(CLASSIC, record, null, session, 0, 0)
                : loseClassic(session);
        // The session was detached after it was found.
        return result == WriteResult.NOT_WANTED ? WriteResult.INVALID_HANDLE : result;
    }

    private long loseClassic(final WriteOptions.Target session) {
        threads.beginLoss();
        try {
            return threads.standing(session) == null ? WriteResult.NOT_WANTED : threads.lose(1L << session.slot());
        } finally {
            threads.endLoss();
        }
    }

    /** Count an event as lost by an error, because its payload changed while it was copied. */
    long loseChanged(final DeclaredEvent event) {
        final WritingThread writer = admit(Thread.currentThread());
        return writer == null
                ? event.lose()
                : writer.inside(LOSE, event, null, event, LaneOutcome.ERROR, 0);
    }

    /** Reserve room for an event that was seen to be wanted. Any open claim was aborted, if that was possible. */
    boolean claim(final DeclaredEvent event, final ClaimedRoom claim, final int length) {
        if (length < 0) {
            return claim.refuse(WriteResult.INVALID_PARAMETER);
        }
        if (claim.isOpen()) {
            return claim.refuse(WriteResult.INVALID_HANDLE);
        }
        final WritingThread writer = withRoom(event, null, 0, 0);
        if (writer == null) {
            return claim.refuse(event.lose());
        }
        final Thread caller = Thread.currentThread();
        if (writer.thread == caller) {
            writer.settleClaim();
            final long result = writer.insideOpen(event, claim, length);
            return result == OPENED || claim.refuse(result);
        }
        return writer.openScratch(event, claim, length, caller);
    }

    /** Opens a claim without touching anything that is visible to other threads, so that it may be forgotten. */
    private boolean openScratch(final DeclaredEvent event, final ClaimedRoom claim, final int length,
            final Thread caller) {
        if (leastBodyLength(length) > MAX_BODY_LENGTH) {
            return claim.refuse(inside(LOSE, event, null, event, LaneOutcome.TOO_LARGE, length));
        }
        claim.openScratch(threads, event, caller.getId(), threads.scratch().take(length), length);
        return true;
    }

    /** Returns whether the caller may close claims of this writer: it is its thread, and outside all writes. */
    boolean mayCloseClaims() {
        if (thread != Thread.currentThread() || isInside()) {
            return false;
        }
        settleClaim();
        return true;
    }

    /** Waits for room in other sessions that want the event and block their writers, before a claim is closed. */
    void awaitRoom(final DeclaredEvent event, final LaneWriter claimed) {
        if (waits) {
            RoomWait.await(this, thread, event, null, 0, 0, claimed);
        }
    }

    /** Writes in the short way, whose cost decides how fast tracing is. */
    private long writeShort(final DeclaredEvent event, final UnsafeBuffer source, final int offset, final int length) {
        final EventEnablement interest = event.interest();
        final LaneWriter last = lastLane;
        // The enable mask is read last: the processor continues with the lane without waiting for it.
        if (last != null && isLastFree && interest.only == lastSession && last.hasRoomInBlock(length)) {
            if ((event.flagWord() & interest.slots) == 0) {
                return event.unwantedResult();
            }
            last.write(event.reference(), source, offset, length, ownActivity());
            return ResultBits.WRITTEN;
        }
        return mayPrepare(event, interest, length)
                ? writeSeveral(event.reference(), source, offset, length)
                : NOT_SHORT;
    }

    /** Returns whether the event is short, all sessions want it without extras, and their blocks have room. */
    private boolean mayPrepare(final DeclaredEvent event, final EventEnablement interest, final int length) {
        final long slots = interest.slots;
        return length < PayloadCopy.FEW && interest.only == null && interest.extras == null && slots != 0
                && mayPrepare(slots, length) && (event.flagWord() & slots) == slots;
    }

    /** Writes to several lanes. The payload is copied to each lane before the clock is read once for all lanes. */
    private long writeSeveral(final long reference, final UnsafeBuffer source, final int offset,
            final int length) {
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

    /**
     * Reserves room for a claim in a lane of one session that wants the event. If it is the lane that was written last,
     * and its block has room, only the commit checks whether the event is still wanted: nothing is counted until then.
     *
     * @return {@link #OPENED}; else the event is lost
     */
    private long openClaim(final DeclaredEvent event, final ClaimedRoom claim, final int length) {
        final EventEnablement interest = event.interest();
        final LaneWriter last = lastLane;
        if (last != null && isLastFree && interest.only == lastSession && last.hasRoomInBlock(length)
                && openIn(event, claim, length, last)) {
            return OPENED;
        }
        return openElsewhere(event, interest, claim, length);
    }

    private long openElsewhere(final DeclaredEvent event, final EventEnablement interest, final ClaimedRoom claim,
            final int length) {
        final long wanted = event.flagWord() & interest.slots;
        if (wanted != 0 && interest.only != null) {
            findLast(interest.only);
        }
        for (long rest = wanted; rest != 0; rest &= rest - 1) {
            final LaneWriter lane = lane(Long.numberOfTrailingZeros(rest), null);
            if (lane != null && openIn(event, claim, length, lane)) {
                return OPENED;
            }
        }
        return loseWanted(event, length, LaneOutcome.FULL);
    }

    private boolean openIn(final DeclaredEvent event, final ClaimedRoom claim, final int length,
            final LaneWriter lane) {
        final int index = lane.reserveAhead(length);
        if (index < 0) {
            return false;
        }
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
        return true;
    }

    private long commitClaim(final DeclaredEvent event, final @Nullable WriteOptions options,
            final ClaimedRoom claim) {
        final LaneWriter claimed = claim.lane();
        final EventEnablement interest = event.interest();
        final long wanted = event.flagWord() & interest.slots;
        if (wanted != 0 && options == null && claimed == lastLane && interest.only == lastSession) {
            claimed.commit(event.reference(), claim.index() - RECORD_HEADER_LENGTH, claim.length(), ownActivity());
            claimed.unclaim();
            isLastFree = true;
            isChanging = false;
            return ResultBits.WRITTEN;
        }
        final long result = wanted == 0
                ? event.unwantedResult()
                : commitGeneral(event, options, claim, claimed, interest, wanted);
        settleClaim();
        return result;
    }

    private long commitGeneral(final DeclaredEvent event, final @Nullable WriteOptions options,
            final ClaimedRoom claim, final LaneWriter claimed, final EventEnablement interest, final long wanted) {
        if (options == null && interest.extras == null) {
            return writePlain(event.reference(), wanted, claimed.ring(), null, claim.index(), claim.length(), claimed);
        }
        draft.claim(claim, claimed).with(options, NOT_VIRTUAL, ownActivity());
        return draft.write(event.reference(), wanted, interest.extras);
    }

    /** Writes an event in the general way; its payload is one piece, or blocks. */
    private long writePayload(final DeclaredEvent event, final @Nullable WriteOptions options,
            final @Nullable DirectBuffer source, final @Nullable DataDescriptors blocks, final int offset,
            final int length) {
        final EventEnablement interest = event.interest();
        final long wanted = event.flagWord() & interest.slots;
        if (wanted == 0) {
            return event.unwantedResult();
        }
        if (interest.only != null) {
            findLast(interest.only);
        }
        final long virtualId = virtualId();
        if (interest.extras == null && options == null && virtualId == NOT_VIRTUAL && length <= MAX_BODY_LENGTH
                && (blocks == null || !blocks.hasTime())) {
            return writePlain(event.reference(), wanted, source, blocks, offset, length, null);
        }
        if (blocks != null && !blocks.isTimeValid()) {
            return WriteResult.INVALID_PARAMETER;
        }
        (blocks == null ? draft.buffer(source, offset, length) : draft.blocks(blocks))
                .with(options, virtualId, activity(virtualId));
        return draft.write(event.reference(), wanted, interest.extras);
    }

    /** Writes the same record, without items, into the lanes of all sessions; the lane of a claim has it already. */
    private long writePlain(final long reference, final long wanted, final @Nullable DirectBuffer source,
            final @Nullable DataDescriptors blocks, final int offset, final int length,
            final @Nullable LaneWriter claimed) {
        final int count = attempt(wanted, claimed);
        final ThreadActivity activity = ownActivity();
        readClocks();
        long result = unplaced;
        for (int i = 0; i < count; i++) {
            final LaneWriter lane = attempted[i];
            final long now = now(lane);
            final boolean inPlace = lane == claimed;
            final int index = inPlace ? offset - RECORD_HEADER_LENGTH : lane.reserve(length);
            if (index < 0) {
                result += loseIn(lane, index, now);
                continue;
            }
            if (blocks != null) {
                blocks.copyTo(lane.ring(), index + RECORD_HEADER_LENGTH);
            } else if (source != null && !inPlace) {
                lane.copy(index + RECORD_HEADER_LENGTH, source, offset, length);
            }
            lane.publish(index, reference, length, now, activity.most(), activity.least());
            result += ResultBits.WRITTEN;
        }
        return result;
    }

    private long writeString(final ProviderState provider, final @Nullable WriteOptions options, final int level,
            final CharSequence text) {
        final ProviderEnablement interest = provider.interest();
        final long wanted = interest.acceptingStrings(level, stringKeyword);
        final long reference = provider.stringReference();
        if (wanted == 0 || reference == ProviderState.NULL_REFERENCE) {
            return provider.idleResult();
        }
        final long virtualId = virtualId();
        draft.text(level, stringKeyword, text).with(options, virtualId, activity(virtualId));
        return draft.write(reference, wanted, interest.stringExtras());
    }

    /** Only inside the guard: from here on the session cannot be detached before the write ends. */
    private long writeRecord(final ClassicRecord record, final WriteOptions.Target session) {
        final SessionLanes lanes = threads.standing(session);
        if (lanes == null) {
            return WriteResult.NOT_WANTED;
        }
        record.layPrefix(lanes, threads, Thread.currentThread());
        final long virtualId = virtualId();
        draft.classic(record).with(null, virtualId, activity(virtualId));
        return draft.write(record.reference(), 1L << session.slot(), null);
    }

    /**
     * Counts an event as lost in each session that may want it, before there is a payload to copy or to filter: a loss
     * too many is better than one too few.
     *
     * @param outcome {@link LaneOutcome#ERROR} if its payload changed while it was copied; else there is no room for it
     */
    private long loseWanted(final DeclaredEvent event, final int payloadLength, final int outcome) {
        final long wanted = event.wanted();
        if (wanted == 0) {
            return event.unwantedResult();
        }
        final int bodyLength = leastBodyLength(payloadLength);
        final int count = attempt(wanted, null);
        readClocks();
        long result = unplaced;
        for (int i = 0; i < count; i++) {
            final LaneWriter lane = attempted[i];
            final int reason = bodyLength > lane.maxPayloadBytes() ? LaneOutcome.TOO_LARGE : LaneOutcome.FULL;
            result += loseIn(lane, outcome == LaneOutcome.ERROR ? outcome : reason, now(lane));
        }
        if (outcome == LaneOutcome.ERROR) {
            return result | WriteResult.INVALID_PARAMETER;
        }
        return result != WriteResult.NOT_WANTED && bodyLength > MAX_BODY_LENGTH
                ? result | ResultBits.OVER_EVENT_LIMIT
                : result;
    }

    /** Returns the length of a record's items and payload, for a session with the items that all sessions have. */
    private int leastBodyLength(final int payloadLength) {
        final long virtualId = virtualId();
        draft.buffer(null, 0, payloadLength).with(null, virtualId, activity(virtualId));
        return draft.bodyLength(draft.items(0));
    }

    /** Returns the activity of the thread that writes. */
    private ThreadActivity activity(final long virtualId) {
        return virtualId == NOT_VIRTUAL ? ownActivity() : ThreadActivity.ofVirtualThread();
    }

    private ThreadActivity ownActivity() {
        ThreadActivity activity = ownActivity;
        if (activity == null) {
            activity = ThreadActivity.current();
            ownActivity = activity;
        }
        return activity;
    }

    /**
     * Admit the caller, to which, or to whose carrier, this writer belongs. A virtual thread keeps its carrier until
     * the end of the write: it leaves the carrier only by parking, and no write parks. A payload's buffer may do so: if
     * it does, other virtual threads of this carrier find the writer occupied, so that two threads never share a lane.
     *
     * @return the writer to use; null if the caller itself is inside, in a buffer of its own, or there is no memory for
     *         its writer
     */
    @Nullable
    WritingThread admit(final Thread caller) {
        if (isInside()) {
            return isInsideOf(caller) || threads.isRefusing(this) ? null : threads.replace(this).admit(caller);
        }
        if (thread != caller) {
            occupantId = caller.getId();
        }
        return this;
    }

    /** Admit the caller after waiting for room, if sessions require it; arguments as for {@link RoomWait#await}. */
    private @Nullable WritingThread withRoom(final @Nullable DeclaredEvent event,
            final @Nullable ProviderState provider, final int level, final long bits) {
        final Thread caller = Thread.currentThread();
        final WritingThread writer = admit(caller);
        return writer == null || !writer.waits
                ? writer
                : RoomWait.await(writer, caller, event, provider, level, bits, null);
    }
}
