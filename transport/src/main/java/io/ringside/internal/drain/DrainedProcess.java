package io.ringside.internal.drain;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.ThreadNames;
import io.ringside.internal.registry.AckStatus;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.ClosedTotals;
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
 * A process in the drain of a session. One object represents a process during the lifetime of the drain. Used only by
 * the drain's thread.
 */
public final class DrainedProcess {
    private final Incarnation incarnation;
    private @Nullable ProcessIdentity identity;
    private @Nullable ProcessView page;
    /** Schemas as read last, because the page may be missing temporarily. */
    private List<RegisteredSchema> schemas = List.of();
    private @Nullable ProcessLanes lanes;
    private int sessionSlot;
    /** Lane-less losses that were staged, and those among them that count as taken. */
    private ClosedTotals.Laneless stagedLaneless = ClosedTotals.Laneless.NONE;
    private ClosedTotals.Laneless committedLaneless = ClosedTotals.Laneless.NONE;
    private long lastReportTicks;
    private @Nullable Object attachment;
    private final ThreadNames threadNames = new ThreadNames();
    /** Last checkpoints taken, by lane, for lanes whose ledger may not contain them. */
    private final Map<Integer, Checkpoint> held = new HashMap<>();
    private boolean folded;
    /** Lane-less losses in the closed totals. */
    private ClosedTotals.Laneless foldedLosses = ClosedTotals.Laneless.NONE;
    private boolean retired;

    DrainedProcess(final Incarnation incarnation) {
        this.incarnation = incarnation;
    }

    /** Returns the incarnation of the process. */
    public Incarnation incarnation() {
        return incarnation;
    }

    /** Returns the identity of the process; null if its page was removed or is damaged. */
    public @Nullable ProcessIdentity identity() {
        return identity;
    }

    /** Returns the number of schemas that the process has registered so far. */
    public int schemaCount() {
        final ProcessView view = page;
        return view == null ? schemas.size() : view.schemaCount();
    }

    /** Returns the schemas that the process has registered so far, by the index that records contain. A copy. */
    public List<RegisteredSchema> schemas() {
        final ProcessView view = page;
        if (view != null) {
            schemas = view.schemas();
        }
        return schemas;
    }

    /** Returns the object attached by the drain's user; null if there is none. */
    public @Nullable Object attachment() {
        return attachment;
    }

    /**
     * Attach data of the drain's user, which are available with every event, and forgotten with the process.
     *
     * @param object any object
     */
    public void attach(final Object object) {
        attachment = object;
    }

    /** Returns the names of its threads read so far. */
    public ThreadNames threadNames() {
        return threadNames;
    }

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

    /** Close a truncated page. Reopening it determines the problem. */
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
        // A ledger that was restored after its process died must still be closed.
        retired &= opened == null;
    }

    /**
     * Close lanes whose file was removed. Events taken from them are not taken again, even if the process copied its
     * ledger just before the last checkpoint was stored.
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

    /** Returns whether the ledger of lanes already read is missing. It may come back, or be replaced by another. */
    boolean isLedgerLost() {
        return lanes == null && !folded && !held.isEmpty();
    }

    /** Returns the totals taken from the lanes of a missing ledger. */
    LedgerTotals takenOfLost() {
        final LaneTotals totals = new LaneTotals();
        held.values().forEach(totals::add);
        return totals.toTotals();
    }

    /** Returns the checkpoint up to which a lane was taken, if its ledger may not contain it yet; null if it does. */
    @Nullable
    Checkpoint held(final int lane) {
        return held.get(lane);
    }

    /**
     * Returns whether the closed totals contain the process. Then its own counts are ignored, except lane-less losses
     * added since.
     */
    boolean hasClosedTotals() {
        return folded;
    }

    /**
     * Note that the closed totals contain the process.
     *
     * @param losses lane-less losses that they contain
     */
    void folded(final ClosedTotals.Laneless losses) {
        folded = true;
        foldedLosses = losses;
    }

    /** Returns whether the process has had lane-less losses since it was closed. */
    boolean hasLateLosses(final SessionRow session) {
        final ProcessView view = page;
        return folded && view != null && !ClosedTotals.Laneless.of(view.losses(session.slot(), session.id()))
                .beyond(foldedLosses).equals(ClosedTotals.Laneless.NONE);
    }

    /** Returns whether the finished process needs no further steps. */
    boolean isRetired() {
        return retired;
    }

    void retired() {
        retired = true;
    }

    /**
     * Returns whether the live process has detached from an ending session, or was never attached to it.
     *
     * @param session   stopping session
     * @param providers providers that the session has enabled
     * @param hasLedger whether a ledger of the process is in the session's folder
     */
    boolean hasLetGo(final SessionRow session, final Collection<UUID> providers, final boolean hasLedger) {
        final ProcessView view = page;
        final ProcessLanes opened = lanes;
        if (opened != null && !opened.ledger().isFinal()) {
            return false;
        }
        if (view == null || !session.isFor(incarnation)) {
            // A process that has lost its page too restores both before it acknowledges.
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

    /** Stages lane-less losses that were not staged yet. */
    void stageLanelessLosses(final SessionRow session, final LanelessSink sink) {
        final ProcessView view = page;
        final LanelessLosses losses = view == null ? null : view.losses(session.slot(), session.id());
        if (losses != null && (losses.noLane() > stagedLaneless.noLane()
                || losses.notAttached() > stagedLaneless.notAttached())) {
            // After this, reading the page can cause no more faults.
            MappedFault.settle();
            final ClosedTotals.Laneless now = ClosedTotals.Laneless.of(losses);
            final ClosedTotals.Laneless added = now.beyond(stagedLaneless);
            // Losses that were not reported occurred after the reported ones.
            final boolean continued = lastReportTicks != 0 && !stagedLaneless.equals(ClosedTotals.Laneless.NONE);
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

    /** Take the staged lane-less losses. */
    public void commitLanelessLosses() {
        final ProcessView view = page;
        if (view != null && hasStagedLosses()) {
            committedLaneless = stagedLaneless;
            view.reportLosses(sessionSlot, stagedLaneless.noLane(), stagedLaneless.notAttached());
        }
    }

    /** Make lane-less losses that were staged but not committed available for staging again. */
    void unstage() {
        if (hasStagedLosses()) {
            stagedLaneless = committedLaneless;
            lastReportTicks = 0;
        }
    }

    /** Returns the lane-less losses taken so far, since the process began. */
    public ClosedTotals.Laneless committedLanelessLosses() {
        return committedLaneless;
    }

    /** Returns the lane-less losses staged so far, since the process began. */
    public ClosedTotals.Laneless stagedLanelessLosses() {
        return stagedLaneless;
    }

    /** Returns whether lane-less losses are staged but not committed. */
    boolean hasStagedLosses() {
        return !stagedLaneless.equals(committedLaneless);
    }

    /** Add the losses taken so far, unless the closed totals contain the process. */
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
     * Continue after the lane-less losses that were reported according to the page, and those in a sink.
     *
     * @param session session of the losses
     * @param inSink  losses in the sink, which may exceed the reported ones in the page
     */
    void resumeLaneless(final SessionRow session, final ClosedTotals.Laneless inSink) {
        sessionSlot = session.slot();
        final ProcessView view = page;
        if (view != null) {
            final LanelessLosses losses = view.losses(session.slot(), session.id());
            committedLaneless = committedLaneless
                    .max(new ClosedTotals.Laneless(losses.noLaneReported(), losses.notAttachedReported()));
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
