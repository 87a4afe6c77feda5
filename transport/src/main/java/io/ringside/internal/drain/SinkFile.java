package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.StagedFile;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.SessionRow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file in a session's folder that names the sink of its last drain, if that was one that keeps totals of its own.
 * Only for the holder of the drain lock.
 */
final class SinkFile {
    private static final int MAX_NAME_LENGTH = 8192;

    private final Path path;
    private final FileMaker files;
    private final SessionRow session;

    SinkFile(final TraceDirectory directory, final FileMaker files, final SessionRow session) {
        this.path = directory.drainSink(session.id());
        this.session = session;
        this.files = files;
    }

    /** Returns the account of the last sink: the lane ledgers may not have reached it yet. */
    SinkBooks books(final SinkReader reader) {
        final String name = name();
        return name == null ? SinkBooks.EMPTY : reader.read(name, session);
    }

    /** Name the sink from now on, or none. The ledger must not be older than the one named before. */
    void name(final @Nullable String sink) {
        if (sink == null) {
            ExistingFile.remove(path);
        } else if (!sink.equals(name())) {
            try (StagedFile staged = files.stage(path, sink.getBytes(StandardCharsets.UTF_8))) {
                staged.publish();
            }
            if (KillPoint.ARMED) {
                KillPoint.DRAIN_SINK_NAMED.reached();
            }
        }
    }

    /** The name of the sink, null if the session has none. For anybody. */
    @Nullable
    String name() {
        try {
            return new String(ExistingFile.read(path, MAX_NAME_LENGTH), StandardCharsets.UTF_8);
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }
}
