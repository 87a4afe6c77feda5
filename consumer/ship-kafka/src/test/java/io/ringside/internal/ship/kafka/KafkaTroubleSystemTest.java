package io.ringside.internal.ship.kafka;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.ship.ReceiveTask;
import io.ringside.internal.ship.ShipTask;
import io.ringside.recording.RecorderContext;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A broker and a network that make trouble. */
@Tag("process")
@Tag(KafkaFixture.TLS)
@Timeout(180)
@Tag("proof")
class KafkaTroubleSystemTest extends KafkaFixture {
    private static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final Map<String, String> IMPATIENT = Map.of("request.timeout.ms", "1500",
            "default.api.timeout.ms", "2000", "max.block.ms", "2000", "delivery.timeout.ms", "3000",
            "transaction.timeout.ms", "5000", "socket.connection.setup.timeout.ms", "1000");

    @Test
    void shouldWaitForATransactionOfAnotherSenderForAsLongAsItIsOpen() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        new StateTopic(new KafkaClients(context())).require();
        try (Producer<byte[], byte[]> open = new KafkaClients(context()).producer(new UUID(1, 2));
                ShipTask sender = new KafkaSender(context().connectTimeoutNs(0), recording.folder(), PATIENCE_NS)) {
            open.initTransactions();
            open.beginTransaction();
            sendState(open);
            final long beginNs = System.nanoTime();
            while (problems.isEmpty() || System.nanoTime() - beginNs < 4 * PATIENCE_NS) {
                assertThat(sender.doWork()).isZero();
                requireTime(beginNs);
            }
            assertThat(problems).singleElement().asString().contains("positions cannot be read to their end",
                    "topic=" + StateTopic.nameFor(topic), "read=[0], stable=[0], end=[1]", "openTransactions=[")
                    .doesNotContain("openTransactions=[]");
            assertThat(sender.failures()).isPositive();

            open.abortTransaction();
            shipAll(sender);
        }
        try (ReceiveTask receiver = receive(context())) {
            receiveAll(receiver);
        }
        requireReceived();
    }

    @Test
    void shouldNotWaitForPositionsThatAreGone() throws ExecutionException {
        final StateTopic state = new StateTopic(new KafkaClients(context()));
        state.require();
        try (Producer<byte[], byte[]> open = new KafkaClients(context()).producer(new UUID(1, 2));
                Admin admin = broker.admin()) {
            open.initTransactions();
            open.beginTransaction();
            sendState(open);
            final AtomicInteger asked = new AtomicInteger();
            final CompletableFuture<Map<String, byte[]>> read = CompletableFuture.supplyAsync(() -> state.read(key -> {
                asked.incrementAndGet();
                return true;
            }));
            LockSupport.parkNanos(PATIENCE_NS);
            assertThat(read).isNotDone();
            // As a broker does that has lost the end of its log.
            KafkaClients.result(admin.deleteTopics(List.of(StateTopic.nameFor(topic))).all());
            new StateTopic(new KafkaClients(context())).require();
            assertThat(read).succeedsWithin(60, TimeUnit.SECONDS).isEqualTo(Map.of());
            assertThat(asked).hasValue(0);
            open.close(Duration.ZERO);
        }
    }

    @Test
    void shouldReadWhatDescribesEventsOnlyOnce() {
        final KafkaClients clients = new KafkaClients(context());
        final StateTopic state = new StateTopic(clients);
        state.require();
        final AtomicInteger asked = new AtomicInteger();
        final StateTopic.Reading reading = new StateTopic.Reading(key -> asked.incrementAndGet() > 0, MEBIBYTE);
        try (Producer<byte[], byte[]> producer = clients.producer(new UUID(1, 2))) {
            producer.initTransactions();
            for (int round = 1; round <= 3; round++) {
                producer.beginTransaction();
                sendState(producer, "same", "value " + round);
                sendState(producer, "key " + round, "value " + round);
                producer.commitTransaction();

                final Map<String, byte[]> values = state.read(reading);
                assertThat(values).hasSize(round + 1).containsEntry("same", bytes("value " + round));
                assertThat(values.keySet()).endsWith("same", "key " + round);
                assertThat(asked).hasValue(2 * round);
            }
        }
        assertThatThrownBy(() -> state.read(new StateTopic.Reading(key -> true, 500)))
                .isInstanceOfSatisfying(RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT));
    }

    @Test
    void shouldShipThroughTlsAndSayThatACertificateIsNotTrusted() throws IOException, InterruptedException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final TestKey stranger = TestKey.make(root, "stranger");
        try (ShipTask sender = new KafkaCarrier().ship(tls(stranger.clientProperties()), recording.folder());
                ReceiveTask receiver = receive(tls(stranger.clientProperties()))) {
            for (final Runnable work : List.<Runnable>of(sender::doWork, receiver::doWork)) {
                assertThatThrownBy(work::run).isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED))
                        .hasMessageContaining("TLS").hasMessageContaining("address=kafka://" + broker.tlsServers())
                        .hasMessageContaining("unable to find valid certification path")
                        .hasMessageContaining("ssl.truststore.location");
            }
        }
        final ShipContext trusted = tls(new TestKey(brokerFolder.resolve("broker.p12"),
                brokerFolder.resolve("broker-trust.p12")).clientProperties());
        try (ShipTask sender = new KafkaCarrier().ship(trusted, recording.folder());
                ReceiveTask receiver = receive(connected(sender, trusted))) {
            shipAll(sender);
            receiveAll(receiver);
        }
        requireReceived();
    }

    private ShipContext tls(final Map<String, String> properties) {
        return new ShipContext("kafka://" + broker.tlsServers() + "/" + topic).host("here").properties(properties);
    }

    @Test
    void shouldSayThatTheBrokerTakesNoRecordsOfThisSize() throws ExecutionException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (Admin admin = broker.admin()) {
            KafkaClients.result(admin.createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.empty())
                    .configs(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "1000")))).all());
        }
        try (ShipTask sender = ship()) {
            assertThatThrownBy(() -> shipAll(sender)).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT))
                    .hasMessageContaining("max.message.bytes").hasMessageContaining(topic);
        }
    }

    @Test
    void shouldShipEverythingToABrokerThatSlowsItDown() throws ExecutionException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (Admin admin = broker.admin();
                ShipTask sender = ship();
                ReceiveTask receiver = receive(connected(sender))) {
            quota(admin, 200_000.0);
            try {
                for (int round = 0; round < 20; round++) {
                    recording.write(ROUND);
                }
                shipAll(sender);
                receiveAll(receiver);
            } finally {
                quota(admin, null);
            }
        }
        requireReceived();
    }

    private static void quota(final Admin admin, final Double bytesPerSecond) throws ExecutionException {
        final ClientQuotaEntity everybody = new ClientQuotaEntity(
                Collections.singletonMap(ClientQuotaEntity.CLIENT_ID, null));
        KafkaClients.result(admin.alterClientQuotas(List.of(new ClientQuotaAlteration(everybody,
                List.of(new ClientQuotaAlteration.Op("producer_byte_rate", bytesPerSecond))))).all());
    }

    @Test
    void shouldReceiveEachEventOnceThroughANetworkThatDelaysIsSilentAndCuts() throws IOException {
        recording.open(RecorderContext.Mode.NEWFILE, MEBIBYTE).write(ROUND);
        final int rounds = Integer.getInteger("ringside.rounds", 4);
        try (TestNetwork network = broker.network();
                ShipTask sender = new KafkaCarrier().ship(networkContext(), recording.folder());
                ReceiveTask receiver = receive(connected(sender, networkContext()))) {
            for (int round = 0; round < rounds; round++) {
                network.delay(TimeUnit.MILLISECONDS.toNanos(20));
                work(sender, receiver, 5);
                final Thread trouble = new Thread(() -> {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
                    network.silent(true);
                    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
                    network.cut();
                    network.silent(false);
                });
                network.delay(0);
                trouble.start();
                while (trouble.isAlive()) {
                    work(sender, receiver, 1);
                }
                network.cut();
                work(sender, receiver, 2);
            }
            shipAll(sender);
            receiveAll(receiver);
            assertThat(sender.failures()).isPositive();
        }
        requireReceived();
    }

    private void work(final ShipTask sender, final ReceiveTask receiver, final int times) {
        for (int i = 0; i < times; i++) {
            recording.write(ROUND / 4);
            sender.doWork();
            receiver.doWork();
        }
    }

    private ShipContext networkContext() {
        return new ShipContext("kafka://" + broker.networkServers() + "/" + topic).host("here").properties(IMPATIENT)
                .errorHandler(failure -> problems.add(String.valueOf(failure.getMessage())));
    }

    private void sendState(final Producer<byte[], byte[]> open) {
        sendState(open, "1", "2");
        open.flush();
    }

    private void sendState(final Producer<byte[], byte[]> open, final String key, final String value) {
        KafkaSender.send(open, new ProducerRecord<>(StateTopic.nameFor(topic), bytes(key), bytes(value)));
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
