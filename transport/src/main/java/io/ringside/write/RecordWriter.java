package io.ringside.write;

import io.ringside.activity.ThreadActivity;
import io.ringside.event.DataDescriptors;
import io.ringside.event.EventLimits;
import io.ringside.internal.event.PayloadCopy;
import io.ringside.internal.lane.LaneOutcome;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.machine.TscClock;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.FrameDescriptor.RECORD_HEADER_LENGTH;

/**
 * One event into one lane per session that wants it: filters are asked, all attempts are counted, then each clock that
 * they have is read once, then each lane gets record or loss. Only inside a write.
 */
abstract class RecordWriter extends ThreadLanes {
    /** Id of the virtual thread that writes where none does: the lane's owner writes for itself. */
    static final long NOT_VIRTUAL = 0;

    private static final int MONOTONIC = 1;
    private static final int COUNTER = 1 << 1;

    static final int MAX_BODY_LENGTH = EventLimits.EVENT_LENGTH_MAX - RECORD_HEADER_LENGTH;

    private static final int MAX_VIRTUAL_LENGTH = MAX_BODY_LENGTH - ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH;

    /** What is being written, unless it is plain. */
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
    /** Of the writer's own thread; null before the first event that it writes itself. */
    private @Nullable ThreadActivity ownActivity;

    RecordWriter(final WriterThreads threads, final Thread thread) {
        super(threads, thread);
        if (thread == Thread.currentThread()) {
            ownActivity = ThreadActivity.current();
        }
    }

    /**
     * Write an event whose payload is one piece, or blocks, or nothing.
     *
     * @param options null for none
     * @param length  of the piece or of all blocks, or something longer than any event may be
     */
    final long writePayload(final ProviderEvent event, final @Nullable WriteOptions options,
            final @Nullable DirectBuffer source, final @Nullable DataDescriptors blocks, final int offset,
            final int length, final long virtualId) {
        final EventInterest interest = event.interest();
        final long wanted = event.flagWord() & interest.slots;
        if (wanted == 0) {
            return event.idleResult();
        }
        final EventExtras extras = interest.extras;
        if (extras == null && length <= MAX_BODY_LENGTH && (blocks == null || !blocks.hasTime())) {
            final boolean isOwn = virtualId == NOT_VIRTUAL;
            final boolean isSimple = isOwn
                    ? options == null || options.isTicksOnly()
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

    final long writeClaim(final ProviderEvent event, final @Nullable WriteOptions options, final EventClaim claim,
            final LaneWriter claimed) {
        final EventInterest interest = event.interest();
        final long wanted = event.flagWord() & interest.slots;
        if (wanted == 0) {
            return event.idleResult();
        }
        final EventExtras extras = interest.extras;
        if (extras == null && options == null) {
            final SessionLanes only = interest.only;
            if (only != null && only == claim.session()) {
                return publishClaim(event.reference(), claim, claimed);
            }
            return writePlain(event.reference(), wanted, claimed.ring(), null, claim.index(), claim.length(), claimed);
        }
        draft.claim(claim, claimed).with(options, NOT_VIRTUAL, ownActivity());
        return writeDraft(event.reference(), wanted, extras);
    }

    private long publishClaim(final long reference, final EventClaim claim, final LaneWriter claimed) {
        final ThreadActivity activity = ownActivity();
        claimed.attempt();
        final long now = claimed.nanoTime();
        claimed.publish(claim.index() - RECORD_HEADER_LENGTH, reference, claim.length(), now, activity.most(),
                activity.least());
        return WriteResult.WRITTEN;
    }

    final long writeString(final ProviderState provider, final @Nullable WriteOptions options, final int level,
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
    final long writeClassic(final long reference, final ClassicRecord record, final SessionIdentity session,
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
    final long writeFewBytes(final ProviderEvent event, final DirectBuffer source, final int offset, final int length) {
        final EventInterest interest = event.interest();
        final LaneWriter last = lastLane;
        // The flag word last: of an event of another runtime, which has other sessions, it may not be mapped.
        if (last == null || !isLastFree || interest.only != lastSession || (event.flagWord() & interest.slots) == 0) {
            return writeElsewhere(event, interest.only, source, offset, length);
        }
        // Found without the flag word: the processor need not wait for it to go on with the lane.
        final int index = last.write(event.reference(), source, offset, length, ownActivity());
        return WriteResult.ofOutcome(index);
    }

    private long writeElsewhere(final ProviderEvent event, final @Nullable SessionLanes only, final DirectBuffer source,
            final int offset, final int length) {
        if (!event.isOf(threads)) {
            return WriteResult.INVALID_HANDLE;
        }
        if (only != null) {
            onlyLane(only);
        }
        return writePayload(event, null, source, null, offset, length, NOT_VIRTUAL);
    }

    /** Of options there is nothing but a time. */
    private long writeOne(final long reference, final LaneWriter lane, final @Nullable WriteOptions options,
            final @Nullable DirectBuffer source, final @Nullable DataDescriptors blocks, final int offset,
            final int length) {
        final ThreadActivity activity = ownActivity();
        lane.attempt();
        final long now = options == null ? lane.nanoTime() : options.time();
        if (source != null && PayloadCopy.isFew(source, length) && lane.isMapped() && lane.hasRoomInBlock(length)) {
            return WriteResult.ofOutcome(lane.writeAttempted(reference, source, offset, length, activity, now));
        }
        final int index = lane.reserve(length);
        if (index < 0) {
            return loseIn(lane, index, options == null ? now : lane.nanoTime());
        }
        copy(lane, index + RECORD_HEADER_LENGTH, source, blocks, offset, length);
        lane.publish(index, reference, length, now, activity.most(), activity.least());
        return WriteResult.WRITTEN;
    }

    /** The record of a virtual thread, which tells its id: the lane's owner is the carrier. */
    private static long writeVirtual(final long reference, final LaneWriter lane, final DirectBuffer source,
            final int offset, final int length, final long virtualId) {
        final ThreadActivity activity = ThreadActivity.ofVirtualThread();
        lane.attempt();
        final long now = lane.nanoTime();
        final int bodyLength = ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH + length;
        final int index = lane.reserve(bodyLength);
        if (index < 0) {
            return loseIn(lane, index, now);
        }
        final int body = index + RECORD_HEADER_LENGTH;
        ExtendedItemDescriptor.putVirtualThread(lane.ring(), body, virtualId, false);
        PayloadCopy.copy(lane.ring(), body + ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH, source, offset, length);
        lane.publish(index, reference | FrameDescriptor.EXTENDED, bodyLength, now, activity.most(), activity.least());
        return WriteResult.WRITTEN;
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
                result += WriteResult.ofOutcome(lane.writeAttempted(reference, source, offset, length, activity, now));
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
            result += WriteResult.WRITTEN;
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
        final long accepted = draft.accepted(wanted, extras, threads);
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
            result |= WriteResult.OVER_EVENT_LIMIT;
        }
        draft.clear();
        return result;
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
        return WriteResult.WRITTEN;
    }

    /**
     * Count an event as lost in each session that may want it, before there is anything to copy, or to ask a filter
     * about: rather a loss too much than one too few.
     */
    final long loseWanted(final ProviderEvent event, final long wanted, final int payloadLength, final long virtualId) {
        if (wanted == 0) {
            return event.idleResult();
        }
        final int bodyLength = draft.buffer(null, 0, payloadLength)
                .with(null, virtualId, activity(virtualId)).bodyLength(0);
        final int count = attempt(wanted, null);
        readClocks();
        long result = unplaced;
        for (int i = 0; i < count; i++) {
            final LaneWriter lane = attempted[i];
            final boolean tooLarge = bodyLength > lane.maxPayloadBytes();
            result += loseIn(lane, tooLarge ? LaneOutcome.TOO_LARGE : LaneOutcome.FULL, now(lane));
        }
        return result != WriteResult.NOT_WANTED && bodyLength > MAX_BODY_LENGTH
                ? result | WriteResult.OVER_EVENT_LIMIT
                : result;
    }

    /** Count an event as lost by an error in each session that may want it: filters have nothing to be asked about. */
    final long loseChanged(final ProviderEvent event) {
        try {
            enter();
            final long result = loseChangedInside(event);
            exit();
            return result;
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    private long loseChangedInside(final ProviderEvent event) {
        final long wanted = event.flagWord() & event.interest().slots;
        if (wanted == 0) {
            return event.idleResult();
        }
        final int count = attempt(wanted, null);
        readClocks();
        long result = unplaced;
        for (int i = 0; i < count; i++) {
            result += loseIn(attempted[i], LaneOutcome.ERROR, now(attempted[i]));
        }
        return result | WriteResult.INVALID_PARAMETER;
    }

    /** Whether an event of that payload is larger than any may be, on the least of items. */
    final boolean isOverEventLimit(final int payloadLength, final long virtualId) {
        return draft.buffer(null, 0, payloadLength).with(null, virtualId, activity(virtualId))
                .bodyLength(0) > MAX_BODY_LENGTH;
    }

    /** The activity of who writes. */
    private ThreadActivity activity(final long virtualId) {
        return virtualId == NOT_VIRTUAL ? ownActivity() : ThreadActivity.ofVirtualThread();
    }

    final ThreadActivity ownActivity() {
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

    /** One reading for all sessions of a clock: their records of an event have the same time (R2.11). */
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
        return WriteResult.ofOutcome(outcome);
    }
}
