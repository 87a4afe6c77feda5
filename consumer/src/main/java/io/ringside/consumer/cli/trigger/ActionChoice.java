package io.ringside.consumer.cli.trigger;

import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.trigger.TriggerAction;

/** What a trigger is to do, as it was written. */
@FunctionalInterface
interface ActionChoice {
    /**
     * The action.
     *
     * @throws io.ringside.transport.RingsideException if its session is not there, or of another kind
     */
    TriggerAction open(CommandContext context);
}
