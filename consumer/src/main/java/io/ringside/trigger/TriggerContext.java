package io.ringside.trigger;

import io.ringside.internal.setting.Setting;
import io.ringside.internal.setting.SettingDomain.Durations;
import io.ringside.internal.setting.SettingDomain.Flags;
import io.ringside.internal.setting.SettingDomain.Numbers;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import java.util.List;
import java.util.Objects;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Settings of an {@link EventTrigger}; {@code transport/docs/settings.md} lists their defaults. Not thread-safe; the
 * trigger reads the values when it is opened.
 */
public final class TriggerContext {
    private static final Setting AFTER_EVENTS = new Setting("afterEvents", new Numbers(0, Long.MAX_VALUE), "0",
            "number of events to wait for after the event that fires");
    private static final Setting AFTER_NS = new Setting("afterNs", new Durations(0), "0ns",
            "longest time to wait after the event that fires");
    private static final Setting MIN_INTERVAL_NS = new Setting("minIntervalNs", new Durations(0), "10s",
            "minimum time between two firings; matches in between are counted");
    private static final Setting CLOSE_TIMEOUT_NS = new Setting("closeTimeoutNs", new Durations(0), "15s",
            "longest wait for actions when the trigger is closed");
    private static final Setting OWN_THREAD = new Setting("ownThread", new Flags(), "true",
            "whether actions run on a thread of the library; otherwise they run when `EventTrigger.doWork` is called");

    private final EventHandler target;
    private final EventFilter condition;
    private final List<EventTrigger.Action> actions;
    private final EventTrigger.Listener listener;
    private long afterEvents;
    private long afterNs;
    private long minIntervalNs = MIN_INTERVAL_NS.defaultNumber();
    private long closeTimeoutNs = CLOSE_TIMEOUT_NS.defaultNumber();
    private NanoClock clock = SystemNanoClock.INSTANCE;
    private boolean ownThread = (Boolean) OWN_THREAD.defaultValue();

    /**
     * Sets all other values to their defaults.
     *
     * @param target    receives every event and loss
     * @param condition condition of the events that fire the trigger, used by this trigger only
     * @param actions   actions, run in this order
     * @param listener  receives the outcomes of the actions
     */
    public TriggerContext(final EventHandler target, final EventFilter condition,
            final List<EventTrigger.Action> actions,
            final EventTrigger.Listener listener) {
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

    List<EventTrigger.Action> actions() {
        return actions;
    }

    EventTrigger.Listener listener() {
        return listener;
    }

    /** Returns the number of events to wait for after the event that fires; 0 for none. */
    long afterEvents() {
        return afterEvents;
    }

    /**
     * Set how many events to wait for after the event that fires. If a time is set too, whichever comes first counts.
     *
     * @param afterEvents default 0
     * @return this
     */
    public TriggerContext afterEvents(final long afterEvents) {
        this.afterEvents = AFTER_EVENTS.check(afterEvents);
        return this;
    }

    /** Returns the maximum time to wait after the event that fires, in nanoseconds; 0 for none. */
    long afterNs() {
        return afterNs;
    }

    /**
     * Set how long to wait after the event that fires. If a count is set too, whichever comes first counts.
     *
     * @param afterNs default 0ns, in nanoseconds
     * @return this
     */
    public TriggerContext afterNs(final long afterNs) {
        this.afterNs = AFTER_NS.check(afterNs);
        return this;
    }

    /** Returns the minimum time between two firings, in nanoseconds. */
    long minIntervalNs() {
        return minIntervalNs;
    }

    /**
     * Set the minimum time between two firings. Events that meet the condition within this time are counted as
     * suppressed.
     *
     * @param minIntervalNs default 10s, in nanoseconds
     * @return this
     */
    public TriggerContext minIntervalNs(final long minIntervalNs) {
        this.minIntervalNs = MIN_INTERVAL_NS.check(minIntervalNs);
        return this;
    }

    /** Returns the maximum wait for actions when the trigger is closed, in nanoseconds. */
    long closeTimeoutNs() {
        return closeTimeoutNs;
    }

    /**
     * Set the maximum wait for actions when the trigger is closed; actions that still run are interrupted.
     *
     * @param closeTimeoutNs default 15s, in nanoseconds
     * @return this
     */
    public TriggerContext closeTimeoutNs(final long closeTimeoutNs) {
        this.closeTimeoutNs = CLOSE_TIMEOUT_NS.check(closeTimeoutNs);
        return this;
    }

    /** Returns the clock of all times except those of events. */
    NanoClock clock() {
        return clock;
    }

    /**
     * Set the clock of all times except those of events.
     *
     * @param clock monotonic
     * @return this
     */
    public TriggerContext clock(final NanoClock clock) {
        this.clock = Objects.requireNonNull(clock);
        return this;
    }

    /** Returns whether actions run on a thread of the library. */
    boolean isOwnThread() {
        return ownThread;
    }

    /**
     * Set whether actions run on a thread of the library, or within {@link EventTrigger#doWork}.
     *
     * @param ownThread default true
     * @return this
     */
    public TriggerContext ownThread(final boolean ownThread) {
        this.ownThread = ownThread;
        return this;
    }
}
