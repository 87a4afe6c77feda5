package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.HeldLock;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.registry.SessionRow;
import io.ringside.recording.RecorderContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The folder of a recording, locked by this process: no other process appends to it. */
public final class RecordingFolder implements AutoCloseable {
    private static final String LOCK_NAME = "recording.lock";

    private final Path path;
    private final LockFile lockFile;
    private final HeldLock lock;
    /** Folders that were created for the recording, the innermost first. */
    private final List<Path> made;
    private final boolean wasEmpty;
    private boolean released;

    private RecordingFolder(final Path path, final LockFile lockFile, final HeldLock lock, final List<Path> made,
            final boolean wasEmpty) {
        this.path = path;
        this.lockFile = lockFile;
        this.lock = lock;
        this.made = made;
        this.wasEmpty = wasEmpty;
    }

    /**
     * Lock a folder to record to, creating it if absent.
     *
     * @param directory trace directory whose users may read a new folder; null for this user only
     * @throws RingsideException if another recorder uses it, or it contains other files than a recording
     */
    static RecordingFolder create(final Path folder, final long lockTimeoutNs,
            final @Nullable TraceDirectory directory) {
        final List<Path> made = new ArrayList<>();
        boolean complete = false;
        try {
            make(folder, made, directory);
            final RecordingFolder created = lock(folder, lockTimeoutNs, made);
            complete = true;
            return created;
        } finally {
            if (!complete) {
                removeFolders(made);
            }
        }
    }

    /** Creates a folder and its missing ancestors. */
    private static void make(final Path folder, final List<Path> made,
            final @Nullable TraceDirectory directory) {
        final Path absolute = folder.toAbsolutePath();
        final Deque<Path> absent = new ArrayDeque<>();
        for (Path each = absolute; each != null && !Files.exists(each); each = each.getParent()) {
            absent.push(each);
        }
        try {
            while (!absent.isEmpty()) {
                final Path next = absent.pop();
                if (absent.isEmpty()) {
                    FileMaker.createFolder(next);
                    if (directory != null) {
                        directory.share(next);
                    }
                } else {
                    Files.createDirectory(next);
                }
                made.add(0, next);
            }
        } catch (final IOException e) {
            throw RingsideException.ofFile("create a folder", folder, e);
        }
    }

    /**
     * Lock an existing folder.
     *
     * @throws RingsideException if it does not exist, another recorder uses it, or it contains other files than a
     *                         recording
     */
    static RecordingFolder lock(final Path folder, final long lockTimeoutNs) {
        return lock(folder, lockTimeoutNs, List.of());
    }

    private static RecordingFolder lock(final Path folder, final long lockTimeoutNs, final List<Path> made) {
        final Path real;
        try {
            real = folder.toRealPath();
        } catch (final IOException e) {
            throw RingsideException.ofFile("find the folder of a recording", folder, e);
        }
        // A rejected folder does not get a lock file either.
        final boolean wasUnlocked = requireOurs(real).isEmpty();
        final LockFile lockFile = LockFile.of(real.resolve(LOCK_NAME));
        final HeldLock held = acquire(real, lockFile, lockTimeoutNs);
        boolean complete = false;
        try {
            // Another recorder may have been writing until now; its files must not be removed.
            final boolean wasEmpty = requireOurs(real).stream().allMatch(LOCK_NAME::equals);
            final RecordingFolder locked = new RecordingFolder(real, lockFile, held, List.copyOf(made),
                    wasUnlocked && wasEmpty);
            complete = true;
            return locked;
        } finally {
            if (!complete) {
                held.close();
            }
        }
    }

    /** Returns the names in a folder, after checking that all of them may occur in a recording's folder. */
    private static List<String> requireOurs(final Path real) {
        final List<String> names = FolderListing.namesIn(real);
        for (final String name : names) {
            if (!name.equals(LOCK_NAME) && !QueueReader.isOurs(name)) {
                throw new RingsideException(ErrorCode.ALREADY_EXISTS, "folder holds something other than a recording: "
                        + "path=" + real + ", file=" + name + ": give an empty or a new folder");
            }
        }
        return names;
    }

    private static HeldLock acquire(final Path real, final LockFile lockFile, final long lockTimeoutNs) {
        try {
            return lockFile.acquire(lockTimeoutNs);
        } catch (final RingsideException e) {
            if (e.code() != ErrorCode.TIMEOUT) {
                throw e;
            }
            throw new RingsideException(ErrorCode.BUSY,
                    "another process records to the folder: path=" + real + ", holder=" + lockFile.holder()
                            + ": end it first",
                    e);
        }
    }

    /**
     * Lock an empty folder for a new recording, creating it if absent.
     *
     * @param directory trace directory whose users may read a new folder; null for this user only
     * @throws RingsideException if it is not empty, or another recorder uses it
     */
    public static RecordingFolder createEmpty(final Path folder, final long lockTimeoutNs,
            final @Nullable TraceDirectory directory) {
        final RecordingFolder created = create(folder, lockTimeoutNs, directory);
        if (FolderListing.namesIn(created.path).stream().allMatch(LOCK_NAME::equals)) {
            return created;
        }
        created.close();
        throw new RingsideException(ErrorCode.ALREADY_EXISTS, "folder holds a recording already: path=" + folder
                + ": give an empty or a new folder");
    }

    /**
     * Restore the folder to its state before a recording that failed to begin: remove its files, the lock, the folder,
     * and created ancestors, unless they contain other files. Called in place of {@link #close}, after the writer was
     * closed.
     */
    public void discard() {
        if (released) {
            return;
        }
        released = true;
        if (isLost()) {
            lock.close();
            return;
        }
        for (final String name : FolderListing.namesIn(path)) {
            if (QueueReader.isOurs(name)) {
                ExistingFile.remove(path.resolve(name));
            }
        }
        if (wasEmpty) {
            ExistingFile.remove(lockFile.path());
        }
        lock.close();
        if (wasEmpty) {
            lockFile.forget();
            removeFolders(made);
        }
    }

    /**
     * Remove a recording with its folder, and the parent folder if it is empty then.
     *
     * @throws RingsideException with {@link ErrorCode#BUSY} if it has a recorder, or contains other files than a
     *                           recording
     */
    public static void remove(final Path folder) {
        final RecordingFolder locked = lock(folder, 0);
        final Path parent = locked.path.getParent();
        new RecordingFolder(locked.path, locked.lockFile, locked.lock,
                parent == null ? List.of(locked.path) : List.of(locked.path, parent), true).discard();
    }

    /**
     * Check that no other process can append to the folder. To be called before every change.
     *
     * @throws RingsideException with {@link ErrorCode#BUSY} if the lock was lost, and another process has taken it:
     *                           nothing may be appended any more
     */
    public void confirm() {
        lock.confirm();
    }

    /** Returns whether the folder was empty before. */
    boolean wasEmpty() {
        return wasEmpty;
    }

    private static void removeFolders(final List<Path> folders) {
        try {
            for (final Path each : folders) {
                Files.deleteIfExists(each);
            }
        } catch (final IOException e) {
            // The folder contains files of others: they remain, and so do its ancestors.
            return;
        }
    }

    public Path path() {
        return path;
    }

    /** Returns the lock of an existing folder. */
    static LockFile lockOf(final Path folder) throws IOException {
        return LockFile.of(folder.toRealPath().resolve(LOCK_NAME));
    }

    /**
     * Returns whether a process writes to the recording of a folder, as far as this user can determine. A receiver
     * closes some of its recordings, and continues them when more data arrive.
     */
    static boolean isWritten(final Path folder) {
        try {
            final Path real = folder.toRealPath();
            return lockOf(real).isHeld()
                    || (Files.exists(real.resolveSibling(real.getFileName() + RecordingOrigin.RECEIPT_SUFFIX))
                            && LockFile.of(real.resolveSibling(RecordingOrigin.RECEIVER_LOCK)).isHeld());
        } catch (final IOException | RingsideException e) {
            // The lock cannot be checked, so the recording is not reported as having no end.
            return true;
        }
    }

    /**
     * Returns whether the last recorded session is a different one.
     *
     * @throws RingsideException if it is, and the mode does not allow appending to it
     */
    boolean holdsOther(final RecordedSession session, final RecorderContext.Mode mode) {
        final RecordedSession last = lastSession();
        if (last != null && last.rewritten()) {
            throw new RingsideException(ErrorCode.ALREADY_EXISTS, "folder holds a recording that was made from "
                    + "others: path=" + path + ", session=" + last.name()
                    + ": use another folder, because nothing can be added to this one");
        }
        if (last == null || last.isSameAs(session)) {
            return false;
        }
        if (mode != RecorderContext.Mode.APPEND) {
            final String what = last.isOfOtherBoot(session)
                    ? "folder holds a recording from before the machine was restarted: path="
                    : "folder holds the recording of another session: path=";
            throw new RingsideException(ErrorCode.ALREADY_EXISTS, what + path + ", session=" + last.name()
                    + ", startNs=" + last.start().wallNs() + ", bootId=" + last.bootId()
                    + ": use another folder, or continue it with mode append");
        }
        return true;
    }

    /** Returns the totals of a session in the recording; null if the recording does not contain the session. */
    @Nullable
    RecordingLedger books(final SessionRow session) {
        if (!QueueReader.exists(path)) {
            return null;
        }
        try (QueueReader reader = QueueReader.open(path)) {
            return RecordingLedger.read(reader, session);
        }
    }

    /** Returns the identity of the recording in the folder; a new one if the folder is empty. */
    RecordingLedger.Identity identity() {
        if (!QueueReader.exists(path)) {
            return RecordingLedger.Identity.random();
        }
        try (QueueReader reader = QueueReader.open(path)) {
            return RecordingLedger.identity(reader);
        }
    }

    /** Returns the size of the recording's files in bytes, including preallocated space after their last excerpts. */
    public long bytes() {
        long bytes = 0;
        for (final String name : FolderListing.namesIn(path)) {
            try {
                bytes += QueueReader.isOurs(name) && Files.isRegularFile(path.resolve(name), LinkOption.NOFOLLOW_LINKS)
                        ? Files.size(path.resolve(name))
                        : 0;
            } catch (final IOException e) {
                throw RingsideException.ofFile("inspect a file", path.resolve(name), e);
            }
        }
        return bytes;
    }

    /** Returns whether another process has taken the lock; then the files in the folder must not be removed. */
    private boolean isLost() {
        try {
            lock.confirm();
            return false;
        } catch (final RingsideException e) {
            return true;
        }
    }

    @Override
    public void close() {
        released = true;
        lock.close();
    }

    /** Returns the session that was recorded last; null if there is none. */
    @Nullable
    RecordedSession lastSession() {
        if (!QueueReader.exists(path)) {
            return null;
        }
        try (QueueReader reader = QueueReader.open(path)) {
            return RecordingLedger.lastSession(reader);
        }
    }
}
