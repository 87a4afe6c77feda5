package io.ringside.recording;

import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.queue.RollInterval;
import io.ringside.internal.recording.DiskFloor;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/** What a recorder is made with. For one thread; a recorder takes its values when it is opened. */
public final class RecorderContext {
    /** Bytes by which a file of the recording grows. */
    public static final int DEFAULT_BLOCK_BYTES = 4 * 1024 * 1024;
    /** Longest time that an event taken waits for its batch to fill. */
    public static final long DEFAULT_FLUSH_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);
    /** Time between two checkpoints of a recording that grows. */
    public static final long DEFAULT_CHECKPOINT_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    /** Fewest bytes by which a file can grow. */
    public static final int MIN_BLOCK_BYTES = 2 * 1024 * 1024;

    private final TraceDirectory directory;
    private final String sessionName;
    private final Path folder;
    private ErrorHandler errorHandler = Throwable::printStackTrace;
    private RollInterval roll = RollInterval.HOURLY;
    private RecordingMode mode = RecordingMode.SEQUENTIAL;
    private long maxBytes;
    private long maxAgeNs;
    private int blockBytes = DEFAULT_BLOCK_BYTES;
    private long minFreeBytes = -1;
    private long flushIntervalNs = DEFAULT_FLUSH_INTERVAL_NS;
    private long checkpointIntervalNs = DEFAULT_CHECKPOINT_INTERVAL_NS;
    private long scanIntervalNs = DrainContext.DEFAULT_SCAN_INTERVAL_NS;
    private long lockTimeoutNs = DrainContext.DEFAULT_LOCK_TIMEOUT_NS;
    private NanoClock clock = SystemNanoClock.INSTANCE;
    private EpochClock epochClock = SystemEpochClock.INSTANCE;
    private @Nullable LongSupplier freeBytes;
    private @Nullable Executor libraryThread;
    private boolean opensLate;
    private @Nullable UUID bootId;

    /**
     * All but these are set to their defaults.
     *
     * @param directory   with the session
     * @param sessionName of the session, in any letter case
     * @param folder      to record to: absent, empty, or with a recording of this session, see {@link #mode}
     */
    public RecorderContext(final TraceDirectory directory, final String sessionName, final Path folder) {
        this.directory = Objects.requireNonNull(directory);
        this.sessionName = Objects.requireNonNull(sessionName);
        this.folder = Objects.requireNonNull(folder);
    }

    /** The same, but for another folder and its limits. */
    RecorderContext elsewhere(final Path otherFolder, final RecordingLimits limits) {
        final RecorderContext other = new RecorderContext(directory, sessionName, otherFolder);
        other.errorHandler = errorHandler;
        other.roll = roll;
        other.mode = limits.mode();
        other.maxBytes = limits.maxBytes();
        other.maxAgeNs = limits.maxAgeNs();
        other.blockBytes = blockBytes;
        other.minFreeBytes = minFreeBytes;
        other.flushIntervalNs = flushIntervalNs;
        other.checkpointIntervalNs = checkpointIntervalNs;
        other.scanIntervalNs = scanIntervalNs;
        other.lockTimeoutNs = lockTimeoutNs;
        other.clock = clock;
        other.epochClock = epochClock;
        other.freeBytes = freeBytes;
        other.libraryThread = libraryThread;
        other.bootId = bootId;
        return other;
    }

    /** Where the session is. */
    public TraceDirectory directory() {
        return directory;
    }

    /** Name of the session. */
    public String sessionName() {
        return sessionName;
    }

    /** Where to record to. */
    public Path folder() {
        return folder;
    }

    /** Who is told of files that cannot be used. */
    public ErrorHandler errorHandler() {
        return errorHandler;
    }

    /**
     * Set who is told of files that cannot be used: by default the standard error stream.
     *
     * @param errorHandler called by the recorder's thread
     * @return this
     */
    public RecorderContext errorHandler(final ErrorHandler errorHandler) {
        this.errorHandler = Objects.requireNonNull(errorHandler);
        return this;
    }

    /** How often a new file is begun. */
    public RollInterval roll() {
        return roll;
    }

    /**
     * Set how often a new file is begun; a recording that is continued keeps its own.
     *
     * @param roll by default every hour
     * @return this
     */
    public RecorderContext roll(final RollInterval roll) {
        this.roll = Objects.requireNonNull(roll);
        return this;
    }

    /** What becomes of the recording when it grows. */
    public RecordingMode mode() {
        return mode;
    }

    /**
     * Set what becomes of the recording when it grows, see there.
     *
     * @param mode by default sequential
     * @return this
     */
    public RecorderContext mode(final RecordingMode mode) {
        this.mode = Objects.requireNonNull(mode);
        return this;
    }

    /** How large the recording may become, in bytes; 0 for no limit. */
    public long maxBytes() {
        return maxBytes;
    }

    /**
     * Set how large the recording may become: all of its files together, or each for {@link RecordingMode#NEWFILE}.
     * What counts is the bytes up to the last excerpt of each file.
     *
     * @param maxBytes at least 1 MiB, 4 MiB for {@link RecordingMode#CIRCULAR}; 0 for no limit, and by default
     * @return this
     */
    public RecorderContext maxBytes(final long maxBytes) {
        this.maxBytes = maxBytes;
        return this;
    }

    /** How old the files of a circular recording may become, in nanoseconds; 0 for no limit. */
    public long maxAgeNs() {
        return maxAgeNs;
    }

    /**
     * Set the age at which files of a {@link RecordingMode#CIRCULAR} recording give way: as soon as all that they hold
     * is older.
     *
     * @param maxAgeNs at least one second; 0 for no limit, and by default
     * @return this
     */
    public RecorderContext maxAgeNs(final long maxAgeNs) {
        this.maxAgeNs = maxAgeNs;
        return this;
    }

    /** How much room the disk must have. */
    public DiskFloor floor() {
        return new DiskFloor(minFreeBytes(), freeBytes, clock, errorHandler);
    }

    /** Whether a recording gets its first file with the first event only. */
    public boolean opensLate() {
        return opensLate;
    }

    /**
     * Set whether a recording gets its first file with the first event or loss only. One that has files already
     * is continued at once.
     *
     * @param opensLate by default false: the file stands as soon as the recorder does
     * @return this
     */
    public RecorderContext opensLate(final boolean opensLate) {
        this.opensLate = opensLate;
        return this;
    }

    /** Of the kernel that runs, unless another is set. */
    public UUID bootId(final UUID ofHost) {
        final UUID given = bootId;
        return given == null ? ofHost : given;
    }

    /**
     * Set which kernel runs, instead of the one that says so itself.
     *
     * @param bootId as recordings tell it
     * @return this
     */
    public RecorderContext runningBoot(final UUID bootId) {
        this.bootId = Objects.requireNonNull(bootId);
        return this;
    }

    /** Mode, size and age, checked against each other. */
    public RecordingLimits limits() {
        return RecordingLimits.of(mode, maxBytes, maxAgeNs);
    }

    /** Bytes by which a file grows. */
    public int blockBytes() {
        return blockBytes;
    }

    /**
     * Set by how much a file grows at a time; what is not written takes no room on most disks.
     *
     * @param blockBytes at least 2 MiB: an excerpt may be a quarter as long, and a batch is up to 384 KiB
     * @return this
     */
    public RecorderContext blockBytes(final int blockBytes) {
        if (blockBytes < MIN_BLOCK_BYTES) {
            throw new IllegalArgumentException("block is too small for a batch: blockBytes=" + blockBytes);
        }
        this.blockBytes = blockBytes;
        return this;
    }

    /** Free bytes of the disk below which nothing is recorded. */
    public long minFreeBytes() {
        return Math.max(minFreeBytes, 2L * blockBytes);
    }

    /**
     * Set the free bytes of the disk below which the recorder waits: the session's rings fill, and its losses count as
     * full. Writing to a full disk would end the process.
     *
     * @param minFreeBytes twice the block counts if it is less than that, and by default
     * @return this
     */
    public RecorderContext minFreeBytes(final long minFreeBytes) {
        if (minFreeBytes < 0) {
            throw new IllegalArgumentException("floor must not be negative: minFreeBytes=" + minFreeBytes);
        }
        this.minFreeBytes = minFreeBytes;
        return this;
    }

    /** Longest time that an event taken waits for its batch to fill, in nanoseconds. */
    public long flushIntervalNs() {
        return flushIntervalNs;
    }

    /**
     * Set the longest time that an event taken waits for its batch to fill.
     *
     * @param flushIntervalNs at least 0
     * @return this
     */
    public RecorderContext flushIntervalNs(final long flushIntervalNs) {
        this.flushIntervalNs = flushIntervalNs;
        return this;
    }

    /** Time between two checkpoints, in nanoseconds. */
    public long checkpointIntervalNs() {
        return checkpointIntervalNs;
    }

    /**
     * Set the time between two checkpoints: a recorder that follows reads what comes behind the last one.
     *
     * @param checkpointIntervalNs positive
     * @return this
     */
    public RecorderContext checkpointIntervalNs(final long checkpointIntervalNs) {
        this.checkpointIntervalNs = checkpointIntervalNs;
        return this;
    }

    /** Time between two looks for new processes, in nanoseconds. */
    public long scanIntervalNs() {
        return scanIntervalNs;
    }

    /**
     * Set the time between two looks for new processes.
     *
     * @param scanIntervalNs positive
     * @return this
     */
    public RecorderContext scanIntervalNs(final long scanIntervalNs) {
        this.scanIntervalNs = scanIntervalNs;
        return this;
    }

    /** Longest wait for the locks of session and folder, in nanoseconds. */
    public long lockTimeoutNs() {
        return lockTimeoutNs;
    }

    /**
     * Set the longest wait for the locks of session and folder.
     *
     * @param lockTimeoutNs 0 tries once
     * @return this
     */
    public RecorderContext lockTimeoutNs(final long lockTimeoutNs) {
        this.lockTimeoutNs = lockTimeoutNs;
        return this;
    }

    /** The clock of the session's events, and of all intervals. */
    public NanoClock clock() {
        return clock;
    }

    /**
     * Set the clock of the session's events, and of all intervals: what the recording tells of times up to which it is
     * complete comes from it.
     *
     * @param clock monotonic, of the same origin as {@link System#nanoTime()}
     * @return this
     */
    public RecorderContext clock(final NanoClock clock) {
        this.clock = Objects.requireNonNull(clock);
        return this;
    }

    /** The wall clock by which files are rolled. */
    public EpochClock epochClock() {
        return epochClock;
    }

    /**
     * Set the wall clock by which files are rolled.
     *
     * @param epochClock in milliseconds
     * @return this
     */
    public RecorderContext epochClock(final EpochClock epochClock) {
        this.epochClock = Objects.requireNonNull(epochClock);
        return this;
    }

    /** Who tells how many bytes are free; null for the folder's disk. */
    public @Nullable LongSupplier freeBytes() {
        return freeBytes;
    }

    /**
     * Set who tells how many bytes are free, instead of the folder's disk.
     *
     * @param freeBytes asked from time to time by the recorder's thread
     * @return this
     */
    public RecorderContext freeBytes(final LongSupplier freeBytes) {
        this.freeBytes = Objects.requireNonNull(freeBytes);
        return this;
    }

    /** Where what may wait is done; null for a thread that each recorder has for itself. */
    public @Nullable Executor libraryThread() {
        return libraryThread;
    }

    /**
     * Set where what may wait is done: {@link DrainContext#libraryThread(Executor)}.
     *
     * @param libraryThread one that runs tasks at once makes a recorder deterministic
     * @return this
     */
    public RecorderContext libraryThread(final Executor libraryThread) {
        this.libraryThread = Objects.requireNonNull(libraryThread);
        return this;
    }
}
