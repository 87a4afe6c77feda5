package io.ringside.internal.ship.kafka;

import io.ringside.internal.ship.ShippingThroughput;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** How fast a recording is shipped, beside Kafka's bare producer with the same records in the same transactions. */
public final class ShipThroughputMain {
    private static final int TRANSACTION_RECORDS = 256;
    private static final long TRANSACTION_BYTES = 8L * 1024 * 1024;

    private ShipThroughputMain() {}

    /** Arguments: rounds of 400 events, turns. */
    public static void main(final String... args) throws IOException {
        try (Broker broker = new Broker(Files.createTempDirectory("ship-broker-"))) {
            ShippingThroughput.run(Integer.parseInt(args[0]), Integer.parseInt(args[1]), broker::context,
                    ShipThroughputMain::bare);
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
