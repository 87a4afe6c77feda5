package io.ringside.internal.ship.kafka;

import io.ringside.internal.ship.ReceiveTask;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.internal.ship.ShipTask;
import io.ringside.internal.ship.ShippedRecording;
import io.ringside.recording.RecorderContext;
import io.ringside.ship.Receiver;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Transactions that have ended, of which a real broker has not told a partition. */
@Tag("process")
@Timeout(180)
@Tag("proof")
class HangingTransactionsSystemTest extends KafkaFixture {
    /** Of another recording. */
    private static final UUID OTHER = new UUID(1, 2);
    private static final int PARTITION = 1;

    @Test
    void shouldEndATransactionThatHangsAndSendItAgain() throws ExecutionException, IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship()) {
            shipAll(sender);
        }
        final ShipStatus last = KafkaStatus.read(context()).get(0);
        hang(id(), List.of(new SimpleRecord(StateTopic.key(id()), bytes("x"))),
                List.of(new SimpleRecord(StateTopic.key(id()), bytes("y"))), last.partition());
        requireShippedOnce();
    }

    @Test
    void shouldRollBackRecordsThatHangIfTheirStatusWasNotCommitted() throws ExecutionException, IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship()) {
            shipAll(sender);
        }
        final ShipStatus last = KafkaStatus.read(context()).get(0);
        final ShipRecord later = new ShipRecord(2, id(), last.record().sequence(),
                last.record().position(), 1, 1, new UnsafeBuffer(new byte[8]));
        hang(id(), List.of(new SimpleRecord(StateTopic.key(id()), later.encode())), List.of(), last.partition());
        requireShippedOnce();
    }

    @Test
    void shouldCommitRecordsThatHangIfTheirStatusWasCommitted() throws ExecutionException, IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final Shipped shipped = poll();
        hang(id(), records(shipped), List.of(), PARTITION);
        // The partition of the status has heard of the end.
        commit(StateTopic.nameFor(topic), 0, List.of(shipped.status.encode()), null);
        requireShippedOnce();
    }

    @Test
    void shouldCommitAStatusThatHangsIfItsRecordsWereCommitted() throws ExecutionException, IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final Shipped shipped = poll();
        commit(topic, PARTITION, shipped.values, null);
        hang(id(), List.of(), List.of(new SimpleRecord(System.currentTimeMillis(), StateTopic.key(id()),
                shipped.status.encode())), PARTITION);
        requireShippedOnce();
        final List<Long> sequences = consumed().stream().filter(each -> each.value() != null)
                .map(each -> ShipRecord.decode(each.value()).sequence()).toList();
        assertThat(sequences).isEqualTo(LongStream.range(0, sequences.size()).boxed().toList());
    }

    @Test
    void shouldRollBackAStatusThatHangsIfItsRecordsWereNotCommitted() throws ExecutionException, IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final Shipped shipped = poll();
        try (Producer<byte[], byte[]> other = new KafkaClients(context()).producer(OTHER)) {
            other.initTransactions();
            other.beginTransaction();
            shipped.values.forEach(each -> send(other, topic, PARTITION, each, null));
            other.flush();
            other.abortTransaction();
        }
        hang(id(), List.of(), List.of(new SimpleRecord(System.currentTimeMillis(), StateTopic.key(id()),
                shipped.status.encode())), PARTITION);
        requireShippedOnce();
    }

    @Test
    void shouldCommitAStatusThatHangsIfItsLinesWereCommitted() throws ExecutionException, IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final Shipped shipped = poll();
        final Header[] sequence = {HangingTransactions.sequenceHeader(shipped.status.sequence() - 2)};
        commit(topic, PARTITION, List.of(bytes("{}")), sequence[0]);
        hang(id(), List.of(), List.of(new SimpleRecord(System.currentTimeMillis(), StateTopic.key(id()),
                shipped.status.encode(), sequence)), PARTITION);
        shipLines();
        assertThat(lines()).hasSize(1 + ROUND).doesNotHaveDuplicates();
    }

    /** The clock of the machine says the opposite. */
    @Test
    void shouldTellBySequenceWhetherLinesThatHangWereCommitted() throws ExecutionException, IOException {
        recording.open(RecorderContext.Mode.APPEND, 0);
        shipLines();
        final ShipStatus last = KafkaStatus.read(context()).get(0);
        hangLine("late", 1, last.record().sequence(), last.partition());
        shipLines();
        hangLine("early", System.currentTimeMillis() + TimeUnit.MINUTES.toMillis(30), last.record().sequence() - 1,
                last.partition());
        shipLines();
        assertThat(lines()).contains("early").doesNotContain("late").hasSize(3 * ROUND + 1).doesNotHaveDuplicates();
    }

    private void hangLine(final String line, final long timestampMs, final long sequence, final int partition)
            throws ExecutionException, IOException {
        hang(id(), List.of(new SimpleRecord(timestampMs, StateTopic.key(id()), bytes(line),
                new Header[]{HangingTransactions.sequenceHeader(sequence)})), List.of(), partition);
    }

    @Test
    void shouldTellByTimeWhetherLinesOfAnOlderSenderWereCommitted() {
        final ShipStatus status = new ShipStatus(new ShipRecord(3, OTHER, 7, null, 1, TimeUnit.MILLISECONDS.toNanos(9),
                new UnsafeBuffer(new byte[0])), 0, 0, 0, 0, 0, 0, OTHER, 0, false, "", "");
        for (final long timestampMs : new long[]{8, 9, 10}) {
            final ConsumerRecord<byte[], byte[]> line = new ConsumerRecord<>(topic, 0, 0, timestampMs,
                    TimestampType.CREATE_TIME, 0, 0, bytes("key"), bytes("{}"), new RecordHeaders(), Optional.empty());
            assertThat(HangingTransactions.isCounted(line, status)).isEqualTo(timestampMs <= 9);
        }
    }

    private void shipLines() {
        recording.write(ROUND);
        try (ShipTask sender = new KafkaCarrier().ship(context().format(ShipContext.Format.JSONL),
                recording.folder())) {
            shipAll(sender);
        }
    }

    private List<String> lines() {
        return consumed().stream().filter(each -> each.value() != null)
                .map(each -> new String(each.value(), StandardCharsets.UTF_8)).toList();
    }

    @Test
    void shouldNotHaveReceivedAllWhileATransactionHangs() throws ExecutionException, IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final int partition;
        try (ShipTask sender = ship()) {
            shipAll(sender);
            partition = KafkaStatus.read(context()).get(0).partition();
            hang(OTHER, List.of(new SimpleRecord(StateTopic.key(OTHER), bytes("x"))), List.of(), partition);
            recording.write(ROUND);
            shipAll(sender);
        }
        try (ReceiveTask receiver = receive(context())) {
            await(() -> {
                receiver.doWork();
                final long events = receiver.ledgers().stream().mapToLong(Receiver.Received::events).sum();
                assertThat(receiver.hasCaughtUp() && events < recording.next()).isFalse();
                return receiver.hasCaughtUp();
            });
            assertThat(receiver.rejected()).isZero();
        }
        requireReceived();
        assertThat(problems).singleElement().asString().contains("rolled back", OTHER.toString(),
                topic + "-" + partition);
    }

    @Test
    void shouldReceiveOtherRecordingsIfThePositionOfOneIsDamaged() throws ExecutionException, IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final Shipped shipped = poll();
        hang(id(), records(shipped), List.of(), PARTITION);
        commit(StateTopic.nameFor(topic), 0, List.of(bytes("damaged")), null);
        try (ReceiveTask receiver = receive(context())) {
            await(() -> {
                assertThat(receiver.doWork()).isZero();
                assertThat(receiver.hasCaughtUp()).isFalse();
                return problems.stream().anyMatch(each -> each.contains("foreign or damaged"));
            });
        }
        assertThat(problems).filteredOn(each -> !each.contains("busy")).hasSize(1);
    }

    @Test
    void shouldShipWithoutTheRightToLookForTransactionsThatHang() throws ExecutionException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        new StateTopic(new KafkaClients(context())).require();
        final ShipContext user = broker.saslContext(topic, Broker.PASSWORD)
                .errorHandler(failure -> problems.add(String.valueOf(failure.getMessage())));
        final ResourcePattern pattern = new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL);
        try (Admin admin = broker.admin();
                Admin asked = new KafkaClients(user).admin()) {
            KafkaClients.result(admin.createAcls(List.of(new AclBinding(pattern, new AccessControlEntry(
                    "User:" + Broker.USER, "*", AclOperation.WRITE, AclPermissionType.ALLOW)))).all());
            await(() -> !mayRead(asked));
        }
        try (ShipTask sender = new KafkaCarrier().ship(user, recording.folder())) {
            shipAll(sender);
            try (Producer<byte[], byte[]> other = new KafkaClients(context()).producer(id())) {
                other.initTransactions();
            }
            // It connects again.
            recording.write(ROUND);
            shipAll(sender);
        }
        assertThat(problems).singleElement().asString().contains("does not allow to look for transactions that hang",
                "grant Read and Write on the topics " + topic + " and " + StateTopic.nameFor(topic));
        try (ReceiveTask receiver = receive(context())) {
            receiveAll(receiver);
        }
        requireReceived();
    }

    private boolean mayRead(final Admin asked) {
        try {
            KafkaClients.result(asked.describeProducers(List.of(new TopicPartition(topic, 0))).all());
            return true;
        } catch (final ExecutionException e) {
            return !(e.getCause() instanceof TopicAuthorizationException);
        }
    }

    /** What a sender would have sent in one transaction. */
    private record Shipped(List<byte[]> values, ShipRecord status) {}

    private Shipped poll() {
        new StateTopic(new KafkaClients(context())).require();
        final List<byte[]> values = new ArrayList<>();
        try (ShippedRecording shipped = new ShippedRecording(recording.folder(), "here", () -> 7, e -> {})) {
            shipped.resume(null);
            for (ShipRecord record = shipped.poll(); record != null; record = shipped.poll()) {
                values.add(record.encode());
            }
            return new Shipped(values, shipped.status(PARTITION));
        }
    }

    private List<SimpleRecord> records(final Shipped shipped) {
        return shipped.values.stream().map(value -> new SimpleRecord(StateTopic.key(id()), value)).toList();
    }

    /** By another producer, but with the key of the recording. */
    private void commit(final String name, final int partition, final List<byte[]> values, final Header header) {
        try (Producer<byte[], byte[]> other = new KafkaClients(context()).producer(OTHER)) {
            other.initTransactions();
            other.beginTransaction();
            values.forEach(each -> send(other, name, partition, each, header));
            other.commitTransaction();
        }
    }

    private void send(final Producer<byte[], byte[]> other, final String name, final int partition,
            final byte[] value, final Header header) {
        KafkaSender.send(other, new ProducerRecord<>(name, partition, null, StateTopic.key(id()), value,
                header == null ? List.of() : List.of(header)));
    }

    /** All records of the topic, as transactions have committed them. */
    private List<ConsumerRecord<byte[], byte[]>> consumed() {
        final List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer = new KafkaClients(context()).consumer()) {
            final List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition())).toList();
            final Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (ends.entrySet().stream().anyMatch(each -> consumer.position(each.getKey()) < each.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            }
        }
        return all;
    }

    /** More is shipped behind what hangs, and everything is received once. */
    private void requireShippedOnce() {
        recording.write(ROUND);
        try (ShipTask sender = ship(); ReceiveTask receiver = receive(context())) {
            shipAll(sender);
            receiveAll(receiver);
            assertThat(receiver.rejected()).isZero();
        }
        requireReceived();
        assertThat(problems).singleElement().asString().contains("had not informed a partition", id().toString());
    }

    @Test
    void shouldEndATransactionThatHangsOfASenderThatIsGone() throws ExecutionException, IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        new StateTopic(new KafkaClients(context())).require();
        final UUID gone = OTHER;
        hang(gone, List.of(), List.of(new SimpleRecord(bytes("1"), bytes("2"))), 0);
        try (ShipTask sender = ship(); ReceiveTask receiver = receive(context())) {
            shipAll(sender);
            receiveAll(receiver);
        }
        requireReceived();
        assertThat(problems).singleElement().asString().contains("had not informed a partition", gone.toString());
    }

    /** What a broker leaves behind that has not told partitions of the end of a transaction. */
    private void hang(final UUID recordingId, final List<SimpleRecord> records, final List<SimpleRecord> positions,
            final int partition) throws ExecutionException, IOException {
        try (Admin admin = broker.admin();
                Producer<byte[], byte[]> producer = new KafkaClients(context()).producer(recordingId)) {
            producer.initTransactions();
            final String transactionalId = "ringside-" + topic + "-" + recordingId;
            final TransactionDescription known = KafkaClients.result(
                    admin.describeTransactions(List.of(transactionalId)).description(transactionalId));
            verifyPartitions(admin, false);
            try {
                final Map<TopicPartition, List<SimpleRecord>> all = Map.of(new TopicPartition(topic, partition),
                        records, new TopicPartition(StateTopic.nameFor(topic), 0), positions);
                for (final Map.Entry<TopicPartition, List<SimpleRecord>> each : all.entrySet()) {
                    final SimpleRecord[] untold = each.getValue().toArray(new SimpleRecord[0]);
                    final long beginNs = System.nanoTime();
                    // The broker hears of its setting a little later.
                    while (untold.length > 0 && !UntoldRecords.append(broker.port(), transactionalId,
                            known.producerId(), (short) known.producerEpoch(), each.getKey(), untold)) {
                        requireTime(beginNs);
                    }
                }
            } finally {
                verifyPartitions(admin, true);
            }
            assertThat(known.state()).isEqualTo(TransactionState.EMPTY);
        }
    }

    private static void verifyPartitions(final Admin admin, final boolean verifies) throws ExecutionException {
        KafkaClients.result(admin.incrementalAlterConfigs(Map.of(
                new ConfigResource(ConfigResource.Type.BROKER, ""), List.of(new AlterConfigOp(new ConfigEntry(
                        "transaction.partition.verification.enable", String.valueOf(verifies)),
                        AlterConfigOp.OpType.SET))))
                .all());
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
