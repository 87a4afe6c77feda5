package io.ringside.internal.control;

import io.ringside.RingsideException;
import io.ringside.control.Outcome;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.registry.AckStatus;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.ProcessView;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.StagedRow;
import io.ringside.internal.registry.Sweep;
import io.ringside.session.LedgerTotals;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.List;
import org.agrona.concurrent.IdleStrategy;

/**
 * The end of one session, in steps that any process may repeat: mark it, wait for the processes, wait for the drain or
 * give up the remaining events, remove it. Not thread-safe.
 */
final class SessionEnd {
    private final ControllerContext context;
    private final Registry registry;
    private final SessionRow session;
    private final List<EnablementRow> enablements;

    SessionEnd(final ControllerContext context, final SessionRow session, final List<EnablementRow> enablements) {
        this.context = context;
        this.registry = context.registry();
        this.session = session;
        this.enablements = enablements;
    }

    /** Marks a session as being ended by this controller. From here on no writer finds it in an enable mask. */
    static SessionEnd begin(final ControllerContext context, final String name) {
        final Registry registry = context.registry();
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            final SessionRow found = change.rows().requireSession(name);
            final Incarnation self = registry.participant().incarnation();
            // A session whose end is taken over keeps its generation, because processes do not acknowledge it again.
            final SessionRow ending = found.stopping(found.isRunning() ? change.generation() : found.generation(),
                    self);
            try (StagedRow row = registry.rows().stage(ending)) {
                change.begin(null);
                row.publish();
                change.complete();
            }
            if (KillPoint.ARMED) {
                KillPoint.SESSION_STOPPING.reached();
            }
            return new SessionEnd(context, ending, change.rows().enablementsOf(ending.id()));
        }
    }

    SessionRow session() {
        return session;
    }

    /** Waits for the processes. Counts that have been acknowledged are final. */
    List<String> awaitProcesses(final long deadlineNs) {
        final AckWait.Concern concern = new OfSession(registry.directory(), session, enablements);
        try (AckWait wait = new AckWait(registry.processes(), session.slot(), concern)) {
            return wait.await(context.nanoClock(), deadlineNs, context.idleStrategy().get()).timedOut();
        }
    }

    /** Returns the processes that have not acknowledged, without waiting for them. */
    List<String> missingProcesses() {
        final AckWait.Concern concern = new OfSession(registry.directory(), session, enablements);
        try (AckWait wait = new AckWait(registry.processes(), session.slot(), concern)) {
            return wait.result().timedOut();
        }
    }

    /** Waits until the drain, if there is one, has taken the remaining events. */
    void awaitDrain(final long deadlineNs) {
        final IdleStrategy idle = context.idleStrategy().get();
        while (hasFolder() && context.ledgers().drainHolder(session) != null
                && !Thread.currentThread().isInterrupted() && context.nanoClock().nanoTime() - deadlineNs < 0) {
            idle.idle();
        }
    }

    /**
     * Discards the events that no drain has taken, and removes the session. All processes have acknowledged its end or
     * are dead.
     */
    Outcome.Stopped finish() {
        if (KillPoint.ARMED) {
            KillPoint.SESSION_ACKNOWLEDGED.reached();
        }
        if (hasFolder()) {
            if (!context.ledgers().drained(session) && context.ledgers().drainHolder(session) == null) {
                context.ledgers().discardRest(session);
            }
            if (!context.ledgers().drained(session)) {
                return unfinished(List.of());
            }
        }
        if (KillPoint.ARMED) {
            KillPoint.SESSION_SETTLED.reached();
        }
        return remove();
    }

    /** Returns the same reading, marked as one that may still change. */
    static LedgerTotals.Reading notFinal(final LedgerTotals.Reading ledger) {
        return new LedgerTotals.Reading(ledger.totals(), ledger.settled(), false, ledger.lanesInUse(),
                ledger.problems());
    }

    /** Returns the result as long as a process has not answered, or a drain is still active. */
    Outcome.Stopped unfinished(final List<String> timedOut) {
        return new Outcome.Stopped(session, notFinal(context.ledgers().read(session)), false, timedOut,
                context.ledgers().drainHolder(session));
    }

    /** Removes rows and files. The session's own row is the last, so that a crash leaves a row to be found. */
    private Outcome.Stopped remove() {
        // Read before taking the lock, as it takes long; nothing is counted or taken any more.
        final LedgerTotals.Reading ledger = context.ledgers().read(session);
        try (ControlChange change = registry.change(context.lockTimeoutNs())) {
            if (registry.rows().session(session.id()).isEmpty()) {
                // Another process has completed the end, and its result has the final counts.
                return new Outcome.Stopped(session, notFinal(ledger), true, List.of(), null);
            }
            change.begin(null);
            if (!registry.sessionFolders().remove(session.id())) {
                return unfinished(List.of());
            }
            for (final EnablementRow enablement : change.rows().enablementsOf(session.id())) {
                registry.rows().removeEnablement(session.id(), enablement.providerId());
            }
            registry.rows().removeSession(session.id());
            change.complete();
            new Sweep(registry).run(change);
            return new Outcome.Stopped(session,
                    new LedgerTotals.Reading(ledger.totals(), ledger.settled(), ledger.settled(), 0, ledger.problems()),
                    true,
                    List.of(), null);
        }
    }

    private boolean hasFolder() {
        return Files.isDirectory(registry.directory().session(session.id()), LinkOption.NOFOLLOW_LINKS);
    }

    private record OfSession(TraceDirectory directory, SessionRow session, List<EnablementRow> enablements)
            implements
                AckWait.Concern {
        @Override
        public boolean concerns(final ProcessView process) {
            if (!session.isFor(process.identity().incarnation())) {
                return false;
            }
            final Acknowledgement acknowledgement = process.acknowledgement(session.slot());
            return (acknowledgement.sessionId() == session.id() && acknowledgement.status() == AckStatus.ATTACHED)
                    || enablements.stream().anyMatch(enablement -> process.registers(enablement.providerId()))
                    || hasLedger(process.identity().incarnation());
        }

        /**
         * Returns whether a process without a readable page still has to finish its ledger. A process without a ledger
         * has its counts of the session in its page only.
         */
        @Override
        public boolean mayAwaitWithoutPage(final Incarnation incarnation) {
            return session.isFor(incarnation) && hasLedger(incarnation) && !isLedgerFinal(incarnation);
        }

        private boolean hasLedger(final Incarnation incarnation) {
            return Files.exists(directory.ledger(session.id(), incarnation), LinkOption.NOFOLLOW_LINKS);
        }

        private boolean isLedgerFinal(final Incarnation incarnation) {
            try (LedgerFile ledger = LedgerFile.open(directory.ledger(session.id(), incarnation), Access.READ_ONLY)) {
                return ledger.isFinal();
            } catch (final RingsideException e) {
                return false;
            }
        }

        @Override
        public boolean isMet(final Acknowledgement acknowledgement) {
            return acknowledgement.covers(session.id(), session.generation())
                    && acknowledgement.status() != AckStatus.ATTACHED;
        }
    }
}
