package io.ringside.bench.latency;

import io.ringside.bench.channel.ChannelPlan;
import io.ringside.bench.channel.ChildJvm;
import io.ringside.bench.channel.ReaderEnd;
import io.ringside.cli.option.SourceOptions.IdleMode;
import java.io.IOException;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;

/** Reading process. The command {@code read EVENTS IDLE} is answered with the percentiles after that many events. */
public final class LatencyReaderMain {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(50);
    private static final int DIGITS = 3;
    private static final double[] PERCENTS = {50, 75, 90, 95, 99, 99.5, 99.9, 99.99};
    /** Minimum number of events beyond a percentile that is reported. */
    private static final double BEYOND = 5;

    private final Histogram histogram = new Histogram(DIGITS);
    private long next;

    private LatencyReaderMain() {
        // The main method creates the only instance.
    }

    /**
     * Reads until the end of the input.
     *
     * @param args the {@link ChannelPlan}
     * @throws IOException if the input cannot be read
     */
    public static void main(final String[] args) throws IOException {
        final LatencyReaderMain reader = new LatencyReaderMain();
        try (ReaderEnd end = ReaderEnd.open(ChannelPlan.parse(args), reader::onMessage)) {
            ChildJvm.serve(command -> {
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
        return percentiles(histogram);
    }

    /** Returns words such as {@code 99.9=1234}, for the percentiles that can be distinguished. */
    static String percentiles(final Histogram histogram) {
        final StringJoiner words = new StringJoiner(" ");
        for (final double percent : PERCENTS) {
            if (histogram.getTotalCount() * (100 - percent) / 100 >= BEYOND) {
                words.add((percent == Math.rint(percent) ? String.valueOf((int) percent) : String.valueOf(percent))
                        + '=' + histogram.getValueAtPercentile(percent));
            }
        }
        return words.toString();
    }

    private void onMessage(final long timeNs, final DirectBuffer buffer, final int offset, final int length) {
        final long latencyNs = System.nanoTime() - buffer.getLong(offset + LatencyWriterMain.INTENDED_OFFSET);
        final long sequence = buffer.getLong(offset + LatencyWriterMain.SEQUENCE_OFFSET);
        if (length != LatencyWriterMain.PAYLOAD_LENGTH || sequence != next) {
            throw new IllegalStateException("not the next event: next=" + next + ", sequence=" + sequence
                    + ", length=" + length);
        }
        next++;
        histogram.recordValue(Math.max(0, latencyNs));
    }
}
