package io.ringside.bench.recording;

import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldVisitor;
import org.agrona.DirectBuffer;

/** Adds up the numbers of all events, and uses their times. For one thread. */
final class PayloadSum implements EventHandler, FieldVisitor {
    private boolean bySchema;
    private long total;
    private long times;

    /** Begins anew. */
    void reset() {
        total = 0;
        times = 0;
    }

    /** Lets numbers be found by the schema, or by their place. */
    void bySchema(final boolean wanted) {
        bySchema = wanted;
    }

    /** The sum of all numbers. */
    long total() {
        return total;
    }

    /** Something of all times. */
    long times() {
        return times;
    }

    @Override
    public void onEvent(final EventView event) {
        times ^= event.timeNs();
        if (bySchema) {
            event.readFields(this);
            return;
        }
        final DirectBuffer buffer = event.buffer();
        final int begin = event.payloadOffset();
        final int end = begin + event.payloadLength();
        long sum = 0;
        for (int offset = begin; offset < end; offset += Long.BYTES) {
            sum += buffer.getLong(offset);
        }
        total += sum;
    }

    @Override
    public void onLong(final FieldSchema field, final long value) {
        total += value;
    }

    @Override
    public void onGap(final GapView gap) {
        throw new IllegalStateException("events of the bench were lost: count=" + gap.total());
    }
}
