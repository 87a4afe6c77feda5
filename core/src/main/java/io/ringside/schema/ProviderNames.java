package io.ringside.schema;

import io.ringside.event.EventDescriptor;
import io.ringside.internal.schema.NumberNames;

/** The names that a provider gives to its keywords, tasks and opcodes. */
record ProviderNames(NumberNames keywords, NumberNames tasks, NumberNames opcodes) {
    /** Returns the names of the keywords, the task and the opcode of an event. */
    ProviderNames usedBy(final EventDescriptor event) {
        return new ProviderNames(
                keywords.only(mask -> (mask & event.keyword()) != 0),
                tasks.only(task -> task == event.task()),
                opcodes.only(opcode -> opcode == event.opcode()));
    }
}
