package io.ringside.internal.drain;

import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.FileNames.RingFileName;
import io.ringside.internal.files.FileNames.TemporaryFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.LedgerFile;
import io.ringside.internal.registry.ClosedTotals;
import io.ringside.internal.registry.ClosedTotals.Laneless;
import io.ringside.internal.registry.LanelessLosses;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LedgerTotals;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Closes the totals of a process that can write no more: finish its lanes, seal the ledger, unlink the rings, add the
 * totals, and unlink the ledger. Each step checks the existing files, so that a crash after any step is repaired by
 * starting again. Used only by the holder of the drain lock.
 */
final class Retirement {
    private final TraceDirectory directory;
    private final SessionRow session;
    private final RowStore rows;
    private final DrainErrorHandler errors;

    Retirement(final TraceDirectory directory, final FileMaker files, final SessionRow session,
            final DrainErrorHandler errors) {
        this.directory = directory;
        this.session = session;
        this.rows = new RowStore(directory, files);
        this.errors = errors;
    }

    /**
     * Remove files that an earlier drain has closed but not yet removed.
     *
     * @param folded receives the processes in the closed totals, with the lane-less losses that these contain
     */
    void resume(final BiConsumer<Incarnation, Laneless> folded) {
        try {
            folded().laneless().forEach((incarnation, losses) -> {
                folded.accept(incarnation, losses);
                removeLedger(incarnation);
            });
        } catch (final RingsideException e) {
            errors.onError(directory.folded(session.id()), e);
        }
    }

    /** Returns the session's current closed totals. */
    ClosedTotals folded() {
        return rows.folded(session.id());
    }

    /**
     * Give every attempt of lanes its outcome and make their ledger final.
     *
     * @param lanes     lanes of a process that is dead or final
     * @param finishing takes or discards the remaining events
     */
    void seal(final ProcessLanes lanes, final Runnable finishing) {
        if (!lanes.ledger().isSealed()) {
            finishing.run();
            if (KillPoint.ARMED) {
                KillPoint.DRAIN_LANES_FINISHED.reached();
            }
            lanes.ledger().sealedRelease();
            if (KillPoint.ARMED) {
                KillPoint.DRAIN_SEALED.reached();
            }
        }
    }

    /**
     * Unlink the files of a process with a final ledger from the session's folder, except for the ledger.
     *
     * @param incarnation incarnation of the process
     * @param dead        whether the process has ended, so that it creates no more files
     */
    void removeRings(final Incarnation incarnation, final boolean dead) {
        final Path folder = directory.session(session.id());
        for (final String name : FolderListing.namesIn(folder)) {
            final RingFileName ring = RingFileName.parse(name);
            final TemporaryFileName temporary = TemporaryFileName.parse(name);
            final boolean isRing = ring != null && ring.incarnation().equals(incarnation);
            if (isRing || (dead && temporary != null && temporary.maker().equals(incarnation))) {
                ExistingFile.remove(folder.resolve(name));
                if (KillPoint.ARMED) {
                    KillPoint.DRAIN_RING_REMOVED.reached();
                }
            }
        }
    }

    /**
     * Add a process with a ledger to the closed totals, and unlink the ledger.
     *
     * @param incarnation incarnation of the process
     * @param ledger      final ledger of the process
     * @param laneless    lane-less losses in its page
     * @return whether the closed totals contain the process
     */
    boolean fold(final Incarnation incarnation, final LedgerFile ledger, final LanelessLosses laneless) {
        final LaneTotals totals = new LaneTotals();
        if (!totals.addSealed(ledger)) {
            errors.onError(directory.ledger(session.id(), incarnation),
                    "the ledger of a lane is inconsistent: its events are missing in the session's totals");
        }
        final boolean contained = fold(incarnation, totals.toTotals(), laneless);
        if (contained) {
            removeLedger(incarnation);
        }
        return contained;
    }

    /**
     * Add a process to the closed totals; if they already contain it, add its losses since then.
     *
     * @param incarnation incarnation of the process, whose counts do not change any more
     * @param ofLedger    totals of its final ledger
     * @param laneless    lane-less losses in its page
     * @return whether the closed totals contain the process; false if they have no space for its name
     */
    boolean fold(final Incarnation incarnation, final LedgerTotals ofLedger, final LanelessLosses laneless) {
        final ClosedTotals before = folded();
        final boolean isKnown = before.incarnations().contains(incarnation);
        final Laneless added = before.beyond(incarnation, laneless);
        if (isKnown && added.equals(Laneless.NONE)) {
            return true;
        }
        final Map<Incarnation, Laneless> names = new HashMap<>(before.laneless());
        names.keySet().removeIf(name -> !name.equals(incarnation) && !exists(directory.ledger(session.id(), name))
                && !exists(directory.processPage(name)));
        if (!isKnown && names.size() == ClosedTotals.MAX_INCARNATIONS) {
            errors.onError(directory.folded(session.id()), "aggregate has no room for more names: incarnations="
                    + names.size()
                    + ": ledgers of dead processes stay until other sessions have aggregated them too, or have ended");
            return false;
        }
        names.merge(incarnation, Laneless.of(laneless), Laneless::max);
        final LaneTotals lost = new LaneTotals();
        lost.add(added);
        final LedgerTotals ledger = isKnown ? LedgerTotals.ZERO : ofLedger;
        rows.write(session.id(), new ClosedTotals(before.totals().plus(ledger).plus(lost.toTotals()), names));
        if (KillPoint.ARMED) {
            KillPoint.DRAIN_FOLDED.reached();
        }
        return true;
    }

    /** Unlink a ledger whose totals are in the closed totals. */
    void removeLedger(final Incarnation incarnation) {
        if (ExistingFile.remove(directory.ledger(session.id(), incarnation)) && KillPoint.ARMED) {
            KillPoint.DRAIN_LEDGER_REMOVED.reached();
        }
    }

    private static boolean exists(final Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
