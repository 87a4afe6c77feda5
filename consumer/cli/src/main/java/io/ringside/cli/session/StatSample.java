package io.ringside.cli.session;

import io.ringside.control.Controller;
import io.ringside.control.ProviderInfo;
import io.ringside.control.SessionStatus;
import io.ringside.session.EnablementInfo;
import io.ringside.session.ProcessInfo;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A sample of a session's state. Immutable.
 *
 * @param status   status with the ledger
 * @param statusNs time at which the ledger was read, on the monotonic clock
 * @param flows    of its processes
 * @param flowsNs  time at which the flows were read, on the monotonic clock
 * @param writers  names of the session's providers that each process has registered, by process
 */
record StatSample(SessionStatus status, long statusNs, List<ProcessInfo.Flow> flows, long flowsNs,
        Map<UUID, List<String>> writers) {
    /**
     * Reads the state of a session.
     *
     * @param providers providers in the directory
     * @throws io.ringside.RingsideException with NOT_FOUND if there is no session of that name
     */
    static StatSample of(final Controller controller, final String name, final List<ProviderInfo> providers) {
        final SessionStatus status = controller.query(name);
        final long statusNs = System.nanoTime();
        final List<ProcessInfo.Flow> flows = controller.flows(status.session());
        final long flowsNs = System.nanoTime();
        return new StatSample(status, statusNs, flows, flowsNs, flows.stream()
                .map(flow -> flow.process().id())
                .collect(Collectors.toMap(incarnation -> incarnation, writer -> names(status, providers, writer))));
    }

    /** Returns the session's id. A new session of the same name has a larger one. */
    long id() {
        return status.session().id();
    }

    private static List<String> names(
            final SessionStatus status, final List<ProviderInfo> providers, final UUID writer) {
        return status.enablements().stream()
                .filter(enablement -> providers.stream().anyMatch(
                        provider -> provider.id().equals(enablement.providerId()) && provider.processes().stream()
                                .anyMatch(process -> process.id().equals(writer))))
                .map(EnablementInfo::provider).sorted().toList();
    }
}
