package io.ringside.etw.relog;

import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.recording.DiskSpace;
import io.ringside.internal.recording.RecorderSettings;
import io.ringside.internal.recording.RecordingLimits;
import io.ringside.internal.setting.ProblemLine;
import io.ringside.recording.RecorderContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/** Settings of a relogger, which reads them when it is opened. Not thread-safe. */
public final class RelogContext {
    private final List<Path> sources;
    private final Path folder;
    private final RelogHandler handler;
    private ErrorHandler errorHandler = ProblemLine.PRINTED;
    private RecorderContext.Mode mode = RecorderContext.Mode.SEQUENTIAL;
    private long maxBytes;
    private int blockBytes = (int) RecorderSettings.BLOCK_BYTES.defaultNumber();
    private long minFreeBytes;
    private @Nullable LongSupplier freeBytes;

    /**
     * Creates settings with defaults for all others.
     *
     * @param sources folders of recordings, 1 to {@link io.ringside.reader.EventReader#SOURCES_MAX}
     * @param folder  of the output, absent or empty
     * @param handler decides which events reach the output
     */
    public RelogContext(final List<Path> sources, final Path folder, final RelogHandler handler) {
        this.sources = List.copyOf(sources);
        this.folder = Objects.requireNonNull(folder);
        this.handler = Objects.requireNonNull(handler);
    }

    List<Path> sources() {
        return sources;
    }

    Path folder() {
        return folder;
    }

    RelogHandler handler() {
        return handler;
    }

    ErrorHandler errorHandler() {
        return errorHandler;
    }

    /**
     * Set the receiver of damage in the sources: by default the standard error stream.
     *
     * @param errorHandler called by the relogger's thread
     * @return this
     */
    public RelogContext errorHandler(final ErrorHandler errorHandler) {
        this.errorHandler = Objects.requireNonNull(errorHandler);
        return this;
    }

    /**
     * Set whether the output is one recording, {@link RecorderContext.Mode#SEQUENTIAL}, or a series of files of limited
     * size, {@link RecorderContext.Mode#NEWFILE}.
     *
     * @param mode default sequential; other modes are not allowed
     * @return this
     */
    public RelogContext mode(final RecorderContext.Mode mode) {
        this.mode = Objects.requireNonNull(mode);
        return this;
    }

    /**
     * Set the size of the output, or of each of its files. A sequential output that would become larger is an error.
     *
     * @param maxBytes default 0, for no limit; else at least 1 MiB
     * @return this
     */
    public RelogContext maxBytes(final long maxBytes) {
        this.maxBytes = maxBytes;
        return this;
    }

    RecordingLimits limits() {
        return RecordingLimits.of(mode, maxBytes, RecordingLimits.NONE);
    }

    int blockBytes() {
        return blockBytes;
    }

    /**
     * Set the number of bytes by which a file grows.
     *
     * @param blockBytes default 4194304; at least 2097152
     * @return this
     */
    public RelogContext blockBytes(final int blockBytes) {
        this.blockBytes = RecorderSettings.BLOCK_BYTES.check(blockBytes);
        return this;
    }

    /**
     * Set the free space below which relogging ends with an error, in bytes.
     *
     * @param minFreeBytes default twice {@code blockBytes}, which is also the minimum
     * @return this
     */
    public RelogContext minFreeBytes(final long minFreeBytes) {
        this.minFreeBytes = RecorderSettings.MIN_FREE_BYTES.check(minFreeBytes);
        return this;
    }

    /**
     * Set the source of the number of free bytes, in place of the folder's disk.
     *
     * @param freeBytes called from time to time by the relogger's thread
     * @return this
     */
    public RelogContext freeBytes(final LongSupplier freeBytes) {
        this.freeBytes = Objects.requireNonNull(freeBytes);
        return this;
    }

    DiskSpace.Floor floor() {
        return DiskSpace.Floor.of(minFreeBytes, blockBytes, freeBytes, SystemNanoClock.INSTANCE, errorHandler);
    }

    long lockTimeoutNs() {
        return DrainContext.LOCK_TIMEOUT_NS.defaultNumber();
    }
}
