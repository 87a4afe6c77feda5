package io.ringside.consumer.cli.tail;

import io.ringside.consumer.RecordingConsumer;
import io.ringside.consumer.RecordingContext;
import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.queue.QueueReader;
import io.ringside.transport.directory.FileMaker;
import io.ringside.transport.directory.Incarnation;
import io.ringside.transport.directory.TraceDirectory;
import io.ringside.transport.drain.SessionBooks;
import io.ringside.transport.drain.SinkReader;
import io.ringside.transport.rows.RowStore;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.agrona.concurrent.IdleStrategy;

/** Prints a recording: one that is named by its folder, or the one that a session is being recorded to. */
final class RecordingTail {
    private final CommandContext context;
    private final IdleStrategy idle;
    private final boolean follow;

    RecordingTail(final CommandContext context, final IdleStrategy idle, final boolean follow) {
        this.context = context;
        this.idle = idle;
        this.follow = follow;
    }

    /** The folder that a source names; empty if it does not name a recording. */
    static Optional<Path> folder(final String source) {
        try {
            return Optional.of(Path.of(source)).filter(QueueReader::exists);
        } catch (final InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** The folder that a session is being recorded to; empty if it is not. */
    static Optional<Path> folderOf(final TraceDirectory directory, final String session) {
        final FileMaker files = new FileMaker(Incarnation.random());
        final SessionBooks books = new SessionBooks(directory, files, SinkReader.NONE, (path, reason) -> {});
        return new RowStore(directory, files).snapshot().session(session)
                .flatMap(books::sink).map(Path::of);
    }

    /** Prints what is recorded, to the end or, if it is to be followed, until the session ends. */
    void print(final RecordingContext settings) {
        try (RecordingConsumer consumer = RecordingConsumer.open(settings)) {
            while (!consumer.isDone() && !context.interruption().isRequested()) {
                final int work = consumer.doWork();
                if (!follow && consumer.isAtEnd()) {
                    consumer.deliverRest();
                    return;
                }
                idle.idle(work);
            }
        }
    }
}
