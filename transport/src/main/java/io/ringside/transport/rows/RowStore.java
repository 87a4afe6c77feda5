package io.ringside.transport.rows;

import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.directory.EnablementFileName;
import io.ringside.transport.directory.ExistingFile;
import io.ringside.transport.directory.FileMaker;
import io.ringside.transport.directory.FolderListing;
import io.ringside.transport.directory.SessionFileName;
import io.ringside.transport.directory.TemporaryFileName;
import io.ringside.transport.directory.TraceDirectory;
import io.ringside.transport.fault.KillPoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Reads and writes rows. Reading is possible at any time; writing and removing rows of sessions and enablements is for
 * the holder of the control lock, folds for the holder of the session's drain lock. Thread-safe.
 */
public final class RowStore {
    private static final int LISTINGS = 8;

    private final TraceDirectory directory;
    private final FileMaker files;

    /**
     * The rows of a directory.
     *
     * @param directory with the rows
     * @param files     to write with
     */
    public RowStore(final TraceDirectory directory, final FileMaker files) {
        this.directory = directory;
        this.files = files;
    }

    /**
     * Read all rows of sessions and then all of enablements: see {@link RowSnapshot}.
     *
     * @throws RingsideException if the folder cannot be read; damaged files are reported in the snapshot
     */
    public RowSnapshot snapshot() {
        final List<RowProblem> problems = new ArrayList<>();
        final List<SessionRow> sessions = new ArrayList<>();
        for (final String name : names()) {
            final SessionFileName file = SessionFileName.parse(name);
            if (file != null) {
                read(name, contents -> SessionRowCodec.decode(contents, file.sessionId()), problems)
                        .ifPresent(sessions::add);
            }
        }
        final List<EnablementRow> enablements = new ArrayList<>();
        for (final String name : names()) {
            final EnablementFileName file = EnablementFileName.parse(name);
            if (file != null) {
                read(name, contents -> EnablementRowCodec.decode(contents, file.sessionId(), file.providerId()),
                        problems)
                        .ifPresent(enablements::add);
            } else if (SessionFileName.parse(name) == null && TemporaryFileName.parse(name) == null) {
                problems.add(new RowProblem(directory.rows().resolve(name), "name is none of ours"));
            }
        }
        return new RowSnapshot(sessions, enablements, problems);
    }

    /**
     * Read the row of a session.
     *
     * @param sessionId of the session
     * @return the row, empty if there is none
     * @throws RingsideException if it is damaged or cannot be read
     */
    public Optional<SessionRow> session(final long sessionId) {
        return read(directory.sessionRow(sessionId), text -> SessionRowCodec.decode(text, sessionId));
    }

    /**
     * Read the row of an enablement.
     *
     * @param sessionId  of the session
     * @param providerId of the provider
     * @return the row, empty if there is none
     * @throws RingsideException if it is damaged or cannot be read
     */
    public Optional<EnablementRow> enablement(final long sessionId, final UUID providerId) {
        return read(directory.enablementRow(sessionId, providerId),
                text -> EnablementRowCodec.decode(text, sessionId, providerId));
    }

    /**
     * Read a session's fold.
     *
     * @param sessionId of the session
     * @return the fold, {@link FoldedRow#EMPTY} if there is none
     * @throws RingsideException if it is damaged or cannot be read
     */
    public FoldedRow folded(final long sessionId) {
        return read(directory.folded(sessionId), FoldedRowCodec::decode).orElse(FoldedRow.EMPTY);
    }

    /**
     * Prepare to write or replace the row of a session.
     *
     * @param row to be written
     * @return the row, which stands when it is published; to be closed
     * @throws RingsideException if there is no room for it
     */
    public StagedRow stage(final SessionRow row) {
        return stage(directory.sessionRow(row.id()), SessionRowCodec.encode(row));
    }

    /**
     * Prepare to write or replace the row of an enablement. The row of its session is to be published after it.
     *
     * @param row to be written
     * @return the row, which stands when it is published; to be closed
     * @throws RingsideException if there is no room for it
     */
    public StagedRow stage(final EnablementRow row) {
        return stage(directory.enablementRow(row.sessionId(), row.providerId()), EnablementRowCodec.encode(row));
    }

    /**
     * Write or replace a session's fold.
     *
     * @param sessionId of the session
     * @param row       to be written
     * @throws RingsideException if it cannot be written; the old one then stands
     */
    public void write(final long sessionId, final FoldedRow row) {
        try (StagedRow staged = stage(directory.folded(sessionId), FoldedRowCodec.encode(row))) {
            staged.publish();
        }
    }

    /**
     * Remove the row of a session, the last of its files.
     *
     * @param sessionId of the session
     */
    public void removeSession(final long sessionId) {
        remove(directory.sessionRow(sessionId));
    }

    /**
     * Remove the row of an enablement. The row of its session is to be written or removed after it.
     *
     * @param sessionId  of the session
     * @param providerId of the provider
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

    /**
     * The names in the folder. A listing can miss a file that is being replaced at that moment, so two have to agree.
     */
    private List<String> names() {
        List<String> names = FolderListing.namesIn(directory.rows());
        for (int i = 0; i < LISTINGS; i++) {
            final List<String> again = FolderListing.namesIn(directory.rows());
            if (again.equals(names)) {
                break;
            }
            names = again;
        }
        return names;
    }

    private <T> Optional<T> read(
            final String name, final Function<RowText, T> decoder, final List<RowProblem> problems) {
        final Path path = directory.rows().resolve(name);
        try {
            return read(path, decoder);
        } catch (final RingsideException e) {
            problems.add(new RowProblem(path, String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }

    private static <T> Optional<T> read(final Path path, final Function<RowText, T> decoder) {
        final byte[] contents;
        try {
            contents = ExistingFile.read(path, RowText.MAX_LENGTH);
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
        return Optional.of(decoder.apply(RowText.parse(path, contents)));
    }
}
