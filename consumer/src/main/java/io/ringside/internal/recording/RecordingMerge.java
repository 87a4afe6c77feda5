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
 * Keeps what is read of a recording until it is taken in the order of time. Not thread-safe.
 * <p>
 * If more waits than a bound allows, the oldest should come out before its turn; what then comes too late is marked by
 * who receives it. Losses without a lane have no place among the events of one, and are delivered at once.
 */
public final class RecordingMerge implements RecordedBatches {
    /** Bytes that may wait. */
    private static final long MAX_WAITING_BYTES = 8L * 1024 * 1024;
    /** Bytes of excerpts of which hardly anything waits any more. */
    private static final long MAX_UNUSED_BYTES = 1024 * 1024;

    private final Consumer<RecordedBatch> times;
    private final TimeOrder order;
    private final RecordingHandler target;
    /** Excerpts that were read to their end and of which a batch waits, or one before them, in this order. */
    private final ArrayDeque<Waiting> excerpts = new ArrayDeque<>();
    private final ArrayDeque<Waiting> freeExcerpts = new ArrayDeque<>();
    private final Map<Key, Lane> byKey = new HashMap<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final ArrayDeque<RecordedBatch> free = new ArrayDeque<>();
    private @Nullable Lane last;
    private @Nullable ExcerptBytes read;
    /** The excerpt that is being read. */
    private Waiting reading = new Waiting();
    private boolean hasReplays;

    /** A lane: a process of another session is another object. */
    private record Key(RecordedProcess process, int lane) {}

    /**
     * Let the lanes of a recording take part in a merge.
     *
     * @param order  that takes them in the order of time; several recordings may share one
     * @param target receives events and losses
     * @param times  sets what becomes of the ticks of a batch's process
     */
    public RecordingMerge(final TimeOrder order, final RecordingHandler target,
            final Consumer<RecordedBatch> times) {
        this.target = target;
        this.order = order;
        this.times = times;
    }

    /** Whether more waits than should: the oldest is to come out before its turn. */
    public boolean isOverfull() {
        return waitingBytes() > MAX_WAITING_BYTES;
    }

    /** Whether nothing waits. */
    public boolean isSettled() {
        return excerpts.isEmpty() && reading.batches == 0;
    }

    /** Whether some of the events were replayed: then the clock of the recorder does not say what is yet to come. */
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

    /** Reports the excerpts of which nothing waits any more, in the order in which they were read. */
    private void tellDelivered() {
        for (Waiting first = excerpts.peek(); first != null && first.batches == 0; first = excerpts.peek()) {
            excerpts.remove();
            freeExcerpts.push(first);
            target.onExcerpt(first.bytes, first.events, first.hasPlace ? first.place : null);
        }
    }

    /** Consecutive batches are mostly of one lane. */
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

    /** An excerpt of which batches wait. */
    static final class Waiting {
        private int batches;
        private int bytes;
        private long events;
        private final ExcerptPlace place = new ExcerptPlace();
        private boolean hasPlace;
    }

    /** A lane in the order of time: the batches that were read and wait for their turn. */
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

        /** Let excerpts of which little waits be used for others. */
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
