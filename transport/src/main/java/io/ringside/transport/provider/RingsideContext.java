package io.ringside.transport.provider;

import io.ringside.event.EventLimits;
import io.ringside.transport.agent.AsymmetricBarrier;
import io.ringside.transport.ledger.LedgerDescriptor;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link Ringside}. Not thread-safe; not to be changed after connecting. */
public final class RingsideContext {
    private static final long REGISTER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long CLOSE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);

    private @Nullable Path directory;
    private boolean useInvoker;
    private long registerTimeoutNs = REGISTER_TIMEOUT_NS;
    private long closeTimeoutNs = CLOSE_TIMEOUT_NS;
    private int spareLanes = LedgerDescriptor.LANES_PER_BATCH;
    private @Nullable NanoClock nanoClock;
    private AsymmetricBarrier barrier = AsymmetricBarrier.best();

    /** Settings that are all default. */
    public RingsideContext() {
        // See the fields.
    }

    /**
     * Trace directory.
     *
     * @param path of the directory; by default {@code $RINGSIDE_DIR}, else one of the user's in shared memory
     * @return this
     */
    public RingsideContext directory(final Path path) {
        directory = path;
        return this;
    }

    /** Trace directory, null for the default. */
    public @Nullable Path directory() {
        return directory;
    }

    /**
     * Whether the application finds out about changes on a duty cycle of its own, {@link Ringside#invoke}, instead of a
     * watching thread. The control thread exists either way, but then sleeps until it is called.
     *
     * @param use default false
     * @return this
     */
    public RingsideContext useInvoker(final boolean use) {
        useInvoker = use;
        return this;
    }

    /** Whether the application calls {@link Ringside#invoke}. */
    public boolean useInvoker() {
        return useInvoker;
    }

    /**
     * How long registering may hold its caller up. A registration that is not complete by then completes by itself, and
     * what is written before is not recorded. A cold JVM on a machine with much more to do than cores was seen to take
     * 0.9 s; others take some milliseconds.
     *
     * @param timeoutNs default 1 s, 0 does not wait
     * @return this
     */
    public RingsideContext registerTimeoutNs(final long timeoutNs) {
        registerTimeoutNs = timeoutNs;
        return this;
    }

    /** How long registering may hold its caller up. */
    public long registerTimeoutNs() {
        return registerTimeoutNs;
    }

    /**
     * How long {@link Ringside#close} may hold its caller up while threads are inside writes. What is not complete by
     * then completes by itself, as long as the process lives.
     *
     * @param timeoutNs default 2 s, 0 does not wait
     * @return this
     */
    public RingsideContext closeTimeoutNs(final long timeoutNs) {
        closeTimeoutNs = timeoutNs;
        return this;
    }

    /** How long closing may hold its caller up. */
    public long closeTimeoutNs() {
        return closeTimeoutNs;
    }

    /**
     * Lanes that each session keeps free, in memory of its own, for threads that have not written yet, as far as its
     * bounds allow. So many threads may write their first event between two looks of the control thread, which come
     * about every 10 ms, with {@link #useInvoker} when {@link Ringside#invoke} is called; what finds no lane is lost,
     * and counted. Each lane takes the session's lane size, in full, when the session attaches. A thread that knows
     * that it will write needs none of these: {@link Ringside#writer} takes its lanes, and waits for them.
     *
     * @param lanes default 4, 1 to 1,024; lanes come in batches of four, so that there may be up to three more
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public RingsideContext spareLanes(final int lanes) {
        if (lanes < 1 || lanes > EventLimits.LANES_MAX) {
            throw new IllegalArgumentException("number of spare lanes out of range: spareLanes=" + lanes
                    + ", min=1, max=" + EventLimits.LANES_MAX);
        }
        spareLanes = lanes;
        return this;
    }

    /** Lanes that each session keeps free for threads that have not written yet. */
    public int spareLanes() {
        return spareLanes;
    }

    /** Set the clock of the control thread; default the system's monotonic one. */
    RingsideContext nanoClock(final NanoClock clock) {
        nanoClock = clock;
        return this;
    }

    /** Clock of the control thread; null for the default, as this class is to load without Agrona. */
    @Nullable
    NanoClock nanoClock() {
        return nanoClock;
    }

    /**
     * Barrier that a session's end crosses.
     *
     * @param barrier default {@link AsymmetricBarrier#best}
     * @return this
     */
    public RingsideContext barrier(final AsymmetricBarrier barrier) {
        this.barrier = barrier;
        return this;
    }

    /** Barrier that a session's end crosses. */
    public AsymmetricBarrier barrier() {
        return barrier;
    }
}
