package io.ringside.cli.emit;

import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ProgressBar;
import io.ringside.provider.Ringside;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A message file that was read to its end and contains only well-formed lines. Immutable.
 *
 * @param path    of the file
 * @param events  number of lines that have an event
 * @param skipped number of lines of cross trades and halts, which have no event
 */
record MessageFile(Path path, long events, long skipped) {
    private static final int LINES_PER_LOOK = 4096;
    private static final long PROGRESS_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /**
     * Reads a file to its end, or until the command should end.
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

    /**
     * Registers a provider that writes the order flow of the file. The time between events is that of the file, divided
     * by a speed.
     *
     * @param provider positive and finite; 2 is twice the original speed
     * @param speed    positive and finite; 2 is twice as fast as it was
     */
    Workload register(final Ringside ringside, final String provider, final double speed) {
        final OrderEventsProvider orders = OrderEventsProvider.registerAs(provider, ringside);
        return new Workload(orders.registration(),
                () -> List.of(new Replay(orders, MessageReader.open(path), speed)));
    }

    private static final class Replay implements Workload.Flow {
        private final OrderEvents orders;
        private final MessageReader reader;
        private final double speed;
        private final OrderMessage message = new OrderMessage();
        private long firstNs = -1;

        Replay(final OrderEvents orders, final MessageReader reader, final double speed) {
            this.orders = orders;
            this.reader = reader;
            this.speed = speed;
        }

        @Override
        public long next() {
            do {
                if (!reader.next(message)) {
                    return END;
                }
                firstNs = firstNs < 0 ? message.timeNs : firstNs;
            } while (!message.hasEvent());
            return (long) ((message.timeNs - firstNs) / speed);
        }

        @Override
        public long write() {
            final byte type = (byte) message.type;
            final byte direction = (byte) message.direction;
            final OrderMessage m = message;
            return switch (m.type) {
                case 1 -> orders.submitted(m.timeNs, type, m.orderId, m.size, m.price, direction);
                case 2 -> orders.canceled(m.timeNs, type, m.orderId, m.size, m.price, direction);
                case 3 -> orders.deleted(m.timeNs, type, m.orderId, m.size, m.price, direction);
                case 4 -> orders.executed(m.timeNs, type, m.orderId, m.size, m.price, direction);
                default -> orders.executedHidden(m.timeNs, type, m.orderId, m.size, m.price, direction);
            };
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
