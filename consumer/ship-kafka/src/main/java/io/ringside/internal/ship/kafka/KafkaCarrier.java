package io.ringside.internal.ship.kafka;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.ship.ReceiveTask;
import io.ringside.internal.ship.ShipCarrier;
import io.ringside.internal.ship.ShipContext;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.internal.ship.ShipTask;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.List;

/** Kafka, whose client may be missing. Stateless. */
public final class KafkaCarrier implements ShipCarrier {
    /** The version that these classes were built with. */
    static final String JAR = "kafka-clients-4.3.1.jar";
    private static final String URL = "https://repo1.maven.org/maven2/org/apache/kafka/kafka-clients/4.3.1/" + JAR;

    /** Made by the service loader. */
    public KafkaCarrier() {
        // Nothing of Kafka is loaded before it is needed.
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

    private static void requireLibrary() {
        try {
            Class.forName("org.apache.kafka.clients.producer.KafkaProducer", false,
                    KafkaCarrier.class.getClassLoader());
        } catch (final ClassNotFoundException | LinkageError e) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "shipping through Kafka needs a library that is missing: "
                    + "library=" + JAR + ": download it from " + URL + " and put it " + place(), e);
        }
    }

    /** The program's jar names the library as its neighbour. */
    private static String place() {
        try {
            final Path own = Path.of(KafkaCarrier.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            return "ringside.jar".equals(String.valueOf(own.getFileName()))
                    ? "beside " + own
                    : "on the class path";
        } catch (final URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            return "on the class path";
        }
    }
}
