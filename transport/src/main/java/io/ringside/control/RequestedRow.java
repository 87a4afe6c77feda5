package io.ringside.control;

import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.ProcessInfo;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.StandingOrders;
import io.ringside.session.Enablement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Makes the row that a request to enable stands for. Stateless. */
final class RequestedRow {
    private RequestedRow() {}

    /**
     * The enablement is replaced as a whole (R3.20, R4.34); what was asked for beside it stays, the period apart.
     */
    static EnablementRow of(
            final EnableRequest request,
            final long sessionId,
            final long generation,
            final RowSnapshot rows,
            final ProcessTable processes) {
        final StandingOrders orders = rows.enablementsOf(sessionId).stream()
                .filter(row -> row.providerId().equals(request.providerId()))
                .map(EnablementRow::orders)
                .findFirst()
                .orElse(StandingOrders.NONE);
        return new EnablementRow(sessionId, request.providerId(), request.providerName(), generation,
                enablement(request, processes), request.sourceId(),
                orders.withCapturePeriodNs(request.capturePeriodNs()));
    }

    private static Enablement enablement(final EnableRequest request, final ProcessTable processes) {
        final Set<Long> pids = request.pidsNow();
        if (pids == null) {
            return request.enablement();
        }
        final List<UUID> incarnations = new ArrayList<>();
        // Who has no page that can be read has registered nothing yet, and so starts after this moment.
        for (final ProcessInfo process : processes.processes(problem -> {})) {
            if (process.alive() && pids.contains(process.identity().pid())) {
                incarnations.add(process.identity().facts().incarnation());
            }
        }
        return request.enablement().withFilters(request.enablement().filters().withProcessesNow(incarnations));
    }
}
