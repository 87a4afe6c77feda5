package io.ringside.cli.trigger;

import io.ringside.cli.console.CommandContext;
import io.ringside.trigger.TriggerAction;

/** What a trigger is to do, as it was written. */
@FunctionalInterface
interface ActionChoice {
    /**
     * The action.
     *
     * @throws io.ringside.RingsideException if its session is not there, or of another kind
     */
    TriggerAction open(CommandContext context);
}
