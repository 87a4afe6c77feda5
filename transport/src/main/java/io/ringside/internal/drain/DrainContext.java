package io.ringside.internal.drain;

import io.ringside.internal.files.Participant;
import io.ringside.internal.setting.Setting;
import io.ringside.internal.setting.SettingDomain.Durations;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/** Settings of a drain. Not thread-safe; a drain reads the values when it is opened. */
public final class DrainContext {
    /** Time between two scans of the session's folder. */
    public static final Setting SCAN_INTERVAL_NS = new Setting("scanIntervalNs", new Durations(1), "10ms",
            "time between two scans for new processes of the session");
    /** Maximum wait for the session's drain lock: others hold it for moments, to check whether it is free. */
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
     * Sets all other values to their defaults.
     *
     * @param participant participant that drains the session, open as long as the drain
     */
    public DrainContext(final Participant participant) {
        this.participant = Objects.requireNonNull(participant);
    }

    /**
     * Set the handler of unusable files. By default they are ignored.
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
     * @param clock clock that determines the times of scans, and nothing else
     * @return this
     */
    public DrainContext clock(final NanoClock clock) {
        this.clock = Objects.requireNonNull(clock);
        return this;
    }

    /**
     * Set the time between two checks for changes in the folders of session files and session: the maximum delay in
     * detecting a new process. Changes outside these folders, such as the death of a process, are checked every 50 ms,
     * or at this interval if it is longer.
     *
     * @param scanIntervalNs positive
     * @return this
     */
    public DrainContext scanIntervalNs(final long scanIntervalNs) {
        this.scanIntervalNs = SCAN_INTERVAL_NS.check(scanIntervalNs);
        return this;
    }

    /**
     * Set the maximum wait for the session's drain lock.
     *
     * @param lockTimeoutNs 0 tries once, which may fail because another process is just checking the lock
     * @return this
     */
    public DrainContext lockTimeoutNs(final long lockTimeoutNs) {
        this.lockTimeoutNs = LOCK_TIMEOUT_NS.check(lockTimeoutNs);
        return this;
    }

    /**
     * Set the reader of the session's last sink. By default there is none, and sessions that were recorded before are
     * rejected.
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
     * @param sink name that the next drain passes to its {@link SinkReader}; at most a few thousand characters
     * @return this
     */
    public DrainContext sink(final @Nullable String sink) {
        this.sink = sink;
        return this;
    }

    /**
     * Set the executor of tasks that may block: checking which processes are alive, and removing files of dead ones.
     *
     * @param libraryThread executor; one that runs tasks immediately makes a drain deterministic
     * @return this
     */
    public DrainContext libraryThread(final Executor libraryThread) {
        this.libraryThread = Objects.requireNonNull(libraryThread);
        return this;
    }
}
