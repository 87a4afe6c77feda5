package io.ringside.transport.drain;

import io.ringside.transport.lane.LaneGap;
import io.ringside.transport.lane.LaneReader;
import io.ringside.transport.lane.LaneSink;
import io.ringside.transport.lane.RingFileBytes;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** A lane of a process, with its reader: says whose lane it is when events come out. Not thread-safe. */
final class DrainedLane implements LaneSink, AutoCloseable {
    private final DrainedProcess process;
    private final Path ledgerPath;
    private final int index;
    private final LaneReader reader;
    private final RingFileBytes ring;
    /** Who takes the events, or null to give them up. */
    private @Nullable DrainSink target;
    private boolean beenEmpty;

    DrainedLane(final DrainedProcess process, final Path ledgerPath, final int index, final LaneReader reader,
            final RingFileBytes ring) {
        this.process = process;
        this.ledgerPath = ledgerPath;
        this.index = index;
        this.reader = reader;
        this.ring = ring;
    }

    int index() {
        return index;
    }

    Path ledgerPath() {
        return ledgerPath;
    }

    boolean hasFrames() {
        return reader.hasFrames();
    }

    /** Whether nothing waited in the lane at some moment up to now. */
    boolean hasBeenEmpty() {
        beenEmpty |= !reader.hasFrames();
        return beenEmpty;
    }

    boolean isBroken() {
        return reader.isBroken();
    }

    int poll(final DrainSink sink, final int eventLimit) {
        target = sink;
        return reader.poll(this, eventLimit);
    }

    long reportLosses(final DrainSink sink) {
        target = sink;
        return reader.reportLosses(this);
    }

    void finish(final DrainSink sink) {
        target = sink;
        reader.finish(this);
    }

    void discard() {
        target = null;
        reader.discard();
        reader.finish(this);
    }

    @Override
    public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
        final DrainSink sink = target;
        if (sink != null) {
            sink.onEvent(process, index, buffer, offset, length, ownerThreadId);
        }
    }

    @Override
    public void onGap(final LaneGap gap, final long ownerThreadId) {
        final DrainSink sink = target;
        if (sink != null) {
            sink.onGap(process, index, gap, ownerThreadId);
        }
    }

    @Override
    public void close() {
        ring.close();
    }
}
