package io.ringside.sample;

import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.EventSink;
import io.ringside.internal.lane.ExtendedItems;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.schema.TextFields;
import io.ringside.session.LossCause;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.agrona.DirectBuffer;

/** Decodes the sample's events by its schema. For one thread. */
final class SampleEvents implements EventSink {
    private final List<SampleEvent> taken = new ArrayList<>();
    private final TextFields fields = new TextFields();

    List<SampleEvent> taken() {
        return taken;
    }

    @Override
    public void onEvent(final DrainedProcess process, final int lane, final DirectBuffer buffer, final int offset,
            final int length, final long ownerThreadId) {
        final int headerLength = FrameDescriptor.RECORD_HEADER_LENGTH + ExtendedItems.length(buffer, offset, length);
        final StringBuilder text = new StringBuilder();
        fields.append(text, EtwWriteSample.SCHEMA.eventAt(FrameDescriptor.eventIndex(buffer.getLong(offset))), buffer,
                offset + headerLength, length - headerLength);
        taken.add(new SampleEvent(text.toString(), length - headerLength,
                new UUID(buffer.getLong(offset + FrameDescriptor.ACTIVITY_MOST_OFFSET),
                        buffer.getLong(offset + FrameDescriptor.ACTIVITY_LEAST_OFFSET))));
    }

    @Override
    public void onGap(final DrainedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
        // The ledger tells of losses.
    }

    @Override
    public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
            final long firstTimeTicks, final long lastTimeTicks) {
        // The ledger tells of losses.
    }
}
