package io.ringside.internal.files;

import io.ringside.internal.files.FileNames.EnablementFileName;
import io.ringside.internal.files.FileNames.NamesFileName;
import io.ringside.internal.files.FileNames.ProcessFileName;
import io.ringside.internal.files.FileNames.ProcessFileName.Kind;
import io.ringside.internal.files.FileNames.RequestFolderName;
import io.ringside.internal.files.FileNames.RingFileName;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.FileNames.SessionFileName;
import io.ringside.internal.files.FileNames.SessionFolderName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A trace directory that has been checked: it belongs to this user or to a group of the user, is local, and has this
 * layout. It determines the path of every file. Immutable.
 */
public final class TraceDirectory {
    /** Folder of this major version of the layout. */
    public static final String LAYOUT_FOLDER = "v1";

    /** Folder of the descriptions of sessions that start automatically; users write there. */
    public static final String AUTOSTART_FOLDER = "autostart";

    private final Path path;
    private final Path base;
    private final Optional<String> warning;
    /** Whether it must belong to this user. */
    private final boolean isOwn;

    private TraceDirectory(final DirectoryCheck check, final boolean isOwn) {
        this.path = check.path();
        this.base = path.resolve(LAYOUT_FOLDER);
        this.warning = check.warning();
        this.isOwn = isOwn;
    }

    /**
     * Open a directory, and make it if it is absent.
     *
     * @param path path of the directory; it may be reached by links, but must not be one
     * @return the directory
     * @throws io.ringside.RingsideException if it belongs to another user, is for a group that this user is not in or
     * open to others, is on a network file system, or contains something else under Ringside's names
     */
    public static TraceDirectory open(final Path path) {
        return new TraceDirectory(DirectoryCheck.prepare(path, null), false);
    }

    /**
     * Open an existing directory for reading.
     *
     * @param path of the directory
     * @return the directory
     * @throws io.ringside.RingsideException with NOT_FOUND if it is absent or not a trace directory, otherwise as
     *                                                 {@link #open(Path)}
     */
    public static TraceDirectory openExisting(final Path path) {
        DirectoryCheck.requireMade(path);
        return open(path);
    }

    /**
     * Open a directory for a group whose members trust each other as one user, and make it if it is absent. Only the
     * members may register, write, control and read there.
     *
     * @param path  of the directory
     * @param group name or number of a group that this user is in
     * @return the directory
     * @throws io.ringside.RingsideException as {@link #open(Path)} does; with NOT_FOUND for the group,
     * ACCESS_DENIED if the user is not in it or the directory exists and is not for it
     */
    public static TraceDirectory openForGroup(final Path path, final String group) {
        return new TraceDirectory(DirectoryCheck.prepare(path, group), false);
    }

    /**
     * Assign a folder that this process has just made to the group of this directory. It stays its owner's if its disk
     * has no groups, or if this directory belongs to one user.
     */
    public void share(final Path folder) {
        try {
            if (Permissions.isShared(path)) {
                Permissions.share(folder, Permissions.groupOf(path));
            }
        } catch (final IOException | UnsupportedOperationException e) {
            // A caller that may not read the folder gets the reason.
        }
    }

    /**
     * Open the default directory: {@link #defaultPath()}. Unless the system property {@code ringside.dir} or the
     * environment names it, it must belong to this user.
     */
    public static TraceDirectory open() {
        return DefaultLocation.named() == null
                ? new TraceDirectory(DirectoryCheck.prepareOwn(defaultPath()), true)
                : open(defaultPath());
    }

    /**
     * Returns the default directory: that of the system property {@code ringside.dir}, else that of {@code
     * RINGSIDE_DIR} in the environment, else the user's directory in shared memory, else one in the JVM's temporary
     * directory.
     */
    public static Path defaultPath() {
        return DefaultLocation.resolve();
    }

    /**
     * Check the path again, where another directory may have replaced this one.
     *
     * @return whether there is a trace directory; all of its folders exist then
     * @throws io.ringside.RingsideException as when this directory was opened
     */
    public boolean isThereAgain() {
        if (!Files.isDirectory(base, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        if (isOwn) {
            DirectoryCheck.prepareOwn(path);
        } else {
            DirectoryCheck.prepare(path, null);
        }
        return true;
    }

    /** Returns the path of the directory, without links. */
    public Path path() {
        return path;
    }

    /** Returns the folder of this layout's major version. */
    public Path base() {
        return base;
    }

    /** Returns a warning about the location for the user, if there is one. It should be shown once. */
    public Optional<String> warning() {
        return warning;
    }

    /** Returns the folder of the descriptions of sessions that start automatically. */
    public Path autostart() {
        return path.resolve(AUTOSTART_FOLDER);
    }

    /** The control page. */
    public Path controlPage() {
        return base.resolve("control");
    }

    /** Returns the lock under which rows, schemas and enable masks change. */
    public Path controlLock() {
        return base.resolve("control.lock");
    }

    /** Returns the folder of the rows of sessions and enablements, which control threads watch. */
    public Path rows() {
        return base.resolve("rows");
    }

    /** Folder of the schemas. */
    public Path providers() {
        return base.resolve("providers");
    }

    /** Folder of process pages and alive files. */
    public Path processes() {
        return base.resolve("processes");
    }

    /** Folder of the sessions' folders. */
    public Path sessions() {
        return base.resolve("sessions");
    }

    /** Folder of the counters of all processes. */
    public Path counters() {
        return base.resolve("counters");
    }

    /**
     * Returns the folder in which a process receives requests for counters.
     *
     * @param incarnation incarnation of the process
     */
    public Path requests(final Incarnation incarnation) {
        return counters().resolve(new RequestFolderName(incarnation).toString());
    }

    /**
     * The row of a session.
     *
     * @param sessionId id of the session
     */
    public Path sessionRow(final long sessionId) {
        return rows().resolve(new SessionFileName(sessionId).toString());
    }

    /**
     * The row of an enablement.
     *
     * @param sessionId  id of the session
     * @param providerId id of the provider
     */
    public Path enablementRow(final long sessionId, final UUID providerId) {
        return rows().resolve(new EnablementFileName(sessionId, providerId).toString());
    }

    /**
     * The file of a schema.
     *
     * @param providerId  id of the provider
     * @param contentHash of the schema
     */
    public Path schema(final UUID providerId, final long contentHash) {
        return providers().resolve(new SchemaFileName(providerId, contentHash).toString());
    }

    /**
     * Returns the file of the names that a process publishes for a provider.
     *
     * @param providerId  id of the provider
     * @param incarnation incarnation of the process
     */
    public Path names(final UUID providerId, final Incarnation incarnation) {
        return providers().resolve(new NamesFileName(providerId, incarnation).toString());
    }

    /**
     * The page of a process.
     *
     * @param incarnation incarnation of the process
     */
    public Path processPage(final Incarnation incarnation) {
        return processes().resolve(new ProcessFileName(incarnation, Kind.PAGE).toString());
    }

    /**
     * The alive file of a process.
     *
     * @param incarnation incarnation of the process
     */
    public Path alive(final Incarnation incarnation) {
        return processes().resolve(new ProcessFileName(incarnation, Kind.ALIVE).toString());
    }

    /**
     * The folder of a session.
     *
     * @param sessionId id of the session
     */
    public Path session(final long sessionId) {
        return sessions().resolve(new SessionFolderName(sessionId).toString());
    }

    /**
     * The lock of a session's drain.
     *
     * @param sessionId id of the session
     */
    public Path drainLock(final long sessionId) {
        return session(sessionId).resolve("drain.lock");
    }

    /**
     * Returns the file in which the holder of the drain lock names itself, for display.
     *
     * @param sessionId id of the session
     */
    public Path drainHolder(final long sessionId) {
        return session(sessionId).resolve("drain.holder");
    }

    /**
     * Returns the file that names the sink of a session's last drain, if that sink had totals of its own.
     *
     * @param sessionId id of the session
     */
    public Path drainSink(final long sessionId) {
        return session(sessionId).resolve("drain.sink");
    }

    /**
     * Returns the row with the closed totals of removed ledgers.
     *
     * @param sessionId id of the session
     */
    public Path folded(final long sessionId) {
        return session(sessionId).resolve("folded");
    }

    /**
     * The ledger of a process in a session.
     *
     * @param sessionId   id of the session
     * @param incarnation incarnation of the process
     */
    public Path ledger(final long sessionId, final Incarnation incarnation) {
        return session(sessionId).resolve(new ProcessFileName(incarnation, Kind.LEDGER).toString());
    }

    /**
     * A ring file.
     *
     * @param sessionId   id of the session
     * @param incarnation incarnation of the process
     * @param batch       number of the batch of lanes
     */
    public Path ring(final long sessionId, final Incarnation incarnation, final int batch) {
        return session(sessionId).resolve(new RingFileName(incarnation, batch).toString());
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof TraceDirectory that && path.equals(that.path);
    }

    @Override
    public int hashCode() {
        return path.hashCode();
    }

    /** Returns the path. */
    @Override
    public String toString() {
        return path.toString();
    }
}
