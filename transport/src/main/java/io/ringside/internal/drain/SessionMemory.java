package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.FileNames.RingFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.SessionRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Measures the memory of a session's rings, over all its processes, and reclaims parts of it. Thread-safe. */
public final class SessionMemory {
    private static final long LOCK_TIMEOUT_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final TraceDirectory directory;
    private final FileMaker files;
    private final DrainErrorHandler errorHandler;

    /**
     * Creates access to the memory of a directory's sessions.
     *
     * @param directory    trace directory of the sessions
     * @param files        creates the files of closed totals
     * @param errorHandler receives unusable files; must be thread-safe
     */
    public SessionMemory(final TraceDirectory directory, final FileMaker files, final DrainErrorHandler errorHandler) {
        this.directory = directory;
        this.files = files;
        this.errorHandler = errorHandler;
    }

    /**
     * Returns the total size of the ring files in a session's folder.
     *
     * @param sessionId id of the session
     * @return bytes, at least 0
     * @throws RingsideException if the folder cannot be read
     */
    public long bytes(final long sessionId) {
        final Path folder = directory.session(sessionId);
        long bytes = 0;
        for (final String name : FolderListing.namesIn(folder)) {
            final BasicFileAttributes attributes = RingFileName.parse(name) == null
                    ? null
                    : attributesOf(folder.resolve(name));
            bytes += attributes == null || !attributes.isRegularFile() ? 0 : attributes.size();
        }
        return bytes;
    }

    /**
     * Remove rings of dead processes, the oldest first, if the session has no drain: their unread events are counted as
     * discarded, in overwrite mode as overwritten.
     *
     * @param session session with a session file
     * @param bytes   number of bytes to free
     * @return number of bytes freed: fewer if there were no more, and 0 if the session has a drain
     * @throws RingsideException if the drain lock cannot be acquired for another reason
     */
    public long reclaim(final SessionRow session, final long bytes) {
        if (bytes <= 0) {
            return 0;
        }
        try (DrainLock lock = DrainLock.acquire(directory, files, session.id(), LOCK_TIMEOUT_NS)) {
            // Events that a recorder may have written are not discarded here, because its recording cannot be queried.
            final SinkLedger held = new SinkFile(directory, files, session).books(SinkReader.NONE);
            return reclaimLocked(session, lock, held, bytes);
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.BUSY) {
                return 0;
            }
            throw e;
        }
    }

    private long reclaimLocked(final SessionRow session, final DrainLock lock, final SinkLedger held,
            final long bytes) {
        final Discarding discarding = new Discarding(directory, files, session, held, errorHandler);
        final long before = bytes(session.id());
        long freed = 0;
        for (final Incarnation incarnation : discarding.oldestFirst()) {
            if (discarding.isDead(incarnation)) {
                lock.confirm();
                discarding.discard(incarnation);
                freed = before - bytes(session.id());
            }
            if (freed >= bytes) {
                break;
            }
        }
        return Math.max(0, freed);
    }

    private static @Nullable BasicFileAttributes attributesOf(final Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (final NoSuchFileException e) {
            return null;
        } catch (final IOException e) {
            throw RingsideException.ofFile("inspect a file", path, e);
        }
    }
}
