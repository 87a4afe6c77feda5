package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Participant;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.Sweep;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Determines on a library thread which processes have died, and removes their files when no session needs them any
 * more. Also confirms the locks of the drain. Called by the drain's thread, which it never blocks.
 */
final class DeathWatch implements AutoCloseable {
    private static final long CONTROL_LOCK_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);

    private static final long LOCKS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final Participant participant;
    private final DrainLock lock;
    private final Executor executor;
    private final @Nullable ExecutorService owned;
    private final AtomicBoolean looking = new AtomicBoolean();
    private final Set<Incarnation> dead = ConcurrentHashMap.newKeySet();
    private final Set<Incarnation> living = ConcurrentHashMap.newKeySet();
    private final Queue<RingsideException> failures = new ConcurrentLinkedQueue<>();
    /** Used only by the drain's thread. */
    private long nextLocksNs;
    /** Whether a sweep is overdue because no thread was available. */
    private boolean sweepsLate;

    /**
     * @param participant participant that checks and removes processes
     * @param lock        lock of the drain
     * @param executor    executor of the checks; null for a thread of its own
     * @param nowNs       monotonic time in nanoseconds
     */
    DeathWatch(final Participant participant, final DrainLock lock, final @Nullable Executor executor,
            final long nowNs) {
        this.nextLocksNs = nowNs + LOCKS_INTERVAL_NS;
        this.participant = participant;
        this.lock = lock;
        if (executor == null) {
            final ExecutorService thread = Executors.newSingleThreadExecutor(DeathWatch::newThread);
            this.owned = thread;
            this.executor = thread;
        } else {
            this.owned = null;
            this.executor = executor;
        }
    }

    /**
     * Check these processes, unless the last check is still running, and forget all others. Once a second, also confirm
     * the locks of the drain and of its participant.
     *
     * @param nowNs monotonic time in nanoseconds
     */
    void look(final Collection<Incarnation> incarnations, final long nowNs) {
        dead.retainAll(incarnations);
        living.retainAll(incarnations);
        if (sweepsLate) {
            sweep();
        }
        if (looking.compareAndSet(false, true)) {
            final List<Incarnation> copy = List.copyOf(incarnations);
            final boolean locksAreDue = nowNs - nextLocksNs >= 0;
            if (!begin(() -> lookAt(copy, locksAreDue))) {
                looking.set(false);
            } else if (locksAreDue) {
                nextLocksNs = nowNs + LOCKS_INTERVAL_NS;
            }
        }
    }

    /** Returns whether the last check found a process dead: data read after this call cannot change any more. */
    boolean isDead(final Incarnation incarnation) {
        return dead.contains(incarnation);
    }

    /** Returns whether the last check found a process alive. */
    boolean isLiving(final Incarnation incarnation) {
        return living.contains(incarnation);
    }

    /** Remove the pages and other files of dead processes that no session needs any more. */
    void sweep() {
        sweepsLate = !begin(() -> {
            final Registry registry = new Registry(participant);
            try (ControlChange change = registry.change(CONTROL_LOCK_TIMEOUT_NS)) {
                new Sweep(registry).run(change);
            } catch (final RingsideException e) {
                failures.add(e);
            }
        });
    }

    /** Starts a task without throwing in the drain's thread. If no thread is available, the next check tries again. */
    private boolean begin(final Runnable task) {
        try {
            executor.execute(task);
            return true;
        } catch (final RejectedExecutionException | OutOfMemoryError e) {
            failures.add(new RingsideException(ErrorCode.LIMIT, "cannot search for dead processes: reason=" + e
                    + ": tried again at the next look; raise the limit of threads, or leave the thread given running",
                    e));
            return false;
        }
    }

    /** Pass on the failures of checks. */
    void drainFailures(final Consumer<RingsideException> consumer) {
        for (RingsideException failure = failures.poll(); failure != null; failure = failures.poll()) {
            consumer.accept(failure);
        }
    }

    /** Start no more tasks. */
    void stop() {
        if (owned != null) {
            owned.shutdownNow();
        }
    }

    /** Start no more tasks, and wait for running ones: they may use files of a participant that is closing. */
    @Override
    public void close() {
        stop();
        boolean interrupted = false;
        while (owned != null && !owned.isTerminated()) {
            try {
                // Bounded by the timeouts of the running tasks.
                owned.awaitTermination(CONTROL_LOCK_TIMEOUT_NS, TimeUnit.NANOSECONDS);
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookAt(final List<Incarnation> incarnations, final boolean withLocks) {
        try {
            if (withLocks) {
                confirmLocks();
            }
            incarnations.forEach(this::lookAt);
        } finally {
            looking.set(false);
        }
    }

    private void confirmLocks() {
        try {
            lock.confirm();
            // Also true if the lock was regained by a confirmation elsewhere.
            final boolean wasLost = lock.takeRegained();
            if (participant.restoreAlive() != null || wasLost) {
                failures.add(new RingsideException(ErrorCode.FILE_SYSTEM, "locks of this reader were lost and taken"
                        + " again: find out what opens, closes or removes files of the trace directory"));
            }
        } catch (final RingsideException e) {
            failures.add(e);
        }
    }

    private void lookAt(final Incarnation incarnation) {
        try {
            if (participant.liveness().isAlive(incarnation)) {
                living.add(incarnation);
                // A process of another pid namespace that had temporarily lost its lock is alive again.
                dead.remove(incarnation);
            } else {
                living.remove(incarnation);
                dead.add(incarnation);
            }
        } catch (final RingsideException e) {
            failures.add(e);
        }
    }

    private static Thread newThread(final Runnable task) {
        final Thread thread = new Thread(task, "ringside-death-watch");
        thread.setDaemon(true);
        return thread;
    }
}
