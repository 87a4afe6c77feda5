package io.ringside.internal.ship.kafka;

import io.ringside.internal.ship.ShipContext;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.internal.ship.ShipTask;
import io.ringside.internal.ship.ShippedRecording;
import io.ringside.reader.NumberedRecording;
import io.ringside.recording.RecordingMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * How fast a recording is shipped, beside Kafka's bare producer with the same records in the same transactions; in
 * turns, each with a topic of its own. Run by hand.
 */
public final class ShipThroughputMain {
    private static final int ROUND = 400;
    private static final int TRANSACTION_RECORDS = 256;
    private static final long TRANSACTION_BYTES = 8L * 1024 * 1024;

    private ShipThroughputMain() {}

    /** Arguments: rounds of 400 events, turns. */
    public static void main(final String... args) throws IOException {
        final Path root = Files.createTempDirectory("ship-throughput-");
        try (Broker broker = new Broker(Files.createDirectory(root.resolve("broker")));
                NumberedRecording recording = new NumberedRecording(root.resolve("source"))) {
            recording.open(RecordingMode.APPEND, 0);
            for (int round = Integer.parseInt(args[0]); round > 0; round--) {
                recording.write(ROUND);
            }
            final List<byte[]> records = records(recording);
            final double mebibytes = records.stream().mapToLong(each -> each.length).sum() / 1024.0 / 1024;
            for (int turn = 0; turn < Integer.parseInt(args[1]); turn++) {
                final double shipped = ship(broker.context("shipped-" + turn), recording);
                final double bare = bare(broker.context("bare-" + turn), records);
                System.out.printf("records=%d MiB=%.0f shipped=%.0f MiB/s bare=%.0f MiB/s ratio=%.2f%n",
                        records.size(), mebibytes, mebibytes / shipped, mebibytes / bare, bare / shipped);
            }
        }
    }

    private static List<byte[]> records(final NumberedRecording recording) {
        final List<byte[]> records = new ArrayList<>();
        try (ShippedRecording shipped = new ShippedRecording(recording.folder(), "here", System::nanoTime,
                failure -> {
                    throw new AssertionError(failure);
                })) {
            shipped.resume(null);
            for (ShipRecord record = shipped.poll(); record != null; record = shipped.poll()) {
                records.add(record.encode());
            }
        }
        return records;
    }

    private static double ship(final ShipContext context, final NumberedRecording recording) {
        try (ShipTask task = new KafkaCarrier().ship(context, recording.folder())) {
            task.doWork();
            final long beginNs = System.nanoTime();
            while (!task.hasCaughtUp()) {
                task.doWork();
            }
            return (System.nanoTime() - beginNs) / 1e9;
        }
    }

    private static double bare(final ShipContext context, final List<byte[]> records) {
        final KafkaClients clients = new KafkaClients(context);
        new StateTopic(clients).require();
        try (Producer<byte[], byte[]> producer = clients.producer(new UUID(1, 2))) {
            producer.initTransactions();
            final long beginNs = System.nanoTime();
            int count = 0;
            long bytes = 0;
            producer.beginTransaction();
            for (final byte[] record : records) {
                KafkaSender.send(producer, new ProducerRecord<>(context.topic(), 0, null, record));
                bytes += record.length;
                if (++count % TRANSACTION_RECORDS == 0 || bytes >= TRANSACTION_BYTES) {
                    bytes = 0;
                    producer.commitTransaction();
                    producer.beginTransaction();
                }
            }
            producer.commitTransaction();
            return (System.nanoTime() - beginNs) / 1e9;
        }
    }
}
