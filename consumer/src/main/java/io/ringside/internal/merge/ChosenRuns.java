package io.ringside.internal.merge;

import io.ringside.RingsideException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.IntArrayList;

/**
 * Runs of lanes in the order in which they were chosen. All of them are committed before the first one is delivered, so
 * that each event is delivered at most once, even if the process is killed. Not thread-safe.
 */
final class ChosenRuns {
    private final List<OrderedLane> lanes = new ArrayList<>();
    private final List<TimedBatch> batches = new ArrayList<>();
    /** End of each run in the events of its batch. */
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
     * Commit all runs, then deliver them. If the commit of a lane fails, its runs are not delivered, and the next call
     * delivers the others. If a delivery throws, the next call delivers the rest.
     */
    void flush() {
        if (!isCommitted) {
            commit();
        }
        final int size = lanes.size();
        while (delivered < size) {
            final OrderedLane lane = lanes.get(delivered);
            final TimedBatch batch = batches.get(delivered);
            if (!lane.isRefused()) {
                batch.deliver(pieces.getInt(delivered), heads.getInt(delivered), lane);
            }
            delivered++;
            if (batch.isDelivered()) {
                lane.onDelivered(batch);
            }
        }
        clear();
    }

    private void commit() {
        isCommitted = true;
        RingsideException failure = null;
        for (int i = 0; i < lanes.size(); i++) {
            try {
                lanes.get(i).commit();
            } catch (final RingsideException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
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
