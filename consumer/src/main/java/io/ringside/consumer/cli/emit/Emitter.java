package io.ringside.consumer.cli.emit;

import io.ringside.consumer.cli.console.Interruption;
import io.ringside.transport.provider.ProviderRegistration;
import io.ringside.transport.provider.Ringside;
import io.ringside.transport.write.ThreadWriter;
import io.ringside.transport.write.TraceEvent;
import java.nio.ByteOrder;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** One thread's events, numbered from 0. */
final class Emitter implements EmitTask {
    private static final int CALLS_PER_LOOK = 64;

    private final Ringside ringside;
    private final EmitPlan plan;
    private final Interruption interruption;
    private final TraceEvent even;
    private final TraceEvent odd;
    private final WriteTally tally = new WriteTally();

    Emitter(final Ringside ringside, final ProviderRegistration registration, final EmitPlan plan,
            final Interruption interruption) {
        this.ringside = ringside;
        this.plan = plan;
        this.interruption = interruption;
        even = registration.events().get(NumberedEvents.EVEN_INDEX);
        odd = registration.events().get(NumberedEvents.EVEN_INDEX + 1);
    }

    @Override
    public WriteTally call() {
        final ThreadWriter writer = ringside.writer();
        final MutableDirectBuffer payload = new UnsafeBuffer(new byte[plan.payloadBytes()]);
        NumberedEvents.fill(payload, plan.payloadBytes());
        final Pace pace = Pace.of(plan, interruption);
        for (long sequence = 0; sequence < plan.events(); sequence++) {
            if (sequence % CALLS_PER_LOOK == 0) {
                tally.publish();
                if (interruption.isRequested()) {
                    break;
                }
            }
            if (!pace.awaitTurn(sequence)) {
                break;
            }
            payload.putLong(0, sequence, ByteOrder.LITTLE_ENDIAN);
            tally.add(writer.write((sequence & 1) == 0 ? even : odd, payload, 0, plan.payloadBytes()));
        }
        return tally;
    }

    @Override
    public long progress() {
        return tally.published();
    }
}
