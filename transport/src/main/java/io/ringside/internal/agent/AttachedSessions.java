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

/** The sessions that are attached in this process, those that were refused, and those on their way out. */
final class AttachedSessions {
    private static final long LANES_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ProcessLink link;
    private final WriterThreads threads;
    /** Lanes kept free for threads that have not written yet. */
    private final int spareLanes;
    private final @Nullable Attachment[] attached = new @Nullable Attachment[EventLimits.SESSIONS_MAX];
    private final @Nullable Refusal[] refused = new @Nullable Refusal[EventLimits.SESSIONS_MAX];
    private final List<Detachment> leaving = new ArrayList<>();
    private final List<Detachment> pinned = new ArrayList<>();
    /** Whether a row could not be read when it was asked whether its session is gone. */
    private boolean isUnsure;
    private volatile long mask;
    private volatile boolean isLeaving;
    private boolean isClosing;
    private long maintainedNs;
    private volatile boolean lanesWanted;
    /** Whether the answer of an attached session has another cause than before. */
    private boolean hasNewShortage;

    /** A session that did not get its memory, and why. */
    record Refusal(long sessionId, AckCause cause, String reason) {}

    AttachedSessions(final ProcessLink link, final WriterThreads threads, final int spareLanes) {
        this.link = link;
        this.threads = threads;
        this.spareLanes = spareLanes;
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
     * Attach a session, if its memory is available and it still runs then.
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

    /** Keep writers out of all sessions, without knowing whether they are inside. */
    void shutOut(final List<RegisteredProvider> providers) {
        providers.forEach(provider -> provider.shutOut(-1));
    }

    /** Look after open claims no longer. */
    void release() {
        pinned.forEach(Detachment::release);
        pinned.clear();
    }

    /** Let writers into the sessions that are attached here as far as rows say, and keep them out of all others. */
    void stand(final List<RegisteredProvider> providers) {
        providers.forEach(provider -> provider.stand(mask, link));
        if (KillPoint.ARMED) {
            KillPoint.ATTACH_MASK_SET.reached();
        }
    }

    /**
     * Begin the end of sessions whose rows say so.
     *
     * @return whether of all of them it is known
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
     * Let sessions of which a file was removed or replaced continue in new files of the same content.
     *
     * @param providers of the process
     * @param nowNs     monotonic
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
        // A file that is back in its place changes nothing: drains are kept from it.
        if ((lost != null || attachment.isLeft()) && attachment.leave(nowNs)) {
            detach(slot, true, providers);
        }
    }

    /** Whether a session is on its way out, so that the next check should be soon. Thread-safe. */
    boolean isLeaving() {
        return isLeaving;
    }

    /** Sessions on their way out. */
    int leavingCount() {
        return leaving.size();
    }

    /**
     * Let sessions go as far as that is possible now.
     *
     * @param providers of the process
     * @param nowNs     monotonic, read after the sessions began to leave
     */
    void finishLeaving(final List<RegisteredProvider> providers, final long nowNs) {
        if (leaving.isEmpty()) {
            return;
        }
        // Once more: an error may have interrupted what kept writers out, and the barriers follow it.
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
                // One session that cannot continue keeps no other one back.
                problem = e;
            }
        }
        isLeaving = !leaving.isEmpty();
        if (problem != null) {
            LangUtil.rethrowUnchecked(problem);
        }
    }

    /** Do without the interval once: a thread waits for its lanes, or has taken one of the last. Thread-safe. */
    void lanesWanted() {
        lanesWanted = true;
    }

    /**
     * Hand over lanes of ended threads, and keep lanes ahead of need.
     *
     * @return lanes or threads that something was done about
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

    /** Whether the answers for attached sessions are to be given again, which this ends. */
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

    /** Whether a session's row is absent or ending. While a row cannot be read, everything stays as it is. */
    private boolean isGone(final RowSnapshot rows, final long sessionId) {
        final Optional<SessionRow> row = rows.session(sessionId);
        if (row.isPresent()) {
            return !row.get().isRunning();
        }
        try {
            // A snapshot leaves out what it cannot read.
            return link.rows().session(sessionId).filter(SessionRow::isRunning).isEmpty();
        } catch (final RingsideException e) {
            isUnsure = true;
            return false;
        }
    }

    /** Lets writers find an attachment if its session still runs, else removes it. */
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

    /** Lets writers find what has moved to other files, unless its session has ended meanwhile. */
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
        // In the list first: whatever fails from here on is done again when it continues.
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

    /** The problem of a session that cannot be attached. */
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
        // Lanes that threads take meanwhile are for the next check, so that this one ends.
        final int added = attachment.keepAhead(ahead, nowNs);
        hasNewShortage |= !lacked && attachment.shortage() != null;
        return added;
    }
}
