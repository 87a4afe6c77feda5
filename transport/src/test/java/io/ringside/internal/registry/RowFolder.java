package io.ringside.internal.registry;

import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.session.Enablement;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.util.UUID;

/** Rows of a directory of a test, written as a controller does. For one thread. */
final class RowFolder {
    static final Incarnation SELF = new Incarnation(1, 2);

    final TraceDirectory directory;
    final RowStore rows;

    /** Makes a trace directory within a folder. */
    RowFolder(final Path root) {
        directory = TraceDirectory.open(root.resolve("traces"));
        rows = new RowStore(directory, new FileMaker(SELF));
    }

    static SessionRow session(final long id, final long generation) {
        return new SessionRow(id, (int) id, SessionInfo.State.RUNNING, generation,
                SessionSettings.builder("session-" + id).build(), new ClockPair(1, 2), SELF);
    }

    static EnablementRow enablement(final long sessionId, final UUID providerId, final int level) {
        return new EnablementRow(sessionId, providerId, null, 1, Enablement.of(level, 0, 0),
                null);
    }

    void write(final SessionRow row) {
        try (StagedRow staged = rows.stage(row)) {
            staged.publish();
        }
    }

    void write(final EnablementRow row) {
        try (StagedRow staged = rows.stage(row)) {
            staged.publish();
        }
    }
}
