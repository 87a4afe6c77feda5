package io.ringside.internal.ship.kafka;

import io.ringside.internal.ship.CarrierLibrary;
import io.ringside.internal.ship.ReceiveTask;
import io.ringside.internal.ship.ShipCarrier;
import io.ringside.internal.ship.ShipMessages;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.internal.ship.ShipTask;
import io.ringside.ship.ShipContext;
import java.nio.file.Path;
import java.util.List;

/** The carrier for Kafka, whose client library may be missing. Stateless. */
public final class KafkaCarrier implements ShipCarrier {
    /** The client library of the version that this artifact was built with. */
    private static final String JAR = "kafka-clients-4.3.1.jar";
    private static final String FOLDER = "https://repo1.maven.org/maven2/org/apache/kafka/kafka-clients/4.3.1/";

    /** Called by the service loader. */
    public KafkaCarrier() {
        // Classes of Kafka are loaded only when they are needed.
    }

    @Override
    public String scheme() {
        return "kafka";
    }

    @Override
    public ShipTask ship(final ShipContext context, final Path recording) {
        requireLibrary();
        return new KafkaSender(context, recording);
    }

    @Override
    public ReceiveTask receive(final ShipContext context, final Path folder) {
        requireLibrary();
        return new KafkaReceiver(context, folder, KafkaReceiver.PARTITIONS_INTERVAL_NS);
    }

    @Override
    public List<ShipStatus> status(final ShipContext context) {
        requireLibrary();
        return KafkaStatus.read(context);
    }

    @Override
    public ShipMessages messages(final ShipContext context, final ShipMessages.Role role) {
        requireLibrary();
        return KafkaMessages.open(context);
    }

    private static void requireLibrary() {
        CarrierLibrary.require(KafkaCarrier.class, "org.apache.kafka.clients.producer.KafkaProducer",
                "shipping through Kafka", JAR, FOLDER);
    }
}
