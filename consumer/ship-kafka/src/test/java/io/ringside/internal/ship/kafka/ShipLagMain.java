package io.ringside.internal.ship.kafka;

import io.ringside.internal.ship.ReceiveTask;
import io.ringside.internal.ship.ShipTask;
import io.ringside.reader.NumberedRecording;
import io.ringside.recording.RecorderContext;
import io.ringside.ship.Receiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long it takes from the moment at which events are recorded until they are in the receiver's recording, at a given
 * rate; writer, sender and receiver have a thread each, the broker a process. Run by hand.
 */
public final class ShipLagMain {
    private static final int BATCH = 400;
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private ShipLagMain() {}

    /** Arguments: events per second, seconds. */
    public static void main(final String... args) throws IOException, InterruptedException {
        final int rate = Integer.parseInt(args[0]);
        final int batches = (int) ((long) rate * Integer.parseInt(args[1]) / BATCH);
        final Path root = Files.createTempDirectory("ship-lag-");
        final long[] writtenNs = new long[batches];
        try (Broker broker = new Broker(Files.createDirectory(root.resolve("broker")));
                NumberedRecording recording = new NumberedRecording(root.resolve("source"))) {
            recording.open(RecorderContext.Mode.APPEND, 0);
            final Thread sender = new Thread(() -> ship(broker, recording.folder(), (long) batches * BATCH));
            sender.start();
            final Thread writer = new Thread(() -> {
                final long beginNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
                for (int i = 0; i < batches; i++) {
                    final long dueNs = beginNs + (long) (i * (double) BATCH / rate * TimeUnit.SECONDS.toNanos(1));
                    while (System.nanoTime() - dueNs < 0) {
                        LockSupport.parkNanos(Math.min(IDLE_NS, Math.max(dueNs - System.nanoTime(), 1)));
                    }
                    // What the writer is late counts.
                    writtenNs[i] = dueNs;
                    recording.writeSoon(BATCH, TimeUnit.SECONDS.toMillis(BATCH) / rate);
                }
                // What the recorder still has.
                recording.write(0);
            });
            writer.start();
            final List<Long> lags = receive(broker, root.resolve("target"), writtenNs);
            writer.join();
            sender.join();
            final List<Long> later = new ArrayList<>(lags.subList(lags.size() / 10, lags.size()));
            Collections.sort(later);
            System.out.printf("rate=%d/s batches=%d p50=%.1f ms p99=%.1f ms max=%.1f ms%n", rate, later.size(),
                    later.get(later.size() / 2) / 1e6, later.get((int) (later.size() * 0.99)) / 1e6,
                    later.get(later.size() - 1) / 1e6);
        }
    }

    private static void ship(final Broker broker, final Path folder, final long events) {
        try (ShipTask task = new KafkaCarrier().ship(broker.context("lag"), folder)) {
            while (task.events() < events) {
                if (task.doWork() == 0) {
                    LockSupport.parkNanos(IDLE_NS);
                }
            }
        }
    }

    private static List<Long> receive(final Broker broker, final Path target, final long[] writtenNs) {
        final List<Long> lags = new ArrayList<>();
        try (ReceiveTask task = new KafkaCarrier().receive(broker.context("lag"), target)) {
            while (lags.size() < writtenNs.length) {
                task.doWork();
                final long nowNs = System.nanoTime();
                final long events = task.ledgers().stream().mapToLong(Receiver.Received::events).sum();
                while (lags.size() < events / BATCH) {
                    lags.add(nowNs - writtenNs[lags.size()]);
                }
            }
        }
        return lags;
    }
}
