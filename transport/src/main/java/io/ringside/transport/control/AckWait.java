package io.ringside.transport.control;

import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.directory.ExistingFile.Access;
import io.ringside.transport.directory.Incarnation;
import io.ringside.transport.process.AckStatus;
import io.ringside.transport.process.Acknowledgement;
import io.ringside.transport.process.ProcessTable;
import io.ringside.transport.process.ProcessView;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * Waits until the living processes that a change concerns have acknowledged it. Who registers after the change reads
 * the changed rows, so the processes are looked up once. For one thread.
 */
final class AckWait implements AutoCloseable {
    private static final long LIVENESS_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ProcessTable processes;
    private final int slot;
    private final Concern concern;
    private final List<ProcessView> pending = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();
    private int acknowledged;

    AckWait(final ProcessTable processes, final int slot, final Concern concern) {
        this.processes = processes;
        this.slot = slot;
        this.concern = concern;
        for (final Incarnation incarnation : processes.incarnations()) {
            open(incarnation).ifPresent(pending::add);
        }
        poll();
        dropDead();
    }

    /**
     * Waits for those who have not answered. An interrupt ends the wait as the deadline does, and stays pending.
     */
    AckResult await(final NanoClock clock, final long deadlineNs, final IdleStrategy idle) {
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

    /** What has been said up to now. */
    AckResult result() {
        final List<String> timedOut = new ArrayList<>(unreadable);
        pending.forEach(process -> timedOut.add(process.identity().description()));
        return new AckResult(acknowledged, refused, timedOut);
    }

    @Override
    public void close() {
        pending.forEach(ProcessView::close);
        pending.clear();
    }

    /** The page of a process that the change concerns. */
    private Optional<ProcessView> open(final Incarnation incarnation) {
        try {
            final Optional<ProcessView> process = processes.open(incarnation, Access.READ_ONLY);
            if (process.isPresent() && !concern.concerns(process.get())) {
                process.get().close();
                return Optional.empty();
            }
            return process;
        } catch (final RingsideException e) {
            if (e.code() != ErrorCode.NOT_FOUND && processes.isAlive(incarnation)) {
                unreadable.add(String.valueOf(e.getMessage()));
            }
            return Optional.empty();
        }
    }

    private int poll() {
        int work = 0;
        for (final Iterator<ProcessView> iterator = pending.iterator(); iterator.hasNext();) {
            final ProcessView process = iterator.next();
            final Acknowledgement acknowledgement = process.acknowledgement(slot);
            if (concern.isMet(acknowledgement)) {
                acknowledged++;
                if (acknowledgement.status() == AckStatus.REFUSED) {
                    refused.add(process.identity().description() + ": " + acknowledgement.cause() + " "
                            + acknowledgement.text());
                }
                process.close();
                iterator.remove();
                work++;
            }
        }
        return work;
    }

    private void dropDead() {
        for (final Iterator<ProcessView> iterator = pending.iterator(); iterator.hasNext();) {
            final ProcessView process = iterator.next();
            if (!processes.isAlive(process.identity().incarnation())) {
                process.close();
                iterator.remove();
            }
        }
    }
}
