package io.ringside.transport.write;

import io.ringside.event.DataDescriptors;
import io.ringside.event.EventLimits;
import io.ringside.transport.lane.ExtendedItemDescriptor;
import io.ringside.transport.lane.FrameDescriptor;
import io.ringside.transport.lane.LaneOutcome;
import io.ringside.transport.lane.LaneWriter;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.transport.lane.FrameDescriptor.RECORD_HEADER_LENGTH;

/**
 * One event into one lane per session that wants it: all attempts are counted, then the clock is read once, then each
 * lane gets record or loss. Only inside a write.
 */
abstract class RecordWriter extends ThreadLanes {
    /** Id of the virtual thread that writes where none does: the lane's owner writes for itself. */
    static final long NOT_VIRTUAL = 0;

    private static final int MAX_BODY_LENGTH = EventLimits.EVENT_LENGTH_MAX - RECORD_HEADER_LENGTH;
    private static final long NULL_ACTIVITY = 0;

    /** Lanes of the write under way. */
    private final LaneWriter[] attempted = new LaneWriter[EventLimits.SESSIONS_MAX];
    /** Results of the slots that have no lane for the write under way. */
    private long unplaced;

    RecordWriter(final WriterThreads threads, final long threadId) {
        super(threads, threadId);
    }

    final long writeWanted(final TraceEvent event, final @Nullable DirectBuffer source, final int offset,
            final int length, final long virtualId) {
        final long wanted = event.wanted();
        if (wanted == 0) {
            return event.idleResult();
        }
        return virtualId == NOT_VIRTUAL && (wanted & (wanted - 1)) == 0 && length <= MAX_BODY_LENGTH
                ? writeOne(event, Long.numberOfTrailingZeros(wanted), source, offset, length)
                : writeMany(event, wanted, source, offset, length, virtualId);
    }

    private long writeOne(final TraceEvent event, final int slot, final @Nullable DirectBuffer source,
            final int offset, final int length) {
        final LaneWriter lane = lane(slot, null);
        if (lane == null) {
            return lose(slot);
        }
        lane.attempt();
        final long now = System.nanoTime();
        final int index = lane.reserve(length);
        if (index >= 0 && source != null) {
            lane.ring().putBytes(index + RECORD_HEADER_LENGTH, source, offset, length);
        }
        return finish(lane, index, event.reference(), length, now);
    }

    private long writeMany(final TraceEvent event, final long wanted, final @Nullable DirectBuffer source,
            final int offset, final int length, final long virtualId) {
        final int count = attempt(wanted, null);
        final int bodyLength = bodyLength(length, virtualId);
        if (bodyLength > MAX_BODY_LENGTH) {
            return loseAll(count, bodyLength);
        }
        final long reference = reference(event, virtualId);
        final long now = System.nanoTime();
        long result = unplaced;
        for (int i = 0; i < count; i++) {
            final LaneWriter lane = attempted[i];
            final int index = lane.reserve(bodyLength);
            if (index >= 0) {
                final int payload = putItems(lane, index, virtualId);
                if (source != null) {
                    lane.ring().putBytes(payload, source, offset, length);
                }
            }
            result += finish(lane, index, reference, bodyLength, now);
        }
        return result;
    }

    final long writeBlocks(final TraceEvent event, final DataDescriptors blocks, final long virtualId) {
        final long wanted = event.wanted();
        if (wanted == 0) {
            return event.idleResult();
        }
        final int count = attempt(wanted, null);
        final int bodyLength = bodyLength(blocks.payloadLength(), virtualId);
        if (bodyLength > MAX_BODY_LENGTH) {
            return loseAll(count, bodyLength);
        }
        final long reference = reference(event, virtualId);
        final long now = System.nanoTime();
        long result = unplaced;
        for (int i = 0; i < count; i++) {
            final LaneWriter lane = attempted[i];
            final int index = lane.reserve(bodyLength);
            if (index >= 0) {
                blocks.copyTo(lane.ring(), putItems(lane, index, virtualId));
            }
            result += finish(lane, index, reference, bodyLength, now);
        }
        return result;
    }

    final long writeClaim(final EventClaim claim, final TraceEvent event, final LaneWriter claimed) {
        final long wanted = event.wanted();
        if (wanted == 0) {
            return event.idleResult();
        }
        final int length = claim.length();
        final int count = attempt(wanted, claimed);
        final long now = System.nanoTime();
        long result = unplaced;
        for (int i = 0; i < count; i++) {
            final LaneWriter lane = attempted[i];
            int index = claim.index() - RECORD_HEADER_LENGTH;
            if (lane != claimed) {
                index = lane.reserve(length);
                if (index >= 0) {
                    lane.ring().putBytes(index + RECORD_HEADER_LENGTH, claimed.ring(), claim.index(), length);
                }
            }
            result += finish(lane, index, event.reference(), length, now);
        }
        return result;
    }

    /** Count an event as lost in each session that wants it, before there is anything to copy. */
    final long loseWanted(final TraceEvent event, final long wanted, final int length, final long virtualId) {
        return wanted == 0 ? event.idleResult() : loseAll(attempt(wanted, null), bodyLength(length, virtualId));
    }

    /** Whether an event of that payload is larger than any may be. */
    static boolean isOverEventLimit(final long length, final long virtualId) {
        return bodyLength(length, virtualId) > MAX_BODY_LENGTH;
    }

    private int attempt(final long wanted, final @Nullable LaneWriter claimed) {
        unplaced = WriteResult.NOT_WANTED;
        int count = 0;
        for (long rest = wanted; rest != 0; rest &= rest - 1) {
            final int slot = Long.numberOfTrailingZeros(rest);
            final LaneWriter lane = claimed != null && owns(slot, claimed) ? claimed : lane(slot, claimed);
            if (lane == null) {
                unplaced += lose(slot);
            } else {
                lane.attempt();
                attempted[count++] = lane;
            }
        }
        return count;
    }

    /** Items and payload together; for what is longer than any event, something that is so too. */
    private static int bodyLength(final long payloadLength, final long virtualId) {
        return (int) Math.min(payloadLength, MAX_BODY_LENGTH + 1)
                + (virtualId == NOT_VIRTUAL ? 0 : ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH);
    }

    private static long reference(final TraceEvent event, final long virtualId) {
        return virtualId == NOT_VIRTUAL ? event.reference() : event.reference() | FrameDescriptor.EXTENDED;
    }

    /** Write the extended items of a record, if it has any, and give the index of its payload. */
    private static int putItems(final LaneWriter lane, final int index, final long virtualId) {
        final int items = index + RECORD_HEADER_LENGTH;
        if (virtualId == NOT_VIRTUAL) {
            return items;
        }
        ExtendedItemDescriptor.putVirtualThread(lane.ring(), items, virtualId);
        return items + ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH;
    }

    private static long finish(final LaneWriter lane, final int index, final long reference, final int bodyLength,
            final long now) {
        if (index >= 0) {
            lane.publish(index, reference, bodyLength, now, NULL_ACTIVITY, NULL_ACTIVITY);
            return WriteResult.WRITTEN;
        }
        lane.lose(index, now);
        return index == LaneOutcome.TOO_LARGE ? WriteResult.TOO_LARGE : WriteResult.FULL;
    }

    private long loseAll(final int count, final int bodyLength) {
        final long now = System.nanoTime();
        long result = unplaced;
        for (int i = 0; i < count; i++) {
            final LaneWriter lane = attempted[i];
            final boolean tooLarge = bodyLength > lane.maxPayloadBytes();
            lane.lose(tooLarge ? LaneOutcome.TOO_LARGE : LaneOutcome.FULL, now);
            result += tooLarge ? WriteResult.TOO_LARGE : WriteResult.FULL;
        }
        return result != WriteResult.NOT_WANTED && bodyLength > MAX_BODY_LENGTH
                ? result | WriteResult.OVER_EVENT_LIMIT
                : result;
    }
}
