package io.ringside.internal.ship.kafka;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.internal.ship.ShipStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/**
 * Ends transactions that hang: their coordinator has ended them, and a partition has not heard of it. A broker of
 * version 4.3 leaves out partitions that have no leader just then (KAFKA-20734), as all are for a moment after a crash
 * of the only replica's broker. Readers of the partition wait without end, and so would the next sender. What is open
 * there ends with the next transaction of the same producer that has a record in the partition. For one thread.
 */
final class HangingTransactions {
    /** Looks that must find the same: a sender that is alive has another transaction meanwhile. */
    private static final int LOOKS = 3;
    private static final Set<TransactionState> ENDED = Set.of(TransactionState.EMPTY,
            TransactionState.COMPLETE_COMMIT, TransactionState.COMPLETE_ABORT);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration CLOSE = Duration.ofSeconds(2);

    private final KafkaClients clients;
    private final String topic;
    private final String stateTopic;
    /** How often each was found, one look after the other. */
    private final Map<Hanging, Integer> found = new HashMap<>();

    /** Where transactions of a recording's sender are open that have ended. */
    private record Hanging(UUID recordingId, Map<TopicPartition, Long> open) {}

    HangingTransactions(final KafkaClients clients) {
        this.clients = clients;
        this.topic = clients.context().topic();
        this.stateTopic = StateTopic.nameFor(topic);
    }

    /**
     * Look whether transactions hang that keep a reader of positions waiting, and end those that were found before.
     * They may be of any sender of the topic.
     */
    void look(final Admin admin, final Collection<TopicPartition> waiting) throws ExecutionException {
        final List<Hanging> now;
        try {
            now = hanging(admin, waiting);
        } catch (final UnsupportedVersionException e) {
            // Such a broker writes down the end of each transaction.
            return;
        }
        found.keySet().retainAll(now);
        for (final Hanging each : now) {
            if (found.merge(each, 1, Integer::sum) >= LOOKS) {
                found.remove(each);
                end(each.recordingId);
            }
        }
    }

    /** What is open before and after its coordinator was asked, and has ended by what the coordinator says. */
    private List<Hanging> hanging(final Admin admin, final Collection<TopicPartition> partitions)
            throws ExecutionException {
        final Map<Long, Map<TopicPartition, Long>> before = open(admin, partitions);
        if (before.isEmpty()) {
            return List.of();
        }
        final Collection<TransactionListing> known = result(
                admin.listTransactions(new ListTransactionsOptions().filterProducerIds(before.keySet())).all());
        final Map<Long, Map<TopicPartition, Long>> after = open(admin, partitions);
        final List<Hanging> hanging = new ArrayList<>();
        for (final TransactionListing each : known) {
            final UUID recordingId = clients.recordingOf(each.transactionalId());
            final Map<TopicPartition, Long> open = after.get(each.producerId());
            if (recordingId != null && open != null && ENDED.contains(each.state())
                    && open.equals(before.get(each.producerId()))) {
                hanging.add(new Hanging(recordingId, open));
            }
        }
        return hanging;
    }

    /** Offsets at which transactions begin that are open, by partition and producer. */
    private static Map<Long, Map<TopicPartition, Long>> open(final Admin admin,
            final Collection<TopicPartition> partitions) throws ExecutionException {
        final Map<Long, Map<TopicPartition, Long>> open = new HashMap<>();
        result(admin.describeProducers(partitions).all()).forEach((partition, producers) -> producers.activeProducers()
                .forEach(each -> each.currentTransactionStartOffset().ifPresent(offset -> open
                        .computeIfAbsent(each.producerId(), id -> new HashMap<>()).put(partition, offset))));
        return open;
    }

    /** In the place of a sender that is gone. One that is not is ended by this, and tries again. */
    private void end(final UUID recordingId) {
        final Producer<byte[], byte[]> producer = clients.producer(recordingId);
        try {
            producer.initTransactions();
            end(producer, recordingId, null);
        } catch (final KafkaException e) {
            clients.context().errorHandler().onError(clients.failure("end a transaction that hangs", e));
        } finally {
            producer.close(CLOSE);
        }
    }

    /**
     * End what hangs of a recording.
     *
     * @param producer    of the recording, initialized and without a transaction
     * @param recordingId of the recording
     * @param last        gives the last status of the recording, if there is one; null where that cannot be read, and
     *                    nothing is ended but a transaction whose status is open, too
     */
    void end(final Producer<byte[], byte[]> producer, final UUID recordingId,
            final @Nullable Supplier<? extends @Nullable ShipStatus> last) {
        try (Admin admin = clients.admin()) {
            final List<TopicPartition> partitions = new ArrayList<>();
            for (final String name : List.of(topic, stateTopic)) {
                StateTopic.describe(admin, name).partitions()
                        .forEach(each -> partitions.add(new TopicPartition(name, each.partition())));
            }
            final String transactionalId = clients.transactionalId(recordingId);
            final long producerId = result(admin.describeTransactions(List.of(transactionalId))
                    .description(transactionalId)).producerId();
            final Map<TopicPartition, Long> open = open(admin, partitions).getOrDefault(producerId, Map.of());
            if (isStatusOpen(open)) {
                // Nobody has seen any of it: it is sent again.
                end(producer, recordingId, open, false);
            } else if (!open.isEmpty() && last != null) {
                end(producer, recordingId, open, wasCommitted(recordingId, open, last));
            }
        } catch (final ExecutionException e) {
            throw clients.failure("look for transactions that hang", e);
        } catch (final UnsupportedVersionException e) {
            // Such a broker writes down the end of each transaction.
            return;
        }
    }

    private void end(final Producer<byte[], byte[]> producer, final UUID recordingId,
            final Map<TopicPartition, Long> open, final boolean commits) {
        producer.beginTransaction();
        open.keySet().forEach(each -> KafkaSender.send(producer,
                new ProducerRecord<>(each.topic(), each.partition(), StateTopic.key(recordingId), null)));
        if (commits) {
            producer.commitTransaction();
        } else {
            producer.flush();
            producer.abortTransaction();
        }
        clients.context().errorHandler().onError(new RingsideException(ErrorCode.TIMEOUT, "broker had not told a "
                + "partition that a transaction has ended, so its readers were waiting; it is "
                + (commits ? "committed" : "rolled back, and sent again,") + " now: recording=" + recordingId
                + ", partitions=" + open));
    }

    private boolean isStatusOpen(final Map<TopicPartition, Long> open) {
        return open.keySet().stream().anyMatch(each -> each.topic().equals(stateTopic));
    }

    /** Where the status was committed, records that it counts were committed, too. */
    private boolean wasCommitted(final UUID recordingId, final Map<TopicPartition, Long> open,
            final Supplier<? extends @Nullable ShipStatus> last) {
        final ShipStatus status = last.get();
        if (status == null) {
            return false;
        }
        for (final Map.Entry<TopicPartition, Long> each : open.entrySet()) {
            final ConsumerRecord<byte[], byte[]> first = first(recordingId, each.getKey(), each.getValue());
            if (first != null && isCounted(first, status)) {
                return true;
            }
        }
        return false;
    }

    private boolean isCounted(final ConsumerRecord<byte[], byte[]> first, final ShipStatus status) {
        final byte[] value = first.value();
        if (clients.context().isLines() || value == null) {
            return TimeUnit.MILLISECONDS.toNanos(first.timestamp()) <= status.record().wallNs();
        }
        return ShipRecord.decode(value).sequence() < status.record().sequence();
    }

    /** The first record of an open transaction; null if it is gone. */
    private @Nullable ConsumerRecord<byte[], byte[]> first(final UUID recordingId, final TopicPartition partition,
            final long offset) {
        try (Consumer<byte[], byte[]> consumer = clients.uncommittedConsumer()) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, offset);
            final long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                if (clients.context().interrupted().getAsBoolean()) {
                    throw new RingsideException(ErrorCode.TIMEOUT, "search for a transaction that hangs was "
                            + "interrupted: recording=" + recordingId + ", partition=" + partition
                            + ": the next sender ends it");
                }
                for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (record.key() != null
                            && new String(record.key(), StandardCharsets.US_ASCII).equals(recordingId.toString())) {
                        return record;
                    }
                }
            }
            return null;
        }
    }

    /** Of an admin client; what its broker does not know is said as it is. */
    private static <T> T result(final Future<T> asked) throws ExecutionException {
        try {
            return KafkaClients.result(asked);
        } catch (final ExecutionException e) {
            if (e.getCause() instanceof final UnsupportedVersionException unsupported) {
                throw unsupported;
            }
            throw e;
        }
    }
}
