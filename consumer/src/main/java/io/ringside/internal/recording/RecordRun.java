package io.ringside.internal.recording;

import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Records of one lane that lie one after the other in an excerpt, each of them checked; or a gap between two of them.
 * The receiver of a run takes records from its head. Used again. Not thread-safe.
 */
public final class RecordRun {
    private static final int NULL_SKIP = -1;
    /** Bytes that a gap counts as, among those that wait. */
    private static final int GAP_BYTES = 128;
    /** Most bytes that may lie between two records: the header that a kept one has. */
    private static final int MAX_SKIP = ExcerptDescriptor.ENTRY_CONTENT_OFFSET;

    private final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
    private @Nullable ExcerptBytes excerpt;
    private @Nullable LaneGap gap;
    private long ownerThreadId;
    private @Nullable String ownerName;
    private long ticksToEpochNs;
    /** Null if the same is added to all ticks. */
    private @Nullable LongUnaryOperator related;
    private long gapTimeNs;
    private int batch;
    private int head;
    private int length;
    private int end;
    private int skip;

    RecordRun() {}

    /**
     * Take the first record that waits.
     *
     * @return offset of its header in {@link #bytes}
     */
    public int takeHead() {
        final int offset = head;
        length = FrameDescriptor.length(bytes.getLong(offset));
        head = behind(offset, length);
        return offset;
    }

    /** Offset of the first record that waits. */
    public int head() {
        return head;
    }

    /** End of the last record, aligned. */
    public int end() {
        return end;
    }

    /**
     * Where the record that follows another one begins, unless that was the last.
     *
     * @param offset       of the other one
     * @param recordLength of it
     */
    public int behind(final int offset, final int recordLength) {
        return offset + ExcerptDescriptor.align(recordLength) + Math.max(skip, 0);
    }

    /**
     * Take all records up to one that waits.
     *
     * @param offset of that one, as {@link #behind} gives it
     */
    public void takeUntil(final int offset) {
        head = offset;
    }

    /** Returns the offset that turns ticks of the records into the nanoseconds since 1970 by which they are due. */
    public long ticksToEpochNs() {
        return ticksToEpochNs;
    }

    /** Makes the nanoseconds since 1970 of ticks, if not the same is added to all of them; null else. */
    public @Nullable LongUnaryOperator related() {
        return related;
    }

    /** Length of the record taken last with its header, in bytes. */
    public int length() {
        return length;
    }

    /**
     * Whether another record waits that is not younger than a time.
     *
     * @param untilNs in nanoseconds since 1970
     */
    public boolean isDue(final long untilNs) {
        return head < end && headTimeNs() <= untilNs;
    }

    /** Private copy with the records. */
    public DirectBuffer bytes() {
        return bytes;
    }

    /** Thread that wrote them. */
    public long ownerThreadId() {
        return ownerThreadId;
    }

    /** Name of that thread; null if it is unknown. */
    public @Nullable String ownerName() {
        return ownerName;
    }

    /** Set what makes nanoseconds since 1970 of ticks; null if the same is added to all of them. */
    void related(final @Nullable LongUnaryOperator newRelated) {
        related = newRelated;
    }

    void ownerName(final @Nullable String name) {
        ownerName = name;
    }

    /** Begin with records that lie one after the other. They are copied if they lie in no excerpt. */
    void begin(final @Nullable ExcerptBytes lying, final DirectBuffer buffer, final int offset, final int behind,
            final long owner, final long toEpochNs, final int ofBatch) {
        set(owner, ofBatch);
        ticksToEpochNs = toEpochNs;
        head = offset;
        end = behind;
        skip = offset + ExcerptDescriptor.align(FrameDescriptor.length(buffer.getLong(offset))) == end ? NULL_SKIP : 0;
        if (lying == null) {
            copy(buffer);
        } else {
            lying.hold();
            excerpt = lying;
            bytes.wrap(buffer, 0, buffer.capacity());
        }
    }

    void begin(final LaneGap ofGap, final long timeNs, final long owner, final int ofBatch) {
        set(owner, ofBatch);
        gap = ofGap.copy();
        gapTimeNs = timeNs;
    }

    /** Take in one record after the last one; false if it does not lie there, or has an owner of another name. */
    boolean add(final DirectBuffer buffer, final int offset, final int behind, final long owner,
            final @Nullable String name, final int ofBatch) {
        final int between = offset - end;
        if (excerpt == null || gap != null || batch != ofBatch || ownerThreadId != owner
                || !Objects.equals(ownerName, name)
                || bytes.addressOffset() != buffer.addressOffset() || between < 0 || between > MAX_SKIP
                || (skip != NULL_SKIP && skip != between)) {
            return false;
        }
        skip = between;
        end = behind;
        return true;
    }

    /** Let the excerpt be used for another one. */
    void leaveExcerpt() {
        final ExcerptBytes left = excerpt;
        if (left != null) {
            copy(bytes);
            excerpt = null;
            left.release();
        }
    }

    /** Everything has gone. */
    void clear() {
        final ExcerptBytes left = excerpt;
        excerpt = null;
        gap = null;
        bytes.wrap(0, 0);
        if (left != null) {
            left.release();
        }
    }

    @Nullable
    LaneGap gap() {
        return gap;
    }

    int batch() {
        return batch;
    }

    /** When the gap was, or the first record that waits. */
    long headTimeNs() {
        return gap == null
                ? toEpochNs(bytes.getLong(head + FrameDescriptor.TIME_OFFSET), ticksToEpochNs, related)
                : gapTimeNs;
    }

    /** By what is added to all ticks, or by a clock that is related. */
    static long toEpochNs(final long ticks, final long toEpochNs, final @Nullable LongUnaryOperator related) {
        return related == null ? ticks + toEpochNs : related.applyAsLong(ticks);
    }

    /** Bytes from the first record that waits to the end of the last one, or what a gap counts for. */
    int waitingBytes() {
        return gap == null ? Math.max(end - head, 0) : GAP_BYTES;
    }

    private void set(final long owner, final int ofBatch) {
        ownerThreadId = owner;
        batch = ofBatch;
    }

    private void copy(final DirectBuffer from) {
        final byte[] own = new byte[end - head];
        from.getBytes(head, own, 0, Math.min(own.length, from.capacity() - head));
        bytes.wrap(own);
        end -= head;
        head = 0;
    }
}
