package io.ringside.bench.latency;

import io.ringside.bench.channel.ChannelPlan;
import io.ringside.bench.channel.ChildCommands;
import io.ringside.bench.channel.ReaderEnd;
import io.ringside.cli.source.IdleMode;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;

/** The process that reads: {@code read EVENTS IDLE} answers with the histogram of so many events. */
public final class LatencyReaderMain {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

    private final Histogram histogram = new Histogram(LatencyHistograms.DIGITS);
    private long next;

    private LatencyReaderMain() {
        // By main.
    }

    /**
     * Read until the end of the input.
     *
     * @param args the {@link ChannelPlan}
     * @throws IOException if the input cannot be read
     */
    public static void main(final String[] args) throws IOException {
        final LatencyReaderMain reader = new LatencyReaderMain();
        try (ReaderEnd end = ReaderEnd.open(ChannelPlan.parse(args), reader::onMessage)) {
            ChildCommands.serve(command -> {
                final String[] words = command.split(" ", -1);
                return reader.read(end, Long.parseLong(words[1]),
                        IdleMode.valueOf(words[2].toUpperCase(Locale.ROOT)).strategy());
            });
        }
    }

    private String read(final ReaderEnd end, final long events, final IdleStrategy idle) {
        histogram.reset();
        final long until = next + events;
        final long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (next < until) {
            final int taken = end.poll();
            idle.idle(taken);
            if (taken == 0 && System.nanoTime() - deadlineNs > 0) {
                throw new IllegalStateException("events are missing: next=" + next + ", until=" + until);
            }
        }
        return LatencyHistograms.encode(histogram);
    }

    private void onMessage(final long timeNs, final DirectBuffer buffer, final int offset, final int length) {
        final long latencyNs = System.nanoTime() - LatencyPayload.intendedNs(buffer, offset);
        if (length != LatencyPayload.LENGTH || LatencyPayload.sequence(buffer, offset) != next) {
            throw new IllegalStateException("not the event that is next: next=" + next + ", sequence="
                    + LatencyPayload.sequence(buffer, offset) + ", length=" + length);
        }
        next++;
        histogram.recordValue(Math.max(0, latencyNs));
    }
}
