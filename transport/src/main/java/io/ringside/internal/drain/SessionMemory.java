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

/** The memory of a session's rings, over all its processes, and how to get some of it back. Thread-safe. */
public final class SessionMemory {
    private static final long LOCK_TIMEOUT_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final TraceDirectory directory;
    private final FileMaker files;
    private final DrainErrorHandler errorHandler;

    /**
     * Memory of a directory's sessions.
     *
     * @param directory    with the sessions
     * @param files        to write closed totals with
     * @param errorHandler receives files that cannot be used; must be thread-safe
     */
    public SessionMemory(final TraceDirectory directory, final FileMaker files, final DrainErrorHandler errorHandler) {
        this.directory = directory;
        this.files = files;
        this.errorHandler = errorHandler;
    }

    /**
     * Bytes of the ring files that are in a session's folder.
     *
     * @param sessionId of the session
     * @return at least 0
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
     * Give up rings of dead processes, the oldest first, if the session has no drain: what is unread in them is counted
     * as discarded, in overwrite mode as overwritten.
     *
     * @param session that has a row
     * @param bytes   to be had
     * @return bytes that were freed: less if there was no more, and 0 if the session has a drain
     * @throws RingsideException if the drain lock cannot be taken for another reason
     */
    public long reclaim(final SessionRow session, final long bytes) {
        if (bytes <= 0) {
            return 0;
        }
        try (DrainLock lock = DrainLock.acquire(directory, files, session.id(), LOCK_TIMEOUT_NS)) {
            // Events that a recorder may have written are not given up here, as its recording cannot be asked.
            final SinkBooks held = new SinkFile(directory, files, session).books(SinkReader.NONE);
            return reclaimLocked(session, lock, held, bytes);
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.BUSY) {
                return 0;
            }
            throw e;
        }
    }

    private long reclaimLocked(final SessionRow session, final DrainLock lock, final SinkBooks held,
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
