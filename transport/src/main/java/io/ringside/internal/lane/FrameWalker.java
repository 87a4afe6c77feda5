package io.ringside.internal.lane;

import io.ringside.internal.layout.BlockDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.session.LossCause;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.FrameDescriptor.GAP_LENGTH;
import static io.ringside.internal.layout.FrameDescriptor.OWNER_LENGTH;
import static io.ringside.internal.layout.FrameDescriptor.RECORD_HEADER_LENGTH;

/**
 * Walks frames in a private copy of a lane's bytes, checks each before use, and advances a checkpoint. Not thread-safe.
 * <p>
 * The walk depends on the bytes and the checkpoint alone: a second walk over the same bytes from the same checkpoint
 * finds the same events and gaps, so a reader can count them before it delivers.
 */
public final class FrameWalker {
    private final LaneGeometry geometry;
    private final LaneGap gap = new LaneGap();
    private @Nullable ThreadNames threadNames;
    private long numberLimit = Long.MAX_VALUE;
    private int lastRecord;
    private int recordsEnd;

    /**
     * Creates a walker for lanes of one size.
     *
     * @param geometry geometry of the lanes
     */
    public FrameWalker(final LaneGeometry geometry) {
        this.geometry = geometry;
    }

    /**
     * Set whether thread names in owner frames are noted.
     *
     * @param names receives the names of threads of the lane's process; null to skip them
     */
    public void threadNames(final @Nullable ThreadNames names) {
        threadNames = names;
    }

    /**
     * Set the limit of attempt numbers in frames.
     *
     * @param attempts number of the lane's attempts, read after its tail; valid frames contain only smaller numbers
     */
    public void numberLimit(final long attempts) {
        numberLimit = attempts;
    }

    /** Returns the current limit. */
    long numberLimit() {
        return numberLimit;
    }

    /**
     * Walk frames of one block.
     *
     * @param bytes      copy of the lane from the checkpoint's position
     * @param length     bytes in the copy, all within one block
     * @param eventLimit maximum number of events to take
     * @param state      advanced past the frames taken; damaged if a frame failed its checks
     * @param sink       receives events and gaps
     * @return the number of events taken
     */
    public int walk(final DirectBuffer bytes, final int length, final int eventLimit, final Checkpoint state,
            final LaneSink sink) {
        int offset = 0;
        int events = 0;
        if (((int) state.position & geometry.blockMask()) == 0) {
            if (length < BlockDescriptor.HEADER_LENGTH || !startBlock(bytes, state, sink)) {
                return damage(state, length);
            }
            offset = BlockDescriptor.HEADER_LENGTH;
            state.position += BlockDescriptor.HEADER_LENGTH;
        } else if (state.damaged) {
            return damage(state, length);
        }
        while (offset < length && events < eventLimit) {
            final int count = records(bytes, offset, length, eventLimit - events, state.nextNumber);
            if (count > 0) {
                sink.onRecords(bytes, offset, lastRecord, recordsEnd, state.ownerThreadId);
                state.pass(recordsEnd - offset, count);
                offset = recordsEnd;
                events += count;
                continue;
            }
            final long word = bytes.getLong(offset);
            final int frameLength = FrameDescriptor.length(word);
            final int aligned = FrameDescriptor.align(frameLength);
            if (frameLength < FrameDescriptor.MIN_PAD_LENGTH || aligned > length - offset
                    || !FrameDescriptor.isControl(word) || !control(bytes, offset, word, state, sink)) {
                return events + damage(state, length - offset);
            }
            offset += aligned;
            state.position += aligned;
        }
        return events;
    }

    /** Returns the beginning of the last record found by {@link #records}. */
    int lastRecord() {
        return lastRecord;
    }

    /** Returns the aligned end of the last record found by {@link #records}. */
    int recordsEnd() {
        return recordsEnd;
    }

    /**
     * Count consecutive records, checking each.
     *
     * @param bytes       copy of the lane
     * @param begin       offset of a frame
     * @param length      bytes in the copy, all within one block
     * @param limit       maximum number of records to count
     * @param firstNumber required number of the first record
     * @return the number of records; {@link #lastRecord} and {@link #recordsEnd} locate the last one
     */
    int records(final DirectBuffer bytes, final int begin, final int length, final int limit, final long firstNumber) {
        int offset = begin;
        int last = begin;
        int count = 0;
        while (offset < length && count < limit) {
            final long word = bytes.getLong(offset);
            final int aligned = FrameDescriptor.align(FrameDescriptor.length(word));
            if (FrameDescriptor.isControl(word) || aligned > length - offset
                    || !isRecord(bytes, offset, word, firstNumber + count)) {
                break;
            }
            last = offset;
            count++;
            if (!FrameDescriptor.isExtended(word)) {
                // Records with the same word, except for their numbers, pass the same checks. Their positions are known
                // without reading the previous record, so the reads need not wait for each other.
                final int lastBegin = length - aligned;
                long next = FrameDescriptor.successor(word);
                for (int each = offset + aligned; each <= lastBegin && count < limit
                        && bytes.getLong(each) == next; each += aligned) {
                    next = FrameDescriptor.successor(next);
                    last = each;
                    count++;
                }
            }
            offset = last + aligned;
        }
        lastRecord = last;
        recordsEnd = offset;
        return count;
    }

    private boolean isRecord(final DirectBuffer bytes, final int offset, final long word, final long number) {
        final int length = FrameDescriptor.length(word);
        return length >= RECORD_HEADER_LENGTH && length <= geometry.maxRecordBytes()
                && FrameDescriptor.check(word) == (number & 0xFF)
                && ExtendedItems.length(bytes, offset, length) != ExtendedItems.DAMAGED_LENGTH;
    }

    /**
     * Skip overwritten blocks: the header of the first existing block shows the number of their events. If that header
     * is invalid, the state is damaged at its position, and the next block shows the number.
     *
     * @param ring     the lane's bytes
     * @param header   receives the header
     * @param position position of that block, after the state's
     * @param state    advanced to the block's beginning
     */
    void overwrite(final RingBytes ring, final MutableDirectBuffer header, final long position,
            final Checkpoint state) {
        state.position = position;
        state.damaged = !ring.copy((int) position & geometry.indexMask(), header, BlockDescriptor.HEADER_LENGTH)
                || !overwrite(header, state);
    }

    private boolean overwrite(final DirectBuffer header, final Checkpoint state) {
        if (!isBlockOf(header, state.position)) {
            return false;
        }
        final long first = header.getLong(BlockDescriptor.FIRST_NUMBER_OFFSET);
        final long full = header.getLong(BlockDescriptor.LOST_FULL_OFFSET);
        final long tooLarge = header.getLong(BlockDescriptor.LOST_TOO_LARGE_OFFSET);
        final long error = header.getLong(BlockDescriptor.LOST_ERROR_OFFSET);
        final long overwritten = first - state.nextNumber - (full + tooLarge + error - state.lostByWriter());
        if (!isWithin(first, full, tooLarge, error) || first > numberLimit || first < state.nextNumber
                || full < state.lostFull || tooLarge < state.lostTooLarge || error < state.lostError
                || overwritten < 0) {
            return false;
        }
        state.overwritten += overwritten;
        state.lostFull = full;
        state.lostTooLarge = tooLarge;
        state.lostError = error;
        state.nextNumber = first;
        state.ownerThreadId = header.getLong(BlockDescriptor.OWNER_THREAD_ID_OFFSET);
        return true;
    }

    private boolean isBlockOf(final DirectBuffer bytes, final long position) {
        return bytes.getInt(BlockDescriptor.MAGIC_OFFSET) == BlockDescriptor.MAGIC
                && bytes.getInt(BlockDescriptor.HEADER_LENGTH_OFFSET) == BlockDescriptor.HEADER_LENGTH
                && bytes.getLong(BlockDescriptor.BLOCK_NUMBER_OFFSET) == position / geometry.blockBytes();
    }

    private static int damage(final Checkpoint state, final int rest) {
        state.damaged = true;
        state.position += rest;
        return 0;
    }

    private boolean startBlock(final DirectBuffer bytes, final Checkpoint state, final LaneSink sink) {
        if (!isBlockOf(bytes, state.position)) {
            return false;
        }
        final long first = bytes.getLong(BlockDescriptor.FIRST_NUMBER_OFFSET);
        final long full = bytes.getLong(BlockDescriptor.LOST_FULL_OFFSET);
        final long tooLarge = bytes.getLong(BlockDescriptor.LOST_TOO_LARGE_OFFSET);
        final long error = bytes.getLong(BlockDescriptor.LOST_ERROR_OFFSET);
        if (!isWithin(first, full, tooLarge, error) || first > numberLimit) {
            return false;
        }
        final long told = full + tooLarge + error;
        final long corrupt = first - state.nextNumber - (told - state.lostByWriter());
        if (corrupt < 0 || (corrupt > 0 && !state.damaged)) {
            return false;
        }
        if (first > state.nextNumber) {
            if (full < state.lostFull || tooLarge < state.lostTooLarge || error < state.lostError) {
                return false;
            }
            gap.reset(state.nextNumber, first).count(LossCause.CORRUPT, corrupt);
            takeLosses(state, full, tooLarge, error, first);
            state.corrupt += corrupt;
            sink.onGap(gap, state.ownerThreadId);
        }
        state.damaged = false;
        state.ownerThreadId = bytes.getLong(BlockDescriptor.OWNER_THREAD_ID_OFFSET);
        return true;
    }

    private boolean control(final DirectBuffer bytes, final int offset, final long word, final Checkpoint state,
            final LaneSink sink) {
        final int length = FrameDescriptor.length(word);
        return switch (FrameDescriptor.eventIndex(word)) {
            case FrameDescriptor.KIND_PAD -> (((int) state.position + length) & geometry.blockMask()) == 0;
            case FrameDescriptor.KIND_OWNER -> length >= OWNER_LENGTH
                    && length <= OWNER_LENGTH + LedgerDescriptor.THREAD_NAME_LENGTH_MAX
                    && owner(bytes, offset, length, state);
            case FrameDescriptor.KIND_GAP -> length == GAP_LENGTH && gap(bytes, offset, state, sink);
            default -> false;
        };
    }

    private boolean owner(final DirectBuffer bytes, final int offset, final int length, final Checkpoint state) {
        state.ownerThreadId = bytes.getLong(offset + FrameDescriptor.OWNER_THREAD_ID_OFFSET);
        final ThreadNames names = threadNames;
        if (names != null) {
            int end = length;
            while (end > OWNER_LENGTH && bytes.getByte(offset + end - 1) == 0) {
                end--;
            }
            names.put(state.ownerThreadId, bytes, offset + OWNER_LENGTH, end - OWNER_LENGTH);
        }
        return true;
    }

    private boolean gap(final DirectBuffer bytes, final int offset, final Checkpoint state, final LaneSink sink) {
        final long first = bytes.getLong(offset + FrameDescriptor.GAP_FIRST_NUMBER_OFFSET);
        final long next = bytes.getLong(offset + FrameDescriptor.GAP_NEXT_NUMBER_OFFSET);
        final long full = bytes.getLong(offset + FrameDescriptor.GAP_LOST_FULL_OFFSET);
        final long tooLarge = bytes.getLong(offset + FrameDescriptor.GAP_LOST_TOO_LARGE_OFFSET);
        final long error = bytes.getLong(offset + FrameDescriptor.GAP_LOST_ERROR_OFFSET);
        if (!isWithin(next, full, tooLarge, error) || first < 0 || first > state.nextNumber
                || next < state.nextNumber || next > numberLimit
                || full < state.lostFull
                || tooLarge < state.lostTooLarge || error < state.lostError
                || full + tooLarge + error - state.lostByWriter() != next - state.nextNumber) {
            return false;
        }
        if (next > state.nextNumber) {
            gap.reset(state.nextNumber, next).times(bytes.getLong(offset + FrameDescriptor.GAP_FIRST_TIME_OFFSET),
                    bytes.getLong(offset + FrameDescriptor.GAP_LAST_TIME_OFFSET));
            takeLosses(state, full, tooLarge, error, next);
            sink.onGap(gap, state.ownerThreadId);
        }
        return true;
    }

    /** Returns whether losses are possible for a number of attempts: none is negative, nor their sum too large. */
    private static boolean isWithin(final long attempts, final long full, final long tooLarge, final long error) {
        return (full | tooLarge | error) >= 0 && full <= attempts && tooLarge <= attempts - full
                && error <= attempts - full - tooLarge;
    }

    private void takeLosses(final Checkpoint state, final long full, final long tooLarge, final long error,
            final long next) {
        gap.count(LossCause.FULL, full - state.lostFull).count(LossCause.TOO_LARGE, tooLarge - state.lostTooLarge)
                .count(LossCause.ERROR, error - state.lostError);
        state.lostFull = full;
        state.lostTooLarge = tooLarge;
        state.lostError = error;
        state.nextNumber = next;
    }
}
