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

/** The parameters of a controller. They must not be changed after a controller has been created with them. */
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
     * @param ledgers  reads lanes and makes them consistent
     */
    public ControllerContext(final Registry registry, final SessionLedgers ledgers) {
        this.registry = registry;
        this.ledgers = ledgers;
    }

    /** Returns the contents of the trace directory. */
    public Registry registry() {
        return registry;
    }

    /** Returns the reader of sessions' ledgers. */
    public SessionLedgers ledgers() {
        return ledgers;
    }

    /** Returns the clock of waits. */
    public NanoClock nanoClock() {
        return nanoClock;
    }

    /**
     * Set the clock of waits; default the system's monotonic clock.
     *
     * @param newNanoClock monotonic, in nanoseconds
     */
    public ControllerContext nanoClock(final NanoClock newNanoClock) {
        nanoClock = newNanoClock;
        return this;
    }

    /** Returns the source of a session's start time. */
    public Supplier<ClockPair> startClock() {
        return startClock;
    }

    /**
     * Set the clocks that are read when a session starts; default the system's.
     *
     * @param newStartClock reads both clocks at one moment
     */
    public ControllerContext startClock(final Supplier<ClockPair> newStartClock) {
        startClock = newStartClock;
        return this;
    }

    /** Returns the factory of the idle strategies of waits. */
    public Supplier<IdleStrategy> idleStrategy() {
        return idleStrategy;
    }

    /**
     * Set the idle strategy of a wait; default parking for 0.1 to 1 ms.
     *
     * @param newIdleStrategy creates one for each wait
     */
    public ControllerContext idleStrategy(final Supplier<IdleStrategy> newIdleStrategy) {
        idleStrategy = newIdleStrategy;
        return this;
    }

    /** Returns the longest wait for the control lock in nanoseconds. */
    public long lockTimeoutNs() {
        return lockTimeoutNs;
    }

    /**
     * Set the longest wait for the control lock; default 5 s.
     *
     * @param newLockTimeoutNs longest wait in nanoseconds
     */
    public ControllerContext lockTimeoutNs(final long newLockTimeoutNs) {
        lockTimeoutNs = newLockTimeoutNs;
        return this;
    }
}
