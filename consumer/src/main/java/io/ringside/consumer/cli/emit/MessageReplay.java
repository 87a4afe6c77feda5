package io.ringside.consumer.cli.emit;

import io.ringside.consumer.cli.console.Interruption;
import io.ringside.schema.PayloadWriter;
import io.ringside.transport.provider.ProviderRegistration;
import io.ringside.transport.provider.Ringside;
import io.ringside.transport.write.ThreadWriter;
import io.ringside.transport.write.TraceEvent;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The order flow of a file, each event as long after the first as it was then, or so many times sooner. */
final class MessageReplay implements EmitTask {
    private static final int CALLS_PER_LOOK = 64;

    private final Ringside ringside;
    private final List<TraceEvent> events;
    private final MessageFile file;
    private final double speed;
    private final Interruption interruption;
    private final WriteTally tally = new WriteTally();

    /** @param speed positive and finite; 2 is twice as fast as it was */
    MessageReplay(final Ringside ringside, final ProviderRegistration registration, final MessageFile file,
            final double speed, final Interruption interruption) {
        this.ringside = ringside;
        this.events = registration.events();
        this.file = file;
        this.speed = speed;
        this.interruption = interruption;
    }

    @Override
    public WriteTally call() {
        final ThreadWriter writer = ringside.writer();
        final MutableDirectBuffer buffer = new UnsafeBuffer(new byte[MessageEvents.PAYLOAD_BYTES]);
        final PayloadWriter payload = new PayloadWriter();
        final OrderMessage message = new OrderMessage();
        try (MessageReader reader = MessageReader.open(file.path())) {
            final Pace pace = Pace.beginningNow(interruption);
            long firstNs = -1;
            while (reader.next(message)) {
                firstNs = firstNs < 0 ? message.timeNs : firstNs;
                if (!message.hasEvent()) {
                    continue;
                }
                if (tally.attempted() % CALLS_PER_LOOK == 0) {
                    tally.publish();
                    if (interruption.isRequested()) {
                        break;
                    }
                }
                if (!pace.await((long) ((message.timeNs - firstNs) / speed))) {
                    break;
                }
                MessageEvents.put(message, payload.wrap(buffer, 0, buffer.capacity()));
                tally.add(writer.write(events.get(MessageEvents.index(message)), buffer, 0, payload.length()));
            }
        }
        return tally;
    }

    @Override
    public long progress() {
        return tally.published();
    }
}
