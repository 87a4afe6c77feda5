package io.ringside.internal.merge;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.IntArrayList;

/**
 * Runs of lanes in the order in which they were chosen. All of them are committed before the first is delivered, so
 * that an event is delivered at most once wherever the process is killed. Not thread-safe.
 */
final class ChosenRuns {
    private final List<OrderedLane> lanes = new ArrayList<>();
    private final List<TimedBatch> batches = new ArrayList<>();
    /** How far each run reaches in its batch. */
    private final IntArrayList pieces = new IntArrayList();
    private final IntArrayList heads = new IntArrayList();
    private boolean isCommitted;
    private int delivered;

    void add(final OrderedLane lane, final TimedBatch batch) {
        final int last = lanes.size() - 1;
        if (last >= 0 && batches.get(last) == batch) {
            pieces.setInt(last, batch.passedPieces());
            heads.setInt(last, batch.head());
        } else {
            lanes.add(lane);
            batches.add(batch);
            pieces.addInt(batch.passedPieces());
            heads.addInt(batch.head());
        }
    }

    boolean isEmpty() {
        return lanes.isEmpty();
    }

    /**
     * Commit all, then deliver all. If a commit fails, nothing of that is delivered. If a delivery throws, the next
     * call delivers the rest.
     */
    void flush() {
        if (!isCommitted) {
            commit();
        }
        final int size = lanes.size();
        while (delivered < size) {
            lanes.get(delivered).deliver(batches.get(delivered), pieces.getInt(delivered), heads.getInt(delivered));
            delivered++;
        }
        clear();
    }

    private void commit() {
        boolean complete = false;
        try {
            for (int i = 0; i < lanes.size(); i++) {
                lanes.get(i).commit();
            }
            complete = true;
        } finally {
            if (!complete) {
                clear();
            }
        }
        isCommitted = true;
    }

    private void clear() {
        lanes.clear();
        batches.clear();
        pieces.clear();
        heads.clear();
        isCommitted = false;
        delivered = 0;
    }
}
