package io.ringside.bench.throughput;

import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.channel.ChannelPlan;
import io.ringside.bench.channel.ChildCommands;
import io.ringside.bench.channel.WriterClock;
import io.ringside.bench.channel.WriterEnd;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * The process that writes. {@code write EVENTS THREADS LENGTH CLOCK} answers with the events that were refused,
 * {@code burst BATCHES THREADS PAUSE_NS} with the nanoseconds of an event and those refused.
 */
public final class ThroughputWriterMain {
    /** Events that a thread writes between two pauses. */
    static final int BATCH = 64;
    static final int BATCH_LENGTH = 32;

    private final WriterClock clock;
    private final WriterCrew crew;

    private ThroughputWriterMain(final WriterClock clock, final WriterCrew crew) {
        this.clock = clock;
        this.crew = crew;
    }

    /** What a thread has come to. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Burst(long refused, double[] nsPerEvent) {}

    /**
     * Write until the end of the input.
     *
     * @param args the {@link ChannelPlan}
     * @throws IOException if the input cannot be read
     */
    public static void main(final String[] args) throws IOException {
        final ChannelPlan plan = ChannelPlan.parse(args);
        final WriterClock clock = new WriterClock();
        try (WriterEnd end = WriterEnd.open(plan, clock);
                WriterCrew crew = new WriterCrew(end, plan.kind() != ChannelKind.RINGSIDE)) {
            final ThroughputWriterMain writer = new ThroughputWriterMain(clock, crew);
            ChildCommands.serve(command -> writer.execute(command.split(" ", -1)));
        }
    }

    private String execute(final String... words) throws InterruptedException, ExecutionException {
        clock.read(true);
        return switch (words[0]) {
            case "write" -> {
                clock.read(Boolean.parseBoolean(words[4]));
                yield write(Integer.parseInt(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
            }
            case "burst" -> burst(Integer.parseInt(words[1]), Integer.parseInt(words[2]), Long.parseLong(words[3]));
            default -> throw new IllegalArgumentException("not a command: words=" + List.of(words));
        };
    }

    /** As fast as possible; so many events of all threads together. */
    private String write(final int events, final int threads, final int length)
            throws InterruptedException, ExecutionException {
        final List<Long> refused = crew.run(threads, writer -> {
            long lost = 0;
            for (int i = 0; i < events / threads; i++) {
                lost += writer.send(length) ? 0 : 1;
            }
            return lost;
        });
        return String.valueOf(refused.stream().mapToLong(Long::longValue).sum());
    }

    /** With pauses, so that a reader keeps up. The median is that of all batches of all threads. */
    private String burst(final int batches, final int threads, final long pauseNs)
            throws InterruptedException, ExecutionException {
        final List<Burst> bursts = crew.run(threads, writer -> {
            final double[] nsPerEvent = new double[batches];
            long refused = 0;
            for (int batch = 0; batch < batches; batch++) {
                final long beginNs = System.nanoTime();
                for (int i = 0; i < BATCH; i++) {
                    refused += writer.send(BATCH_LENGTH) ? 0 : 1;
                }
                nsPerEvent[batch] = (double) (System.nanoTime() - beginNs) / BATCH;
                LockSupport.parkNanos(pauseNs);
            }
            return new Burst(refused, nsPerEvent);
        });
        final double[] all = bursts.stream().flatMapToDouble(burst -> Arrays.stream(burst.nsPerEvent())).sorted()
                .toArray();
        return all[all.length / 2] + " " + bursts.stream().mapToLong(Burst::refused).sum();
    }
}
