package io.ringside.bench.latency;

import io.ringside.bench.channel.ChannelPlan;
import io.ringside.bench.channel.ChildJvm;
import io.ringside.bench.channel.WriterEnd;
import io.ringside.bench.channel.WriterEnd.Sender;
import io.ringside.bench.channel.WriterEnd.WriterClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/** Writing process. The command {@code write EVENTS RATE} is answered when all events have been sent. */
public final class LatencyWriterMain {
    /** Length of a payload: the event's scheduled time, its number, to detect missing events, and 16 more bytes. */
    static final int PAYLOAD_LENGTH = 4 * Long.BYTES;
    static final int INTENDED_OFFSET = 0;
    static final int SEQUENCE_OFFSET = Long.BYTES;

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

    private final UnsafeBuffer payload = new UnsafeBuffer(ByteBuffer.allocateDirect(PAYLOAD_LENGTH));
    private final IdleStrategy full = new BackoffIdleStrategy();
    private long sequence;

    private LatencyWriterMain() {
        // The main method creates the only instance.
    }

    /**
     * Writes until the end of the input.
     *
     * @param args the {@link ChannelPlan}
     * @throws IOException if the input cannot be read
     */
    public static void main(final String[] args) throws IOException {
        final LatencyWriterMain writer = new LatencyWriterMain();
        try (WriterEnd end = WriterEnd.open(ChannelPlan.parse(args), new WriterClock())) {
            final Sender sender = end.sender();
            ChildJvm.serve(command -> {
                final String[] words = command.split(" ", -1);
                final int events = Integer.parseInt(words[1]);
                final int rate = Integer.parseInt(words[2]);
                if (rate == 0) {
                    writer.writeAll(sender, events);
                } else {
                    writer.writeAt(sender, events, rate);
                }
                return "sent " + events;
            });
        }
    }

    /** Writes events on a fixed schedule: a late event delays all following ones. */
    private void writeAt(final Sender sender, final int events, final int rate) {
        final long startNs = System.nanoTime();
        for (int i = 0; i < events; i++) {
            final long intendedNs = startNs + i * SECOND_NS / rate;
            while (System.nanoTime() - intendedNs < 0) {
                Thread.onSpinWait();
            }
            write(sender, intendedNs);
        }
    }

    private void writeAll(final Sender sender, final int events) {
        for (int i = 0; i < events; i++) {
            write(sender, System.nanoTime());
        }
    }

    private void write(final Sender sender, final long intendedNs) {
        payload.putLong(INTENDED_OFFSET, intendedNs);
        payload.putLong(SEQUENCE_OFFSET, sequence++);
        while (!sender.send(payload, PAYLOAD_LENGTH)) {
            if (System.nanoTime() - intendedNs > PATIENCE_NS) {
                throw new IllegalStateException("no room, as nobody reads: sequence=" + sequence);
            }
            full.idle();
        }
        full.reset();
    }
}
