package io.ringside.recording;

import io.ringside.RingsideException;
import io.ringside.internal.recording.RecorderSettings;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link Recorder} or {@link SnapshotRecorder}; all but session and folder have defaults, which
 * {@code transport/docs/settings.md} lists. For one thread; not to be changed after the recorder is opened.
 *
 * <pre>{@code
 * new RecorderContext("monday", Path.of("/var/traces/monday")).mode(Mode.CIRCULAR).maxBytes(1 << 30)
 * }</pre>
 */
public final class RecorderContext {
    /** The behaviour of a recording that grows. */
    public enum Mode {
        /** It grows until the session ends; with a size, until that is reached, and then the session ends. */
        SEQUENTIAL,
        /** Its oldest files give way by size or age; the newest is always there. */
        CIRCULAR,
        /** A new file begins at each roll, at a size and when the session is flushed. */
        NEWFILE,
        /** As {@link #SEQUENTIAL}, and the recording of another session may be continued. */
        APPEND;

        /** {@return whether the recorder says when a file begins, and not the clock alone} */
        public boolean isStepped() {
            return this == CIRCULAR || this == NEWFILE;
        }
    }

    /** Interval at which a recording begins a new file, counted from 1970 in UTC. */
    public enum RollInterval {
        /** Every second: for trials. */
        SECONDLY(TimeUnit.SECONDS.toMillis(1)),
        /** Every five minutes. */
        FIVE_MINUTELY(TimeUnit.MINUTES.toMillis(5)),
        /** Every hour. */
        HOURLY(TimeUnit.HOURS.toMillis(1)),
        /** Every day, at midnight. */
        DAILY(TimeUnit.DAYS.toMillis(1));

        private final long lengthMs;

        RollInterval(final long lengthMs) {
            this.lengthMs = lengthMs;
        }

        /** {@return milliseconds from one file to the next} */
        public long lengthMs() {
            return lengthMs;
        }
    }

    private final RecorderSettings settings;

    /**
     * All but these are set to their defaults.
     *
     * @param sessionName of the session, in any letter case
     * @param folder      to record to: absent, empty, or with a recording of this session, see {@link #mode}
     */
    public RecorderContext(final String sessionName, final Path folder) {
        settings = new RecorderSettings(Objects.requireNonNull(sessionName), Objects.requireNonNull(folder));
    }

    RecorderSettings settings() {
        return settings;
    }

    /**
     * Set the trace directory of the session: by default that of the system property {@code ringside.dir}, else of
     * {@code RINGSIDE_DIR}, else one of the user's in shared memory.
     *
     * @param directory created if it is absent; null for the default
     * @return this
     */
    public RecorderContext directory(final @Nullable Path directory) {
        settings.directory = directory;
        return this;
    }

    /**
     * Set the receiver of failures that do not end the recording, such as files that cannot be used: by default the
     * standard error stream.
     *
     * @param errorHandler called by the recorder's thread
     * @return this
     */
    public RecorderContext errorHandler(final ErrorHandler errorHandler) {
        settings.errorHandler = Objects.requireNonNull(errorHandler);
        return this;
    }

    /**
     * Set how often a new file begins. A recording that is continued keeps its own interval.
     *
     * @param roll default hourly
     * @return this
     */
    public RecorderContext roll(final RollInterval roll) {
        settings.roll = Objects.requireNonNull(roll);
        return this;
    }

    /**
     * Set how the recording grows.
     *
     * @param mode default sequential
     * @return this
     */
    public RecorderContext mode(final Mode mode) {
        settings.mode = Objects.requireNonNull(mode);
        return this;
    }

    /**
     * Set how large the recording may become: all of its files together, or each for {@link Mode#NEWFILE}. The
     * bytes up to the last excerpt of each file count.
     *
     * @param maxBytes default 0, for no limit; else at least 1 MiB, 4 MiB for {@link Mode#CIRCULAR}
     * @return this
     */
    public RecorderContext maxBytes(final long maxBytes) {
        settings.maxBytes = maxBytes;
        return this;
    }

    /**
     * Set the age at which files of a {@link Mode#CIRCULAR} recording are removed: as soon as everything in
     * them is older.
     *
     * @param maxAgeNs default 0ns, for no limit; else at least one second, in nanoseconds
     * @return this
     */
    public RecorderContext maxAgeNs(final long maxAgeNs) {
        settings.maxAgeNs = maxAgeNs;
        return this;
    }

    /**
     * Check mode, size and age against each other, as opening a recorder does.
     *
     * @throws RingsideException INVALID_ARGUMENT if they exclude each other, or are too small
     */
    public void checkLimits() {
        settings.limits();
    }

    /**
     * Set whether a recording gets its first file only with the first event or loss. One that has files already is
     * continued at once.
     *
     * @param opensLate default false: the file exists as soon as the recorder does
     * @return this
     */
    public RecorderContext opensLate(final boolean opensLate) {
        settings.opensLate = opensLate;
        return this;
    }

    /**
     * Set whether the recorder has the disk confirm what it has stored: of each file when another one begins, and of
     * the last one when recording ends. Without it, an error that the disk reports later than the write is lost. Files
     * that get no event any more are forced on another thread.
     *
     * @param force default true
     * @return this
     */
    public RecorderContext force(final boolean force) {
        settings.force = force;
        return this;
    }

    /**
     * Set by how much a file grows at a time. Most disks store only what is written.
     *
     * @param blockBytes default 4194304; at least 2097152
     * @return this
     */
    public RecorderContext blockBytes(final int blockBytes) {
        settings.blockBytes = RecorderSettings.BLOCK_BYTES.check(blockBytes);
        return this;
    }

    /**
     * Set the free bytes of the disk below which the recorder waits: the session's rings fill, and its losses count as
     * full. Writing to a full disk would end the process.
     *
     * @param minFreeBytes default twice {@code blockBytes}; lower values have no effect
     * @return this
     */
    public RecorderContext minFreeBytes(final long minFreeBytes) {
        settings.minFreeBytes = RecorderSettings.MIN_FREE_BYTES.check(minFreeBytes);
        return this;
    }

    /**
     * Set the longest time that an event waits for its batch to fill.
     *
     * @param flushIntervalNs default 50ms, in nanoseconds
     * @return this
     */
    public RecorderContext flushIntervalNs(final long flushIntervalNs) {
        settings.flushIntervalNs = RecorderSettings.FLUSH_INTERVAL_NS.check(flushIntervalNs);
        return this;
    }

    /**
     * Set the time between two checkpoints. A recorder that continues the recording reads what follows the last one.
     *
     * @param checkpointIntervalNs default 1s, in nanoseconds
     * @return this
     */
    public RecorderContext checkpointIntervalNs(final long checkpointIntervalNs) {
        settings.checkpointIntervalNs = RecorderSettings.CHECKPOINT_INTERVAL_NS.check(checkpointIntervalNs);
        return this;
    }

    /**
     * Set the time between two scans for new processes of the session.
     *
     * @param scanIntervalNs default 10ms, in nanoseconds
     * @return this
     */
    public RecorderContext scanIntervalNs(final long scanIntervalNs) {
        settings.scanIntervalNs = RecorderSettings.SCAN_INTERVAL_NS.check(scanIntervalNs);
        return this;
    }

    /**
     * Set the longest wait for the locks of session and folder.
     *
     * @param lockTimeoutNs default 500ms, in nanoseconds; 0 tries once
     * @return this
     */
    public RecorderContext lockTimeoutNs(final long lockTimeoutNs) {
        settings.lockTimeoutNs = RecorderSettings.LOCK_TIMEOUT_NS.check(lockTimeoutNs);
        return this;
    }

    /**
     * Set the clock of the session's events, and of all intervals. The times up to which a recording is complete come
     * from it.
     *
     * @param clock monotonic, of the same origin as {@link System#nanoTime()}
     * @return this
     */
    public RecorderContext clock(final NanoClock clock) {
        settings.clock = Objects.requireNonNull(clock);
        return this;
    }

    /**
     * Set the wall clock by which files are named. Ages and rolls count on the {@link #clock}.
     *
     * @param epochClock in milliseconds
     * @return this
     */
    public RecorderContext epochClock(final EpochClock epochClock) {
        settings.epochClock = Objects.requireNonNull(epochClock);
        return this;
    }

    /**
     * Set how many bytes are free, instead of asking the folder's disk.
     *
     * @param freeBytes asked from time to time by the recorder's thread
     * @return this
     */
    public RecorderContext freeBytes(final LongSupplier freeBytes) {
        settings.freeBytes = Objects.requireNonNull(freeBytes);
        return this;
    }

    /**
     * Set where the recorder checks which processes live and removes what dead ones have left; both may block. By
     * default each recorder has a thread for it.
     *
     * @param libraryThread one that runs tasks at once makes a recorder deterministic
     * @return this
     */
    public RecorderContext libraryThread(final Executor libraryThread) {
        settings.libraryThread = Objects.requireNonNull(libraryThread);
        return this;
    }

    /**
     * Set which kernel runs, instead of asking it.
     *
     * @param bootId as recordings have it
     * @return this
     */
    public RecorderContext runningBoot(final UUID bootId) {
        settings.bootId = Objects.requireNonNull(bootId);
        return this;
    }
}
