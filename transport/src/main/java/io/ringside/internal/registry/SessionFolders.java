package io.ringside.internal.registry;

import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.FileNames.ProcessFileName;
import io.ringside.internal.files.FileNames.RingFileName;
import io.ringside.internal.files.FileNames.SessionFileName;
import io.ringside.internal.files.FileNames.SessionFolderName;
import io.ringside.internal.files.FileNames.TemporaryFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.HeldLock;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.files.TraceDirectory;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The folders of sessions, each made before its session's row and removed before it. Used under the control lock. */
public final class SessionFolders {
    private static final Set<String> OWN_NAMES = Set.of("drain.lock", "drain.holder", "drain.sink", "folded");

    private final TraceDirectory directory;

    SessionFolders(final TraceDirectory directory) {
        this.directory = directory;
    }

    /**
     * Make the folder of a new session.
     *
     * @param sessionId id of the session
     * @throws RingsideException if it cannot be created
     */
    public void create(final long sessionId) {
        FileMaker.createFolder(directory.session(sessionId));
        if (KillPoint.ARMED) {
            KillPoint.SESSION_FOLDER_MADE.reached();
        }
    }

    /**
     * Remove a session's folder with all of Ringside's files in it. A folder with foreign files stays.
     *
     * @param sessionId id of the session
     * @return false if a drain still holds the session, so that nothing was removed
     */
    public boolean remove(final long sessionId) {
        final Path folder = directory.session(sessionId);
        final List<String> names = FolderListing.namesIn(folder);
        if (names.isEmpty()) {
            return removeEmpty(folder);
        }
        final LockFile drainLock = LockFile.of(directory.drainLock(sessionId));
        final HeldLock held = drainLock.tryAcquire();
        if (held == null) {
            return false;
        }
        try (held) {
            held.confirm();
            for (final String name : FolderListing.namesIn(folder)) {
                if (isOurs(name)) {
                    ExistingFile.remove(folder.resolve(name));
                    if (KillPoint.ARMED) {
                        KillPoint.SESSION_FILE_REMOVED.reached();
                    }
                }
            }
            removeEmpty(folder);
        }
        drainLock.forget();
        return true;
    }

    /** Remove the folders of sessions that have no row. */
    void removeOrphans() {
        orphans().forEach(this::remove);
    }

    /** Returns the sessions that have a folder but no row. */
    List<Long> orphans() {
        final Set<Long> sessionIds = new HashSet<>();
        for (final String name : FolderListing.namesIn(directory.rows())) {
            final SessionFileName row = SessionFileName.parse(name);
            if (row != null) {
                sessionIds.add(row.sessionId());
            }
        }
        final List<Long> orphans = new ArrayList<>();
        for (final String name : FolderListing.namesIn(directory.sessions())) {
            final SessionFolderName folder = SessionFolderName.parse(name);
            if (folder != null && !sessionIds.contains(folder.sessionId())) {
                orphans.add(folder.sessionId());
            }
        }
        return orphans;
    }

    /** Returns whether a name in a session's folder is one of Ringside's. */
    static boolean isOurs(final String name) {
        final ProcessFileName file = ProcessFileName.parse(name);
        return OWN_NAMES.contains(name) || TemporaryFileName.parse(name) != null || RingFileName.parse(name) != null
                || (file != null && file.kind() == ProcessFileName.Kind.LEDGER);
    }

    private static boolean removeEmpty(final Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (final DirectoryNotEmptyException e) {
            // The remaining files are foreign, and {@link ForeignFiles} finds them.
            return true;
        } catch (final IOException e) {
            throw RingsideException.ofFile("remove a folder", folder, e);
        }
        return true;
    }
}
