package io.ringside.internal.ship.kafka;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.export.ForeignProgram;
import io.ringside.internal.ship.ReceiveTask;
import io.ringside.internal.ship.ReceivedRecording;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.internal.ship.ShipTask;
import io.ringside.internal.ship.ShippingContract;
import io.ringside.reader.NumberedRecording;
import io.ringside.recording.RecorderContext;
import io.ringside.recording.RecordingPosition;
import io.ringside.ship.Receiver;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A real broker between sender and receiver. */
@Tag("process")
@Timeout(300)
@Tag("proof")
class KafkaShippingSystemTest extends ShippingContract {
    @TempDir
    private static Path brokerFolder;
    private static Broker broker;
    private static int topics;

    private String topic;

    @BeforeAll
    static void startBroker() throws IOException {
        broker = new Broker(brokerFolder);
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

    @Override
    protected void restartCarrier(final Runnable meanwhile) throws IOException {
        broker.kill();
        meanwhile.run();
        broker.start();
    }

    @Test
    void shouldCatchUpWhileTheSenderHasMoreAllTheTime() throws InterruptedException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final AtomicBoolean stopped = new AtomicBoolean();
        try (ShipTask sender = ship(); ReceiveTask receiver = receive(connected(sender))) {
            final Thread writer = new Thread(() -> {
                while (!stopped.get()) {
                    recording.write(1);
                    sender.doWork();
                }
            });
            writer.start();
            try {
                await(() -> {
                    receiver.doWork();
                    return receiver.hasCaughtUp();
                });
            } finally {
                stopped.set(true);
                writer.join();
            }
        }
    }

    @Test
    void shouldGoOnIfTheBrokerHasEndedASenderAndThereIsNoOther() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship()) {
            shipAll(sender);
            try (Producer<byte[], byte[]> other = new KafkaClients(context()).producer(id())) {
                other.initTransactions();
            }
            recording.write(ROUND);
            shipAll(sender);
        }
        try (ReceiveTask receiver = receive(context())) {
            receiveAll(receiver);
        }
        requireReceived();
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldReceiveATopicThatWasDeletedAndCreatedAgain() throws ExecutionException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship();
                ReceiveTask receiver = new KafkaReceiver(connected(sender), target(), 0);
                NumberedRecording second = new NumberedRecording(root.resolve("second"))) {
            shipAll(sender);
            receiveAll(receiver);
            requireReceived();
            try (Admin admin = broker.admin()) {
                KafkaClients.result(admin.deleteTopics(List.of(topic, StateTopic.nameFor(topic))).all());
            }
            second.open(RecorderContext.Mode.APPEND, 0).write(ROUND).write(ROUND);
            recording.close();
            recording = second;
            try (ShipTask again = ship()) {
                shipAll(again);
            }
            receiveAll(receiver);
        }
        requireReceived();
        assertThat(problems).anyMatch(problem -> problem.contains("deleted and created again"));
    }

    @Test
    void shouldNotBeDeceivedByAnOpenTransactionOfAnotherSender() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final ShipContext other = context();
        final Producer<byte[], byte[]> open = new KafkaClients(other).producer(new UUID(1, 2));
        try (open) {
            open.initTransactions();
            try (ShipTask sender = ship()) {
                connected(sender);
                open.beginTransaction();
                KafkaSender.send(open, new ProducerRecord<>(StateTopic.nameFor(topic), new byte[]{1}, new byte[]{2}));
                open.flush();
                // Its status is behind the open transaction.
                shipAll(sender);
            }
            recording.write(ROUND);
            try (ShipTask sender = ship()) {
                final Thread end = new Thread(() -> {
                    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
                    open.abortTransaction();
                });
                // Behind the open transaction the first position cannot be seen: it has to be waited for.
                end.start();
                shipAll(sender);
                end.interrupt();
                join(end);
            }
        }
        try (ReceiveTask receiver = receive(context())) {
            receiveAll(receiver);
        }
        requireReceived();
    }

    @Test
    void shouldDescribeEventsToAReceiverThatJoinsLate() throws ExecutionException {
        recording.open(RecorderContext.Mode.APPEND, 0);
        try (ShipTask sender = ship()) {
            for (int round = 0; round < 10; round++) {
                recording.write(ROUND);
                shipAll(sender);
            }
        }
        final int partition = KafkaStatus.read(context()).get(0).partition();
        try (Admin admin = broker.admin()) {
            final ConfigResource settings = new ConfigResource(ConfigResource.Type.TOPIC, topic);
            assertThat(KafkaClients.result(admin.describeConfigs(List.of(settings)).all()).get(settings)
                    .get("max.message.bytes").value()).as("as large as excerpts can be")
                    .isEqualTo(KafkaClients.MAX_REQUEST_BYTES);
            KafkaClients.result(admin.deleteRecords(Map.of(
                    new TopicPartition(topic, partition),
                    RecordsToDelete.beforeOffset(18))).all());
        }
        try (ReceiveTask receiver = receive(context())) {
            receiveAll(receiver);
            final Receiver.Received ledger = receiver.ledgers().get(0);
            assertThat(ledger.before()).isPositive();
            assertThat(ledger.before() + ledger.received()).isEqualTo(recording.next());
            assertThat(NumberedRecording.read(ledger.folder()).texts())
                    .isEqualTo(NumberedRecording.read(recording.folder()).texts()
                            .subList((int) ledger.before(), (int) recording.next()));
        }
    }

    @Test
    void shouldBeReadByKcat() throws IOException, InterruptedException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship()) {
            shipAll(sender);
        }
        assertThat(kcat("%k %S %h\\n")).isNotEmpty().allMatch(line -> line.matches(id() + " [0-9]+ host=here"));
    }

    private List<String> kcat(final String format) throws IOException, InterruptedException {
        ForeignProgram.require("kcat", "kcat", "-V");
        final Process kcat = new ProcessBuilder("kcat", "-b", broker.servers(), "-t", topic, "-C", "-e", "-q", "-X",
                "isolation.level=read_committed", "-f", format).redirectErrorStream(true).start();
        final String text = new String(kcat.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(kcat.waitFor()).as(text).isZero();
        return text.lines().toList();
    }

    @Test
    void shouldShipLinesOfJsonOnceForConsumersThatKnowNothingOfRecordings() throws IOException, InterruptedException {
        recording.open(RecorderContext.Mode.APPEND, 0);
        for (int round = 0; round < 3; round++) {
            recording.write(ROUND);
            try (ShipTask sender = new KafkaCarrier().ship(context().format(ShipContext.Format.JSONL),
                    recording.folder())) {
                shipAll(sender);
            }
        }
        assertThat(kcat("%h\\n")).allMatch(line -> line.matches("host=here,sequence=[0-9]+"));
        final List<String> lines = kcat("%s\\n");

        assertThat(lines).hasSize((int) recording.next()).doesNotHaveDuplicates()
                .allMatch(line -> line.startsWith("{\"host\":\"here\",\"") && line.endsWith("}"));
        try (ReceiveTask receiver = receive(context())) {
            while (!receiver.hasCaughtUp()) {
                receiver.doWork();
            }
            assertThat(receiver.rejected()).isEqualTo(recording.next());
        }
    }

    @Test
    void shouldRefuseToContinueInAnotherForm() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship()) {
            shipAll(sender);
        }
        requireRefused(context().format(ShipContext.Format.JSONL),
                "shippedAs=ringside, asked=jsonl: give --as ringside");
        try (ShipTask sender = ship()) {
            shipAll(sender);
        }
        topic += "-lines";
        try (ShipTask sender = new KafkaCarrier().ship(context().format(ShipContext.Format.JSONL),
                recording.folder())) {
            shipAll(sender);
        }
        requireRefused(context(), "shippedAs=jsonl, asked=ringside: give --as jsonl");
        requireRefused(context().format(ShipContext.Format.OTLP), "shippedAs=jsonl, asked=otlp");
    }

    private void requireRefused(final ShipContext other, final String reason) {
        try (ShipTask sender = new KafkaCarrier().ship(other, recording.folder())) {
            assertThatThrownBy(() -> shipAll(sender)).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT)).hasMessageContaining(reason);
        }
    }

    @Test
    void shouldRefuseABrokerThatCanNeverKeepTransactions(@TempDir final Path folder) throws IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (Broker single = new Broker(folder, 3);
                ShipTask sender = new KafkaCarrier().ship(single.context(topic).properties(Map.of("max.block.ms",
                        "2000")), recording.folder())) {
            assertThatThrownBy(() -> shipAll(sender)).isInstanceOf(RingsideException.class)
                    .hasMessageContaining("transaction.state.log.replication.factor=3, brokers=1: set it");
        }
    }

    @Test
    void shouldShipRequestsOfOtlpOnceForConsumersThatKnowNothingOfRecordings() throws InvalidProtocolBufferException {
        recording.open(RecorderContext.Mode.APPEND, 0);
        for (int round = 0; round < 3; round++) {
            recording.write(ROUND).write(ROUND);
            try (ShipTask sender = new KafkaCarrier().ship(context().format(ShipContext.Format.OTLP),
                    recording.folder())) {
                shipAll(sender);
            }
        }
        final List<Long> numbers = new ArrayList<>();
        final Set<String> hosts = new HashSet<>();
        for (final byte[] value : values()) {
            for (final ResourceLogs resource : ExportLogsServiceRequest.parseFrom(value).getResourceLogsList()) {
                resource.getResource().getAttributesList().stream().filter(each -> each.getKey().equals("host.name"))
                        .forEach(each -> hosts.add(each.getValue().getStringValue()));
                resource.getScopeLogsList().forEach(scope -> scope.getLogRecordsList()
                        .forEach(record -> numbers.add(number(record))));
            }
        }

        assertThat(hosts).containsExactly("here");
        assertThat(numbers).isEqualTo(LongStream.range(0, recording.next()).boxed().toList());
    }

    /** With which the payload begins. */
    private static long number(final LogRecord record) {
        final String payload = record.getAttributesList().stream()
                .filter(each -> each.getKey().equals("ringside.payload")).findFirst().orElseThrow().getValue()
                .getStringValue();
        return ByteBuffer.wrap(HexFormat.of().parseHex(payload)).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    /** Of all records of the topic, as transactions have committed them. */
    private List<byte[]> values() {
        final List<byte[]> values = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer = new KafkaClients(context()).consumer()) {
            final List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition())).toList();
            final Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (ends.entrySet().stream().anyMatch(each -> consumer.position(each.getKey()) < each.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }

    @Test
    void shouldRejectWrongCredentialsAndTakeRightOnes() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = new KafkaCarrier().ship(broker.saslContext(topic, "wrong"), recording.folder())) {
            assertThatThrownBy(() -> shipAll(sender)).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED))
                    .hasMessageContaining("credentials").hasMessageNotContaining("wrong\"");
        }
        final ShipContext right = broker.saslContext(topic, Broker.PASSWORD);
        try (ShipTask sender = new KafkaCarrier().ship(right, recording.folder());
                ReceiveTask receiver = receive(connected(sender, right))) {
            shipAll(sender);
            receiveAll(receiver);
        }
        requireReceived();
    }

    @Test
    void shouldSayThatABrokerIsUnreachable() throws IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        final ShipContext nowhere = new ShipContext("kafka://127.0.0.1:" + port + "/nothing").connectTimeoutNs(0)
                .properties(Map.of("default.api.timeout.ms", "1000", "request.timeout.ms", "500"));
        try (ShipTask sender = new KafkaCarrier().ship(nowhere, recording.folder());
                ReceiveTask receiver = receive(nowhere)) {
            for (final Runnable work : List.<Runnable>of(sender::doWork, receiver::doWork)) {
                assertThatThrownBy(work::run).isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT))
                        .hasMessageContaining("address=kafka://127.0.0.1:" + port + "/nothing");
            }
        }
    }

    @Test
    void shouldWaitForABrokerThatStartsLaterAndSaySoOnce() throws IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        broker.kill();
        final ShipContext later = context().connectTimeoutNs(Long.MAX_VALUE)
                .properties(Map.of("default.api.timeout.ms", "1000", "request.timeout.ms", "500"));
        try (ShipTask sender = carrier().ship(later, recording.folder()); ReceiveTask receiver = receive(later)) {
            try {
                await(() -> sender.doWork() + receiver.doWork() == 0 && sender.failures() > 2);
                assertThat(problems).hasSize(2).allMatch(problem -> problem.contains("address=" + later.address()));
            } finally {
                broker.start();
            }
            shipAll(sender);
            receiveAll(receiver);
        }
        requireReceived();
    }

    @Test
    void shouldWaitForANameThatNobodyCanResolveOnlyIfItWasRight() {
        final KafkaClients clients = new KafkaClients(new ShipContext("kafka://broker.invalid:9092/nothing"));
        assertThatThrownBy(clients::admin).satisfies(
                e -> assertThat(clients.failure("ship", e).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
        clients.connected();
        assertThatThrownBy(clients::admin).satisfies(
                e -> assertThat(clients.failure("ship", e).code()).isEqualTo(ErrorCode.TIMEOUT));
    }

    @Test
    void shouldRejectWhatOthersHaveWrittenIntoTheTopicAndEndAtAnotherVersion() throws Exception {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship();
                ReceiveTask receiver = receive(connected(sender));
                Producer<byte[], byte[]> others = new KafkaProducer<>(
                        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.servers()), new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            final Random random = new Random(7);
            for (int i = 0; i < 100; i++) {
                final byte[] noise = new byte[random.nextInt(400)];
                random.nextBytes(noise);
                KafkaSender.send(others, new ProducerRecord<>(topic, null, i % 10 == 0 ? null : noise));
            }
            final UUID forged = new UUID(4, 2);
            final ShipRecord foreign = new ShipRecord(1, forged, 0, new RecordingPosition(forged, 1, 0, 0, 0), 7, 7,
                    new UnsafeBuffer(new byte[100]));
            KafkaSender.send(others, new ProducerRecord<>(topic, null, foreign.encode()));
            KafkaSender.send(others, new ProducerRecord<>(topic, StateTopic.key(id()), null));
            others.flush();
            shipAll(sender);
            receiveAll(receiver);
            assertThat(receiver.rejected()).isEqualTo(102);
            assertThat(ReceivedRecording.folderOf(target(), forged)).doesNotExist();
            assertThat(problems).singleElement().asString().contains("rejected", "topic=" + topic, "offset=");
            requireReceived();

            KafkaSender.send(others, new ProducerRecord<>(StateTopic.nameFor(topic), new byte[]{1, 2}, new byte[99]));
            others.flush();
            assertThat(KafkaStatus.read(context())).hasSize(1);
            assertThat(problems).hasSize(2).last().asString().contains("left out", "leftOut=1", topic);

            final byte[] later = new byte[88];
            System.arraycopy("RSSH".getBytes(StandardCharsets.US_ASCII), 0, later, 0, 4);
            later[4] = 2;
            KafkaSender.send(others, new ProducerRecord<>(topic, null, later));
            others.flush();
            assertThatThrownBy(() -> receiveAll(receiver)).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.LAYOUT)).hasMessageContaining("version=2")
                    .hasMessageContaining("topic=" + topic).hasMessageContaining("offset=");
        }
    }

    @Test
    void shouldRefuseAStateTopicThatForgets() throws ExecutionException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (Admin admin = broker.admin()) {
            KafkaClients.result(admin.createTopics(List.of(new NewTopic(StateTopic.nameFor(topic), Optional.of(1),
                    Optional.empty()))).all());
        }
        try (ShipTask sender = ship()) {
            assertThatThrownBy(() -> shipAll(sender)).isInstanceOf(RingsideException.class)
                    .hasMessageContaining("cleanup.policy=delete");
        }
    }
}
