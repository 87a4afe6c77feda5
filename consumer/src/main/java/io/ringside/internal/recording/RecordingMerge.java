package io.ringside.internal.recording;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.merge.OrderedLane;
import io.ringside.internal.merge.TimeOrder;
import io.ringside.internal.merge.TimedBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds events read from a recording until they are taken in the order of time. Not thread-safe.
 * <p>
 * If too much waits, the oldest events should be delivered early; the receiver marks events that arrive too late after
 * that. Losses without a lane have no position among events, and are delivered immediately.
 */
public final class RecordingMerge implements RecordedBatches {
    /** Maximum bytes of waiting events. */
    private static final long MAX_WAITING_BYTES = 8L * 1024 * 1024;
    /** Maximum bytes of excerpts of which almost nothing waits any more. */
    private static final long MAX_UNUSED_BYTES = 1024 * 1024;

    private final Consumer<RecordedBatch> times;
    private final TimeOrder order;
    private final RecordingHandler target;
    /** Excerpts that were read completely and have waiting batches, or follow such an excerpt, in reading order. */
    private final ArrayDeque<Waiting> excerpts = new ArrayDeque<>();
    private final ArrayDeque<Waiting> freeExcerpts = new ArrayDeque<>();
    private final Map<Key, Lane> byKey = new HashMap<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final ArrayDeque<RecordedBatch> free = new ArrayDeque<>();
    private @Nullable Lane last;
    private @Nullable ExcerptBytes read;
    /** The excerpt being read. */
    private Waiting reading = new Waiting();
    private boolean hasReplays;

    /** Key of a lane. A process of another session is another object. */
    private record Key(RecordedProcess process, int lane) {}

    /**
     * Creates the merge of a recording's lanes.
     *
     * @param order  order of time; several recordings may share one
     * @param target receives events and losses
     * @param times  sets the time conversion of a batch's process
     */
    public RecordingMerge(final TimeOrder order, final RecordingHandler target,
            final Consumer<RecordedBatch> times) {
        this.target = target;
        this.order = order;
        this.times = times;
    }

    /** Returns whether too much waits, so that the oldest events should be delivered early. */
    public boolean isOverfull() {
        return waitingBytes() > MAX_WAITING_BYTES;
    }

    /** Returns whether nothing waits. */
    public boolean isSettled() {
        return excerpts.isEmpty() && reading.batches == 0;
    }

    /** Returns whether some events were replayed; then the recorder's clock is no bound for later events. */
    public boolean hasReplays() {
        return hasReplays;
    }

    @Override
    public RecordedBatch nextBatch() {
        final RecordedBatch unused = free.poll();
        return unused == null ? new RecordedBatch() : unused;
    }

    @Override
    public void onFrames(final RecordedBatch batch) {
        final RecordedProcess process = batch.process();
        times.accept(batch);
        reading.batches++;
        batch.hold(reading);
        read = batch.excerpt();
        order.add(laneOf(process, batch.lane()), batch);
    }

    @Override
    public void onExcerpt(final int bytes, final long events, final @Nullable ExcerptPlace place) {
        final Waiting whole = reading;
        whole.bytes = bytes;
        whole.events = events;
        whole.hasPlace = place != null;
        if (place != null) {
            whole.place.set(place);
        }
        excerpts.add(whole);
        final Waiting unused = freeExcerpts.poll();
        reading = unused == null ? new Waiting() : unused;
        tellDelivered();
        final ExcerptBytes excerpt = read;
        if (excerpt != null && excerpt.allHeldBytes() > MAX_UNUSED_BYTES + 2 * waitingBytes()) {
            lanes.forEach(Lane::leaveExcerpts);
        }
    }

    /** Reports fully delivered excerpts, in reading order. */
    private void tellDelivered() {
        for (Waiting first = excerpts.peek(); first != null && first.batches == 0; first = excerpts.peek()) {
            excerpts.remove();
            freeExcerpts.push(first);
            target.onExcerpt(first.bytes, first.events, first.hasPlace ? first.place : null);
        }
    }

    /** Returns a lane. Consecutive batches are mostly of the same lane. */
    private Lane laneOf(final RecordedProcess process, final int lane) {
        final Lane known = last;
        if (known != null && known.isOf(process, lane)) {
            return known;
        }
        final Lane found = byKey.computeIfAbsent(new Key(process, lane), key -> {
            hasReplays |= ReplayMark.isOn(process);
            final Lane created = new Lane(process, lane);
            lanes.add(created);
            return created;
        });
        last = found;
        return found;
    }

    private long waitingBytes() {
        long bytes = 0;
        for (int i = 0; i < lanes.size(); i++) {
            bytes += lanes.get(i).waitingBytes();
        }
        return bytes;
    }

    /** An excerpt with waiting batches. */
    static final class Waiting {
        private int batches;
        private int bytes;
        private long events;
        private final ExcerptPlace place = new ExcerptPlace();
        private boolean hasPlace;
    }

    /** A lane in the order of time: batches that were read and wait for their turn. */
    private final class Lane extends OrderedLane {
        private final RecordedProcess process;
        private final int index;

        Lane(final RecordedProcess process, final int index) {
            super(process.incarnation(), index);
            this.process = process;
            this.index = index;
        }

        boolean isOf(final RecordedProcess other, final int lane) {
            return process == other && index == lane;
        }

        /** Release excerpts of which little waits, for reuse. */
        void leaveExcerpts() {
            for (final TimedBatch batch : waiting()) {
                ((RecordedBatch) batch).leaveExcerpt();
            }
        }

        @Override
        protected void onDelivered(final TimedBatch batch) {
            final RecordedBatch delivered = (RecordedBatch) batch;
            delivered.release();
            free.push(delivered);
            delivered.waiting().batches--;
            tellDelivered();
        }

        @Override
        public void onRecords(final Batch batch, final Batch.Piece piece, final int begin, final int end) {
            target.onRecords(process, index, batch, piece, begin, end);
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            target.onGap(process, index, gap, ownerThreadId);
        }
    }
}
