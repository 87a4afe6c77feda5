package io.ringside.write;

import io.ringside.internal.files.KillPoint;
import io.ringside.internal.lane.LaneWriter;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.FrameDescriptor.RECORD_HEADER_LENGTH;

/** Finds the room in which claims are opened: a lane, or, for virtual threads, the heap. */
abstract class ClaimOpener extends TailWriter {
    /** What the thread's typed events are written with; null before the first one. Not for virtual threads. */
    @Nullable
    ShortPayload shortPayload;
    /** The same of those that are long, or whose length varies. */
    @Nullable
    TypedWrite typedWrite;

    ClaimOpener(final WriterThreads threads, final Thread thread) {
        super(threads, thread);
    }

    /**
     * Find room for a claim in a lane of one session that wants the event. Only inside a write.
     *
     * @param owner this writer
     * @return false if there is none: the event is counted as lost
     */
    final boolean openClaim(final ThreadWriter owner, final ProviderEvent event, final EventClaim claim,
            final int length) {
        final EventInterest interest = event.interest();
        final long wanted = event.flagWord() & interest.slots;
        final SessionLanes only = interest.only;
        if (wanted != 0 && only != null) {
            final LaneWriter lane = isLastFree && only == lastSession ? lastLane : onlyLane(only);
            return (lane != null && openIn(owner, event, claim, length, lane, only))
                    || claim.refuse(loseWanted(event, wanted, length, NOT_VIRTUAL));
        }
        for (long rest = wanted; rest != 0; rest &= rest - 1) {
            final LaneWriter lane = lane(Long.numberOfTrailingZeros(rest), null);
            if (lane != null && openIn(owner, event, claim, length, lane, null)) {
                return true;
            }
        }
        return claim.refuse(loseWanted(event, wanted, length, NOT_VIRTUAL));
    }

    /** Nothing is touched that another thread could see: such a claim may be forgotten. */
    final boolean claimScratch(final ProviderEvent event, final EventClaim claim, final int length,
            final long virtualId) {
        if (!isOverEventLimit(length, virtualId)) {
            claim.openScratch(threads, event, virtualId, threads.scratch().take(length), length);
            return true;
        }
        try {
            enter();
            final long result = loseWanted(event, event.wanted(), length, virtualId);
            exit();
            return claim.refuse(result);
        } catch (final Throwable e) {
            isLastFree = false;
            busy = OUTSIDE;
            throw e;
        }
    }

    private boolean openIn(final ThreadWriter owner, final ProviderEvent event, final EventClaim claim,
            final int length,
            final LaneWriter lane, final @Nullable SessionLanes only) {
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
        claim.open(owner, event, lane, only, index + RECORD_HEADER_LENGTH, length);
        isChanging = false;
        if (KillPoint.ARMED) {
            KillPoint.CLAIM_OPENED.reached();
        }
        return true;
    }
}
