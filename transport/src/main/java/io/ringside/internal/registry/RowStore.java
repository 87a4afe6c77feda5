package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.TraceDirectory;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.agrona.concurrent.SystemEpochClock;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes rows. Reading is possible at any time. Rows of sessions and enablements are written and removed by
 * the holder of the control lock, closed totals by the holder of the session's drain lock. Thread-safe.
 */
public final class RowStore {
    private final TraceDirectory directory;
    private final FileMaker files;
    private final KnownRows known;
    private final KnownRows knownSessions;

    /**
     * The rows of a directory.
     *
     * @param directory with the rows
     * @param files     creates the files
     */
    public RowStore(final TraceDirectory directory, final FileMaker files) {
        this.directory = directory;
        this.files = files;
        this.known = new KnownRows(directory, SystemEpochClock.INSTANCE);
        this.knownSessions = new KnownRows(directory, SystemEpochClock.INSTANCE);
    }

    /**
     * Read all rows of sessions and then all of enablements: see {@link RowSnapshot}.
     *
     * @throws RingsideException if the folder cannot be read; damaged files are reported in the snapshot
     */
    public RowSnapshot snapshot() {
        return new RowScan(directory, RowStore::read).all();
    }

    /**
     * Reads the rows of sessions from a single listing, for a caller that is interested only in sessions that are not
     * being changed: a row that is being replaced at this moment may be missing, as is a damaged row. Rows of the
     * previous call are not read again if their file is unchanged.
     *
     * @return the sessions
     * @throws RingsideException if the folder cannot be read
     */
    public List<SessionRow> sessionsListedOnce() {
        return knownSessions.scan(RowScan::ofSessionsListedOnce).sessions();
    }

    /**
     * Reads all rows of sessions, and then their enablements of some providers: a part of {@link #snapshot}, for the
     * holder of the control lock. Rows of the previous call are not read again if their file is unchanged.
     *
     * @param providerIds of providers, or of groups
     * @throws RingsideException if the folder cannot be read; damaged files of these rows are reported in the snapshot
     */
    public RowSnapshot snapshotOf(final Collection<UUID> providerIds) {
        return known.scan(scan -> scan.of(providerIds));
    }

    /** Returns a cache of the rows, for one thread that reads them repeatedly. */
    public RowCache cache() {
        return new RowCache(directory);
    }

    /**
     * Read the row of a session.
     *
     * @param sessionId id of the session
     * @return the row, empty if there is none
     * @throws RingsideException if it is damaged or cannot be read
     */
    public Optional<SessionRow> session(final long sessionId) {
        return read(directory.sessionRow(sessionId), text -> RowCodec.session(text, sessionId));
    }

    /**
     * Read the row of an enablement.
     *
     * @param sessionId  id of the session
     * @param providerId id of the provider
     * @return the row, empty if there is none
     * @throws RingsideException if it is damaged or cannot be read
     */
    public Optional<EnablementRow> enablement(final long sessionId, final UUID providerId) {
        return read(directory.enablementRow(sessionId, providerId),
                text -> RowCodec.enablement(text, sessionId, providerId));
    }

    /**
     * Read a session's closed totals.
     *
     * @param sessionId id of the session
     * @return the closed totals, {@link ClosedTotals#EMPTY} if there is none
     * @throws RingsideException if it is damaged or cannot be read
     */
    public ClosedTotals folded(final long sessionId) {
        return read(directory.folded(sessionId), RowCodec::folded).orElse(ClosedTotals.EMPTY);
    }

    /**
     * Prepare to write or replace the row of a session.
     *
     * @param row to be written
     * @return the new row, which takes effect when it is published; to be closed
     * @throws RingsideException if there is no room for it
     */
    public StagedRow stage(final SessionRow row) {
        return stage(directory.sessionRow(row.id()), RowCodec.encode(row));
    }

    /**
     * Prepare to write or replace the row of an enablement. The row of its session is to be published after it.
     *
     * @param row to be written
     * @return the row, which takes effect when it is published; to be closed
     * @throws RingsideException if there is no room for it
     */
    public StagedRow stage(final EnablementRow row) {
        return stage(directory.enablementRow(row.sessionId(), row.providerId()), RowCodec.encode(row));
    }

    /**
     * Write or replace a session's closed totals.
     *
     * @param sessionId id of the session
     * @param row       to be written
     * @throws RingsideException if it cannot be written; the old one then remains in force
     */
    public void write(final long sessionId, final ClosedTotals row) {
        try (StagedRow staged = stage(directory.folded(sessionId), RowCodec.encode(row))) {
            staged.publish();
        }
    }

    /**
     * Remove the row of a session. It must be the last of the session's files to be removed.
     *
     * @param sessionId id of the session
     */
    public void removeSession(final long sessionId) {
        remove(directory.sessionRow(sessionId));
    }

    /**
     * Remove the row of an enablement. The row of its session is to be written or removed after it.
     *
     * @param sessionId  id of the session
     * @param providerId id of the provider
     */
    public void removeEnablement(final long sessionId, final UUID providerId) {
        remove(directory.enablementRow(sessionId, providerId));
    }

    private StagedRow stage(final Path path, final RowText text) {
        return new StagedRow(files.stage(path, text.encode()));
    }

    private static void remove(final Path path) {
        ExistingFile.remove(path);
        if (KillPoint.ARMED) {
            KillPoint.ROW_REMOVED.reached();
        }
    }

    /** Returns the row in a file; empty if there is no file. */
    static <T> Optional<T> read(final Path path, final Function<RowText, T> decoder) {
        final byte[] contents = contents(path);
        return contents == null ? Optional.empty() : Optional.of(decoder.apply(RowText.parse(path, contents)));
    }

    /** Returns the contents of the file of a session's row; null if there is none. */
    byte @Nullable [] sessionContents(final long sessionId) {
        return contents(directory.sessionRow(sessionId));
    }

    SessionRow decodeSession(final long sessionId, final byte[] contents) {
        return RowCodec.session(RowText.parse(directory.sessionRow(sessionId), contents), sessionId);
    }

    private static byte @Nullable [] contents(final Path path) {
        try {
            return ExistingFile.read(path, RowText.MAX_LENGTH);
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }
}
