package io.ringside.transport.agent;

import io.ringside.event.EventLimits;
import io.ringside.transport.RingsideException;
import io.ringside.transport.fault.KillPoint;
import io.ringside.transport.lane.LaneWriter;
import io.ringside.transport.process.AckCause;
import io.ringside.transport.process.AckStatus;
import io.ringside.transport.process.Acknowledgement;
import io.ringside.transport.rows.RowSnapshot;
import io.ringside.transport.rows.SessionRow;
import io.ringside.transport.write.SessionLanes;
import io.ringside.transport.write.ThreadWriter;
import io.ringside.transport.write.WriterThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The sessions that stand in this process, those that were refused, and those on their way out. */
final class AttachedSessions {
    /** Lanes kept free for threads that have not written yet: one batch. */
    private static final int SPARE_LANES = 4;
    private static final long LANES_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long RETRY_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final ProcessLink link;
    private final WriterThreads threads;
    private final @Nullable Attachment[] attached = new @Nullable Attachment[EventLimits.SESSIONS_MAX];
    private final @Nullable Refusal[] refused = new @Nullable Refusal[EventLimits.SESSIONS_MAX];
    private final List<Detachment> leaving = new ArrayList<>();
    private final List<Detachment> pinned = new ArrayList<>();
    private volatile long mask;
    private volatile boolean isLeaving;
    private long maintainedNs;
    private long growthRefusedNs;

    /** A session that did not get its memory, and why. */
    private record Refusal(long sessionId, AckCause cause, String reason) {}

    AttachedSessions(final ProcessLink link, final WriterThreads threads) {
        this.link = link;
        this.threads = threads;
    }

    /** Whether there is nothing to maintain. Thread-safe. */
    boolean isEmpty() {
        return mask == 0 && !isLeaving;
    }

    /** Whether the slot of a session is not taken by another one that has yet to leave it. */
    boolean isFree(final SessionRow session) {
        return leaving.stream().noneMatch(detachment -> detachment.slot() == session.slot());
    }

    boolean isAttached(final SessionRow session) {
        return attached[session.slot()] != null;
    }

    /** Lanes that threads have taken. */
    int lanesInUse() {
        int lanes = 0;
        for (final Attachment attachment : attached) {
            lanes += attachment == null ? 0 : attachment.laneCount() - attachment.pool().freeLanes();
        }
        return lanes;
    }

    /** What this process has to say of a session whose rows it has applied. */
    Acknowledgement acknowledgement(final SessionRow session) {
        final long generation = session.generation();
        final Refusal refusal = refused[session.slot()];
        if (refusal != null) {
            return new Acknowledgement(session.id(), generation, AckStatus.REFUSED, refusal.cause, refusal.reason);
        }
        return Acknowledgement.of(session.id(), generation, isAttached(session) ? AckStatus.ATTACHED : AckStatus.NONE);
    }

    /** Let a session stand here, if its memory can be had and it still runs then. */
    void attach(final SessionRow session) {
        final int slot = session.slot();
        if (attached[slot] != null) {
            return;
        }
        link.openLosses(session);
        try {
            final Attachment attachment = link.attach(session, SPARE_LANES + threads.writers().size());
            final boolean runs = link.rows().session(session.id()).filter(SessionRow::isRunning).isPresent();
            if (!runs) {
                attachment.undo();
                return;
            }
            attached[slot] = attachment;
            refused[slot] = null;
            threads.session(slot, attachment.pool());
            mask |= 1L << slot;
        } catch (final RingsideException e) {
            refused[slot] = new Refusal(session.id(), causeOf(e), String.valueOf(e.getMessage()));
            threads.session(slot, new SessionLanes(slot, session.id(), 0, true, link));
            mask |= 1L << slot;
        }
    }

    /** Let writers into the sessions that stand here. */
    void updateMasks(final List<RegisteredProvider> providers) {
        final long slots = mask;
        providers.forEach(provider -> provider.state().heapMask(slots));
        if (KillPoint.ARMED) {
            KillPoint.ATTACH_MASK_SET.reached();
        }
    }

    /** Begin the end of sessions whose rows say so. */
    void detachGone(final RowSnapshot rows, final List<RegisteredProvider> providers, final long nowNs) {
        for (int slot = 0; slot < attached.length; slot++) {
            final long sessionId = sessionId(slot);
            if (sessionId != SessionRow.NULL_SESSION_ID
                    && rows.session(sessionId).filter(SessionRow::isRunning).isEmpty()) {
                detach(slot, providers, nowNs);
            }
        }
        for (final SessionRow session : rows.sessions()) {
            if (!session.isRunning() && isFree(session)) {
                link.acknowledge(session.slot(),
                        Acknowledgement.of(session.id(), session.generation(), AckStatus.DETACHED));
            }
        }
    }

    void detachAll(final List<RegisteredProvider> providers, final long nowNs) {
        for (int slot = 0; slot < attached.length; slot++) {
            if (sessionId(slot) != SessionRow.NULL_SESSION_ID) {
                detach(slot, providers, nowNs);
            }
        }
    }

    /** Whether a session is on its way out, so that the next look should be soon. Thread-safe. */
    boolean isLeaving() {
        return isLeaving;
    }

    /**
     * Let sessions go as far as that is possible now.
     *
     * @return sessions that have left
     */
    int finishLeaving(final long nowNs) {
        final int before = leaving.size();
        leaving.removeIf(detachment -> {
            final boolean isFinal = detachment.advance(nowNs);
            if (isFinal && !detachment.unmap()) {
                pinned.add(detachment);
            }
            return isFinal;
        });
        isLeaving = !leaving.isEmpty();
        return before - leaving.size();
    }

    /**
     * Hand over lanes of ended threads, and keep lanes ahead of need.
     *
     * @return lanes or threads that something was done about
     */
    int maintainLanes(final long nowNs) {
        final boolean nothing = mask == 0 && pinned.isEmpty();
        if (nothing || nowNs - maintainedNs < LANES_INTERVAL_NS) {
            return 0;
        }
        maintainedNs = nowNs;
        pinned.removeIf(Detachment::unmap);
        int work = reclaimLanes();
        for (final Attachment attachment : attached) {
            work += attachment == null ? 0 : addLanes(attachment, nowNs);
        }
        return work;
    }

    private long sessionId(final int slot) {
        final Attachment attachment = attached[slot];
        final Refusal refusal = refused[slot];
        if (attachment != null) {
            return attachment.row().id();
        }
        return refusal != null ? refusal.sessionId : SessionRow.NULL_SESSION_ID;
    }

    private void detach(final int slot, final List<RegisteredProvider> providers, final long nowNs) {
        final Attachment attachment = attached[slot];
        attached[slot] = null;
        refused[slot] = null;
        mask &= ~(1L << slot);
        final long slots = mask;
        providers.forEach(provider -> provider.state().heapMask(slots));
        threads.session(slot, null);
        if (KillPoint.ARMED) {
            KillPoint.DETACH_LANES_REMOVED.reached();
        }
        leaving.add(new Detachment(slot, attachment, threads, link.barrier().begin(nowNs)));
        isLeaving = true;
    }

    private static AckCause causeOf(final RingsideException refusal) {
        return switch (refusal.code()) {
            case NO_SPACE -> AckCause.NO_SPACE;
            case LIMIT -> AckCause.SESSION_MEMORY;
            default -> AckCause.OTHER;
        };
    }

    private int reclaimLanes() {
        int reclaimed = 0;
        for (final ThreadWriter writer : threads.writers()) {
            if (!writer.isAlive()) {
                for (int slot = 0; slot < attached.length; slot++) {
                    final Attachment attachment = attached[slot];
                    LaneChain.unlink(writer.removeLanes(slot), lane -> giveBack(attachment, lane));
                }
                threads.remove(writer);
                reclaimed++;
            }
        }
        return reclaimed;
    }

    private static void giveBack(final @Nullable Attachment attachment, final LaneWriter lane) {
        if (attachment != null) {
            lane.release();
            attachment.pool().add(lane);
        }
    }

    private int addLanes(final Attachment attachment, final long nowNs) {
        final int slot = attachment.row().slot();
        final long without = threads.writers().stream().filter(writer -> !writer.hasLane(slot)).count();
        final boolean wanting = attachment.canGrow() && attachment.pool().freeLanes() < SPARE_LANES + without;
        final boolean refusedLately = growthRefusedNs != 0 && nowNs - growthRefusedNs < RETRY_INTERVAL_NS;
        if (!wanting || refusedLately) {
            return 0;
        }
        final boolean grown = attachment.tryGrow();
        growthRefusedNs = grown ? 0 : nowNs;
        return grown ? 1 : 0;
    }
}
