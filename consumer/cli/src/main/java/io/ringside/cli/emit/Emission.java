package io.ringside.cli.emit;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.write.ProviderEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * A registered provider with the threads that write its workload, each event when it is due. After a delay, overdue
 * events are written without waiting until the thread has caught up. Used by one thread, which starts the writers.
 */
final class Emission implements AutoCloseable {
    static final long REGISTER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int CALLS_PER_LOOK = 64;
    /** Shorter waits spin, since parking is not as precise. */
    private static final long SPIN_NS = TimeUnit.MICROSECONDS.toNanos(60);
    private static final long MAX_PARK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Ringside ringside;
    private final Workload workload;
    private final List<WriteTally> tallies = new ArrayList<>();
    private final List<Future<?>> threads = new ArrayList<>();

    private Emission(final Ringside ringside, final Workload workload) {
        this.ringside = ringside;
        this.workload = workload;
    }

    /**
     * Registers a provider.
     *
     * @param directory trace directory
     * @param timeoutNs longest wait for the registration, for example while another process holds the directory's lock
     * @param register  registers the provider
     * @throws RingsideException if it cannot be registered; an application would continue without tracing
     */
    static Emission register(final Path directory, final long timeoutNs, final Function<Ringside, Workload> register) {
        final Ringside ringside = Ringside.connect(
                new RingsideContext().directory(directory).registerTimeoutNs(timeoutNs));
        final Workload workload = register.apply(ringside);
        final ProviderRegistration registration = workload.registration();
        if (registration.status() != ProviderRegistration.Status.ACTIVE) {
            ringside.close();
            throw new RingsideException(ErrorCode.FILE_SYSTEM, Objects.requireNonNullElseGet(registration.problem(),
                    () -> "provider is not registered yet: provider=" + registration.schema().name() + ": try again"));
        }
        return new Emission(ringside, workload);
    }

    /** Whether sessions want at least one of the provider's events. */
    boolean isEnabled() {
        return workload.registration().events().stream().anyMatch(ProviderEvent::isEnabled);
    }

    /** Whether sessions want all of the provider's events. */
    boolean isFullyEnabled() {
        return workload.registration().events().stream().allMatch(ProviderEvent::isEnabled);
    }

    /**
     * Starts the threads. To be called once.
     *
     * @param ending called by each thread; returns true if the thread should end early
     */
    void start(final BooleanSupplier ending) {
        final List<Workload.Flow> flows = workload.flows().get();
        final ExecutorService pool = Executors.newFixedThreadPool(flows.size());
        for (final Workload.Flow flow : flows) {
            final WriteTally tally = new WriteTally();
            tallies.add(tally);
            threads.add(pool.submit(() -> write(flow, tally, ending)));
        }
        pool.shutdown();
    }

    /** Whether all threads have ended. */
    boolean isDone() {
        return threads.stream().allMatch(Future::isDone);
    }

    /** Returns the number of calls so far; it may lag slightly. */
    long attempted() {
        return tallies.stream().mapToLong(WriteTally::publishedAttempted).sum();
    }

    /** Returns the number of events written so far; it may lag slightly. */
    long written() {
        return tallies.stream().mapToLong(WriteTally::publishedWritten).sum();
    }

    /**
     * Waits until the threads have ended.
     *
     * @return the sums of the threads' counts
     * @throws RingsideException if a thread has failed
     */
    WriteTally join() throws InterruptedException, ExecutionException {
        for (final Future<?> thread : threads) {
            try {
                thread.get();
            } catch (final ExecutionException e) {
                if (e.getCause() instanceof final RingsideException known) {
                    throw known;
                }
                throw e;
            }
        }
        final WriteTally sum = new WriteTally();
        tallies.forEach(sum::add);
        return sum;
    }

    @Override
    public void close() {
        ringside.close();
    }

    /** Waits until a monotonic time, more precisely than parking does; returns false if the thread should end. */
    private static boolean await(final long dueNs, final BooleanSupplier ending) {
        for (long waitNs = dueNs - System.nanoTime(); waitNs > 0; waitNs = dueNs - System.nanoTime()) {
            if (ending.getAsBoolean()) {
                return false;
            }
            if (waitNs > SPIN_NS) {
                LockSupport.parkNanos(Math.min(waitNs - SPIN_NS, MAX_PARK_NS));
            } else {
                Thread.onSpinWait();
            }
        }
        return true;
    }

    private void write(final Workload.Flow flow, final WriteTally tally, final BooleanSupplier ending) {
        // Acquires the thread's lanes before the first event.
        ringside.takeLanes();
        try (flow) {
            long dueNs = flow.next();
            for (final long startNs = System.nanoTime(); dueNs != Workload.Flow.END; dueNs = flow.next()) {
                if (tally.attempted() % CALLS_PER_LOOK == 0) {
                    tally.publish();
                    if (ending.getAsBoolean()) {
                        break;
                    }
                }
                if (dueNs > 0 && !await(startNs + dueNs, ending)) {
                    break;
                }
                tally.add(flow.write());
            }
        }
        tally.publish();
    }
}
