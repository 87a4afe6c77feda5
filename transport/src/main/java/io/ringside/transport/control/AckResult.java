package io.ringside.transport.control;

import java.util.List;

/**
 * What processes have said to a change. The change is in force whatever they said (R4.32). Immutable.
 *
 * @param acknowledged processes that have applied it
 * @param refused      those of them that could not attach, with the cause
 * @param timedOut     processes that did not answer in time
 */
public record AckResult(int acknowledged, List<String> refused, List<String> timedOut) {
    /** Copy the lists. */
    public AckResult {
        refused = List.copyOf(refused);
        timedOut = List.copyOf(timedOut);
    }
}
