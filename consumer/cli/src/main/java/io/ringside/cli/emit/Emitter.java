package io.ringside.cli.emit;

import io.ringside.cli.console.Interruption;
import io.ringside.provider.Ringside;

/** One thread's events, numbered from 0. */
final class Emitter implements EmitTask {
    private static final int CALLS_PER_LOOK = 64;

    private final Ringside ringside;
    private final EmitPlan plan;
    private final Interruption interruption;
    private final NumberedProvider events;
    private final WriteTally tally = new WriteTally();

    Emitter(final Ringside ringside, final NumberedProvider events, final EmitPlan plan,
            final Interruption interruption) {
        this.ringside = ringside;
        this.events = events;
        this.plan = plan;
        this.interruption = interruption;
    }

    @Override
    public WriteTally call() {
        // So that the thread has its lanes before the first event.
        ringside.writer();
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
            tally.add(events.write(sequence));
        }
        return tally;
    }

    @Override
    public long progress() {
        return tally.published();
    }
}
