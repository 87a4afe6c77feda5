package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.Outcome;
import io.ringside.control.Outcome.Answers.ProcessAnswer;
import io.ringside.control.Outcome.Answers.ProcessAnswer.State;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.registry.AckStatus;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.ProcessView;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * Waits until the live processes that a change concerns have acknowledged it and their callbacks have returned. A
 * process that registers after the change reads the changed rows, so the processes are listed once. Not thread-safe.
 */
final class AckWait implements AutoCloseable {
    private static final long LIVENESS_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ProcessTable processes;
    private final int slot;
    private final Concern concern;
    private final List<ProcessView> pending = new ArrayList<>();
    /** Pending processes that have acknowledged and wait for a callback. */
    private final List<ProcessView> inCallback = new ArrayList<>();
    private final List<ProcessAnswer> answers = new ArrayList<>();
    /** Reasons why pages cannot be read. */
    private final Map<Incarnation, String> unreadable = new LinkedHashMap<>();

    AckWait(final ProcessTable processes, final int slot, final Concern concern) {
        this.processes = processes;
        this.slot = slot;
        this.concern = concern;
        boolean complete = false;
        try {
            for (final Incarnation incarnation : processes.incarnations()) {
                open(incarnation).ifPresent(pending::add);
            }
            poll();
            dropDead();
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    /**
     * Waits for the processes that have not answered. An interrupt ends the wait like the deadline, and stays pending.
     */
    Outcome.Answers await(final NanoClock clock, final long deadlineNs, final IdleStrategy idle) {
        long livenessNs = clock.nanoTime() + LIVENESS_INTERVAL_NS;
        while (!pending.isEmpty() && !Thread.currentThread().isInterrupted()) {
            final long nowNs = clock.nanoTime();
            if (nowNs - deadlineNs >= 0) {
                break;
            }
            if (nowNs - livenessNs >= 0) {
                dropDead();
                livenessNs = nowNs + LIVENESS_INTERVAL_NS;
            }
            idle.idle(poll());
        }
        return result();
    }

    /** Returns the answers received so far. */
    Outcome.Answers result() {
        final List<ProcessAnswer> all = new ArrayList<>(answers);
        unreadable.forEach((incarnation, reason) -> all
                .add(new ProcessAnswer(incarnation.toString(), State.UNANSWERED, reason)));
        pending.forEach(process -> all.add(unanswered(process)));
        return new Outcome.Answers(all);
    }

    private ProcessAnswer unanswered(final ProcessView process) {
        return new ProcessAnswer(process.identity().description(), State.UNANSWERED,
                inCallback.contains(process) ? "its callback has not returned" : null);
    }

    @Override
    public void close() {
        pending.forEach(ProcessView::close);
        pending.clear();
    }

    /** Opens the page of a process, if the change concerns the process. */
    private Optional<ProcessView> open(final Incarnation incarnation) {
        try {
            final Optional<ProcessView> process = processes.open(incarnation, Access.READ_ONLY);
            return process.isPresent() && !isConcerned(process.get()) ? Optional.empty() : process;
        } catch (final RingsideException e) {
            if (e.code() != ErrorCode.NOT_FOUND && isOutstanding(incarnation)) {
                unreadable.put(incarnation, String.valueOf(e.getMessage()));
            }
            return Optional.empty();
        }
    }

    /** Returns whether a change concerns a process; if not, or if this cannot be determined, its page is closed. */
    private boolean isConcerned(final ProcessView process) {
        boolean isConcerned = false;
        try {
            isConcerned = concern.concerns(process);
            return isConcerned;
        } finally {
            if (!isConcerned) {
                process.close();
            }
        }
    }

    private boolean isOutstanding(final Incarnation incarnation) {
        return concern.mayAwaitWithoutPage(incarnation) && mayLive(incarnation);
    }

    /**
     * Returns whether an answer may still come. The change is in effect, so a process that cannot be read is named in
     * the result instead of causing an exception.
     */
    private boolean mayLive(final Incarnation incarnation) {
        try {
            return processes.isAlive(incarnation);
        } catch (final RingsideException e) {
            return true;
        }
    }

    private int poll() {
        int work = 0;
        for (final Iterator<ProcessView> iterator = pending.iterator(); iterator.hasNext();) {
            final ProcessView process = iterator.next();
            if (isAnswered(process)) {
                process.close();
                iterator.remove();
                work++;
            }
        }
        return work;
    }

    /** Returns whether a process has answered; a truncated page counts as an answer, because no other will come. */
    private boolean isAnswered(final ProcessView process) {
        final Acknowledgement acknowledgement;
        final boolean isMet;
        final boolean awaitsCallback;
        try {
            acknowledgement = process.acknowledgement(slot);
            isMet = concern.isMet(acknowledgement);
            // The order matters: pending callbacks are reported before the acknowledgement is stored.
            awaitsCallback = isMet && concern.awaitsCallback(process);
            MappedFault.settle();
        } catch (final InternalError e) {
            MappedFault.require(e);
            unreadable.put(process.identity().incarnation(),
                    "page was truncated while it was read: " + process.identity().description());
            return true;
        }
        if (!isMet) {
            return false;
        }
        if (awaitsCallback) {
            if (!inCallback.contains(process)) {
                inCallback.add(process);
            }
            return false;
        }
        final boolean isRefused = acknowledgement.status() == AckStatus.REFUSED;
        answers.add(new ProcessAnswer(process.identity().description(), isRefused ? State.REFUSED : State.APPLIED,
                isRefused ? acknowledgement.cause() + " " + acknowledgement.text() : null));
        return true;
    }

    private void dropDead() {
        unreadable.keySet().removeIf(incarnation -> !isOutstanding(incarnation));
        for (final Iterator<ProcessView> iterator = pending.iterator(); iterator.hasNext();) {
            final ProcessView process = iterator.next();
            if (!mayLive(process.identity().incarnation())) {
                process.close();
                iterator.remove();
            }
        }
    }

    /** Determines which processes a change of a session concerns, and whether they have applied it. */
    interface Concern {
        /** Returns whether the change concerns a process. */
        boolean concerns(ProcessView process);

        /** Returns whether an acknowledgement for the session's slot covers the change. */
        boolean isMet(Acknowledgement acknowledgement);

        /** Returns whether a process whose page cannot be read may still have to answer, judging by its other files. */
        boolean mayAwaitWithoutPage(Incarnation incarnation);

        /** Returns whether callbacks for the change have not returned, in a process that has acknowledged it. */
        default boolean awaitsCallback(final ProcessView process) {
            return false;
        }
    }
}
