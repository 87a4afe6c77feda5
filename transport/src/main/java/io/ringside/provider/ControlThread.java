package io.ringside.provider;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.agent.ControlAgent;
import io.ringside.internal.agent.ProcessLink;
import io.ringside.internal.agent.RegisteredProvider;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.machine.AsymmetricBarrier;
import io.ringside.internal.write.WriterThreads;
import io.ringside.provider.ProblemLog.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The control thread of a runtime. It opens the directory, then runs the duty cycle of {@link ControlAgent}, and sleeps
 * while there is nothing to do. Any thread may submit commands.
 * <p>
 * No exception of a command or a cycle ends it, not even an error of the JVM: while writers may be inside sessions, the
 * process has to stay alive, or its lanes would become final while they write.
 */
final class ControlThread implements Runnable {
    /** Interval between checks of lanes and writers, while sessions are attached here. */
    private static final long ATTACHED_PARK_NS = TimeUnit.MILLISECONDS.toNanos(50);
    /** Interval between checks of writers for which a session that is being detached waits. */
    private static final long LEAVING_PARK_NS = TimeUnit.MICROSECONDS.toNanos(200);
    /** Interval between such checks for a writer that stays inside long after the end of the runtime. */
    private static final long MAX_LEAVING_PARK_NS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Interval between checks of rows, since a notification may be missing. */
    private static final long IDLE_PARK_NS = TimeUnit.SECONDS.toNanos(1);
    /** Interval between such checks without notifications from the system, or after a failure. */
    private static final long UNWATCHED_PARK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    /** First interval between attempts after a failure, doubled up to the longest. */
    private static final long MIN_RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MAX_RETRY_NS = TimeUnit.SECONDS.toNanos(10);

    private final RingsideContext context;
    private final WriterThreads writers;
    private final ProcessCounters counters;
    private final Thread thread;
    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final CountDownLatch left = new CountDownLatch(1);
    /** Commands to be repeated; used by the control thread only. */
    private final List<Runnable> retries = new ArrayList<>();
    private long retryNs;
    private long retryIntervalNs = MIN_RETRY_NS;
    /** Notifications of changed rows; null if the rows are checked regularly. Used by the control thread only. */
    private @Nullable RowWatch watch;
    private volatile @Nullable ControlAgent agent;
    private volatile boolean closing;
    private volatile boolean ended;
    private volatile @Nullable Throwable failure;

    private ControlThread(final RingsideContext context, final WriterThreads writers,
            final ProcessCounters counters) {
        this.counters = counters;
        this.context = context;
        this.writers = writers;
        thread = new Thread(this, "ringside-control");
        thread.setDaemon(true);
        // An error of a mapped file that was truncated can surface when a method returns that has handled all others.
        thread.setUncaughtExceptionHandler((ended, e) -> ProblemLog.SHARED.tellAside(Kind.CYCLE, e));
    }

    static ControlThread start(final RingsideContext context, final WriterThreads writers,
            final ProcessCounters counters) {
        final ControlThread control = new ControlThread(context, writers, counters);
        if (!context.useInvoker()) {
            writers.controlWakeup(control::wakeForLanes);
        }
        control.thread.start();
        return control;
    }

    /**
     * Submit a command to the control thread.
     *
     * @param command to run
     * @return a future that completes when the command has run, with its exception if it has thrown one
     */
    CompletableFuture<Void> submit(final Runnable command) {
        final CompletableFuture<Void> done = new CompletableFuture<>();
        commands.add(() -> {
            try {
                command.run();
                done.complete(null);
            } catch (final Throwable e) {
                done.completeExceptionally(e);
            }
        });
        if (ended) {
            // No other thread will run the commands, which find no agent and report why.
            drainCommands();
        }
        LockSupport.unpark(thread);
        return done;
    }

    /** Returns the duty cycle. Called by the control thread only. */
    ControlAgent agent() {
        final ControlAgent open = agent;
        if (open == null) {
            throw noAgent(failure);
        }
        return open;
    }

    /** Repeat a command later, once the process is connected. Called by the control thread only. */
    void retry(final Runnable command) {
        if (retries.isEmpty()) {
            retryNs = System.nanoTime() + retryIntervalNs;
        }
        retries.add(command);
    }

    /** Returns whether a failure is the reason that there is no agent. */
    boolean hasFailed() {
        return failure != null;
    }

    /** End a registration. Called by the control thread only. */
    void unregister(final RegisteredProvider provider) {
        final ControlAgent open = agent;
        if (open != null) {
            open.unregister(provider);
        }
    }

    /** Add lanes that threads are waiting for. Called by the control thread only. */
    void maintain() {
        final ControlAgent open = agent;
        if (open != null) {
            open.lanesWanted();
            open.doWork();
        }
    }

    /** Wake the control thread to add lanes. Called by a thread that writes its first event. */
    private void wakeForLanes() {
        final ControlAgent open = agent;
        if (open != null) {
            open.lanesWanted();
            LockSupport.unpark(thread);
        }
    }

    int wakeIfNeeded() {
        final ControlAgent open = agent;
        if (open != null && (open.isBehind() || open.isAttached())) {
            LockSupport.unpark(thread);
            return 1;
        }
        return 0;
    }

    /**
     * Leave all sessions, and wait for this for the time in the context. If a writer is inside for longer, the thread
     * continues on its own.
     */
    void close() {
        closing = true;
        LockSupport.unpark(thread);
        try {
            if (!left.await(context.closeTimeoutNs(), TimeUnit.NANOSECONDS)) {
                // The process stays alive until then.
                return;
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        ControlAgent open = null;
        try {
            open = openAtLast();
            if (open != null) {
                agent = open;
                failure = null;
                retryNs = System.nanoTime();
                watch = watch(open);
                cycles(open);
                leave(open);
            }
        } catch (final Throwable e) {
            failure = e;
        } finally {
            agent = null;
            try {
                end(open);
            } finally {
                unmap(open);
            }
        }
    }

    /**
     * Opens the duty cycle, however long it takes: a full disk or a lock that is held does not end tracing. Returns
     * null if the runtime is closed before. Meanwhile commands find no agent and report why.
     */
    private @Nullable ControlAgent openAtLast() {
        long intervalNs = MIN_RETRY_NS;
        while (!closing) {
            try {
                return open();
            } catch (final Throwable e) {
                failure = e;
            }
            final long nextNs = System.nanoTime() + intervalNs;
            for (long leftNs = intervalNs; leftNs > 0 && !closing; leftNs = nextNs - System.nanoTime()) {
                drainCommands();
                LockSupport.parkNanos(leftNs);
            }
            intervalNs = Math.min(2 * intervalNs, MAX_RETRY_NS);
        }
        return null;
    }

    private ControlAgent open() {
        ControlAgent.loadErrors();
        ProblemLog.load();
        final Path path = context.directory();
        final ProcessLink link = ProcessLink.open(path == null ? TraceDirectory.open() : TraceDirectory.open(path),
                writers, AsymmetricBarrier.best(),
                (file, problem) -> ProblemLog.SHARED.tellAside(Kind.FILE, "path=" + file + ", reason=" + problem),
                (file, problem) -> ProblemLog.SHARED.tellAside(Kind.LOST_FILE, "path=" + file + ": " + problem),
                counters, context.identity());
        final NanoClock clock = context.nanoClock();
        return new ControlAgent(link, writers, context.spareLanes(), clock == null ? SystemNanoClock.INSTANCE : clock);
    }

    /** Returns the notifications of changed rows; null if the rows are to be checked regularly. */
    private @Nullable RowWatch watch(final ControlAgent open) {
        try {
            return context.useInvoker() ? null : RowWatch.start(open.directory(), () -> wake(open));
        } catch (final Throwable e) {
            ProblemLog.SHARED.tellAside(Kind.CYCLE, e);
            return null;
        }
    }

    private void wake(final ControlAgent open) {
        open.rowsChanged();
        LockSupport.unpark(thread);
    }

    /** Runs cycles. The error of a truncated mapped file can occur later, even where another one is reported. */
    private void cycles(final ControlAgent open) {
        Throwable problem = null;
        while (!closing) {
            try {
                final Throwable told = problem;
                problem = null;
                if (told != null) {
                    goOn(open, told);
                }
                while (!closing) {
                    final int work = drainCommands() + runRetries() + open.doWork();
                    if (open.takeRejoined()) {
                        // The watched folder is gone.
                        CloseHelper.quietClose(watch);
                        watch = watch(open);
                    } else if (work == 0) {
                        LockSupport.parkNanos(parkNs(open));
                    }
                }
            } catch (final Throwable e) {
                problem = e;
            }
        }
    }

    /** Records a failure. The failed work is repeated: a damaged file or a full disk does not end tracing. */
    private static void goOn(final ControlAgent open, final Throwable problem) {
        open.error();
        ProblemLog.SHARED.tellAside(Kind.CYCLE, problem);
        LockSupport.parkNanos(UNWATCHED_PARK_NS);
    }

    private long parkNs(final ControlAgent open) {
        if (open.isLeaving()) {
            return LEAVING_PARK_NS;
        }
        if (!retries.isEmpty()) {
            return Math.max(1, Math.min(ATTACHED_PARK_NS, retryNs - System.nanoTime()));
        }
        if (context.useInvoker()) {
            return IDLE_PARK_NS;
        }
        return open.isAttached()
                ? ATTACHED_PARK_NS
                : watch != null || open.isDirectoryGone() ? IDLE_PARK_NS : UNWATCHED_PARK_NS;
    }

    private int runRetries() {
        if (retries.isEmpty() || System.nanoTime() - retryNs < 0) {
            return 0;
        }
        final List<Runnable> due = List.copyOf(retries);
        retries.clear();
        retryIntervalNs = Math.min(2 * retryIntervalNs, MAX_RETRY_NS);
        due.forEach(Runnable::run);
        if (retries.isEmpty()) {
            retryIntervalNs = MIN_RETRY_NS;
        }
        return due.size();
    }

    private int drainCommands() {
        int count = 0;
        for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
            count++;
        }
        return count;
    }

    /** Continues until no writer is inside a session any more, however long that takes. */
    private void leave(final ControlAgent open) {
        long parkNs = LEAVING_PARK_NS;
        boolean hasLeft = false;
        Throwable problem = null;
        while (!hasLeft) {
            try {
                final Throwable told = problem;
                problem = null;
                if (told != null) {
                    goOn(open, told);
                }
                hasLeft = open.leave();
                if (!hasLeft) {
                    LockSupport.parkNanos(parkNs);
                    parkNs = Math.min(2 * parkNs, MAX_LEAVING_PARK_NS);
                    drainCommands();
                    open.doWork();
                }
            } catch (final Throwable e) {
                problem = e;
            }
        }
    }

    private void end(final @Nullable ControlAgent open) {
        try {
            CloseHelper.quietClose(watch);
            if (open != null) {
                open.onClose();
            } else {
                counters.close();
            }
        } catch (final Throwable e) {
            ProblemLog.SHARED.tellAside(Kind.CYCLE, e);
        } finally {
            ended = true;
            drainCommands();
            left.countDown();
        }
    }

    /** Unmaps memory. Nothing waits for this: the process has left the directory, and only memory is left. */
    private static void unmap(final @Nullable ControlAgent open) {
        try {
            while (open != null && !open.unmap()) {
                LockSupport.parkNanos(ATTACHED_PARK_NS);
            }
        } catch (final Throwable e) {
            ProblemLog.SHARED.tellAside(Kind.CYCLE, e);
        }
    }

    private static RingsideException noAgent(final @Nullable Throwable cause) {
        if (cause instanceof final RingsideException known) {
            return known;
        }
        return cause == null
                ? new RingsideException(ErrorCode.INVALID_ARGUMENT, "runtime is closed: connect again to register")
                : new RingsideException(ErrorCode.UNEXPECTED, "trace directory cannot be used: reason=" + cause
                        + ": correct what it names; it is tried again", cause);
    }
}
