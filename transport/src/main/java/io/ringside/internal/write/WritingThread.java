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
 * The writer of one platform thread: lets callers in, waits for room where sessions want that, and writes one record
 * into one lane for each session that wants the event. There are three ways into a lane:
 * <ul>
 * <li>The <b>short</b> way takes a payload that is one piece of memory into the lane that was written last, or into the
 * lanes of the same few sessions, if their blocks have room.
 * <li>A <b>claim</b> finds room, which the caller fills; its commit is the attempt.
 * <li>The <b>general</b> way does everything else: filters are asked first, then all attempts are counted, then each
 * clock that the sessions have is read once, then each lane gets record or loss.
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

    /** Result of the short way where that is none for an event: nothing has happened. */
    private static final long NOT_SHORT = -1;
    /** Result of a claim that is open. */
    private static final long OPENED = -2;

    /** The event that is being written, unless it is plain. */
    private final RecordDraft draft = new RecordDraft(this);

    /** The activity of the writer's own thread; null before the first event that it writes itself. */
    private @Nullable ThreadActivity ownActivity;
    /** The thread's typed event; null before the first. Not for virtual threads. */
    @Nullable
    TypedDraft typed;
    /** Keyword of the string that is being written. */
    private long stringKeyword;
    /** Time that the write under way has waited, and the slots it waited for, if it is of no declared event. */
    private long waitedNs;
    private long waitSlots;
    WritingThread(final WriterThreads threads, final Thread thread) {
        super(threads, thread);
        if (thread == Thread.currentThread()) {
            ownActivity = ThreadActivity.current();
        }
    }

    /**
     * The guard: what is done inside it may touch lanes and enable masks, as no session ends meanwhile.
     * <p>
     * An error clears the busy word by a store, for which a stack that has overflowed has room, and not by a call. It
     * also distrusts the lane that was written last: the next write finds it by the general way, where it is healed.
     * <p>
     * The short way, and both halves of a claim, have copies of the guard. With this one for all of them, the compiler
     * of the JVM finds it too big to be inlined where it is called, and a claim costs 3 ns more.
     *
     * @param step    to be done
     * @param subject the event, or what else the step is about
     * @param payload of the event, or what else the step needs
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

    /** The guard of a claim that is opened. */
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

    /** The guard of a claim that was closed, to be committed. */
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

    /** Do inside the guard what only a replay does. */
    long inside(final LongSupplier action) {
        return inside(ACTION, action, null, action, 0, 0);
    }

    /** Take a lane in every session that is attached, as the first event in each would; false if one had none left. */
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
     * Returns how long a write has to wait, as a short write of its own that writes nothing.
     *
     * @param event    to be written; null for a string or a classic event
     * @param slots    of the sessions that want it, if it is none
     * @param passedNs how long it has waited
     * @param claimed  the lane of the claim that is to be committed, null if none is
     */
    long waitNs(final @Nullable DeclaredEvent event, final long slots, final long passedNs,
            final @Nullable LaneWriter claimed) {
        waitSlots = slots;
        waitedNs = passedNs;
        return inside(WAIT, event == null ? this : event, null, claimed == null ? this : claimed, 0, 0);
    }

    /** Write an event whose payload is one piece. The caller, of which this is the writer, saw that it is wanted. */
    long write(final DeclaredEvent event, final @Nullable DirectBuffer source, final int offset, final int length) {
        if (source == null || !PayloadCopy.isInside(source, offset, length)) {
            return source == null && length == 0 ? event.write() : WriteResult.INVALID_PARAMETER;
        }
        return source.getClass() == UnsafeBuffer.class
                ? writePiece(event, (UnsafeBuffer) source, offset, length)
                : write(BUFFER, event, null, source, offset, length);
    }

    /** The same with a payload that lies inside a buffer which has no ways of its own. */
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
     * Length of a payload, from here on without what is metadata if the provider says so. Of more bytes than
     * any event may have it is enough to know that.
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

    /** Write what a classic provider writes, into one session. */
    long writeClassic(final ClassicRecord record, final WriteOptions.Target session) {
        final WritingThread writer = withRoom(null, null, 0, 1L << session.slot());
        final long result = writer != null
                ? writer.inside(CLASSIC, record, null, session, 0, 0)
                : loseClassic(session);
        // The session has left since it was looked for.
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

    /** Count an event as lost by an error, as its payload has changed while it was copied. */
    long loseChanged(final DeclaredEvent event) {
        final WritingThread writer = admit(Thread.currentThread());
        return writer == null
                ? event.lose()
                : writer.inside(LOSE, event, null, event, LaneOutcome.ERROR, 0);
    }

    /** Find room for an event that was seen to be wanted, with a claim that was aborted if it could be. */
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

    /** Nothing is touched that another thread could see: such a claim may be forgotten. */
    private boolean openScratch(final DeclaredEvent event, final ClaimedRoom claim, final int length,
            final Thread caller) {
        if (leastBodyLength(length) > MAX_BODY_LENGTH) {
            return claim.refuse(inside(LOSE, event, null, event, LaneOutcome.TOO_LARGE, length));
        }
        claim.openScratch(threads, event, caller.getId(), threads.scratch().take(length), length);
        return true;
    }

    /** Whether the calling thread may close claims of this writer: it is its own thread, and outside all writes. */
    boolean mayCloseClaims() {
        if (thread != Thread.currentThread() || isInside()) {
            return false;
        }
        settleClaim();
        return true;
    }

    /** Before a claim is closed: the other sessions that want its event may have their writers wait. */
    void awaitRoom(final DeclaredEvent event, final LaneWriter claimed) {
        if (waits) {
            RoomWait.await(this, thread, event, null, 0, 0, claimed);
        }
    }

    /** The short way: its figures decide how fast tracing is. */
    private long writeShort(final DeclaredEvent event, final UnsafeBuffer source, final int offset, final int length) {
        final EventInterest interest = event.interest();
        final LaneWriter last = lastLane;
        // The enable mask last: the processor need not wait for it to continue with the lane.
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

    /** Whether the event is short, all sessions want it without extras, and their lanes have room in their blocks. */
    private boolean mayPrepare(final DeclaredEvent event, final EventInterest interest, final int length) {
        final long slots = interest.slots;
        return length < PayloadCopy.FEW && interest.only == null && interest.extras == null && slots != 0
                && mayPrepare(slots, length) && (event.flagWord() & slots) == slots;
    }

    /** Writes to several lanes: the payload is copied to each before the clock is read for all of them. */
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
     * Finds room for a claim in a lane of one session that wants the event. If that is the lane that was written last,
     * and its block has room, only the commit asks whether it is still wanted: until then nothing is counted.
     *
     * @return {@link #OPENED}; else the event is lost
     */
    private long openClaim(final DeclaredEvent event, final ClaimedRoom claim, final int length) {
        final EventInterest interest = event.interest();
        final LaneWriter last = lastLane;
        if (last != null && isLastFree && interest.only == lastSession && last.hasRoomInBlock(length)
                && openIn(event, claim, length, last)) {
            return OPENED;
        }
        return openElsewhere(event, interest, claim, length);
    }

    private long openElsewhere(final DeclaredEvent event, final EventInterest interest, final ClaimedRoom claim,
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
        final EventInterest interest = event.interest();
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
            final ClaimedRoom claim, final LaneWriter claimed, final EventInterest interest, final long wanted) {
        if (options == null && interest.extras == null) {
            return writePlain(event.reference(), wanted, claimed.ring(), null, claim.index(), claim.length(), claimed);
        }
        draft.claim(claim, claimed).with(options, NOT_VIRTUAL, ownActivity());
        return draft.write(event.reference(), wanted, interest.extras);
    }

    /** The general way of an event: its payload is one piece, or blocks. */
    private long writePayload(final DeclaredEvent event, final @Nullable WriteOptions options,
            final @Nullable DirectBuffer source, final @Nullable DataDescriptors blocks, final int offset,
            final int length) {
        final EventInterest interest = event.interest();
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

    /** The same record, without items, into the lanes of all sessions; of a claim one lane has it already. */
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
        final ProviderInterest interest = provider.interest();
        final long wanted = interest.acceptingStrings(level, stringKeyword);
        final long reference = provider.stringReference();
        if (wanted == 0 || reference == ProviderState.NULL_REFERENCE) {
            return provider.idleResult();
        }
        final long virtualId = virtualId();
        draft.text(level, stringKeyword, text).with(options, virtualId, activity(virtualId));
        return draft.write(reference, wanted, interest.stringExtras());
    }

    /** Only inside: from here on the session cannot leave the process before the write ends. */
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
     * Counts an event as lost in each session that may want it, before there is anything to copy, or to ask a filter
     * about: rather a loss too much than one too few.
     *
     * @param outcome {@link LaneOutcome#ERROR} if its payload has changed while it was copied; else it finds no room
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

    /** Length of a record's items and payload, if no session wants more items than all do. */
    private int leastBodyLength(final int payloadLength) {
        final long virtualId = virtualId();
        draft.buffer(null, 0, payloadLength).with(null, virtualId, activity(virtualId));
        return draft.bodyLength(draft.items(0));
    }

    /** The activity of who writes. */
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
     * Let the caller in, of which this is the writer, or its carrier's. A virtual thread keeps its carrier until the
     * end of the write: it leaves it only where it parks, and no write does. What a payload's buffer does is not ours:
     * should it park, the others that come to this carrier find the writer occupied, and two threads never share a
     * lane.
     *
     * @return null if the caller itself is inside, in a buffer of its own, or there is no memory for its writer
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

    /** The same after a wait for room, where sessions want that; the event as for {@link RoomWait#await}. */
    private @Nullable WritingThread withRoom(final @Nullable DeclaredEvent event,
            final @Nullable ProviderState provider, final int level, final long bits) {
        final Thread caller = Thread.currentThread();
        final WritingThread writer = admit(caller);
        return writer == null || !writer.waits
                ? writer
                : RoomWait.await(writer, caller, event, provider, level, bits, null);
    }
}
