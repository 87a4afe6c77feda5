package io.ringside.internal.ship.kafka;

import io.ringside.internal.ship.HostsContract;
import io.ringside.internal.ship.LinkThread;
import io.ringside.internal.ship.ShipMessages;
import io.ringside.ship.RemoteControl;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Messages between hosts through a real broker. */
@Tag("process")
@Timeout(180)
@SuppressWarnings("try") // Threads that answer in the background are not referred to.
@Tag("proof")
class KafkaHostsSystemTest extends HostsContract {
    @TempDir
    private static Path brokerFolder;
    private static Broker broker;

    @BeforeAll
    static void startBroker() throws IOException {
        broker = new Broker(brokerFolder);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Override
    protected ShipContext address(final String name) {
        return broker.context(name);
    }

    @Test
    void shouldNotRetainMessagesForLong() throws ExecutionException {
        asker().close();
        final ConfigResource link = new ConfigResource(ConfigResource.Type.TOPIC,
                KafkaMessages.nameFor(context.topic()));
        try (Admin admin = broker.admin()) {
            final Config settings = KafkaClients.result(admin.describeConfigs(List.of(link)).all()).get(link);
            assertThat(List.of(settings.get("retention.ms").value(), settings.get("segment.ms").value(),
                    settings.get("cleanup.policy").value())).containsExactly("600000", "600000", "delete");
        }
    }

    @Test
    void shouldCountForeignMessagesAndGoOn() {
        final List<List<String>> run = new CopyOnWriteArrayList<>();
        try (ShipMessages asker = asker(); LinkThread first = linkOfFirst(arguments -> {
            run.add(arguments);
            return new RemoteControl.Result(true, "");
        }); Producer<byte[], byte[]> foreign = new KafkaClients(context).messageProducer()) {
            await(() -> done(asker));
            for (final byte[] value : new byte[][]{new byte[0], "RSLK".getBytes(StandardCharsets.US_ASCII),
                new byte[2 * ShipMessages.MAX_LENGTH]}) {
                KafkaSender.send(foreign,
                        new ProducerRecord<>(KafkaMessages.nameFor(context.topic()), null, value));
            }
            KafkaSender.send(foreign, new ProducerRecord<>(KafkaMessages.nameFor(context.topic()), null, null));
            foreign.flush();
            await(() -> done(asker));
        }
        assertThat(run).isNotEmpty().allMatch(arguments -> arguments.equals(List.of("disable", "trading", "Orders")));
        assertThat(problems.stream().filter(each -> each.contains("is rejected"))).hasSize(1);
    }
}
