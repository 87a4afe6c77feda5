package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.SinkLedger;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.registry.SessionRow;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads the totals of recordings by folder, for a drain that follows a recorder. Thread-safe. */
public final class RecordingSinks implements SinkReader {
    /** Maximum wait for a folder's lock: a former recorder may still be closing the folder on a slow disk. */
    private static final long LOCK_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);

    @Override
    public SinkLedger read(final String sink, final SessionRow session) {
        try (RecordingFolder folder = RecordingFolder.lock(Path.of(sink), LOCK_TIMEOUT_NS)) {
            return require(folder.books(session), sink, session);
        } catch (final InvalidPathException e) {
            throw unreadable(ErrorCode.INVALID_ARGUMENT, sink, e.getMessage(), e);
        } catch (final RingsideException e) {
            throw unreadable(e.code(), sink, e.getMessage(), e);
        }
    }

    @Override
    public @Nullable String writer(final String sink) {
        try {
            final LockFile lock = RecordingFolder.lockOf(Path.of(sink));
            return lock.isHeld() ? lock.holder() : null;
        } catch (final IOException | InvalidPathException | RingsideException e) {
            // The folder cannot be checked; the reader of the sink gets the reason.
            return null;
        }
    }

    /** Returns the totals if they are those of the session: the folder may have been replaced by another. */
    static SinkLedger require(final @Nullable RecordingLedger books, final String sink, final SessionRow session) {
        final RecordedSession recorded = books == null ? null : books.session();
        if (books == null || recorded == null || !recorded.isOf(session)) {
            throw unreadable(ErrorCode.CORRUPT, sink,
                    recorded == null ? "no recording is there" : "it holds session " + recorded.name(), null);
        }
        return books;
    }

    private static RingsideException unreadable(final ErrorCode code, final String sink, final @Nullable String reason,
            final @Nullable Throwable cause) {
        final RingsideException failure = new RingsideException(code,
                "session's previous recording cannot be read: folder=" + sink + ", reason="
                        + reason + (code == ErrorCode.BUSY
                                ? ""
                                : ": bring the recording back there; if it is lost "
                                        + "for good, remove drain.sink from the session's folder"));
        if (cause != null) {
            failure.initCause(cause);
        }
        return failure;
    }
}
