package io.ringside.cli.trigger;

import io.ringside.RingsideException;
import io.ringside.cli.console.Console;
import io.ringside.trigger.TriggerFiring;
import io.ringside.trigger.TriggerListener;

/** Tells people what a trigger does. Thread-safe. */
final class TriggerLines implements TriggerListener {
    private final Console console;

    TriggerLines(final Console console) {
        this.console = console;
    }

    @Override
    public void onDone(final TriggerFiring firing, final String outcome) {
        console.tell("trigger fired: " + text(firing) + ": " + outcome);
    }

    @Override
    public void onFailure(final TriggerFiring firing, final Throwable cause) {
        console.tell("trigger action failed: " + text(firing) + ": "
                + reason(cause));
    }

    private static String reason(final Throwable cause) {
        if (cause instanceof InterruptedException) {
            return "interrupted, because it did not finish in time at the end";
        }
        return cause instanceof RingsideException ? String.valueOf(cause.getMessage()) : cause.toString();
    }

    private static String text(final TriggerFiring firing) {
        return "firing=" + firing.number() + ", event=" + firing.provider() + "/" + firing.event() + ", timeNs="
                + firing.timeNs() + ", ticks=" + firing.timeTicks() + ", suppressed=" + firing.suppressed();
    }
}
