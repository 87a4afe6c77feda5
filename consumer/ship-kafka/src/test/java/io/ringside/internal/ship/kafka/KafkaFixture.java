package io.ringside.internal.ship.kafka;

import io.ringside.internal.ship.ShippingFixture;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** A real broker between sender and receiver, for each class of tests. */
abstract class KafkaFixture extends ShippingFixture {
    /** Of tests whose broker has a door for TLS. */
    static final String TLS = "tls";

    @TempDir
    static Path brokerFolder;
    static Broker broker;
    private static int topics;

    String topic;

    @BeforeAll
    static void startBroker(final TestInfo test) throws IOException, InterruptedException {
        broker = new Broker(brokerFolder, "127.0.0.1",
                test.getTags().contains(TLS) ? TestKey.make(brokerFolder, "broker") : null);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void begin() {
        topic = "orders-" + topics++;
    }

    @Override
    protected ShipContext address() {
        return broker.context(topic);
    }
}
