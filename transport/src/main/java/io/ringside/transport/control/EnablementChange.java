package io.ringside.transport.control;

import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.process.Acknowledgement;
import io.ringside.transport.process.ProcessView;
import io.ringside.transport.registry.ControlChange;
import io.ringside.transport.registry.Registry;
import io.ringside.transport.rows.EnablementRow;
import io.ringside.transport.rows.RowSnapshot;
import io.ringside.transport.rows.SessionRow;
import io.ringside.transport.rows.StagedRow;
import java.util.UUID;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;

/**
 * Changes what a session wants of a provider: row of the enablement, row of the session, flag words. Both rows are
 * written before the first appears, so that a full disk changes nothing.
 */
final class EnablementChange {
    private final ControllerContext context;
    private final Registry registry;

    EnablementChange(final ControllerContext context) {
        this.context = context;
        this.registry = context.registry();
    }

    /** Enables, or replaces the enablement as a whole (R4.34), and waits for the processes of the provider. */
    AckResult enable(final String name, final EnableRequest request, final long timeoutNs) {
        final SessionRow changed;
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            changed = Sessions.requireRunning(change.rows(), name).withGeneration(change.generation());
            final EnablementRow enablement = new EnablementRow(changed.id(), request.providerId(),
                    request.providerName(),
                    change.generation(), request.enablement(), request.sourceId());
            try (StagedRow enablementRow = registry.rows().stage(enablement);
                    StagedRow sessionRow = registry.rows().stage(changed)) {
                change.begin(request.providerId());
                enablementRow.publish();
                sessionRow.publish();
                change.complete();
            }
        }
        return await(changed, request.providerId(), timeoutNs);
    }

    /** Disables, and waits for the processes of the provider. */
    AckResult disable(final String name, final UUID providerId, final long timeoutNs) {
        final SessionRow changed;
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            changed = Sessions.requireRunning(change.rows(), name).withGeneration(change.generation());
            requireEnabled(change.rows(), changed, providerId);
            try (StagedRow sessionRow = registry.rows().stage(changed)) {
                change.begin(providerId);
                registry.rows().removeEnablement(changed.id(), providerId);
                sessionRow.publish();
                change.complete();
            }
        }
        return await(changed, providerId, timeoutNs);
    }

    private static void requireEnabled(final RowSnapshot rows, final SessionRow session, final UUID providerId) {
        if (rows.enablementsOf(session.id()).stream().noneMatch(row -> row.providerId().equals(providerId))) {
            final String enabled = rows.enablementsOf(session.id()).stream()
                    .map(row -> row.providerName() == null ? row.providerId().toString() : row.providerName())
                    .collect(Collectors.joining(", ", "[", "]"));
            throw new RingsideException(ErrorCode.NOT_FOUND, "session has not enabled the provider: session="
                    + session.name() + ", provider=" + providerId + ", enabled=" + enabled + ": check its name");
        }
    }

    private AckResult await(final SessionRow session, final UUID providerId, final long timeoutNs) {
        final NanoClock clock = context.nanoClock();
        final long deadlineNs = clock.nanoTime() + timeoutNs;
        try (AckWait wait = new AckWait(registry.processes(), session.slot(), new OfProvider(session, providerId))) {
            return wait.await(clock, deadlineNs, context.idleStrategy().get());
        }
    }

    private record OfProvider(SessionRow session, UUID providerId) implements Concern {
        @Override
        public boolean concerns(final ProcessView process) {
            return process.registers(providerId);
        }

        @Override
        public boolean isMet(final Acknowledgement acknowledgement) {
            return acknowledgement.covers(session.id(), session.generation());
        }
    }
}
