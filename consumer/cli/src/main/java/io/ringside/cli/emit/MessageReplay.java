package io.ringside.cli.emit;

import io.ringside.cli.console.Interruption;
import io.ringside.provider.Ringside;

/** The order flow of a file, each event as long after the first as it was then, or so many times sooner. */
final class MessageReplay implements EmitTask {
    private static final int CALLS_PER_LOOK = 64;

    private final Ringside ringside;
    private final MessageEvents events;
    private final MessageFile file;
    private final double speed;
    private final Interruption interruption;
    private final WriteTally tally = new WriteTally();

    /** @param speed positive and finite; 2 is twice as fast as it was */
    MessageReplay(final Ringside ringside, final MessageEvents events, final MessageFile file,
            final double speed, final Interruption interruption) {
        this.ringside = ringside;
        this.events = events;
        this.file = file;
        this.speed = speed;
        this.interruption = interruption;
    }

    @Override
    public WriteTally call() {
        // So that the thread has its lanes before the first event.
        ringside.writer();
        final OrderMessage message = new OrderMessage();
        try (MessageReader reader = MessageReader.open(file.path())) {
            final Pace pace = Pace.beginningNow(interruption);
            long firstNs = -1;
            while (reader.next(message)) {
                firstNs = firstNs < 0 ? message.timeNs : firstNs;
                if (!message.hasEvent()) {
                    continue;
                }
                if (tally.attempted() % CALLS_PER_LOOK == 0) {
                    tally.publish();
                    if (interruption.isRequested()) {
                        break;
                    }
                }
                if (!pace.await((long) ((message.timeNs - firstNs) / speed))) {
                    break;
                }
                tally.add(write(message));
            }
        }
        return tally;
    }

    private long write(final OrderMessage message) {
        final byte type = (byte) message.type;
        final byte direction = (byte) message.direction;
        return switch (message.type) {
            case 1 -> events.submitted(message.timeNs, type, message.orderId, message.size, message.price, direction);
            case 2 -> events.canceled(message.timeNs, type, message.orderId, message.size, message.price, direction);
            case 3 -> events.deleted(message.timeNs, type, message.orderId, message.size, message.price, direction);
            case 4 -> events.executed(message.timeNs, type, message.orderId, message.size, message.price, direction);
            default -> events.executedHidden(message.timeNs, type, message.orderId, message.size, message.price,
                    direction);
        };
    }

    @Override
    public long progress() {
        return tally.published();
    }
}
