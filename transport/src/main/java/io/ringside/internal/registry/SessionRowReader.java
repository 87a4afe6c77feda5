package io.ringside.internal.registry;

import io.ringside.RingsideException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the row of one session repeatedly, as a drain does. The contents are decoded only if they differ from the last
 * ones. Not thread-safe.
 */
public final class SessionRowReader {
    private final RowStore rows;
    private final long sessionId;
    private byte @Nullable [] contents;
    private Optional<SessionRow> row = Optional.empty();

    /**
     * Create a reader of a session's row.
     *
     * @param rows      of the directory
     * @param sessionId id of the session
     */
    public SessionRowReader(final RowStore rows, final long sessionId) {
        this.rows = rows;
        this.sessionId = sessionId;
    }

    /**
     * Read the current row.
     *
     * @return the row, empty if there is none
     * @throws RingsideException if it is damaged or cannot be read
     */
    public Optional<SessionRow> read() {
        final byte[] found = rows.sessionContents(sessionId);
        if (found == null || !Arrays.equals(found, contents)) {
            // A damaged row is reported again at each reading.
            contents = null;
            row = found == null ? Optional.empty() : Optional.of(rows.decodeSession(sessionId, found));
            contents = found;
        }
        return row;
    }
}
