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
 * Settings of a {@link Recorder} or {@link SnapshotRecorder}; all but session and folder have defaults, which {@code
 * transport/docs/settings.md} lists. Not thread-safe; must not be modified after the recorder is opened.
 *
 * <pre>{@code
 * new RecorderContext("monday", Path.of("/var/traces/monday")).mode(Mode.CIRCULAR).maxBytes(1 << 30)
 * }</pre>
 */
public final class RecorderContext {
    /** Growth mode of a recording. */
    public enum Mode {
        /** The recording grows until the session ends. Reaching a size limit ends the session. */
        SEQUENTIAL,
        /** The oldest files are removed by size or age; the newest file always remains. */
        CIRCULAR,
        /** A new file begins at each roll, at a size limit, and when the session is flushed. */
        NEWFILE,
        /** As {@link #SEQUENTIAL}, but may also continue the recording of another session. */
        APPEND;

        /** {@return whether the recorder determines when files begin, not only the clock} */
        public boolean isStepped() {
            return this == CIRCULAR || this == NEWFILE;
        }
    }

    /** Interval at which a recording begins a new file, counted from 1970 in UTC. */
    public enum RollInterval {
        /** Every second, for tests. */
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

        /** {@return the interval between files, in milliseconds} */
        public long lengthMs() {
            return lengthMs;
        }
    }

    private final RecorderSettings settings;

    /**
     * Sets all other values to their defaults.
     *
     * @param sessionName name of the session, ignoring case
     * @param folder      folder to record to: absent, empty, or with a recording of this session, see {@link #mode}
     */
    public RecorderContext(final String sessionName, final Path folder) {
        settings = new RecorderSettings(Objects.requireNonNull(sessionName), Objects.requireNonNull(folder));
    }

    RecorderSettings settings() {
        return settings;
    }

    /**
     * Set the trace directory of the session. The default is the system property {@code ringside.dir}, else {@code
     * RINGSIDE_DIR}, else a directory of the user in shared memory.
     *
     * @param directory created if it is absent; null for the default
     * @return this
     */
    public RecorderContext directory(final @Nullable Path directory) {
        settings.directory = directory;
        return this;
    }

    /**
     * Set the receiver of failures that do not end the recording, such as unusable files. The default is the standard
     * error stream.
     *
     * @param errorHandler called by the recorder's thread
     * @return this
     */
    public RecorderContext errorHandler(final ErrorHandler errorHandler) {
        settings.errorHandler = Objects.requireNonNull(errorHandler);
        return this;
    }

    /**
     * Set how often a new file begins. A continued recording keeps its interval.
     *
     * @param roll default hourly
     * @return this
     */
    public RecorderContext roll(final RollInterval roll) {
        settings.roll = Objects.requireNonNull(roll);
        return this;
    }

    /**
     * Set the growth mode of the recording.
     *
     * @param mode default sequential
     * @return this
     */
    public RecorderContext mode(final Mode mode) {
        settings.mode = Objects.requireNonNull(mode);
        return this;
    }

    /**
     * Set the maximum size of the recording: of all its files together, or of each file for {@link Mode#NEWFILE}. Each
     * file counts up to its last excerpt.
     *
     * @param maxBytes default 0, for no limit; else at least 1 MiB, 4 MiB for {@link Mode#CIRCULAR}
     * @return this
     */
    public RecorderContext maxBytes(final long maxBytes) {
        settings.maxBytes = maxBytes;
        return this;
    }

    /**
     * Set the age at which files of a {@link Mode#CIRCULAR} recording are removed, once everything in them is older.
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
     * @throws RingsideException INVALID_ARGUMENT if they contradict each other, or are too small
     */
    public void checkLimits() {
        settings.limits();
    }

    /**
     * Set whether the first file of a recording is created only with the first event or loss. A recording that already
     * has files is continued immediately.
     *
     * @param opensLate default false: the file exists as soon as the recorder does
     * @return this
     */
    public RecorderContext opensLate(final boolean opensLate) {
        settings.opensLate = opensLate;
        return this;
    }

    /**
     * Set whether the recorder forces files to the disk: each file when the next one begins, and the last file when
     * recording ends. Otherwise errors that the disk reports after the write are lost. Files that get no more events
     * are forced on another thread.
     *
     * @param force default true
     * @return this
     */
    public RecorderContext force(final boolean force) {
        settings.force = force;
        return this;
    }

    /**
     * Set by how much a file grows at a time. Most file systems allocate only the parts that are written.
     *
     * @param blockBytes default 4194304; at least 2097152
     * @return this
     */
    public RecorderContext blockBytes(final int blockBytes) {
        settings.blockBytes = RecorderSettings.BLOCK_BYTES.check(blockBytes);
        return this;
    }

    /**
     * Set the free bytes of the disk below which the recorder waits: the session's rings fill, and lost events are
     * counted with the cause full. Writing to a full disk would kill the process.
     *
     * @param minFreeBytes default twice {@code blockBytes}; lower values have no effect
     * @return this
     */
    public RecorderContext minFreeBytes(final long minFreeBytes) {
        settings.minFreeBytes = RecorderSettings.MIN_FREE_BYTES.check(minFreeBytes);
        return this;
    }

    /**
     * Set the maximum time that an event waits for its batch to fill.
     *
     * @param flushIntervalNs default 50ms, in nanoseconds
     * @return this
     */
    public RecorderContext flushIntervalNs(final long flushIntervalNs) {
        settings.flushIntervalNs = RecorderSettings.FLUSH_INTERVAL_NS.check(flushIntervalNs);
        return this;
    }

    /**
     * Set the time between two checkpoints. A recorder that continues the recording reads the excerpts after the last
     * checkpoint.
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
     * Set the maximum wait for the locks of session and folder.
     *
     * @param lockTimeoutNs default 500ms, in nanoseconds; 0 tries once
     * @return this
     */
    public RecorderContext lockTimeoutNs(final long lockTimeoutNs) {
        settings.lockTimeoutNs = RecorderSettings.LOCK_TIMEOUT_NS.check(lockTimeoutNs);
        return this;
    }

    /**
     * Set the clock of the session's events, and of all intervals. It also provides the times up to which a recording
     * is complete.
     *
     * @param clock monotonic, of the same origin as {@link System#nanoTime()}
     * @return this
     */
    public RecorderContext clock(final NanoClock clock) {
        settings.clock = Objects.requireNonNull(clock);
        return this;
    }

    /**
     * Set the wall clock that determines file names. Ages and rolls are measured with the {@link #clock}.
     *
     * @param epochClock in milliseconds
     * @return this
     */
    public RecorderContext epochClock(final EpochClock epochClock) {
        settings.epochClock = Objects.requireNonNull(epochClock);
        return this;
    }

    /**
     * Set a source of the number of free bytes, in place of the folder's disk.
     *
     * @param freeBytes called from time to time by the recorder's thread
     * @return this
     */
    public RecorderContext freeBytes(final LongSupplier freeBytes) {
        settings.freeBytes = Objects.requireNonNull(freeBytes);
        return this;
    }

    /**
     * Set the executor of tasks that may block: checking which processes are alive, and removing files of dead ones. By
     * default each recorder has a thread for them.
     *
     * @param libraryThread executor; one that runs tasks immediately makes a recorder deterministic
     * @return this
     */
    public RecorderContext libraryThread(final Executor libraryThread) {
        settings.libraryThread = Objects.requireNonNull(libraryThread);
        return this;
    }

    /**
     * Set the boot id of the running kernel, in place of the actual one.
     *
     * @param bootId boot id, as in recordings
     * @return this
     */
    public RecorderContext runningBoot(final UUID bootId) {
        settings.bootId = Objects.requireNonNull(bootId);
        return this;
    }
}
