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
 * The values that {@link io.ringside.recording.RecorderContext} sets, for the classes that record. Its setters check
 * them; here are the values and the table that they are checked by. For one thread.
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
    /** An excerpt may be a quarter as long, and a batch is up to 384 KiB. */
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
    /** Free bytes; null for those of the folder's disk. */
    public @Nullable LongSupplier freeBytes;
    /** Executor of work that may block; null for a thread that each recorder has for itself. */
    public @Nullable Executor libraryThread;
    /** Boot id of the kernel that runs; null to ask it. */
    public @Nullable UUID bootId;

    /**
     * All but these have their defaults.
     *
     * @param sessionName of the session, in any letter case
     * @param folder      to record to
     */
    public RecorderSettings(final String sessionName, final Path folder) {
        this.sessionName = sessionName;
        this.folder = folder;
    }

    /** Open the trace directory, and make it if it is absent. */
    public TraceDirectory traceDirectory() {
        final Path named = directory;
        return named == null ? TraceDirectory.open() : TraceDirectory.open(named);
    }

    /**
     * Have a writer force its files, if that is wanted.
     *
     * @param writer   before anything is appended
     * @param executor on which files are forced that get no excerpt any more
     */
    public void forceFiles(final QueueWriter writer, final Executor executor) {
        if (force) {
            writer.forceFiles(forcing, executor);
        }
    }

    /** Both clocks at this moment. */
    public ClockPair now() {
        return clock == SystemNanoClock.INSTANCE && epochClock == SystemEpochClock.INSTANCE
                ? ClockPair.now()
                : new ClockPair(TimeUnit.MILLISECONDS.toNanos(epochClock.time()), clock.nanoTime());
    }

    /** Mode, size and age, checked against each other. */
    public RecordingLimits limits() {
        return RecordingLimits.of(mode, maxBytes, maxAgeNs);
    }

    /** Returns the room that the disk must have. */
    public DiskSpace.Floor floor() {
        return DiskSpace.Floor.of(minFreeBytes, blockBytes, freeBytes, clock, errorHandler);
    }
}
