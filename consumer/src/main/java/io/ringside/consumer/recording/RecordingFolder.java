package io.ringside.consumer.recording;

import io.ringside.consumer.queue.QueueReader;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.directory.ExistingFile;
import io.ringside.transport.directory.FileMaker;
import io.ringside.transport.directory.FolderListing;
import io.ringside.transport.lock.HeldLock;
import io.ringside.transport.lock.LockFile;
import io.ringside.transport.rows.SessionRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The folder of a recording, locked by this process: nobody else appends to it. */
final class RecordingFolder implements AutoCloseable {
    private static final String LOCK_NAME = "recording.lock";

    private final Path path;
    private final HeldLock lock;

    private RecordingFolder(final Path path, final HeldLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Lock a folder to record to; it is made if there is none.
     *
     * @throws RingsideException if somebody else records to it, or it holds anything but a recording
     */
    static RecordingFolder create(final Path folder, final long lockTimeoutNs) {
        try {
            final Path parent = folder.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            if (!Files.isDirectory(folder)) {
                FileMaker.createFolder(folder);
            }
        } catch (final IOException e) {
            throw RingsideException.ofFile("make a folder", folder, e);
        }
        return lock(folder, lockTimeoutNs);
    }

    /**
     * Lock a folder that exists.
     *
     * @throws RingsideException if it does not, somebody else records to it, or it holds anything but a recording
     */
    static RecordingFolder lock(final Path folder, final long lockTimeoutNs) {
        final Path real;
        try {
            real = folder.toRealPath();
        } catch (final IOException e) {
            throw RingsideException.ofFile("find the folder of a recording", folder, e);
        }
        for (final String name : FolderListing.namesIn(real)) {
            if (!name.equals(LOCK_NAME) && !QueueReader.isOurs(name)) {
                throw new RingsideException(ErrorCode.ALREADY_EXISTS, "folder holds something else than a recording: "
                        + "path=" + real + ", file=" + name + ": name an empty folder, or one that does not exist");
            }
        }
        try {
            return new RecordingFolder(real, LockFile.of(real.resolve(LOCK_NAME)).acquire(lockTimeoutNs));
        } catch (final RingsideException e) {
            if (e.code() != ErrorCode.TIMEOUT) {
                throw e;
            }
            throw new RingsideException(ErrorCode.BUSY,
                    "somebody else records to the folder: path=" + real + ": end that one first", e);
        }
    }

    /**
     * Lock a folder for a recording that is made at once; it is made if there is none.
     *
     * @throws RingsideException if it holds anything, be it a recording, or somebody else records to it
     */
    static RecordingFolder createEmpty(final Path folder, final long lockTimeoutNs) {
        final RecordingFolder created = create(folder, lockTimeoutNs);
        if (FolderListing.namesIn(created.path).stream().allMatch(LOCK_NAME::equals)) {
            return created;
        }
        created.close();
        throw new RingsideException(ErrorCode.ALREADY_EXISTS, "folder holds a recording already: path=" + folder
                + ": name an empty folder, or one that does not exist");
    }

    /** Remove what was recorded, after its writer was closed. */
    void discard() {
        for (final String name : FolderListing.namesIn(path)) {
            if (QueueReader.isOurs(name)) {
                ExistingFile.remove(path.resolve(name));
            }
        }
    }

    Path path() {
        return path;
    }

    /**
     * Whether the session that was recorded last is another one.
     *
     * @throws RingsideException if it is, and the mode is not to append to it
     */
    boolean holdsOther(final RecordedSession session, final RecordingMode mode) {
        final RecordedSession last = lastSession();
        if (last == null || last.isSameAs(session)) {
            return false;
        }
        if (mode != RecordingMode.APPEND) {
            throw new RingsideException(ErrorCode.ALREADY_EXISTS, "folder holds the recording of another session: path="
                    + path + ", session=" + last.name() + ", startNs=" + last.start().wallNs()
                    + ": name another folder, or continue it with mode append");
        }
        return true;
    }

    /** What the recording holds of a session; null if that is nothing. */
    @Nullable
    RecordingBooks books(final SessionRow session) {
        if (!QueueReader.exists(path)) {
            return null;
        }
        try (QueueReader reader = QueueReader.open(path)) {
            return RecordingBooks.read(reader, session);
        }
    }

    /** Bytes of the recording's files, with what they have been given beyond their last excerpt. */
    long bytes() {
        long bytes = 0;
        for (final String name : FolderListing.namesIn(path)) {
            try {
                bytes += QueueReader.isOurs(name) && Files.isRegularFile(path.resolve(name), LinkOption.NOFOLLOW_LINKS)
                        ? Files.size(path.resolve(name))
                        : 0;
            } catch (final IOException e) {
                throw RingsideException.ofFile("look at a file", path.resolve(name), e);
            }
        }
        return bytes;
    }

    @Override
    public void close() {
        lock.close();
    }

    private @Nullable RecordedSession lastSession() {
        if (!QueueReader.exists(path)) {
            return null;
        }
        try (QueueReader reader = QueueReader.open(path)) {
            return RecordingBooks.lastSession(reader);
        }
    }
}
