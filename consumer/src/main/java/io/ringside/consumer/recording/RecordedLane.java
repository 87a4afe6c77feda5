package io.ringside.consumer.recording;

import io.ringside.consumer.merge.MergeLane;
import io.ringside.transport.directory.Incarnation;
import io.ringside.transport.lane.LaneGap;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What was read of a lane and waits for its turn: copies of records, and gaps, in the lane's order. Not thread-safe.
 */
final class RecordedLane implements MergeLane {
    private static final int LENGTH_OFFSET = 0;
    private static final int BATCH_OFFSET = 4;
    private static final int OWNER_OFFSET = 8;
    private static final int TIME_OFFSET = 16;
    private static final int ENTRY_HEADER_LENGTH = 24;
    /** In place of a length: the next gap of the queue of gaps. */
    private static final int GAP = -1;
    private static final int ALIGNMENT = 8;
    private static final int INITIAL_BYTES = 4096;
    private static final int KEPT_BYTES = 256 * 1024;

    private final RecordedProcess process;
    private final int index;
    private final RecordingHandler target;
    private final WaitingBatches batches;
    private final UnsafeBuffer entries = new UnsafeBuffer(new byte[INITIAL_BYTES]);
    private final ArrayDeque<LaneGap> gaps = new ArrayDeque<>();
    private int head;
    private int tail;
    private long newestNs = Long.MIN_VALUE;

    RecordedLane(final RecordedProcess process, final int index, final RecordingHandler target,
            final WaitingBatches batches) {
        this.process = process;
        this.index = index;
        this.target = target;
        this.batches = batches;
    }

    boolean isOf(final RecordedProcess other, final int lane) {
        return process == other && index == lane;
    }

    void event(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId,
            final long timeNs) {
        entry(length, ownerThreadId, timeNs);
        entries.putBytes(tail + ENTRY_HEADER_LENGTH, buffer, offset, length);
        tail = aligned(tail + ENTRY_HEADER_LENGTH + length);
        newestNs = timeNs;
    }

    /** A gap comes out behind the event before it at the latest with the event behind it. */
    void gap(final LaneGap gap, final long ownerThreadId) {
        entry(GAP, ownerThreadId, newestNs);
        gaps.add(gap.copy());
        tail += ENTRY_HEADER_LENGTH;
    }

    /** Bytes that wait. */
    int bytes() {
        return tail - head;
    }

    @Override
    public Incarnation process() {
        return process.incarnation();
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public boolean hasHead() {
        return head < tail;
    }

    @Override
    public long headTimeNs() {
        return entries.getLong(head + TIME_OFFSET);
    }

    @Override
    public int takeHead() {
        final int entry = head;
        final int length = entries.getInt(entry + LENGTH_OFFSET);
        final int batch = entries.getInt(entry + BATCH_OFFSET);
        final long ownerThreadId = entries.getLong(entry + OWNER_OFFSET);
        if (length == GAP) {
            head = entry + ENTRY_HEADER_LENGTH;
            target.onGap(process, index, gaps.remove(), ownerThreadId);
            batches.taken(batch);
            return 0;
        }
        head = aligned(entry + ENTRY_HEADER_LENGTH + length);
        target.onEvent(process, index, entries, entry + ENTRY_HEADER_LENGTH, length, ownerThreadId);
        batches.taken(batch);
        return 1;
    }

    private void entry(final int length, final long ownerThreadId, final long timeNs) {
        if (head == tail) {
            head = 0;
            tail = 0;
            if (entries.capacity() > KEPT_BYTES) {
                entries.wrap(new byte[INITIAL_BYTES]);
            }
        } else if (head > tail / 2) {
            entries.putBytes(0, entries, head, tail - head);
            tail -= head;
            head = 0;
        }
        final int needed = tail + ENTRY_HEADER_LENGTH + Math.max(length, 0);
        if (needed > entries.capacity()) {
            entries.wrap(Arrays.copyOf(entries.byteArray(), Math.max(2 * entries.capacity(), aligned(needed))));
        }
        entries.putInt(tail + LENGTH_OFFSET, length);
        entries.putInt(tail + BATCH_OFFSET, batches.add());
        entries.putLong(tail + OWNER_OFFSET, ownerThreadId);
        entries.putLong(tail + TIME_OFFSET, timeNs);
    }

    private static int aligned(final int offset) {
        return (offset + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
