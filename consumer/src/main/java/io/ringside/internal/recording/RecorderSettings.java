package io.ringside.internal.recording;

import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.files.DefaultLocation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.queue.QueueWriter;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.setting.ProblemLine;
import io.ringside.internal.setting.Setting;
import io.ringside.internal.setting.SettingDomain.Durations;
import io.ringside.internal.setting.SettingDomain.Flags;
import io.ringside.internal.setting.SettingDomain.Numbers;
import io.ringside.internal.setting.SettingDomain.Words;
import io.ringside.recording.RecorderContext;
import java.nio.file.Path;
import java.util.List;
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

/**
 * Values of a {@link io.ringside.recording.RecorderContext}, for the classes that record. The context's setters check
 * them; this class has the values and the table for these checks. Not thread-safe.
 */
public final class RecorderSettings {
    public static final Setting DIRECTORY = DefaultLocation.DIRECTORY;
    public static final Setting ROLL = new Setting("roll", new Words(List.of(RecorderContext.RollInterval.values())),
            "hourly",
            "how often a new file begins; a continued recording keeps its interval");
    public static final Setting MODE = new Setting("mode", new Words(List.of(RecorderContext.Mode.values())),
            "sequential",
            "how the recording grows");
    public static final Setting MAX_BYTES = new Setting("maxBytes", new Numbers(0, Long.MAX_VALUE), "0",
            "size limit of all files, or of each file with mode `newfile`; at least 1 MiB, 4 MiB for `circular`; "
                    + "0: none");
    public static final Setting MAX_AGE_NS = new Setting("maxAgeNs", new Durations(0), "0ns",
            "age at which files of a `circular` recording are removed; at least one second; 0 for no limit");
    /** Minimum so that an excerpt, up to a quarter of a block long, can hold a batch of up to 384 KiB. */
    public static final Setting BLOCK_BYTES = new Setting("blockBytes",
            new Numbers(2 * 1024 * 1024, Integer.MAX_VALUE), "4194304", "number of bytes by which a file grows");
    public static final Setting MIN_FREE_BYTES = new Setting("minFreeBytes", new Numbers(0, Long.MAX_VALUE),
            "twice `blockBytes`; lower values have no effect",
            "free bytes on the disk below which recording pauses");
    public static final Setting FLUSH_INTERVAL_NS = new Setting("flushIntervalNs", new Durations(0), "50ms",
            "longest time that an event waits for its batch to fill");
    public static final Setting CHECKPOINT_INTERVAL_NS = new Setting("checkpointIntervalNs", new Durations(1), "1s",
            "time between two checkpoints while events are recorded");
    public static final Setting SCAN_INTERVAL_NS = DrainContext.SCAN_INTERVAL_NS;
    public static final Setting LOCK_TIMEOUT_NS = DrainContext.LOCK_TIMEOUT_NS;
    public static final Setting OPENS_LATE = new Setting("opensLate", new Flags(), "false",
            "whether the first file is created with the first event or loss, instead of at once");

    public static final Setting FORCE = new Setting("force", new Flags(), "true",
            "whether each file is forced to the disk when another one begins, and the last one when recording ends");

    public final String sessionName;
    public final Path folder;
    public @Nullable Path directory;
    public ErrorHandler errorHandler = ProblemLine.PRINTED;
    public RecorderContext.RollInterval roll = (RecorderContext.RollInterval) ROLL.defaultValue();
    public RecorderContext.Mode mode = (RecorderContext.Mode) MODE.defaultValue();
    public long maxBytes = MAX_BYTES.defaultNumber();
    public long maxAgeNs = MAX_AGE_NS.defaultNumber();
    public int blockBytes = (int) BLOCK_BYTES.defaultNumber();
    public long minFreeBytes;
    public long flushIntervalNs = FLUSH_INTERVAL_NS.defaultNumber();
    public long checkpointIntervalNs = CHECKPOINT_INTERVAL_NS.defaultNumber();
    public long scanIntervalNs = SCAN_INTERVAL_NS.defaultNumber();
    public long lockTimeoutNs = LOCK_TIMEOUT_NS.defaultNumber();
    public boolean opensLate = (Boolean) OPENS_LATE.defaultValue();
    public boolean force = (Boolean) FORCE.defaultValue();
    /** Method by which a file is forced. */
    public QueueWriter.Forcing forcing = QueueWriter.Forcing.DISK;
    public NanoClock clock = SystemNanoClock.INSTANCE;
    public EpochClock epochClock = SystemEpochClock.INSTANCE;
    /** Source of the number of free bytes; null to query the folder's disk. */
    public @Nullable LongSupplier freeBytes;
    /** Executor of tasks that may block; null for a thread of each recorder's own. */
    public @Nullable Executor libraryThread;
    /** Boot id of the running kernel; null for the actual one. */
    public @Nullable UUID bootId;

    /**
     * Sets all other values to their defaults.
     *
     * @param sessionName name of the session, ignoring case
     * @param folder      folder to record to
     */
    public RecorderSettings(final String sessionName, final Path folder) {
        this.sessionName = sessionName;
        this.folder = folder;
    }

    /** Open the trace directory, creating it if absent. */
    public TraceDirectory traceDirectory() {
        final Path named = directory;
        return named == null ? TraceDirectory.open() : TraceDirectory.open(named);
    }

    /**
     * Make a writer force its files, if this is enabled.
     *
     * @param writer   writer, before anything is appended
     * @param executor executor that forces files that get no more excerpts
     */
    public void forceFiles(final QueueWriter writer, final Executor executor) {
        if (force) {
            writer.forceFiles(forcing, executor);
        }
    }

    /** Returns both clocks at this moment. */
    public ClockPair now() {
        return clock == SystemNanoClock.INSTANCE && epochClock == SystemEpochClock.INSTANCE
                ? ClockPair.now()
                : new ClockPair(TimeUnit.MILLISECONDS.toNanos(epochClock.time()), clock.nanoTime());
    }

    /** Returns mode, size and age, checked against each other. */
    public RecordingLimits limits() {
        return RecordingLimits.of(mode, maxBytes, maxAgeNs);
    }

    /** Returns the space that the disk must have. */
    public DiskSpace.Floor floor() {
        return DiskSpace.Floor.of(minFreeBytes, blockBytes, freeBytes, clock, errorHandler);
    }
}
