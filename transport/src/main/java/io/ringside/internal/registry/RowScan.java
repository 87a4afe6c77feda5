package io.ringside.internal.registry;

import io.ringside.RingsideException;
import io.ringside.internal.files.FileNames.EnablementFileName;
import io.ringside.internal.files.FileNames.SessionFileName;
import io.ringside.internal.files.FileNames.TemporaryFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.TraceDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Reads the rows of a directory in the order that {@link RowSnapshot} requires. Not thread-safe. */
final class RowScan {
    private static final int LISTINGS = 8;

    private final TraceDirectory directory;
    private final Source source;
    private final List<RowProblem> problems = new ArrayList<>();

    /** The source of the rows. */
    @FunctionalInterface
    interface Source {
        /**
         * Read a row.
         *
         * @param path    path of its file
         * @param decoder decoder of the contents
         * @return the row; empty if there is no such file
         * @throws RingsideException if it is damaged or cannot be read
         */
        <T> Optional<T> read(Path path, Function<RowText, T> decoder);
    }

    RowScan(final TraceDirectory directory, final Source source) {
        this.directory = directory;
        this.source = source;
    }

    /** Reads all rows. */
    RowSnapshot all() {
        final List<SessionRow> sessions = sessions(names());
        final List<EnablementRow> enablements = new ArrayList<>();
        for (final String name : names()) {
            final EnablementFileName file = EnablementFileName.parse(name);
            if (file != null) {
                readEnablement(file).ifPresent(enablements::add);
            } else if (isForeign(name)) {
                problems.add(new RowProblem(directory.rows().resolve(name), "name is none of ours"));
            }
        }
        return new RowSnapshot(sessions, enablements, problems);
    }

    /** Reads the sessions from one listing, which can miss sessions whose rows are being replaced. */
    RowSnapshot ofSessionsListedOnce() {
        return new RowSnapshot(sessions(FolderListing.namesIn(directory.rows())), List.of(), problems);
    }

    /**
     * Reads the sessions and their enablements of some providers and groups, whose ids are known. Called by the holder
     * of the control lock: no row is replaced meanwhile, so that a single listing is enough.
     */
    RowSnapshot of(final Collection<UUID> providerIds) {
        final List<String> names = FolderListing.namesIn(directory.rows());
        final List<SessionRow> sessions = sessions(names);
        final List<EnablementRow> enablements = new ArrayList<>();
        for (final SessionRow session : sessions) {
            for (final UUID providerId : providerIds) {
                final EnablementFileName file = new EnablementFileName(session.id(), providerId);
                if (Collections.binarySearch(names, file.toString()) >= 0) {
                    readEnablement(file).ifPresent(enablements::add);
                }
            }
        }
        return new RowSnapshot(sessions, enablements, problems);
    }

    private List<SessionRow> sessions(final List<String> names) {
        final List<SessionRow> sessions = new ArrayList<>();
        for (final String name : names) {
            final SessionFileName file = SessionFileName.parse(name);
            if (file != null) {
                read(name, contents -> RowCodec.session(contents, file.sessionId())).ifPresent(sessions::add);
            }
        }
        return sessions;
    }

    private Optional<EnablementRow> readEnablement(final EnablementFileName file) {
        return read(file.toString(),
                contents -> RowCodec.enablement(contents, file.sessionId(), file.providerId()));
    }

    private static boolean isForeign(final String name) {
        return SessionFileName.parse(name) == null && TemporaryFileName.parse(name) == null;
    }

    /**
     * Returns the names in the folder. A listing can miss a file that is being replaced, so two in a row must agree.
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

    private <T> Optional<T> read(final String name, final Function<RowText, T> decoder) {
        final Path path = directory.rows().resolve(name);
        try {
            return source.read(path, decoder);
        } catch (final RingsideException e) {
            problems.add(new RowProblem(path, String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }
}
