package io.ringside.cli.emit;

import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ProgressBar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A message file that was read to its end, and holds nothing but well-formed lines. Immutable.
 *
 * @param path    of the file
 * @param events  lines that have an event
 * @param skipped lines of cross trades and halts, which have none
 */
record MessageFile(Path path, long events, long skipped) {
    private static final int LINES_PER_LOOK = 4096;
    private static final long PROGRESS_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /**
     * Read a file to its end, or until the command is to end.
     *
     * @throws RingsideException if it cannot be read, or a line is malformed
     */
    static MessageFile check(final CommandContext context, final Path path) {
        final OrderMessage message = new OrderMessage();
        long events = 0;
        long skipped = 0;
        long shownNs = System.nanoTime();
        try (MessageReader reader = MessageReader.open(path)) {
            final long bytes = Files.size(path);
            while (reader.next(message)) {
                if (message.hasEvent()) {
                    events++;
                } else {
                    skipped++;
                }
                if ((events + skipped) % LINES_PER_LOOK == 0) {
                    if (context.interruption().isRequested()) {
                        break;
                    }
                    if (System.nanoTime() - shownNs > PROGRESS_NS) {
                        shownNs = System.nanoTime();
                        context.console().progress(ProgressBar.of(Math.min(reader.position(), bytes), bytes)
                                + " of the file checked");
                    }
                }
            }
        } catch (final IOException e) {
            throw RingsideException.ofFile("read orders from a file", path, e, MessageReader.REMEDY);
        }
        return new MessageFile(path, events, skipped);
    }
}
