package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.control.Outcome.Answers.ProcessAnswer.State;
import io.ringside.internal.callback.CallbackScope;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.ProcessEntry;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.ProcessView;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.StagedRow;
import io.ringside.internal.registry.StandingOrders;
import io.ringside.internal.setting.TimeoutNs;
import io.ringside.session.Enablement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Changes the enablement of a provider by a session: row of the enablement, row of the session, enable masks. Both rows
 * are written before the first is published, so that a full disk changes nothing.
 */
final class EnablementChange {
    private final ControllerContext context;
    private final Registry registry;

    EnablementChange(final ControllerContext context) {
        this.context = context;
        this.registry = context.registry();
    }

    /** Enables a provider, or replaces the enablement as a whole, and waits for the processes of the provider. */
    Outcome.Answers enable(final String name, final EnableRequest request, final long timeoutNs) {
        requireNoDeadlock(request.providerId(), timeoutNs);
        final SessionRow changed;
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            final RowSnapshot rows = change.rowsOf(List.of(request.providerId()));
            changed = Sessions.requireRunning(rows, name).withGeneration(change.generation());
            Sessions.requirePossible(changed.settings(), request);
            final EnablementRow enablement = row(request, changed.id(), change.generation(), rows,
                    registry.processes());
            try (StagedRow enablementRow = registry.rows().stage(enablement);
                    StagedRow sessionRow = registry.rows().stage(changed)) {
                change.begin(differing(rows, changed, enablement));
                enablementRow.publish();
                sessionRow.publish();
                change.complete();
            }
        }
        return await(changed, request.providerId(), timeoutNs);
    }

    /**
     * Returns the row for a request. The enablement is replaced as a whole; other requests of the session stay, except
     * for the period.
     */
    static EnablementRow row(
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
                orders.withCapturePeriodNs(
                        request.capturePeriod() == null ? 0 : TimeoutNs.of(request.capturePeriod())));
    }

    private static Enablement enablement(final EnableRequest request, final ProcessTable processes) {
        final Set<Long> pids = request.pidsNow();
        if (pids.isEmpty()) {
            return request.enablement();
        }
        final List<UUID> incarnations = new ArrayList<>();
        // A process without a readable page has not registered anything yet, and counts as one that starts later.
        for (final ProcessEntry process : processes.processes(problem -> {})) {
            if (process.alive() && pids.contains(process.identity().pid())) {
                incarnations.add(process.identity().facts().incarnation());
            }
        }
        return request.enablement().withFilters(request.enablement().filters().withProcessesNow(incarnations));
    }

    /** Disables a provider, and waits for the processes of the provider. */
    Outcome.Answers disable(final String name, final UUID providerId, final long timeoutNs) {
        requireNoDeadlock(providerId, timeoutNs);
        final SessionRow changed;
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            changed = Sessions.requireRunning(change.rows(), name).withGeneration(change.generation());
            final EnablementRow before = requireEnabled(change.rows(), changed, providerId, registry.rows()::snapshot);
            try (StagedRow sessionRow = registry.rows().stage(changed)) {
                change.begin(differing(before));
                registry.rows().removeEnablement(changed.id(), providerId);
                sessionRow.publish();
                change.complete();
            }
        }
        return await(changed, providerId, timeoutNs);
    }

    /** Changes the requests in addition to the enablement, which stays, and waits for the provider's processes. */
    Outcome.Answers order(final String name, final UUID providerId,
            final LongFunction<UnaryOperator<StandingOrders>> order,
            final long timeoutNs) {
        requireNoDeadlock(providerId, timeoutNs);
        final SessionRow changed;
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            final RowSnapshot rows = change.rowsOf(List.of(providerId));
            changed = Sessions.requireRunning(rows, name).withGeneration(change.generation());
            final EnablementRow before = requireEnabled(rows, changed, providerId, registry.rows()::snapshot);
            // The enablement's own generation stays as well, because the provider was not enabled again.
            final EnablementRow after = before.withOrders(
                    order.apply(change.generation()).apply(before.orders()), before.generation());
            try (StagedRow enablementRow = registry.rows().stage(after);
                    StagedRow sessionRow = registry.rows().stage(changed)) {
                change.begin(differing(before));
                enablementRow.publish();
                sessionRow.publish();
                change.complete();
            }
        }
        return await(changed, providerId, timeoutNs);
    }

    /** Replaces the excluded providers of a group. */
    Outcome.Answers disallow(final String name, final UUID groupId, final Collection<UUID> providerIds,
            final long timeoutNs) {
        final RowSnapshot rows = registry.rows().snapshot();
        requireGroup(rows, rows.requireSession(name), groupId);
        return order(name, groupId, generation -> orders -> orders.withDisallowed(providerIds), timeoutNs);
    }

    /** Returns the row of a group that a session has enabled. */
    static EnablementRow requireGroup(final RowSnapshot rows, final SessionRow session, final UUID groupId) {
        final EnablementRow row = requireEnabled(rows, session, groupId, () -> rows);
        if (!row.isOfGroup()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "session has enabled a provider, not a group: session="
                            + session.name() + ", provider=" + groupId
                            + ": enable it as a group, or disable the provider");
        }
        return row;
    }

    /** Prevents a deadlock: a callback that waits for the callbacks of its own provider would wait for itself. */
    private void requireNoDeadlock(final UUID providerId, final long timeoutNs) {
        if (timeoutNs > 0) {
            CallbackScope.requireOutside(registry.directory().path(), providerId);
        }
    }

    /** Returns the provider whose enable masks will differ; null for a group, whose members are not listed. */
    private static @Nullable UUID differing(final EnablementRow row) {
        return row.isOfGroup() ? null : row.providerId();
    }

    private static @Nullable UUID differing(
            final RowSnapshot rows, final SessionRow session, final EnablementRow enablement) {
        return find(rows, session, enablement.providerId()).filter(EnablementRow::isOfGroup).isPresent()
                ? null
                : differing(enablement);
    }

    private static Optional<EnablementRow> find(
            final RowSnapshot rows, final SessionRow session, final UUID providerId) {
        return rows.enablementsOf(session.id()).stream().filter(row -> row.providerId().equals(providerId))
                .findFirst();
    }

    /** Finds the row of an enabled provider. All rows are read only for the message if there is none. */
    static EnablementRow requireEnabled(final RowSnapshot rows, final SessionRow session,
            final UUID providerId, final Supplier<RowSnapshot> all) {
        return find(rows, session, providerId).orElseThrow(() -> notEnabled(all.get(), session, providerId));
    }

    private static RingsideException notEnabled(
            final RowSnapshot rows, final SessionRow session, final UUID providerId) {
        final String enabled = rows.enablementsOf(session.id()).stream()
                .map(row -> row.providerName() == null ? row.providerId().toString() : row.providerName())
                .collect(Collectors.joining(", ", "[", "]"));
        return new RingsideException(ErrorCode.NOT_FOUND, "session has not enabled the provider: session="
                + session.name() + ", provider=" + providerId + ", enabled=" + enabled + ": check its name");
    }

    private Outcome.Answers await(final SessionRow session, final UUID providerId, final long timeoutNs) {
        final NanoClock clock = context.nanoClock();
        final long deadlineNs = clock.nanoTime() + timeoutNs;
        try (AckWait wait = new AckWait(registry.processes(), session.slot(),
                new OfProvider(session, providerId))) {
            final Outcome.Answers result = wait.await(clock, deadlineNs, context.idleStrategy().get());
            // Without a wait, a process that has not answered yet is not late.
            return timeoutNs > 0
                    ? result
                    : new Outcome.Answers(result.answers().stream()
                            .filter(answer -> answer.state() != State.UNANSWERED).toList());
        }
    }

    /** Returns the current answers of a provider's processes to a session, without any change or wait. */
    Outcome.Answers answers(final String name, final UUID providerId) {
        final RowSnapshot rows = registry.rows().snapshot();
        final SessionRow session = rows.requireSession(name);
        final EnablementRow enablement = requireEnabled(rows, session, providerId, () -> rows);
        // Later changes of the session may be about other providers, and only their processes acknowledge them.
        try (AckWait wait = new AckWait(registry.processes(), session.slot(),
                new OfProvider(session.withGeneration(enablement.generation()), providerId))) {
            return wait.result();
        }
    }

    private record OfProvider(SessionRow session, UUID providerId) implements AckWait.Concern {
        @Override
        public boolean concerns(final ProcessView process) {
            return session.isFor(process.identity().incarnation()) && process.registers(providerId);
        }

        @Override
        public boolean isMet(final Acknowledgement acknowledgement) {
            return acknowledgement.covers(session.id(), session.generation());
        }

        @Override
        public boolean mayAwaitWithoutPage(final Incarnation incarnation) {
            return session.isFor(incarnation);
        }

        @Override
        public boolean awaitsCallback(final ProcessView process) {
            return process.isCallbackPending(providerId, session.generation());
        }
    }
}
