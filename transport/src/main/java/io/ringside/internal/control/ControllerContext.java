package io.ringside.internal.control;

import io.ringside.internal.drain.SessionLedgers;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.Registry;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** The parameters of a controller. They must not be changed once a controller has been made with them. */
public final class ControllerContext {
    private static final long LOCK_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long MIN_PARK_NS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long MAX_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Registry registry;
    private final SessionLedgers ledgers;
    private NanoClock nanoClock = SystemNanoClock.INSTANCE;
    private Supplier<ClockPair> startClock = ClockPair::now;
    private Supplier<IdleStrategy> idleStrategy = () -> new BackoffIdleStrategy(0, 0, MIN_PARK_NS, MAX_PARK_NS);
    private long lockTimeoutNs = LOCK_TIMEOUT_NS;

    /**
     * A context with defaults.
     *
     * @param registry of the trace directory
     * @param ledgers  read lanes and make them consistent
     */
    public ControllerContext(final Registry registry, final SessionLedgers ledgers) {
        this.registry = registry;
        this.ledgers = ledgers;
    }

    /** The trace directory. */
    public Registry registry() {
        return registry;
    }

    /** Returns the reader of sessions' ledgers. */
    public SessionLedgers ledgers() {
        return ledgers;
    }

    /** Measures waits. */
    public NanoClock nanoClock() {
        return nanoClock;
    }

    /**
     * Set what measures waits; default the system's monotonic clock.
     *
     * @param newNanoClock monotonic, in nanoseconds
     */
    public ControllerContext nanoClock(final NanoClock newNanoClock) {
        nanoClock = newNanoClock;
        return this;
    }

    /** Gives the start time of a session. */
    public Supplier<ClockPair> startClock() {
        return startClock;
    }

    /**
     * Set the clocks that are read when a session starts; default the system's.
     *
     * @param newStartClock both clocks at one moment
     */
    public ControllerContext startClock(final Supplier<ClockPair> newStartClock) {
        startClock = newStartClock;
        return this;
    }

    /** Creates the idle strategy of a wait. */
    public Supplier<IdleStrategy> idleStrategy() {
        return idleStrategy;
    }

    /**
     * Set the idle strategy of a wait; default parking for 0.1 to 1 ms.
     *
     * @param newIdleStrategy makes one for each wait
     */
    public ControllerContext idleStrategy(final Supplier<IdleStrategy> newIdleStrategy) {
        idleStrategy = newIdleStrategy;
        return this;
    }

    /** Longest wait for the control lock in nanoseconds. */
    public long lockTimeoutNs() {
        return lockTimeoutNs;
    }

    /**
     * Set the longest wait for the control lock; default 5 s.
     *
     * @param newLockTimeoutNs in nanoseconds
     */
    public ControllerContext lockTimeoutNs(final long newLockTimeoutNs) {
        lockTimeoutNs = newLockTimeoutNs;
        return this;
    }
}
