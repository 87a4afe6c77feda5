package io.ringside.cli.stat;

import io.ringside.internal.control.SessionFlows.ProcessFlow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process within an interval of a session. Immutable.
 *
 * @param flow      at the end of the interval
 * @param providers names of the session's providers in it
 * @param rates     null if it was not there when the interval began
 */
record ProcessStat(ProcessFlow flow, List<String> providers, @Nullable Rates rates) {
    static ProcessStat between(final @Nullable StatSample before, final StatSample after, final ProcessFlow flow) {
        final List<String> providers = after.writers().getOrDefault(flow.process().id(), List.of());
        if (before == null) {
            return new ProcessStat(flow, providers, null);
        }
        final long elapsedNs = after.flowsNs() - before.flowsNs();
        return new ProcessStat(flow, providers, before.flows().stream()
                .filter(old -> old.process().incarnation().equals(flow.process().incarnation())).findFirst()
                .map(old -> Rates.of(flow.wanted() - old.wanted(), flow.delivered() - old.delivered(),
                        flow.lost().total() - old.lost().total(), flow.writtenBytes() - old.writtenBytes(), elapsedNs))
                // All that it has done, it has done since.
                .orElseGet(() -> Rates.of(flow.wanted(), flow.delivered(), flow.lost().total(), flow.writtenBytes(),
                        elapsedNs)));
    }
}
