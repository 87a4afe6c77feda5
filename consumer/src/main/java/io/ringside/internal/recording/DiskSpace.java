package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.queue.QueueReader;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Whether the disk of a recording has room. Writing into a mapped file of a full disk would end the process. */
public final class DiskSpace {
    private static final long LOOK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final int LOOKS_PER_FLOOR = 8;

    private final Path folder;
    private final DiskFloor floor;
    private long nextLookNs;
    private long usedBytes;
    private long nextLookBytes;
    private boolean isShort;
    /** To find it out means reading all that is mounted. */
    private @Nullable FileStore store;

    public DiskSpace(final Path folder, final DiskFloor floor) {
        this.folder = folder;
        this.floor = floor;
        this.nextLookNs = floor.clock().nanoTime();
    }

    /** Some of it was used. */
    public void used(final long bytes) {
        usedBytes += bytes;
    }

    /** Looks from time to time, and before what was used could have reached the floor. */
    public boolean isShort(final long nowNs) {
        if (nowNs - nextLookNs >= 0 || usedBytes >= nextLookBytes) {
            nextLookNs = nowNs + LOOK_INTERVAL_NS;
            usedBytes = 0;
            final long freeBytes = freeBytes();
            isShort = freeBytes < floor.minFreeBytes();
            // A look costs as much as some thousand events: where there is plenty of room, few are needed.
            nextLookBytes = Math.max(freeBytes - floor.minFreeBytes(), floor.minFreeBytes()) / LOOKS_PER_FLOOR;
        }
        return isShort;
    }

    /**
     * Refuses to begin a recording where there is no room for its first pages. One that was begun has them.
     *
     * @throws RingsideException if there is too little room, before anything was made
     */
    void requireForNew() {
        final long freeBytes = QueueReader.exists(folder) ? Long.MAX_VALUE : freeBytes();
        if (freeBytes < floor.minFreeBytes()) {
            requireDisk();
            throw new RingsideException(ErrorCode.NO_SPACE, "disk is too full to begin a recording: path="
                    + folder + ", freeBytes=" + freeBytes + ", minFreeBytes=" + floor.minFreeBytes()
                    + ": free some space, or record to another disk");
        }
    }

    /**
     * Refuses to begin what will need some bytes.
     *
     * @throws RingsideException if there is too little room, before anything was made
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

    /** A file system that never has any room, such as {@code /proc}, is not a full disk. */
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

    /** Returns the disk of the folder, or of its nearest ancestor that exists; the next call may find another one. */
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
}
