package io.ringside.etw.relog;

import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.recording.DiskFloor;
import io.ringside.recording.RecorderContext;
import io.ringside.recording.RecordingLimits;
import io.ringside.recording.RecordingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/** What a relogger is made with. For one thread; a relogger takes its values when it is opened. */
public final class RelogContext {
    private final List<Path> sources;
    private final Path folder;
    private final RelogHandler handler;
    private ErrorHandler errorHandler = Throwable::printStackTrace;
    private RecordingLimits limits = RecordingLimits.of(RecordingMode.SEQUENTIAL, RecordingLimits.NONE,
            RecordingLimits.NONE);
    private int blockBytes = RecorderContext.DEFAULT_BLOCK_BYTES;
    private long minFreeBytes;
    private @Nullable LongSupplier freeBytes;

    /**
     * All but these are set to their defaults.
     *
     * @param sources folders of recordings, 1 to {@link io.ringside.reader.EventReader#SOURCES_MAX}
     * @param folder  of the output: absent or empty
     * @param handler decides what reaches the output
     */
    public RelogContext(final List<Path> sources, final Path folder, final RelogHandler handler) {
        this.sources = List.copyOf(sources);
        this.folder = Objects.requireNonNull(folder);
        this.handler = Objects.requireNonNull(handler);
    }

    /** Folders of the recordings to read. */
    public List<Path> sources() {
        return sources;
    }

    /** Folder of the output. */
    public Path folder() {
        return folder;
    }

    /** Who decides what reaches the output. */
    public RelogHandler handler() {
        return handler;
    }

    /** Who is told of damage in the sources. */
    public ErrorHandler errorHandler() {
        return errorHandler;
    }

    /**
     * Set who is told of damage in the sources: by default the standard error stream.
     *
     * @param errorHandler called by the relogger's thread
     * @return this
     */
    public RelogContext errorHandler(final ErrorHandler errorHandler) {
        this.errorHandler = Objects.requireNonNull(errorHandler);
        return this;
    }

    /** Mode and size of the output. */
    public RecordingLimits limits() {
        return limits;
    }

    /**
     * Set mode and size of the output: {@link RecordingMode#SEQUENTIAL}, where more than the size is an error, or
     * {@link RecordingMode#NEWFILE}, where it is the size of each file.
     *
     * @param limits by default sequential without a size
     * @return this
     */
    public RelogContext limits(final RecordingLimits limits) {
        this.limits = Objects.requireNonNull(limits);
        return this;
    }

    /** Bytes by which a file grows. */
    public int blockBytes() {
        return blockBytes;
    }

    /**
     * Set by how much a file grows at a time.
     *
     * @param blockBytes at least 2 MiB
     * @return this
     */
    public RelogContext blockBytes(final int blockBytes) {
        if (blockBytes < RecorderContext.MIN_BLOCK_BYTES) {
            throw new IllegalArgumentException("block is too small for a batch: blockBytes=" + blockBytes);
        }
        this.blockBytes = blockBytes;
        return this;
    }

    /**
     * Set the free bytes of the disk below which relogging ends with an error.
     *
     * @param minFreeBytes twice the block counts if it is less than that, and by default
     * @return this
     */
    public RelogContext minFreeBytes(final long minFreeBytes) {
        this.minFreeBytes = minFreeBytes;
        return this;
    }

    /**
     * Set who tells how many bytes are free, instead of the folder's disk.
     *
     * @param freeBytes asked from time to time by the relogger's thread
     * @return this
     */
    public RelogContext freeBytes(final LongSupplier freeBytes) {
        this.freeBytes = Objects.requireNonNull(freeBytes);
        return this;
    }

    DiskFloor floor() {
        return new DiskFloor(Math.max(minFreeBytes, 2L * blockBytes), freeBytes, SystemNanoClock.INSTANCE,
                errorHandler);
    }

    long lockTimeoutNs() {
        return DrainContext.DEFAULT_LOCK_TIMEOUT_NS;
    }
}
