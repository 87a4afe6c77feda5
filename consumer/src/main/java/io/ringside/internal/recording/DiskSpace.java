package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.internal.queue.QueueReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the disk of a recording has space, and its file may grow. Writing to a mapped file on a full disk
 * would kill the process, and a write beyond the process's file size limit (ulimit -f) breaks the recording.
 */
public final class DiskSpace {
    private static final long LOOK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final int LOOKS_PER_FLOOR = 8;
    private static final String RAISE_LIMIT = ": raise the limit of file sizes, ulimit -f or prlimit --fsize";
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Pattern FILE_LIMIT = Pattern.compile("Max file size +([0-9]+) .*");

    private final Path folder;
    private final Floor floor;
    private long nextLookNs;
    private long usedBytes;
    /** Length of the file that was written last. */
    private long fileBytes;
    private boolean isLimited = true;
    private long nextLookBytes;
    private boolean isShort;
    /** Cached, because finding it means reading the list of all mounts. */
    private @Nullable FileStore store;

    public DiskSpace(final Path folder, final Floor floor) {
        this.folder = folder;
        this.floor = floor;
        this.nextLookNs = floor.clock().nanoTime();
    }

    /**
     * Note a write.
     *
     * @param bytes       bytes written
     * @param ofFileBytes length of their file in bytes
     */
    public void used(final long bytes, final long ofFileBytes) {
        usedBytes += bytes;
        fileBytes = ofFileBytes;
    }

    /** Returns whether there is too little space. Checked from time to time, and when writes could exhaust it. */
    public boolean isShort(final long nowNs) {
        if (nowNs - nextLookNs >= 0 || usedBytes >= nextLookBytes) {
            nextLookNs = nowNs + LOOK_INTERVAL_NS;
            usedBytes = 0;
            final long freeBytes = Math.min(freeBytes(), fileLimit() - fileBytes);
            isShort = freeBytes < floor.minFreeBytes();
            // A check costs as much as some thousand events, so with plenty of space checks are rare.
            nextLookBytes = Math.max(freeBytes - floor.minFreeBytes(), floor.minFreeBytes()) / LOOKS_PER_FLOOR;
        }
        return isShort;
    }

    /** Returns the file size limit of this process, which others may raise. If there is none, none is set later. */
    private long fileLimit() {
        if (isLimited) {
            try (Stream<String> lines = Files.lines(LIMITS)) {
                final Matcher limit = lines.map(FILE_LIMIT::matcher).filter(Matcher::matches).findFirst().orElse(null);
                if (limit != null) {
                    return Long.parseLong(limit.group(1));
                }
            } catch (final IOException | UncheckedIOException | NumberFormatException e) {
                // Without this file the limit is unknown; then an append fails when it is reached.
                isLimited = false;
            }
            isLimited = false;
        }
        return Long.MAX_VALUE;
    }

    /**
     * Throws if there is too little space to append to a recording.
     *
     * @param what name of the recording in the message
     * @throws RingsideException with {@link ErrorCode#NO_SPACE}; the append can be retried later
     */
    public void requireRoom(final String what) {
        if (isShort(floor.clock().nanoTime())) {
            throw new RingsideException(ErrorCode.NO_SPACE, fileLimit() - fileBytes < floor.minFreeBytes()
                    ? "file of " + what + " has reached the limit of this process: path=" + folder + ", fileBytes="
                            + fileBytes + ", limit=" + fileLimit() + RAISE_LIMIT
                    : "disk is too full for " + what + ": path=" + folder + ", minFreeBytes=" + floor.minFreeBytes()
                            + ": free some space, or use a folder on another disk");
        }
    }

    /**
     * Throws if there is no space for the first pages of a new recording. An existing recording has them already.
     *
     * @throws RingsideException if there is too little space, before anything is created
     */
    void requireForNew() {
        if (fileLimit() < floor.minFreeBytes()) {
            throw new RingsideException(ErrorCode.NO_SPACE, "files of this process may not become long enough: path="
                    + folder + ", limit=" + fileLimit() + ", minFreeBytes=" + floor.minFreeBytes() + RAISE_LIMIT);
        }
        final long freeBytes = QueueReader.exists(folder) ? Long.MAX_VALUE : freeBytes();
        if (freeBytes < floor.minFreeBytes()) {
            requireDisk();
            throw new RingsideException(ErrorCode.NO_SPACE, "disk is too full to begin a recording: path="
                    + folder + ", freeBytes=" + freeBytes + ", minFreeBytes=" + floor.minFreeBytes()
                    + ": free some space, or record to another disk");
        }
    }

    /**
     * Throws if there is too little space for a given number of bytes.
     *
     * @throws RingsideException if there is too little space, before anything is created
     */
    public void require(final long bytes) {
        final long freeBytes = freeBytes();
        if (freeBytes - bytes < floor.minFreeBytes()) {
            requireDisk();
            throw new RingsideException(ErrorCode.NO_SPACE, "disk is too full: path=" + folder + ", freeBytes="
                    + freeBytes + ", neededBytes=" + bytes + ", minFreeBytes=" + floor.minFreeBytes()
                    + ": free some space, or record to another disk");
        }
    }

    /** Throws for a file system that never has space, such as {@code /proc}, which is not a full disk. */
    private void requireDisk() {
        try {
            final FileStore found = store();
            if (found.getTotalSpace() == 0) {
                throw new RingsideException(ErrorCode.FILE_SYSTEM, "file system does not allow new files: path="
                        + folder + ", type=" + found.type() + ": give a folder on a disk");
            }
        } catch (final IOException e) {
            floor.errorHandler().onError(e);
        }
    }

    private long freeBytes() {
        final var given = floor.freeBytes();
        if (given != null) {
            return given.getAsLong();
        }
        try {
            return store().getUsableSpace();
        } catch (final IOException e) {
            store = null;
            floor.errorHandler().onError(e);
            return 0;
        }
    }

    /** Returns the file store of the folder, or of its nearest existing ancestor. Later calls may return another. */
    private FileStore store() throws IOException {
        FileStore found = store;
        if (found == null) {
            final Path wanted = folder.toAbsolutePath().normalize();
            final Path existing = existing(wanted);
            found = Files.getFileStore(existing);
            store = existing.equals(wanted) ? found : null;
        }
        return found;
    }

    private static Path existing(final Path folder) {
        Path path = folder;
        for (Path parent = path.getParent(); parent != null && !Files.exists(path); parent = path.getParent()) {
            path = parent;
        }
        return path;
    }

    /**
     * Minimum space of a disk for writing a recording. Immutable.
     *
     * @param minFreeBytes minimum of free bytes; below it, nothing is written
     * @param freeBytes    returns the number of free bytes; null to query the disk
     * @param clock        monotonic clock that determines the time of checks
     * @param errorHandler notified if the disk cannot be queried
     */
    public record Floor(
            long minFreeBytes, @Nullable LongSupplier freeBytes, NanoClock clock, ErrorHandler errorHandler) {
        /** Returns a minimum of at least two of the blocks by which files grow. */
        public static Floor of(final long minFreeBytes, final int blockBytes, final @Nullable LongSupplier freeBytes,
                final NanoClock clock, final ErrorHandler errorHandler) {
            return new Floor(Math.max(minFreeBytes, 2L * blockBytes), freeBytes, clock, errorHandler);
        }
    }

    /** Determines whether a recorder waits for disk space, and for how long once its session ends. */
    public static final class Wait {
        /** Maximum wait after the session's end: half of the default time that a stop waits for a drain. */
        private static final long END_NS = TimeUnit.SECONDS.toNanos(5);
        /** State of the drain that is displayed while it waits. */
        public static final String STALLED = "stalled";

        private boolean stalled;
        private long untilNs;

        /** Checks the disk, and publishes the result as the drain's state. Returns whether there is too little. */
        public boolean look(final DiskSpace space, final SessionDrain drain, final long nowNs) {
            final boolean isShort = space.isShort(nowNs);
            if (isShort != stalled) {
                stalled = isShort;
                untilNs = nowNs + END_NS;
                drain.state(isShort ? STALLED : null);
            }
            if (drain.session().isRunning()) {
                untilNs = nowNs + END_NS;
            }
            return isShort;
        }

        /** Returns whether there was too little space at the last check. */
        public boolean isStalled() {
            return stalled;
        }

        /** Returns whether the session has been ending without disk space for so long that its events are given up. */
        public boolean isOver(final long nowNs) {
            return nowNs - untilNs >= 0;
        }
    }
}
