package io.ringside.trigger;

import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** What a trigger is made with. For one thread; the trigger takes its values when it is opened. */
public final class TriggerContext {
    /** Least time between two firings, unless another is set. */
    public static final long DEFAULT_MIN_INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);
    /** Longest wait for actions when a trigger is closed, unless another is set. */
    public static final long DEFAULT_CLOSE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(15);

    private final EventHandler target;
    private final EventFilter condition;
    private final List<TriggerAction> actions;
    private final TriggerListener listener;
    private long afterEvents;
    private long afterNs;
    private long minIntervalNs = DEFAULT_MIN_INTERVAL_NS;
    private long closeTimeoutNs = DEFAULT_CLOSE_TIMEOUT_NS;
    private NanoClock clock = SystemNanoClock.INSTANCE;
    private boolean ownThread = true;

    /**
     * All but these are set to their defaults.
     *
     * @param target    receives every event and loss
     * @param condition of the events that fire the trigger; not to be used by anybody else meanwhile
     * @param actions   to be done in this order
     * @param listener  is told what was done
     */
    public TriggerContext(final EventHandler target, final EventFilter condition, final List<TriggerAction> actions,
            final TriggerListener listener) {
        this.target = Objects.requireNonNull(target);
        this.condition = Objects.requireNonNull(condition);
        this.actions = List.copyOf(actions);
        this.listener = Objects.requireNonNull(listener);
    }

    EventHandler target() {
        return target;
    }

    EventFilter condition() {
        return condition;
    }

    List<TriggerAction> actions() {
        return actions;
    }

    TriggerListener listener() {
        return listener;
    }

    /** Events to wait for behind the one that fires; 0 if none. */
    public long afterEvents() {
        return afterEvents;
    }

    /**
     * Set how many events to wait for behind the one that fires. With a time as well, whichever comes first.
     *
     * @param afterEvents at least 0; by default 0
     * @return this
     */
    public TriggerContext afterEvents(final long afterEvents) {
        this.afterEvents = notNegative("afterEvents", afterEvents);
        return this;
    }

    /** Longest time to wait behind the event that fires, in ns; 0 if none. */
    public long afterNs() {
        return afterNs;
    }

    /**
     * Set how long to wait behind the event that fires. With a count as well, whichever comes first.
     *
     * @param afterNs at least 0; by default 0
     * @return this
     */
    public TriggerContext afterNs(final long afterNs) {
        this.afterNs = notNegative("afterNs", afterNs);
        return this;
    }

    /** Least time between two firings, in ns. */
    public long minIntervalNs() {
        return minIntervalNs;
    }

    /**
     * Set the least time between two firings. Events within it are counted.
     *
     * @param minIntervalNs at least 0; by default {@link #DEFAULT_MIN_INTERVAL_NS}
     * @return this
     */
    public TriggerContext minIntervalNs(final long minIntervalNs) {
        this.minIntervalNs = notNegative("minIntervalNs", minIntervalNs);
        return this;
    }

    /** Longest wait for actions when the trigger is closed, in ns. */
    public long closeTimeoutNs() {
        return closeTimeoutNs;
    }

    /**
     * Set the longest wait for actions when the trigger is closed; those that are still at work are interrupted.
     *
     * @param closeTimeoutNs at least 0; by default {@link #DEFAULT_CLOSE_TIMEOUT_NS}
     * @return this
     */
    public TriggerContext closeTimeoutNs(final long closeTimeoutNs) {
        this.closeTimeoutNs = notNegative("closeTimeoutNs", closeTimeoutNs);
        return this;
    }

    /** The clock of all times but those of events. */
    public NanoClock clock() {
        return clock;
    }

    /**
     * Set the clock of all times but those of events.
     *
     * @param clock monotonic
     * @return this
     */
    public TriggerContext clock(final NanoClock clock) {
        this.clock = Objects.requireNonNull(clock);
        return this;
    }

    /** Whether actions run on a thread of the library. */
    public boolean isOwnThread() {
        return ownThread;
    }

    /**
     * Set whether actions run on a thread of the library, or when {@link EventTrigger#doWork} is called.
     *
     * @param ownThread by default true
     * @return this
     */
    public TriggerContext ownThread(final boolean ownThread) {
        this.ownThread = ownThread;
        return this;
    }

    private static long notNegative(final String name, final long value) {
        if (value < 0) {
            throw new IllegalArgumentException("setting of a trigger must not be negative: " + name + "=" + value);
        }
        return value;
    }
}
