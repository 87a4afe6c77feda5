package io.ringside.proof;

import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * A consuming process. Prints {@code draining} when it holds the session, and {@code ended} when the session has ended
 * and everything is taken. Ends with the line {@code close}, or with its parent.
 */
final class DrainMain {
    private static final long MAX_PARK_NS = TimeUnit.MICROSECONDS.toNanos(200);

    private DrainMain() {}

    public static void main(final String[] arguments) throws IOException {
        final Commands commands = Commands.read();
        final int level = Integer.parseInt(arguments[2]);
        final JournalHandler handler = new JournalHandler(Journal.open(Path.of(arguments[3])), level);
        final ReaderContext context = new ReaderContext().directory(Path.of(arguments[0]))
                .lockTimeoutNs(TimeUnit.SECONDS.toNanos(20))
                .errorHandler(error -> Commands.say("error " + error));
        try (EventReader consumer = EventReader.open(context, Source.session(arguments[1]))) {
            Commands.say("draining");
            final IdleStrategy idle = new BackoffIdleStrategy(10, 10, 1_000, MAX_PARK_NS);
            // Once at least, however early it is to close.
            do {
                idle.idle(consumer.poll(handler));
            } while (!consumer.isDone() && commands.poll() == null);
            Commands.say(consumer.isDone() ? "ended" : "closed");
        }
    }
}
