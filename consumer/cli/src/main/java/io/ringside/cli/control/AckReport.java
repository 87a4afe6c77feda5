package io.ringside.cli.control;

import io.ringside.cli.console.CommandContext;
import io.ringside.control.AckResult;
import io.ringside.internal.render.JsonRow;

/** Says which processes have not done what was asked. Stateless. */
final class AckReport {
    private AckReport() {}

    static void warn(final CommandContext context, final AckResult result) {
        if (!result.timedOut().isEmpty()) {
            context.console().tell("some processes have not answered yet: timedOut=" + result.timedOut()
                    + ": the change takes effect when they do");
        }
        if (!result.refused().isEmpty()) {
            context.console().tell("some processes cannot attach, and their events are lost as notAttached: refused="
                    + result.refused() + ": free memory, or start the session with smaller or fewer lanes");
        }
    }

    static JsonRow put(final JsonRow row, final AckResult result) {
        return row.put("acknowledged", result.acknowledged()).put("timedOut", result.timedOut().size())
                .put("refused", result.refused().size());
    }

    static String text(final AckResult result) {
        return result.acknowledged() + " processes acknowledged, " + result.timedOut().size() + " timed out";
    }
}
