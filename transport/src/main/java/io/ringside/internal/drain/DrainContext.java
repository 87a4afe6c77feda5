package io.ringside.internal.drain;

import io.ringside.internal.files.Participant;
import io.ringside.internal.setting.Setting;
import io.ringside.internal.setting.SettingDomain.Durations;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a drain. For one thread; a drain takes its values when it is opened.
 */
public final class DrainContext {
    /** Time between two scans of the session's folder. */
    public static final Setting SCAN_INTERVAL_NS = new Setting("scanIntervalNs", new Durations(1), "10ms",
            "time between two scans for new processes of the session");
    /** Longest wait for the session's drain lock: others hold it for moments, to see whether it is free. */
    public static final Setting LOCK_TIMEOUT_NS = new Setting("lockTimeoutNs", new Durations(0), "500ms",
            "longest wait for the session's drain lock; 0 tries once");

    final Participant participant;
    DrainErrorHandler errorHandler = (path, reason) -> {};
    NanoClock clock = SystemNanoClock.INSTANCE;
    long scanIntervalNs = SCAN_INTERVAL_NS.defaultNumber();
    long lockTimeoutNs = LOCK_TIMEOUT_NS.defaultNumber();
    SinkReader sinks = SinkReader.NONE;
    @Nullable
    String sink;
    @Nullable
    Executor libraryThread;

    /**
     * All but this is set to defaults.
     *
     * @param participant in whose name the session is drained; alive as long as the drain
     */
    public DrainContext(final Participant participant) {
        this.participant = Objects.requireNonNull(participant);
    }

    /**
     * Set the handler of files that cannot be used: by default nobody.
     *
     * @param errorHandler called by the drain's thread; must not throw
     * @return this
     */
    public DrainContext errorHandler(final DrainErrorHandler errorHandler) {
        this.errorHandler = Objects.requireNonNull(errorHandler);
        return this;
    }

    /**
     * Set the clock.
     *
     * @param clock by which the folder is looked at; nothing else depends on it
     * @return this
     */
    public DrainContext clock(final NanoClock clock) {
        this.clock = Objects.requireNonNull(clock);
        return this;
    }

    /**
     * Set the time between two questions whether the folders of rows and session show anything new: how long a new
     * process may go unseen. What changes no folder, as the death of a process, is looked for every 50 ms, or that
     * time if it is longer.
     *
     * @param scanIntervalNs positive
     * @return this
     */
    public DrainContext scanIntervalNs(final long scanIntervalNs) {
        this.scanIntervalNs = SCAN_INTERVAL_NS.check(scanIntervalNs);
        return this;
    }

    /**
     * Set the longest wait for the session's drain lock.
     *
     * @param lockTimeoutNs 0 tries once, and may then be refused because somebody asks who the drain is
     * @return this
     */
    public DrainContext lockTimeoutNs(final long lockTimeoutNs) {
        this.lockTimeoutNs = LOCK_TIMEOUT_NS.check(lockTimeoutNs);
        return this;
    }

    /**
     * Set who reads what the session's last sink holds: by default nobody, so that a session that was recorded before
     * is refused.
     *
     * @param sinks called when the drain is opened
     * @return this
     */
    public DrainContext sinks(final SinkReader sinks) {
        this.sinks = Objects.requireNonNull(sinks);
        return this;
    }

    /**
     * Set the name of the sink that this drain writes to.
     *
     * @param sink what the next drain gives to its {@link SinkReader}; at most a few thousand characters
     * @return this
     */
    public DrainContext sink(final @Nullable String sink) {
        this.sink = sink;
        return this;
    }

    /**
     * Set where is asked whether processes live, and where what dead ones have left is removed: both may wait for
     * others.
     *
     * @param libraryThread one that runs tasks at once makes a drain deterministic
     * @return this
     */
    public DrainContext libraryThread(final Executor libraryThread) {
        this.libraryThread = Objects.requireNonNull(libraryThread);
        return this;
    }
}
