package io.ringside.internal.drain;

import io.ringside.RingsideException;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.registry.ClosedTotals;
import io.ringside.internal.registry.LanelessLosses;
import io.ringside.internal.registry.ProcessView;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LedgerTotals;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * Closes the totals of finished processes as soon as all of their events have been taken. Used only by the drain's
 * thread.
 */
final class LedgerClosing {
    private final TraceDirectory directory;
    /** The session; only its constant values are used. */
    private final SessionRow session;
    private final SessionProcesses processes;
    private final OpenLanes lanes;
    private final Retirement retirement;
    private final DeathWatch deaths;
    private final DrainLock lock;
    private final DrainErrorHandler errors;
    private final Batch losses = new Batch();
    private boolean givesUp;

    LedgerClosing(final SessionRow session, final SessionProcesses processes, final OpenLanes lanes,
            final Retirement retirement, final DeathWatch deaths, final DrainLock lock,
            final DrainErrorHandler errors) {
        this.directory = processes.directory();
        this.session = session;
        this.processes = processes;
        this.lanes = lanes;
        this.retirement = retirement;
        this.deaths = deaths;
        this.lock = lock;
        this.errors = errors;
    }

    /** Set whether events in the lanes of finished processes are discarded, in place of waiting for them. */
    void givesUp(final boolean isGivenUp) {
        givesUp = isGivenUp;
    }

    /**
     * Retire processes that have died and are drained. A process without its ledger is kept until the session's end, in
     * case the ledger comes back.
     */
    void retireDead(final DrainJournal journal) {
        boolean retired = false;
        for (final DrainedProcess process : new ArrayList<>(processes.all())) {
            if (deaths.isDead(process.incarnation()) && needsRetirement(process) && !process.isLedgerLost()
                    && isDrained(process)) {
                retire(process, journal);
                retired |= process.isRetired();
            }
        }
        if (retired) {
            deaths.sweep();
        }
    }

    /**
     * Retire all processes, which must be finished, if all are drained.
     *
     * @return whether all are retired; otherwise, call again
     */
    boolean retireAll(final DrainJournal journal) {
        if (!givesUp && !lanes.areEmpty()) {
            return false;
        }
        for (final DrainedProcess process : new ArrayList<>(processes.all())) {
            if (process.lanes() == null ? hasNewLedger(process) : !isDrained(process)) {
                return false;
            }
        }
        for (final DrainedProcess process : new ArrayList<>(processes.all())) {
            if (needsRetirement(process)) {
                retire(process, journal);
                if (!process.isRetired()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Stages the losses of empty lanes, and the lane-less losses of processes. */
    void stageLosses(final DrainJournal journal) {
        // Losses of lanes that are given up are reported together with their remaining events.
        if (!givesUp) {
            lanes.stageLosses(journal, losses);
            for (final DrainedProcess process : processes.all()) {
                process.stageLanelessLosses(session, journal);
            }
        }
    }

    /** Gives every attempt of drained lanes its outcome, and commits losses that the journal did not commit itself. */
    private void finish(final ProcessLanes drained, final DrainJournal journal) {
        for (final DrainedLane lane : drained.lanes()) {
            if (givesUp) {
                lane.stageDiscarded(journal, losses);
            } else {
                lane.stageFinish(journal, losses);
            }
        }
        if (drained.hasStaged()) {
            journal.settle(drained.lanes().get(0).process());
            drained.lanes().forEach(DrainedLane::commitStaged);
        }
    }

    private boolean needsRetirement(final DrainedProcess process) {
        return !process.isRetired() || process.hasLateLosses(session);
    }

    /** Returns whether a finished process has no more events. Opens lanes that it added last. */
    private boolean isDrained(final DrainedProcess process) {
        final ProcessLanes opened = process.lanes();
        if (opened == null) {
            return process.hasClosedTotals() || !hasLedger(process);
        }
        if (!opened.ledger().isSealed() && opened.ledger().isLeft() && deaths.isDead(process.incarnation())) {
            processes.openLeft(process, opened);
            lanes.collect(processes.all());
            return false;
        }
        if (opened.openLanes(errors) > 0) {
            lanes.collect(processes.all());
        }
        return givesUp || opened.ledger().isSealed() || !opened.hasFrames();
    }

    /** Returns whether a ledger exists now; it may have been created since the last scan, before its process died. */
    private boolean hasLedger(final DrainedProcess process) {
        return Files.exists(directory.ledger(session.id(), process.incarnation()), LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns whether a ledger exists that the last scan did not find, because its process has just restored it. */
    private boolean hasNewLedger(final DrainedProcess process) {
        return !process.hasClosedTotals() && !processes.hasLedger(process) && hasLedger(process);
    }

    private void retire(final DrainedProcess process, final DrainJournal journal) {
        // Totals that two drains finalise and close would count twice.
        lock.confirm();
        try {
            processes.requirePage(process);
        } catch (final RingsideException e) {
            errors.onError(directory.processPage(process.incarnation()), e);
            return;
        }
        final boolean dead = deaths.isDead(process.incarnation());
        // Exceptions of the sink propagate, so no total becomes final with events that the sink has not taken.
        process.stageLanelessLosses(session, journal);
        if (process.hasStagedLosses()) {
            journal.settle(process);
            process.commitLanelessLosses();
        }
        final ProcessLanes opened = process.lanes();
        if (opened != null) {
            retirement.seal(opened, () -> finish(opened, journal));
        }
        try {
            if (opened != null) {
                retirement.removeRings(process.incarnation(), dead);
            }
            fold(process, opened);
            process.retired();
        } catch (final RingsideException e) {
            // Retried at the next scan.
            errors.onError(directory.session(session.id()), e);
        }
        lanes.collect(processes.all());
    }

    private void fold(final DrainedProcess process, final @Nullable ProcessLanes opened) {
        final ProcessView page = process.page();
        final LanelessLosses laneless = page == null
                ? LanelessLosses.none(session.id())
                : page.losses(session.slot(), session.id());
        boolean contained = false;
        if (opened != null) {
            contained = retirement.fold(process.incarnation(), opened.ledger(), laneless);
        } else if (process.hasClosedTotals()) {
            contained = retirement.fold(process.incarnation(), LedgerTotals.ZERO, laneless);
        } else if (!hasLedger(process)) {
            contained = foldLost(process, laneless);
        }
        if (contained) {
            process.folded(ClosedTotals.Laneless.of(laneless));
            process.lanes(null);
            CloseHelper.close(opened);
        }
    }

    /**
     * Adds the known totals of a process without a ledger to the closed totals. Returns whether they contain the
     * process.
     */
    private boolean foldLost(final DrainedProcess process, final LanelessLosses laneless) {
        final LedgerTotals taken = process.takenOfLost();
        if (taken.wanted() > 0) {
            errors.onError(directory.ledger(session.id(), process.incarnation()),
                    "ledger was removed, and its process ended before it could restore it: events=" + taken.wanted()
                            + ": the session's ledger counts these; events that were not read are missing");
        }
        return taken.wanted() + laneless.total() > 0
                && retirement.fold(process.incarnation(), taken, laneless);
    }
}
