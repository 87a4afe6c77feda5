package io.ringside.transport.provider;

import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.agent.ControlAgent;
import io.ringside.transport.agent.ProcessLink;
import io.ringside.transport.agent.RegisteredProvider;
import io.ringside.transport.directory.TraceDirectory;
import io.ringside.transport.write.WriterThreads;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The control thread of a runtime: opens the directory, then runs the duty cycle of {@link ControlAgent}, asleep while
 * there is nothing to do. Commands may be submitted by any thread.
 */
final class ControlThread implements Runnable {
    /** Between looks at lanes and writers, while sessions stand here. */
    private static final long ATTACHED_PARK_NS = TimeUnit.MILLISECONDS.toNanos(10);
    /** Between looks at writers that a session on its way out waits for. */
    private static final long LEAVING_PARK_NS = TimeUnit.MICROSECONDS.toNanos(200);
    /** Between looks at rows that no notification has told of. */
    private static final long IDLE_PARK_NS = TimeUnit.SECONDS.toNanos(1);
    /** The same, where the system gives no notifications. */
    private static final long UNWATCHED_PARK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long CLOSE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);

    private final RingsideContext context;
    private final WriterThreads writers;
    private final Thread thread;
    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private volatile @Nullable ControlAgent agent;
    private volatile boolean closing;
    private volatile boolean ended;
    private volatile @Nullable RingsideException failure;

    private ControlThread(final RingsideContext context, final WriterThreads writers) {
        this.context = context;
        this.writers = writers;
        thread = new Thread(this, "ringside-control");
        thread.setDaemon(true);
    }

    static ControlThread start(final RingsideContext context, final WriterThreads writers) {
        final ControlThread control = new ControlThread(context, writers);
        control.thread.start();
        return control;
    }

    /**
     * Have something done on the control thread.
     *
     * @param command to run
     * @return complete when it has run
     */
    CompletableFuture<Void> submit(final Runnable command) {
        final CompletableFuture<Void> done = new CompletableFuture<>();
        commands.add(() -> {
            try {
                command.run();
                done.complete(null);
            } catch (final RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        if (ended) {
            // Nobody else will: the command finds no agent and says why.
            drainCommands();
        }
        LockSupport.unpark(thread);
        return done;
    }

    /** The agent; on the control thread only. */
    ControlAgent agent() {
        final ControlAgent open = agent;
        if (open == null) {
            final RingsideException cause = failure;
            throw cause != null
                    ? cause
                    : new RingsideException(ErrorCode.INVALID_ARGUMENT, "runtime is closed: connect again to register");
        }
        return open;
    }

    /** Forget a registration; on the control thread only. */
    void unregister(final RegisteredProvider provider) {
        final ControlAgent open = agent;
        if (open != null) {
            open.unregister(provider);
        }
    }

    /** Add lanes where threads are waiting for them; on the control thread only. */
    void maintain() {
        final ControlAgent open = agent;
        if (open != null) {
            open.doWork();
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

    void close() {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join(TimeUnit.NANOSECONDS.toMillis(CLOSE_TIMEOUT_NS));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        ProcessLink link = null;
        RowWatch watch = null;
        try {
            final Path path = context.directory();
            link = ProcessLink.open(path == null ? TraceDirectory.open() : TraceDirectory.open(path), context.barrier(),
                    (file, problem) -> Ringside.log(file + ": " + problem));
            final ControlAgent open = new ControlAgent(link, writers, SystemNanoClock.INSTANCE);
            agent = open;
            watch = context.useInvoker() ? null : RowWatch.start(link.directory(), () -> wake(open));
            while (!closing) {
                cycle(open, watch != null);
            }
            leave(open);
        } catch (final RingsideException e) {
            failure = e;
        } finally {
            agent = null;
            CloseHelper.closeAll(watch, link);
            ended = true;
            drainCommands();
        }
    }

    private void wake(final ControlAgent open) {
        open.rowsChanged();
        LockSupport.unpark(thread);
    }

    private void cycle(final ControlAgent open, final boolean watched) {
        int work = drainCommands();
        try {
            work += open.doWork();
        } catch (final RuntimeException e) {
            // The next cycle tries again: a damaged file or a full disk must not end tracing for the process.
            open.error();
            Ringside.log(String.valueOf(e));
            LockSupport.parkNanos(UNWATCHED_PARK_NS);
        }
        if (work == 0) {
            LockSupport.parkNanos(parkNs(open, watched));
        }
    }

    private long parkNs(final ControlAgent open, final boolean watched) {
        if (open.isLeaving()) {
            return LEAVING_PARK_NS;
        }
        if (context.useInvoker()) {
            return IDLE_PARK_NS;
        }
        return open.isAttached() ? ATTACHED_PARK_NS : watched ? IDLE_PARK_NS : UNWATCHED_PARK_NS;
    }

    private int drainCommands() {
        int count = 0;
        for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
            count++;
        }
        return count;
    }

    private void leave(final ControlAgent open) {
        open.detachAll();
        final long deadlineNs = System.nanoTime() + CLOSE_TIMEOUT_NS;
        while (open.isAttached() && System.nanoTime() - deadlineNs < 0) {
            open.doWork();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
