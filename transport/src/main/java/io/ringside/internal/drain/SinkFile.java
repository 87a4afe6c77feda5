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
 * File in a session's folder with the name of its last drain's sink, if that sink has totals of its own. Used only by
 * the holder of the drain lock.
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

    /** Returns the totals of the last sink, which may be ahead of the lane ledgers. */
    SinkLedger books(final SinkReader reader) {
        final String name = name();
        return name == null ? SinkLedger.EMPTY : reader.read(name, session);
    }

    /** Set or remove the name of the sink. The ledger must not be older than the previously named sink. */
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

    /** Returns the name of the sink; null if the session has none. Does not require the lock. */
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
