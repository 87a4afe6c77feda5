package io.ringside.internal.merge;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.IntArrayList;

/**
 * Heads that were taken and are to be delivered in the order in which they were taken: as runs of one lane. An event is
 * committed before it is delivered, so that it is delivered at most once wherever the process is killed.
 */
final class MergeBatch {
    /** Count of a run that is no event: what follows the last event of a chunk. */
    static final int REST = 0;
    /** Count of a run that is no event: losses after all frames. */
    static final int LOSSES = -1;

    private final List<StagedLane> lanes = new ArrayList<>();
    private final IntArrayList counts = new IntArrayList();

    /** An event of a lane. */
    void addEvent(final StagedLane lane) {
        final int last = lanes.size() - 1;
        if (last >= 0 && lanes.get(last) == lane && counts.getInt(last) > 0) {
            counts.setInt(last, counts.getInt(last) + 1);
        } else {
            add(lane, 1);
        }
    }

    /** Something of a lane that is no event: {@link #REST} or {@link #LOSSES}. */
    void addLoss(final StagedLane lane, final int kind) {
        add(lane, kind);
    }

    boolean isEmpty() {
        return lanes.isEmpty();
    }

    /** Commit all, then deliver all. What a delivery throws passes through: all of the batch is taken, all the same. */
    void flush() {
        final int size = lanes.size();
        try {
            for (int i = 0; i < size; i++) {
                lanes.get(i).commit();
            }
            for (int i = 0; i < size; i++) {
                lanes.get(i).deliver(counts.getInt(i));
            }
        } finally {
            for (int i = 0; i < size; i++) {
                lanes.get(i).settle();
            }
            lanes.clear();
            counts.clear();
        }
    }

    private void add(final StagedLane lane, final int count) {
        lanes.add(lane);
        counts.addInt(count);
    }
}
