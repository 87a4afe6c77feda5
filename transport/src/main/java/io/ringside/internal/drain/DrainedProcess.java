package io.ringside.internal.drain;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.ThreadNames;
import io.ringside.internal.registry.AckStatus;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.FoldedRow;
import io.ringside.internal.registry.LanelessLosses;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.ProcessView;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A process as the drain of a session knows it. One object represents a process as long as the drain does. Only for the
 * drain's thread.
 */
public final class DrainedProcess {
    private final Incarnation incarnation;
    private @Nullable ProcessIdentity identity;
    private @Nullable ProcessView page;
    /** Schemas that were read last: the page may be missing for a while. */
    private List<RegisteredSchema> schemas = List.of();
    private @Nullable ProcessLanes lanes;
    private int sessionSlot;
    /** Losses without a lane that were handed out, and those of them that count as taken. */
    private FoldedRow.Laneless stagedLaneless = FoldedRow.Laneless.NONE;
    private FoldedRow.Laneless committedLaneless = FoldedRow.Laneless.NONE;
    private long lastReportTicks;
    private @Nullable Object attachment;
    private final ThreadNames threadNames = new ThreadNames();
    /** Last checkpoints taken, by lane, where its ledger may not contain them. */
    private final Map<Integer, Checkpoint> held = new HashMap<>();
    private boolean folded;
    /** Losses without a lane that the closed totals contain. */
    private FoldedRow.Laneless foldedLosses = FoldedRow.Laneless.NONE;
    private boolean retired;

    DrainedProcess(final Incarnation incarnation) {
        this.incarnation = incarnation;
    }

    /** Which life of which process. */
    public Incarnation incarnation() {
        return incarnation;
    }

    /** Returns the identity of the process; null if its page is gone or damaged. */
    public @Nullable ProcessIdentity identity() {
        return identity;
    }

    /** Returns the number of schemas that the process has registered up to now. */
    public int schemaCount() {
        final ProcessView view = page;
        return view == null ? schemas.size() : view.schemaCount();
    }

    /** The schemas that the process has registered up to now: records name theirs by its index. A copy. */
    public List<RegisteredSchema> schemas() {
        final ProcessView view = page;
        if (view != null) {
            schemas = view.schemas();
        }
        return schemas;
    }

    /** Returns the attachment of the drain's user; null if there is none. */
    public @Nullable Object attachment() {
        return attachment;
    }

    /**
     * Attach what the drain's user knows of the process: it is found with every event, and forgotten with the process.
     *
     * @param object any
     */
    public void attach(final Object object) {
        attachment = object;
    }

    /** Names of its threads, as far as they were read. */
    public ThreadNames threadNames() {
        return threadNames;
    }

    /** The incarnation. */
    @Override
    public String toString() {
        return incarnation.toString();
    }

    @Nullable
    ProcessView page() {
        return page;
    }

    void page(final @Nullable ProcessView view) {
        page = view;
        if (view != null) {
            identity = view.identity();
        }
    }

    /** Let go of a page that was truncated: opening it again says what is wrong with it. */
    void leaveCutPage() {
        final ProcessView view = page;
        if (view != null && !view.isWhole()) {
            page = null;
            view.close();
        }
    }

    @Nullable
    ProcessLanes lanes() {
        return lanes;
    }

    void lanes(final @Nullable ProcessLanes opened) {
        lanes = opened;
        // A ledger that somebody has put back after its process died is still to be closed.
        retired &= opened == null;
    }

    /**
     * Let go of lanes whose file has gone. What was taken of them is not taken again, also where the process copied its
     * ledger a moment before the last checkpoint was stored.
     */
    void leaveLanes() {
        final ProcessLanes leaving = lanes;
        if (leaving != null) {
            leaving.lanes().forEach(lane -> held.merge(lane.index(), new Checkpoint().set(lane.reader().checkpoint()),
                    (before, now) -> now.nextNumber < before.nextNumber ? before : now));
            lanes = null;
            leaving.close();
        }
    }

    /** Whether the ledger is missing of which lanes were taken: it may come back, or another one in its place. */
    boolean isLedgerLost() {
        return lanes == null && !folded && !held.isEmpty();
    }

    /** Returns the totals that were taken of the lanes of a missing ledger. */
    LedgerTotals takenOfLost() {
        final LaneTotals totals = new LaneTotals();
        held.values().forEach(totals::add);
        return totals.toTotals();
    }

    /** Returns the checkpoint that a lane was taken to, if its ledger may not contain it yet; null if it does. */
    @Nullable
    Checkpoint held(final int lane) {
        return held.get(lane);
    }

    /**
     * Whether the closed totals contain the process: none of its numbers counts any more, but for losses without a lane
     * that have come since.
     */
    boolean isFolded() {
        return folded;
    }

    /**
     * The closed totals contain the process.
     *
     * @param losses without a lane that it contains
     */
    void folded(final FoldedRow.Laneless losses) {
        folded = true;
        foldedLosses = losses;
    }

    /** Whether the process has lost events without a lane since it was closed. */
    boolean hasLateLosses(final SessionRow session) {
        final ProcessView view = page;
        return folded && view != null && !FoldedRow.Laneless.of(view.losses(session.slot(), session.id()))
                .beyond(foldedLosses).equals(FoldedRow.Laneless.NONE);
    }

    /** Whether nothing is left to be done for a process that adds nothing. */
    boolean isRetired() {
        return retired;
    }

    void retired() {
        retired = true;
    }

    /**
     * Whether the process, alive, has let go of an ending session, or never had to do with it.
     *
     * @param session   that is stopping
     * @param providers that the session has enabled
     * @param hasLedger whether a ledger of the process is in the session's folder
     */
    boolean hasLetGo(final SessionRow session, final Collection<UUID> providers, final boolean hasLedger) {
        final ProcessView view = page;
        final ProcessLanes opened = lanes;
        if (opened != null && !opened.ledger().isFinal()) {
            return false;
        }
        if (view == null || !session.isFor(incarnation)) {
            // A process that has lost its page, too, restores both before it acknowledges.
            return !isLedgerLost();
        }
        final Acknowledgement acknowledged = view.acknowledgement(session.slot());
        final boolean attached = acknowledged.status() == AckStatus.ATTACHED;
        if (acknowledged.covers(session.id(), session.generation()) && !attached) {
            return true;
        }
        return !hasLedger && !(attached && acknowledged.sessionId() == session.id())
                && providers.stream().noneMatch(view::registers);
    }

    /** Hands out losses without a lane that were not handed out yet. */
    void stageLanelessLosses(final SessionRow session, final LanelessSink sink) {
        final ProcessView view = page;
        final LanelessLosses losses = view == null ? null : view.losses(session.slot(), session.id());
        if (losses != null && (losses.noLane() > stagedLaneless.noLane()
                || losses.notAttached() > stagedLaneless.notAttached())) {
            // After this, nothing that was read of the page can come out as a fault.
            MappedFault.settle();
            final FoldedRow.Laneless now = FoldedRow.Laneless.of(losses);
            final FoldedRow.Laneless added = now.beyond(stagedLaneless);
            // Losses that were not reported came after those that were.
            final boolean continued = lastReportTicks != 0 && !stagedLaneless.equals(FoldedRow.Laneless.NONE);
            final long firstTicks = continued ? lastReportTicks : losses.firstTime();
            lastReportTicks = losses.lastTime();
            stagedLaneless = stagedLaneless.max(now);
            if (added.noLane() > 0) {
                sink.onLanelessLoss(this, LossCause.NO_LANE, added.noLane(), firstTicks, lastReportTicks);
            }
            if (added.notAttached() > 0) {
                sink.onLanelessLoss(this, LossCause.NOT_ATTACHED, added.notAttached(), firstTicks, lastReportTicks);
            }
        }
    }

    /** Take the losses without a lane that were staged. */
    public void commitLanelessLosses() {
        final ProcessView view = page;
        if (view != null && hasStagedLosses()) {
            committedLaneless = stagedLaneless;
            view.reportLosses(sessionSlot, stagedLaneless.noLane(), stagedLaneless.notAttached());
        }
    }

    /** Losses without a lane that were staged and not committed are handed out again. */
    void unstage() {
        if (hasStagedLosses()) {
            stagedLaneless = committedLaneless;
            lastReportTicks = 0;
        }
    }

    /** The losses without a lane that were taken up to now, since the process began. */
    public FoldedRow.Laneless committedLanelessLosses() {
        return committedLaneless;
    }

    /** The losses without a lane that were handed out up to now, since the process began. */
    public FoldedRow.Laneless stagedLanelessLosses() {
        return stagedLaneless;
    }

    /** Whether losses without a lane were staged that are not committed. */
    boolean hasStagedLosses() {
        return !stagedLaneless.equals(committedLaneless);
    }

    /** Add what was taken up to now, unless the closed totals contain it. */
    void addTaken(final LaneTotals totals) {
        if (folded) {
            totals.add(committedLanelessLosses().beyond(foldedLosses));
        } else {
            totals.add(committedLanelessLosses());
            final ProcessLanes opened = lanes;
            if (opened != null) {
                opened.lanes().forEach(lane -> totals.add(lane.reader().checkpoint()));
            } else {
                held.values().forEach(totals::add);
            }
        }
    }

    /**
     * Continue after the losses without a lane that the page says were reported, and those that a sink holds.
     *
     * @param session that lost them
     * @param inSink  which the page may not have reached yet
     */
    void resumeLaneless(final SessionRow session, final FoldedRow.Laneless inSink) {
        sessionSlot = session.slot();
        final ProcessView view = page;
        if (view != null) {
            final LanelessLosses losses = view.losses(session.slot(), session.id());
            committedLaneless = committedLaneless
                    .max(new FoldedRow.Laneless(losses.noLaneReported(), losses.notAttachedReported()));
        }
        stagedLaneless = stagedLaneless.max(committedLaneless).max(inSink);
    }

    void close() {
        final ProcessLanes opened = lanes;
        lanes = null;
        if (opened != null) {
            opened.close();
        }
        final ProcessView view = page;
        page = null;
        if (view != null) {
            view.close();
        }
    }
}
