package io.ringside.internal.drain;

import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Liveness;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.registry.LanelessLosses;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.ProcessView;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionSettings.Overflow;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Closes the totals of processes without taking events: unread events are counted as discarded, in overwrite mode as
 * overwritten. Used only by the holder of the drain lock, by one thread.
 */
final class Discarding {
    private static final int CACHE_LINE_LENGTH = 64;

    private final TraceDirectory directory;
    private final SessionRow session;
    private final SinkLedger sinkLedger;
    private final DrainErrorHandler errors;
    private final ProcessTable processes;
    private final Retirement retirement;
    private final UnsafeBuffer copy;

    Discarding(final TraceDirectory directory, final FileMaker files, final SessionRow session,
            final SinkLedger sinkLedger, final DrainErrorHandler errorHandler) {
        this.sinkLedger = sinkLedger;
        this.directory = directory;
        this.session = session;
        this.errors = errorHandler.once();
        this.processes = new ProcessTable(directory, new Liveness(directory));
        this.retirement = new Retirement(directory, files, session, errors);
        final int blockBytes = LaneGeometry.of(session.settings().laneBytes()).blockBytes();
        this.copy = new UnsafeBuffer(BufferUtil.allocateDirectAligned(blockBytes, CACHE_LINE_LENGTH));
    }

    List<Incarnation> ledgers() {
        return LedgerReading.ledgersOf(directory, session);
    }

    /** Processes with ledgers in the order in which they joined, by a clock that nobody sets; unknown ones first. */
    List<Incarnation> oldestFirst() {
        final Map<Incarnation, Long> joinedNs = new HashMap<>();
        for (final Incarnation incarnation : ledgers()) {
            joinedNs.put(incarnation, Long.MIN_VALUE);
            final Path page = directory.processPage(incarnation);
            try {
                MappedFault.guard(page, () -> joinedNs.put(incarnation, joinedNs(incarnation)));
            } catch (final RingsideException e) {
                errors.onErrorUnlessGone(page, e);
            }
        }
        return joinedNs.entrySet().stream().sorted(Map.Entry.comparingByValue()).map(Map.Entry::getKey).toList();
    }

    private long joinedNs(final Incarnation incarnation) {
        try (ProcessView view = ProcessView.open(directory, incarnation, Access.READ_ONLY)) {
            final ProcessIdentity process = view.identity();
            return process.clocks().monotonicNs() - process.host().monotonicShiftNs();
        }
    }

    boolean isDead(final Incarnation incarnation) {
        return !processes.isAlive(incarnation);
    }

    /** Close the totals of a process that is dead or final; do nothing for others. */
    void discard(final Incarnation incarnation) {
        final Path path = directory.ledger(session.id(), incarnation);
        try {
            MappedFault.guard(path, () -> discardLanes(incarnation));
        } catch (final RingsideException e) {
            errors.onErrorUnlessGone(path, e);
        }
    }

    private void discardLanes(final Incarnation incarnation) {
        final DrainedProcess process = new DrainedProcess(incarnation);
        try (ProcessLanes lanes = ProcessLanes.open(directory, session, process, copy, sinkLedger)) {
            final boolean dead = isDead(incarnation);
            if (dead || lanes.ledger().isFinal()) {
                lanes.ledger().stay();
                lanes.openLanes(errors);
                // A process in the closed totals was finalised before, so this has no effect on it.
                final Overflow overflow = session.settings().overflow();
                retirement.seal(lanes, () -> lanes.lanes().forEach(lane -> lane.reader().giveUp(overflow)));
                retirement.removeRings(incarnation, dead);
                retirement.fold(incarnation, lanes.ledger(), losses(incarnation));
            }
        }
    }

    /** Close the losses of processes that have no ledger and do not change any more. */
    void foldPages() {
        for (final Incarnation incarnation : processes.incarnations()) {
            final Path page = directory.processPage(incarnation);
            try {
                MappedFault.guard(page, () -> foldPage(incarnation));
            } catch (final RingsideException e) {
                errors.onErrorUnlessGone(page, e);
            }
        }
    }

    private void foldPage(final Incarnation incarnation) {
        final LanelessLosses losses = losses(incarnation);
        final Path ledger = directory.ledger(session.id(), incarnation);
        if (losses.total() > 0 && !Files.exists(ledger, LinkOption.NOFOLLOW_LINKS)) {
            retirement.fold(incarnation, LedgerTotals.ZERO, losses);
        }
    }

    private LanelessLosses losses(final Incarnation incarnation) {
        final Optional<ProcessView> page = processes.open(incarnation, Access.READ_ONLY);
        if (page.isEmpty()) {
            return LanelessLosses.none(session.id());
        }
        try (ProcessView view = page.get()) {
            return view.losses(session.slot(), session.id());
        }
    }
}
