package io.ringside.internal.agent;

import io.ringside.RingsideException;
import io.ringside.event.EventLimits;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.machine.TscClock;
import io.ringside.internal.registry.AckCause;
import io.ringside.internal.registry.AckStatus;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.write.SessionLanes;
import io.ringside.internal.write.WriterThreads;
import io.ringside.internal.write.WritingThread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.agrona.LangUtil;
import org.jspecify.annotations.Nullable;

/** The sessions that are attached in this process, those that were refused, and those that are being detached. */
final class AttachedSessions {
    private static final long LANES_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ProcessLink link;
    private final WriterThreads threads;
    /** Number of lanes kept free for threads that have not written yet. */
    private final int spareLanes;
    private final @Nullable Attachment[] attached = new @Nullable Attachment[EventLimits.SESSIONS_MAX];
    private final @Nullable Refusal[] refused = new @Nullable Refusal[EventLimits.SESSIONS_MAX];
    private final List<Detachment> leaving = new ArrayList<>();
    private final List<Detachment> pinned = new ArrayList<>();
    /** Whether a row could not be read when checking whether its session has ended. */
    private boolean isUnsure;
    private volatile long mask;
    private volatile boolean isLeaving;
    private boolean isClosing;
    private long maintainedNs;
    private volatile boolean lanesWanted;
    /** Whether the acknowledgement of an attached session has a new cause. */
    private boolean hasNewShortage;

    /** A session whose memory was refused, with the cause. */
    record Refusal(long sessionId, AckCause cause, String reason) {}

    AttachedSessions(final ProcessLink link, final WriterThreads threads, final int spareLanes) {
        this.link = link;
        this.threads = threads;
        this.spareLanes = spareLanes;
    }

    /** Returns whether there is nothing to maintain. Thread-safe. */
    boolean isEmpty() {
        return mask == 0 && !isLeaving;
    }

    /** Returns whether the slot of a session is free, and not held by another session that is still being detached. */
    boolean isFree(final SessionRow session) {
        return leaving.stream().noneMatch(detachment -> detachment.slot() == session.slot());
    }

    boolean isAttached(final SessionRow session) {
        return attached[session.slot()] != null;
    }

    /** Returns the number of lanes that threads have taken. */
    int lanesInUse() {
        int lanes = 0;
        for (final Attachment attachment : attached) {
            lanes += attachment == null ? 0 : attachment.laneCount() - attachment.pool().freeLanes();
        }
        return lanes;
    }

    /** Returns this process's acknowledgement of a session whose rows it has applied. */
    Acknowledgement acknowledgement(final SessionRow session) {
        final long generation = session.generation();
        final Refusal refusal = refused[session.slot()];
        if (refusal != null) {
            return new Acknowledgement(session.id(), generation, AckStatus.REFUSED, refusal.cause, refusal.reason);
        }
        final Attachment attachment = attached[session.slot()];
        if (attachment == null) {
            return Acknowledgement.of(session.id(), generation, AckStatus.NONE);
        }
        final Refusal shortage = attachment.shortage();
        if (shortage != null) {
            return new Acknowledgement(session.id(), generation, AckStatus.ATTACHED, shortage.cause, shortage.reason);
        }
        final String clockRefusal = attachment.clockRefusal();
        return clockRefusal == null
                ? Acknowledgement.of(session.id(), generation, AckStatus.ATTACHED)
                : new Acknowledgement(session.id(), generation, AckStatus.ATTACHED, AckCause.UNSUPPORTED, clockRefusal);
    }

    /**
     * Attach a session, if its memory is available and it is still running.
     *
     * @return false if it is attached already
     */
    boolean attach(final SessionRow session) {
        final int slot = session.slot();
        if (attached[slot] != null) {
            return false;
        }
        link.openLosses(session);
        try {
            final Attachment attachment = link.attach(session, spareLanes, lanesAtFirst());
            stand(slot, attachment);
        } catch (final RingsideException e) {
            refused[slot] = refusal(session, e);
            threads.session(slot, new SessionLanes(slot, session.id(), 0, true, link)
                    .sequence(session.settings().sequence()));
            mask |= 1L << slot;
        }
        return true;
    }

    /** Keep writers out of all sessions, whether or not they are still inside. */
    void shutOut(final List<RegisteredProvider> providers) {
        providers.forEach(provider -> provider.shutOut(-1));
    }

    /** Stop tracking open claims. */
    void release() {
        pinned.forEach(Detachment::release);
        pinned.clear();
    }

    /** Admit writers to the sessions that are attached here as far as the rows require, and to no others. */
    void stand(final List<RegisteredProvider> providers) {
        providers.forEach(provider -> provider.stand(mask, link));
        if (KillPoint.ARMED) {
            KillPoint.ATTACH_MASK_SET.reached();
        }
    }

    /**
     * Start detaching the sessions that have ended according to the rows.
     *
     * @return whether the state of all sessions is known
     */
    boolean detachGone(final RowSnapshot rows, final List<RegisteredProvider> providers) {
        isUnsure = false;
        for (int slot = 0; slot < attached.length; slot++) {
            final long sessionId = sessionId(slot);
            if (sessionId != SessionRow.NULL_SESSION_ID && isGone(rows, sessionId)) {
                detach(slot, false, providers);
            }
        }
        for (final SessionRow session : rows.sessions()) {
            if (!session.isRunning() && isFree(session)) {
                link.acknowledge(session.slot(),
                        Acknowledgement.of(session.id(), session.generation(), AckStatus.DETACHED));
            }
        }
        return !isUnsure;
    }

    void detachAll(final List<RegisteredProvider> providers) {
        isClosing = true;
        for (int slot = 0; slot < attached.length; slot++) {
            if (sessionId(slot) != SessionRow.NULL_SESSION_ID) {
                detach(slot, false, providers);
            }
        }
    }

    /**
     * Let sessions that have lost a file, by removal or replacement, continue in new files of the same content.
     *
     * @param providers of the process
     * @param nowNs     monotonic time
     */
    void restoreFiles(final List<RegisteredProvider> providers, final long nowNs) {
        for (int slot = 0; slot < attached.length; slot++) {
            final Attachment attachment = attached[slot];
            if (attachment != null && attachment.isSealed()) {
                link.reportSealed(attachment.row(), attachment.uncounted());
                detach(slot, false, providers);
            } else if (attachment != null) {
                restoreFiles(slot, attachment, providers, nowNs);
            }
        }
    }

    private void restoreFiles(final int slot, final Attachment attachment, final List<RegisteredProvider> providers,
            final long nowNs) {
        final Path lost = attachment.lost();
        if (lost != null && !attachment.isLeft()) {
            link.reportLost(lost);
        }
        // A file that is back in its place makes no difference, because drains are already kept from it.
        if ((lost != null || attachment.isLeft()) && attachment.leave(nowNs)) {
            detach(slot, true, providers);
        }
    }

    /** Returns whether a session is being detached, so that the next check should be soon. Thread-safe. */
    boolean isLeaving() {
        return isLeaving;
    }

    /** Returns the number of sessions that are being detached. */
    int leavingCount() {
        return leaving.size();
    }

    /**
     * Continue to detach sessions as far as is possible now.
     *
     * @param providers of the process
     * @param nowNs     monotonic time, read after the detachments began
     */
    void finishLeaving(final List<RegisteredProvider> providers, final long nowNs) {
        if (leaving.isEmpty()) {
            return;
        }
        // Repeated, because an error may have interrupted it when the detachment began; the barriers come afterwards.
        shutOut(leaving, providers);
        Throwable problem = null;
        for (final Iterator<Detachment> iterator = leaving.iterator(); iterator.hasNext();) {
            try {
                final Detachment detachment = iterator.next();
                if (detachment.advance(nowNs, isClosing)) {
                    iterator.remove();
                    detachment.countLate(link);
                    standAgain(detachment);
                    if (!detachment.unmap()) {
                        pinned.add(detachment);
                    }
                }
            } catch (final Throwable e) {
                // A session that cannot continue does not delay the others.
                problem = e;
            }
        }
        isLeaving = !leaving.isEmpty();
        if (problem != null) {
            LangUtil.rethrowUnchecked(problem);
        }
    }

    /** Skip the interval once: a thread waits for lanes, or has taken one of the last. Thread-safe. */
    void lanesWanted() {
        lanesWanted = true;
    }

    /**
     * Reuse the lanes of ended threads, and keep lanes ahead of need.
     *
     * @return number of lanes and threads that were handled
     */
    int maintainLanes(final long nowNs) {
        final boolean nothing = mask == 0 && pinned.isEmpty();
        if (nothing || (!lanesWanted && nowNs - maintainedNs < LANES_INTERVAL_NS)) {
            return 0;
        }
        lanesWanted = false;
        maintainedNs = nowNs;
        pinned.removeIf(Detachment::unmap);
        int work = reclaimLanes();
        for (final Attachment attachment : attached) {
            if (attachment != null) {
                attachment.giveBackWaiting();
                attachment.lookForDrain(nowNs);
                if (attachment.usesCounter()) {
                    TscClock.calibrate();
                }
                work += addLanes(attachment, nowNs);
            }
        }
        return work;
    }

    /** Returns whether to acknowledge attached sessions again, and resets this. */
    boolean takeNewShortage() {
        final boolean taken = hasNewShortage;
        hasNewShortage = false;
        return taken;
    }

    private int lanesAtFirst() {
        return spareLanes + threads.writers().size() + threads.carriersToCome();
    }

    private long sessionId(final int slot) {
        final Attachment attachment = attached[slot];
        final Refusal refusal = refused[slot];
        if (attachment != null) {
            return attachment.row().id();
        }
        return refusal != null ? refusal.sessionId : SessionRow.NULL_SESSION_ID;
    }

    /** Returns whether a session's row is absent or ending. While a row cannot be read, nothing changes. */
    private boolean isGone(final RowSnapshot rows, final long sessionId) {
        final Optional<SessionRow> row = rows.session(sessionId);
        if (row.isPresent()) {
            return !row.get().isRunning();
        }
        try {
            // A snapshot leaves out rows that cannot be read.
            return link.rows().session(sessionId).filter(SessionRow::isRunning).isEmpty();
        } catch (final RingsideException e) {
            isUnsure = true;
            return false;
        }
    }

    /** Publishes an attachment to writers if its session is still running, else removes it. */
    private void stand(final int slot, final Attachment attachment) {
        boolean stands = false;
        try {
            if (link.rows().session(attachment.row().id()).filter(SessionRow::isRunning).isPresent()) {
                // The session may have been refused its memory until now.
                attachment.pool().countFrom(threads.session(slot));
                final Refusal before = refused[slot];
                if (before != null) {
                    attachment.lacked(before);
                }
                threads.session(slot, attachment.pool());
                attached[slot] = attachment;
                refused[slot] = null;
                mask |= 1L << slot;
                stands = true;
                lanesWanted = true;
            }
        } finally {
            if (!stands) {
                attachment.undo();
            }
        }
    }

    /** Publishes an attachment that has moved to other files, unless its session has ended meanwhile. */
    private void standAgain(final Detachment detachment) {
        final Attachment moved = detachment.moved();
        if (moved == null) {
            return;
        }
        final int slot = detachment.slot();
        boolean isRunning = false;
        try {
            isRunning = !isClosing
                    && link.rows().session(moved.row().id()).filter(SessionRow::isRunning).isPresent();
        } finally {
            if (!isRunning) {
                moved.finish();
                moved.unmap();
            }
        }
        if (isRunning) {
            threads.session(slot, moved.pool());
            attached[slot] = moved;
            mask |= 1L << slot;
            lanesWanted = true;
        }
    }

    private void detach(final int slot, final boolean isMoving, final List<RegisteredProvider> providers) {
        // Added to the list first, so that any step that fails from here on is repeated later.
        leaving.add(new Detachment(slot, attached[slot], isMoving, threads, link.barrier()));
        isLeaving = true;
        attached[slot] = null;
        refused[slot] = null;
        mask &= ~(1L << slot);
        shutOut(leaving, providers);
    }

    private static void shutOut(final List<Detachment> leaving, final List<RegisteredProvider> providers) {
        long slots = 0;
        for (final Detachment detachment : leaving) {
            slots |= 1L << detachment.slot();
        }
        for (final RegisteredProvider provider : providers) {
            provider.shutOut(slots);
        }
    }

    /** Returns the refusal of a session that cannot be attached. */
    static Refusal refusal(final SessionRow session, final RingsideException cause) {
        return new Refusal(session.id(), causeOf(cause), String.valueOf(cause.getMessage()));
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
        for (final WritingThread writer : threads.writers()) {
            if (writer.isAlive()) {
                writer.checkName();
            } else {
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
            attachment.giveBack(lane);
        }
    }

    private int addLanes(final Attachment attachment, final long nowNs) {
        final int slot = attachment.row().slot();
        final long without = threads.writers().stream().filter(writer -> !writer.hasLane(slot)).count();
        final long ahead = attachment.spareLanes() + without + threads.carriersToCome();
        final boolean lacked = attachment.shortage() != null;
        // Lanes that threads take meanwhile are left to the next check, so that this one ends.
        final int added = attachment.keepAhead(ahead, nowNs);
        hasNewShortage |= !lacked && attachment.shortage() != null;
        return added;
    }
}
