package io.ringside.internal.recording;

import io.ringside.internal.merge.TimeOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what is read of a recording until it is taken in the order of time. Not thread-safe.
 * <p>
 * If more waits than a bound allows, the oldest should come out before its turn; what then comes too late is marked by
 * who receives it. Losses without a lane have no place among the events of one, and are delivered at once.
 */
public final class RecordingMerge extends KeepingHandler {
    /** Bytes that may wait. */
    private static final long MAX_WAITING_BYTES = 8L * 1024 * 1024;
    /** Bytes of excerpts of which hardly anything waits any more. */
    private static final long MAX_UNUSED_BYTES = 1024 * 1024;

    private final Times times;
    private final TimeOrder order;
    private final WaitingExcerpts excerpts;
    private final Map<Key, RecordedLane> byKey = new HashMap<>();
    private final List<RecordedLane> lanes = new ArrayList<>();
    private final ArrayDeque<RecordedBatch> free = new ArrayDeque<>();
    private @Nullable RecordedLane last;
    private @Nullable ExcerptBytes read;
    private boolean hasReplays;

    /** The conversion of the ticks of events. */
    @FunctionalInterface
    public interface Times {
        /** Returns the offset that turns the ticks of a process's events into nanoseconds since 1970. */
        long ticksToEpochNs(RecordedProcess process);

        /** Makes nanoseconds since 1970 of ticks; null if the same is added to all of them. */
        default @Nullable LongUnaryOperator related(final RecordedProcess process) {
            return null;
        }
    }

    /** A lane: a process of another session is another object. */
    private record Key(RecordedProcess process, int lane) {}

    /**
     * Let the lanes of a recording take part in a merge.
     *
     * @param order  that takes them in the order of time; several recordings may share one
     * @param target receives events and losses
     * @param times  what becomes of the ticks of a process's events
     */
    public RecordingMerge(final TimeOrder order, final RecordingHandler target,
            final Times times) {
        super(target);
        this.order = order;
        this.excerpts = new WaitingExcerpts(target);
        this.times = times;
    }

    /** Whether more waits than should: the oldest is to come out before its turn. */
    public boolean isOverfull() {
        return waitingBytes() > MAX_WAITING_BYTES;
    }

    /** Whether nothing waits. */
    public boolean isSettled() {
        return excerpts.isSettled();
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
        batch.times(times.ticksToEpochNs(process), times.related(process), Long.MAX_VALUE);
        batch.hold(excerpts.add());
        read = batch.excerpt();
        order.add(laneOf(process, batch.lane()), batch);
    }

    void delivered(final RecordedBatch batch) {
        batch.release();
        free.push(batch);
        excerpts.taken(batch.number());
    }

    @Override
    public void onExcerpt(final int bytes, final long events, final @Nullable ExcerptPlace place) {
        excerpts.read(bytes, events, place);
        final ExcerptBytes excerpt = read;
        if (excerpt != null && excerpt.allHeldBytes() > MAX_UNUSED_BYTES + 2 * waitingBytes()) {
            lanes.forEach(RecordedLane::leaveExcerpts);
        }
    }

    /** Consecutive batches are mostly of one lane. */
    private RecordedLane laneOf(final RecordedProcess process, final int lane) {
        final RecordedLane known = last;
        if (known != null && known.isOf(process, lane)) {
            return known;
        }
        final RecordedLane found = byKey.computeIfAbsent(new Key(process, lane), key -> {
            hasReplays |= ReplayMark.isOn(process);
            final RecordedLane created = new RecordedLane(process, lane, this);
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
}
