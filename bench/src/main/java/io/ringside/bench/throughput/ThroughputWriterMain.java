package io.ringside.bench.throughput;

import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.channel.ChannelPlan;
import io.ringside.bench.channel.ChildJvm;
import io.ringside.bench.channel.WriterEnd;
import io.ringside.bench.channel.WriterEnd.Sender;
import io.ringside.bench.channel.WriterEnd.WriterClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writing process. The command {@code write EVENTS THREADS LENGTH CLOCK} is answered with the number of rejected
 * events, {@code burst BATCHES THREADS PAUSE_NS} with nanoseconds per event, and {@code clock} with those per reading.
 */
public final class ThroughputWriterMain {
    /** Number of events that a thread writes between two pauses. */
    static final int BATCH = 64;
    static final int BATCH_LENGTH = 32;

    private static final int CLOCK_READINGS = 1_000_000;

    private final WriterClock clock;
    private final WriterCrew crew;

    private ThroughputWriterMain(final WriterClock clock, final WriterCrew crew) {
        this.clock = clock;
        this.crew = crew;
    }

    /** Figures of a thread. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Burst(long refused, double[] nsPerEvent) {}

    /**
     * Writes until the end of the input.
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
            ChildJvm.serve(command -> writer.execute(command.split(" ", -1)));
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
            case "clock" -> String.valueOf(clockNs());
            default -> throw new IllegalArgumentException("not a command: words=" + List.of(words));
        };
    }

    /** Writes a number of events with several threads as fast as possible. */
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

    /** Returns the cost of a clock reading alone: the limit for all who read the clock for each event. */
    private static double clockNs() {
        final long beginNs = System.nanoTime();
        long nowNs = beginNs;
        for (int i = 0; i < CLOCK_READINGS; i++) {
            nowNs = System.nanoTime();
        }
        return (double) (nowNs - beginNs) / CLOCK_READINGS;
    }

    /** Writes with pauses, so that a reader keeps up. Returns the median of all batches of all threads. */
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

    /** Threads that write at the same time; each keeps its sender. Used by the commanding thread. */
    private static final class WriterCrew implements AutoCloseable {
        private final WriterEnd end;
        private final boolean again;
        private final List<ExecutorService> executors = new ArrayList<>();
        private final List<WriterThread> writers = new ArrayList<>();

        @FunctionalInterface
        interface Task<T> {
            T run(WriterThread writer);
        }

        WriterCrew(final WriterEnd end, final boolean again) {
            this.end = end;
            this.again = again;
        }

        /** Runs a task on a number of threads, which begin together, and waits for them. */
        <T> List<T> run(final int threads, final Task<T> task) throws InterruptedException, ExecutionException {
            while (writers.size() < threads) {
                hire();
            }
            final CyclicBarrier start = new CyclicBarrier(threads);
            final List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                final WriterThread writer = writers.get(i);
                running.add(executors.get(i).submit(() -> {
                    start.await();
                    return task.run(writer);
                }));
            }
            final List<T> results = new ArrayList<>();
            for (final Future<T> one : running) {
                results.add(one.get());
            }
            return results;
        }

        private void hire() throws InterruptedException, ExecutionException {
            final int index = writers.size();
            final ExecutorService executor = Executors.newSingleThreadExecutor();
            executors.add(executor);
            writers.add(executor.submit(() -> new WriterThread(index, end, again)).get());
        }

        @Override
        public void close() {
            executors.forEach(ExecutorService::shutdownNow);
        }
    }

    /** Writer on one thread. Used by that thread. */
    private static final class WriterThread {
        private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);
        private static final int LONGEST = 64 * 1024;

        private final UnsafeBuffer payload = new UnsafeBuffer(ByteBuffer.allocateDirect(LONGEST));
        private final int index;
        private final Sender sender;
        private final boolean again;
        private final IdleStrategy idle = new BackoffIdleStrategy();
        private long sequence;

        /** Creates a writer. Messages without space are sent again for baselines, which do not count them as lost. */
        WriterThread(final int index, final WriterEnd end, final boolean again) {
            this.index = index;
            this.sender = end.sender();
            this.again = again;
        }

        /** Sends one event; returns false if it is lost. */
        boolean send(final int length) {
            CheckingReceiver.encode(payload, index, sequence++, length);
            return sender.send(payload, length) || (again && sendAgain(length));
        }

        private boolean sendAgain(final int length) {
            final long startNs = System.nanoTime();
            while (!sender.send(payload, length)) {
                if (System.nanoTime() - startNs > PATIENCE_NS) {
                    throw new IllegalStateException(
                            "no room, as nobody reads: writer=" + index + ", sequence=" + sequence);
                }
                idle.idle();
            }
            idle.reset();
            return true;
        }
    }
}
