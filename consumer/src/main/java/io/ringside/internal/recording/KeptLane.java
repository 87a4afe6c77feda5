package io.ringside.internal.recording;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.LaneGap;
import io.ringside.session.LossCause;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_BYTES_LENGTH_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_FIRST_TIME_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_KIND_KEPT;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_KIND_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_LANE_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_LAST_TIME_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_LEAST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_LENGTH_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_MOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_NUMBER_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_TOTAL_OFFSET;
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
import static io.ringside.internal.recording.ExcerptDescriptor.KEPT_ENTRIES_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.KEPT_FILTERED_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.align;

/**
 * Pending part of a written lane, not appended yet: records and gaps in order, and the number of events left out
 * between them. Every attempt in the source's lane is counted here once. Not thread-safe.
 */
final class KeptLane {
    private static final int INITIAL_BYTES = 1024;

    private final Incarnation process;
    private final int lane;
    private final ExpandableArrayBuffer entries = new ExpandableArrayBuffer(INITIAL_BYTES);
    private int length;
    private int events;
    private long number;
    private long behind;
    private long filtered;
    /** The last name in the chunk. A name object belongs to one thread. */
    private @Nullable DirectBuffer toldName;

    KeptLane(final Incarnation process, final int lane) {
        this.process = process;
        this.lane = lane;
    }

    /**
     * Adds an event, and returns the bytes it uses.
     *
     * @param name name of the thread that wrote it; null if unknown
     */
    int event(final DirectBuffer buffer, final int offset, final int recordLength, final long ownerThreadId,
            final @Nullable DirectBuffer name) {
        final int nameBytes = name == null || name == toldName ? 0 : thread(ownerThreadId, name);
        final int content = begin(ENTRY_KIND_EVENT, recordLength, ownerThreadId);
        entries.putBytes(content, buffer, offset, recordLength);
        events++;
        behind++;
        return nameBytes + end(recordLength);
    }

    /** Adds the name of a thread: every chunk contains the names of its writers. */
    private int thread(final long ownerThreadId, final DirectBuffer name) {
        final int content = begin(ENTRY_KIND_THREAD, name.capacity(), ownerThreadId);
        entries.putBytes(content, name, 0, name.capacity());
        toldName = name;
        return end(name.capacity());
    }

    /** Adds a gap, and returns the bytes it uses. */
    int gap(final LaneGap gap, final long ownerThreadId) {
        final int content = begin(ENTRY_KIND_GAP, GAP_LENGTH, ownerThreadId);
        entries.putLong(content + GAP_TOTAL_OFFSET, gap.total());
        entries.putLong(content + GAP_FIRST_TIME_OFFSET, gap.firstTimeTicks());
        entries.putLong(content + GAP_LAST_TIME_OFFSET, gap.lastTimeTicks());
        entries.putLong(content + GAP_OVERWRITTEN_OFFSET, gap.overwritten());
        entries.putLong(content + GAP_FULL_OFFSET, gap.count(LossCause.FULL));
        entries.putLong(content + GAP_TOO_LARGE_OFFSET, gap.count(LossCause.TOO_LARGE));
        entries.putLong(content + GAP_ERROR_OFFSET, gap.count(LossCause.ERROR));
        entries.putLong(content + GAP_CORRUPT_OFFSET, gap.count(LossCause.CORRUPT));
        entries.putLong(content + GAP_ABANDONED_OFFSET, gap.count(LossCause.ABANDONED));
        entries.putLong(content + GAP_DISCARDED_OFFSET, gap.count(LossCause.DISCARDED));
        behind += gap.total();
        return end(GAP_LENGTH);
    }

    void filtered(final long count) {
        filtered += count;
        behind += count;
    }

    boolean isEmpty() {
        return behind == number;
    }

    /** Returns the number of pending events. */
    int events() {
        return events;
    }

    int chunkLength() {
        return KEPT_ENTRIES_OFFSET + length;
    }

    /** Moves pending entries into a chunk. */
    void writeChunk(final MutableDirectBuffer target, final int offset) {
        target.putInt(offset + CHUNK_LENGTH_OFFSET, chunkLength());
        target.putInt(offset + CHUNK_KIND_OFFSET, CHUNK_KIND_KEPT);
        target.putLong(offset + CHUNK_MOST_OFFSET, process.most());
        target.putLong(offset + CHUNK_LEAST_OFFSET, process.least());
        target.putInt(offset + CHUNK_LANE_OFFSET, lane);
        target.putInt(offset + CHUNK_BYTES_LENGTH_OFFSET, length);
        target.putLong(offset + CHUNK_FIRST_TIME_OFFSET, 0);
        target.putLong(offset + CHUNK_LAST_TIME_OFFSET, 0);
        target.putLong(offset + CHUNK_NUMBER_OFFSET, number);
        target.putLong(offset + CHUNK_TOTAL_OFFSET, behind);
        target.putLong(offset + KEPT_FILTERED_OFFSET, filtered);
        target.putBytes(offset + KEPT_ENTRIES_OFFSET, entries, 0, length);
        number = behind;
        filtered = 0;
        events = 0;
        length = 0;
        toldName = null;
    }

    private int begin(final int kind, final int contentLength, final long ownerThreadId) {
        entries.putInt(length + ENTRY_LENGTH_OFFSET, contentLength);
        entries.putInt(length + ENTRY_KIND_OFFSET, kind);
        entries.putLong(length + ENTRY_OWNER_OFFSET, ownerThreadId);
        return length + ENTRY_CONTENT_OFFSET;
    }

    private int end(final int contentLength) {
        final int entryLength = ENTRY_CONTENT_OFFSET + align(contentLength);
        // Clears the padding after the content, because the buffer is reused.
        entries.setMemory(length + ENTRY_CONTENT_OFFSET + contentLength, align(contentLength) - contentLength,
                (byte) 0);
        length += entryLength;
        return entryLength;
    }
}
