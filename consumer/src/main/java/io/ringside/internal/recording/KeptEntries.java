package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.ExtendedItems;
import io.ringside.internal.lane.ThreadNames;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.layout.LedgerDescriptor;
import org.agrona.DirectBuffer;

import static io.ringside.internal.recording.ExcerptDescriptor.ENTRY_CONTENT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.ENTRY_KIND_EVENT;
import static io.ringside.internal.recording.ExcerptDescriptor.ENTRY_KIND_GAP;
import static io.ringside.internal.recording.ExcerptDescriptor.ENTRY_KIND_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.ENTRY_KIND_THREAD;
import static io.ringside.internal.recording.ExcerptDescriptor.ENTRY_LENGTH_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.ENTRY_OWNER_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.GAP_ABANDONED_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.GAP_CORRUPT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.GAP_DISCARDED_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.GAP_ERROR_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.GAP_FIRST_TIME_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.GAP_FULL_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.GAP_LAST_TIME_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.GAP_LENGTH;
import static io.ringside.internal.recording.ExcerptDescriptor.GAP_OVERWRITTEN_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.GAP_TOO_LARGE_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.GAP_TOTAL_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.align;

/** Decodes the entries that a {@link KeptLane} has written. Checks each length before use. Not thread-safe. */
final class KeptEntries {
    private final int maxRecordBytes;
    private final Checkpoint from = new Checkpoint();
    private final Checkpoint to = new Checkpoint();
    private long told;

    /** Creates a decoder for records no longer than those of the session's lanes. */
    KeptEntries(final int maxRecordBytes) {
        this.maxRecordBytes = maxRecordBytes;
    }

    /**
     * Add records and gaps to a batch, and note thread names.
     *
     * @throws RingsideException if an entry is invalid; the entries before it were added
     */
    void read(final DirectBuffer entries, final long firstNumber, final ThreadNames names, final Batch batch) {
        told = 0;
        int offset = 0;
        while (offset < entries.capacity()) {
            final int rest = entries.capacity() - offset - ENTRY_CONTENT_OFFSET;
            final int length = rest < 0 ? -1 : entries.getInt(offset + ENTRY_LENGTH_OFFSET);
            require(length >= 0 && length <= rest && align(length) <= rest, "length");
            final long owner = entries.getLong(offset + ENTRY_OWNER_OFFSET);
            final int content = offset + ENTRY_CONTENT_OFFSET;
            switch (entries.getInt(offset + ENTRY_KIND_OFFSET)) {
                case ENTRY_KIND_EVENT -> {
                    event(entries, content, length, owner, batch);
                    told++;
                }
                case ENTRY_KIND_THREAD -> {
                    require(length <= LedgerDescriptor.THREAD_NAME_LENGTH_MAX, "thread name");
                    names.put(owner, entries, content, length);
                }
                case ENTRY_KIND_GAP -> told += gap(entries, content, length, firstNumber + told, owner, batch);
                default -> throw damaged("kind");
            }
            offset = content + align(length);
        }
    }

    /** Returns the number of attempts in the entries of the last reading. */
    long told() {
        return told;
    }

    private void event(final DirectBuffer entries, final int offset, final int length, final long owner,
            final Batch batch) {
        require(length >= FrameDescriptor.RECORD_HEADER_LENGTH && length <= maxRecordBytes
                && FrameDescriptor.length(entries.getLong(offset)) == length
                && FrameDescriptor.schemaIndex(entries.getLong(offset)) != FrameDescriptor.CONTROL_SCHEMA_INDEX
                && ExtendedItems.length(entries, offset, length) != ExtendedItems.DAMAGED_LENGTH, "record");
        batch.onEvent(entries, offset, length, owner);
    }

    private long gap(final DirectBuffer entries, final int offset, final int length, final long number,
            final long owner, final Batch batch) {
        require(length == GAP_LENGTH, "gap");
        final long total = entries.getLong(offset + GAP_TOTAL_OFFSET);
        from.ownerThreadId = owner;
        to.overwritten = entries.getLong(offset + GAP_OVERWRITTEN_OFFSET);
        to.lostFull = entries.getLong(offset + GAP_FULL_OFFSET);
        to.lostTooLarge = entries.getLong(offset + GAP_TOO_LARGE_OFFSET);
        to.lostError = entries.getLong(offset + GAP_ERROR_OFFSET);
        to.corrupt = entries.getLong(offset + GAP_CORRUPT_OFFSET);
        to.abandoned = entries.getLong(offset + GAP_ABANDONED_OFFSET);
        to.discarded = entries.getLong(offset + GAP_DISCARDED_OFFSET);
        // All other attempts count as delivered here; their outcome is unknown.
        to.delivered = total - to.overwritten - to.lostByWriter() - to.corrupt - to.abandoned - to.discarded;
        to.nextNumber = total;
        require(to.adds(), "counts of a gap");
        from.nextNumber = number;
        to.nextNumber = number + total;
        batch.addGap(from, to, entries.getLong(offset + GAP_FIRST_TIME_OFFSET),
                entries.getLong(offset + GAP_LAST_TIME_OFFSET));
        return total;
    }

    private static void require(final boolean holds, final String what) {
        if (!holds) {
            throw damaged(what);
        }
    }

    private static RingsideException damaged(final String what) {
        return new RingsideException(ErrorCode.CORRUPT, "entry of a chunk is damaged: field=" + what);
    }
}
