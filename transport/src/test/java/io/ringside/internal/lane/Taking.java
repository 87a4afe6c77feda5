package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;

/** Takes from a lane as a drain does, and hands what was taken to a sink. */
public final class Taking {
    private Taking() {}

    /** Take events of at most one block. Returns how many. */
    public static int poll(final LaneReader reader, final LaneSink sink, final int eventLimit) {
        final Batch taken = reader.take(eventLimit);
        if (taken == null) {
            return 0;
        }
        final int events = taken.events();
        taken.deliver(receiver(sink));
        return events;
    }

    /** Take the losses since the last record. Returns how many attempts they are. */
    public static long reportLosses(final LaneReader reader, final LaneSink sink) {
        final Batch losses = new Batch();
        return reader.stageLosses(losses) ? takeStaged(reader, losses, sink) : 0;
    }

    /** Take what closes the totals of a lane that nobody writes any more. */
    public static void finish(final LaneReader reader, final LaneSink sink) {
        reportLosses(reader, sink);
        final Batch rest = new Batch();
        if (reader.stageRest(rest)) {
            takeStaged(reader, rest, sink);
        }
    }

    private static long takeStaged(final LaneReader reader, final Batch losses, final LaneSink sink) {
        if (!reader.takeStaged()) {
            return 0;
        }
        sink.onGap(losses.loss(), losses.from().ownerThreadId);
        return losses.loss().total();
    }

    /** Hands runs of records, and gaps, to a sink. */
    static Batch.Receiver receiver(final LaneSink sink) {
        return new Batch.Receiver() {
            @Override
            public void onRecords(final Batch batch, final Batch.Piece piece, final int begin, final int end) {
                int last = begin;
                for (int next = begin; next < end; next = piece.next(next, lengthOf(batch, next))) {
                    last = next;
                }
                sink.onRecords(batch.bytes(), begin, last, end, piece.ownerThreadId());
            }

            @Override
            public void onGap(final LaneGap gap, final long ownerThreadId) {
                sink.onGap(gap, ownerThreadId);
            }
        };
    }

    private static int lengthOf(final Batch batch, final int offset) {
        return FrameDescriptor.length(batch.bytes().getLong(offset));
    }
}
