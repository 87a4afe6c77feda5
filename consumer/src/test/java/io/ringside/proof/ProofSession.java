package io.ringside.proof;

import io.ringside.internal.registry.SessionRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A session of a proof, with the journals of its drains. For one thread. */
final class ProofSession {
    private final SessionRow row;
    private final int level;
    private final long laneStart;
    private final Path folder;
    private final List<Path> journals = new ArrayList<>();

    ProofSession(final SessionRow row, final int level, final long laneStart, final Path folder) {
        this.row = row;
        this.level = level;
        this.laneStart = laneStart;
        this.folder = folder;
    }

    SessionRow row() {
        return row;
    }

    String name() {
        return row.name();
    }

    int level() {
        return level;
    }

    /** File for the journal of the next drain. */
    Path newJournal() {
        final Path journal = folder.resolve(row.name() + "." + journals.size() + ".journal");
        journals.add(journal);
        return journal;
    }

    /** Everything that is known of it, with its last ledger. */
    Evidence evidence(final LedgerNumbers ledger) {
        return new Evidence(row.name(), level, laneStart, journals.stream().map(ProofSession::open).toList(), ledger);
    }

    private static Journal open(final Path path) {
        try {
            return Journal.open(path);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
