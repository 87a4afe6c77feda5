package io.ringside.consumer.recording;

import io.ringside.transport.RingsideException;
import io.ringside.transport.drain.SinkBooks;
import io.ringside.transport.drain.SinkReader;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Reads the books of recordings by their folder, for a drain that follows on a recorder. Thread-safe.
 */
public final class RecordingSinks implements SinkReader {
    private static final long LOCK_TIMEOUT_NS = TimeUnit.MILLISECONDS.toNanos(500);

    @Override
    public SinkBooks read(final String sink) {
        try (RecordingFolder folder = RecordingFolder.lock(Path.of(sink), LOCK_TIMEOUT_NS)) {
            final RecordingBooks books = folder.books();
            return books == null ? SinkBooks.EMPTY : books;
        } catch (final InvalidPathException | RingsideException e) {
            throw unreadable(sink, e);
        }
    }

    private static RingsideException unreadable(final String sink, final RuntimeException cause) {
        final var code = cause instanceof RingsideException known
                ? known.code()
                : io.ringside.transport.ErrorCode.INVALID_ARGUMENT;
        return new RingsideException(code, "session was recorded last, and what the recording holds cannot be read: "
                + "folder=" + sink + ", reason=" + cause.getMessage()
                + ": make the folder readable here, or remove the session's drain.sink if the recording is lost",
                cause);
    }
}
