package io.ringside.internal.ship.kafka;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.ship.ShipContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Ends transactions that hang: their coordinator has ended them, and a partition has not heard of it. A broker of
 * version 4.3 leaves out partitions that have no leader just then (KAFKA-20734), as all are for a moment after a crash
 * of the only replica's broker. Readers of the partition wait without end, and so would the next sender. An open
 * transaction there ends with the next transaction of the same producer that has a record in the partition. For one
 * thread.
 */
final class HangingTransactions {
    /** Header of a record that only ends a transaction, and has no value. */
    static final String END_HEADER = "end";
    /**
     * Header with a sequence. For a line, it is that of the record from which the line is made; for a status, that of
     * the last line before it.
     */
    static final String SEQUENCE_HEADER = "sequence";
    /** Sequence of a transaction without lines. */
    static final long NO_SEQUENCE = -1;

    private static final long UNKNOWN_SEQUENCE = -2;
    /** Looks that must find the same: a sender that is alive has another transaction meanwhile. */
    private static final int LOOKS = 3;
    private static final Set<TransactionState> ENDED = Set.of(TransactionState.EMPTY,
            TransactionState.COMPLETE_COMMIT, TransactionState.COMPLETE_ABORT);
    private static final Duration POLL = Duration.ofMillis(200);
    /** Records are searched from so long before their status on, as clocks can be set. */
    private static final long MARGIN_MS = TimeUnit.MINUTES.toMillis(5);
    private static final long AGAIN_NS = TimeUnit.MINUTES.toNanos(5);
    private static final Duration CLOSE = Duration.ofSeconds(2);

    private final KafkaClients clients;
    private final String topic;
    private final String stateTopic;
    /** Number of consecutive checks that have found each one. */
    private final Map<Hanging, Integer> found = new HashMap<>();
    /** Whether it was said that a right is missing. */
    private boolean denied;
    /** Transactions that could not be ended, and the time of the next attempt, at which a live sender begins anew. */
    private final Map<Hanging, Long> postponed = new HashMap<>();

    /**
     * A status whose transaction is open.
     *
     * @param consumed of the topic of positions
     * @param records  partition of the records that it counts
     * @param last     sequence of the last one of them, or {@link #NO_SEQUENCE}
     */
    private record OpenStatus(ConsumerRecord<byte[], byte[]> consumed, TopicPartition records, long last) {}

    /** Partitions in which transactions of a recording's sender are open that have ended, with their offsets. */
    private record Hanging(UUID recordingId, Map<TopicPartition, Long> open) {}

    HangingTransactions(final KafkaClients clients) {
        this.clients = clients;
        this.topic = clients.context().topic();
        this.stateTopic = StateTopic.nameFor(topic);
    }

    /**
     * Look whether transactions hang that keep a reader waiting, and end those that were found before. They may be of
     * any sender of the topic.
     *
     * @param waiting partitions whose reader is waiting
     * @param last    as for {@link #end(Producer, UUID, Function)}
     */
    void look(final Admin admin, final Collection<TopicPartition> waiting,
            final @Nullable Function<UUID, @Nullable ShipStatus> last) throws ExecutionException {
        if (denied) {
            return;
        }
        final List<Hanging> now;
        try {
            now = hanging(admin, waiting);
        } catch (final UnsupportedVersionException e) {
            // Such a broker writes down the end of each transaction.
            return;
        } catch (final AuthorizationException e) {
            denied(e);
            return;
        }
        found.keySet().retainAll(now);
        postponed.keySet().retainAll(now);
        final long nowNs = System.nanoTime();
        for (final Hanging each : now) {
            if (found.merge(each, 1, Integer::sum) >= LOOKS
                    && nowNs - postponed.getOrDefault(each, nowNs) >= 0) {
                found.remove(each);
                end(each, last);
            }
        }
    }

    /** Work continues without the search. */
    private void denied(final AuthorizationException reason) {
        if (denied) {
            return;
        }
        denied = true;
        clients.context().errorHandler().onError(new RingsideException(ErrorCode.ACCESS_DENIED, "broker does not "
                + "allow to look for transactions that hang, or to end one, so readers may wait for it: address="
                + clients.context().address() + ", reason=" + reason.getMessage() + ": have its operator grant Read "
                + "and Write on the topics " + topic + " and " + stateTopic + ", and Write on transactional ids that "
                + "begin with " + clients.transactionalIdPrefix(), reason));
    }

    /**
     * Returns the transactions that are open both before and after the coordinator was asked, and that have ended
     * according to the coordinator.
     */
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
    private void end(final Hanging hanging, final @Nullable Function<UUID, @Nullable ShipStatus> last) {
        try {
            final Producer<byte[], byte[]> producer = clients.producer(hanging.recordingId);
            try {
                producer.initTransactions();
                end(producer, hanging.recordingId, last);
            } finally {
                producer.close(CLOSE);
            }
        } catch (final AuthorizationException e) {
            denied(e);
        } catch (final KafkaException | RingsideException e) {
            // A position that is damaged, or an end of the command, is of no concern to other recordings.
            if (postponed.put(hanging, System.nanoTime() + AGAIN_NS) == null) {
                clients.context().errorHandler().onError(clients.failure("end a transaction that hangs", e));
            }
        }
    }

    /**
     * End what hangs of a recording.
     *
     * @param producer    of the recording, initialized and without a transaction
     * @param recordingId of the recording
     * @param last        gives the last status of a recording, if there is one; null where that cannot be read, and
     *                    nothing is ended but a transaction whose status is open, too
     */
    void end(final Producer<byte[], byte[]> producer, final UUID recordingId,
            final @Nullable Function<UUID, @Nullable ShipStatus> last) {
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
            if (open.keySet().stream().anyMatch(each -> each.topic().equals(stateTopic))) {
                end(producer, recordingId, open, committedStatus(recordingId, open, partitions));
            } else if (!open.isEmpty() && last != null) {
                end(producer, recordingId, open, wasCommitted(recordingId, open, last.apply(recordingId)), null);
            }
        } catch (final ExecutionException e) {
            throw clients.failure("look for transactions that hang", e);
        } catch (final UnsupportedVersionException e) {
            // Such a broker writes down the end of each transaction.
            return;
        } catch (final AuthorizationException e) {
            denied(e);
        }
    }

    /** Without a status that is to be committed, nobody has seen any of it: it is sent again. */
    private void end(final Producer<byte[], byte[]> producer, final UUID recordingId,
            final Map<TopicPartition, Long> open, final @Nullable OpenStatus status) {
        end(producer, recordingId, open, status != null, status);
    }

    private void end(final Producer<byte[], byte[]> producer, final UUID recordingId,
            final Map<TopicPartition, Long> open, final boolean commits, final @Nullable OpenStatus status) {
        producer.beginTransaction();
        for (final TopicPartition each : open.keySet()) {
            final byte[] key = each.topic().equals(stateTopic)
                    ? StateTopic.key(recordingId, END_HEADER)
                    : StateTopic.key(recordingId);
            KafkaSender.send(producer, new ProducerRecord<>(each.topic(), each.partition(), null, key, null,
                    List.of(new RecordHeader(END_HEADER, new byte[0]))));
        }
        if (status != null) {
            KafkaSender.send(producer, new ProducerRecord<>(stateTopic, status.consumed.partition(), null,
                    status.consumed.key(), status.consumed.value(), status.consumed.headers()));
        }
        if (commits) {
            producer.commitTransaction();
        } else {
            producer.flush();
            producer.abortTransaction();
        }
        clients.context().errorHandler().onError(new RingsideException(ErrorCode.TIMEOUT, "broker had not informed a "
                + "partition that a transaction has ended, so its readers were waiting; it is "
                + (commits ? "committed" : "rolled back, and sent again,") + " now: recording=" + recordingId
                + ", partitions=" + open));
    }

    /**
     * The last status that is open, if the records that it counts were committed: they are in one transaction. Null if
     * they were rolled back, or that cannot be seen.
     */
    private @Nullable OpenStatus committedStatus(final UUID recordingId, final Map<TopicPartition, Long> open,
            final Collection<TopicPartition> partitions) {
        if (!open.keySet().stream().allMatch(each -> each.topic().equals(stateTopic))) {
            return null;
        }
        final List<OpenStatus> found = new ArrayList<>();
        open.forEach((partition, offset) -> scan(recordingId, partition, offset, record -> {
            final OpenStatus status = status(recordingId, record);
            if (status != null) {
                found.add(status);
            }
            return false;
        }));
        if (found.isEmpty()) {
            return null;
        }
        // The last status says all; one without records of its own says nothing about those before it.
        final OpenStatus last = found.get(found.size() - 1);
        found.removeIf(each -> each.last == NO_SEQUENCE);
        final OpenStatus proof = found.isEmpty() ? null : found.get(found.size() - 1);
        return proof == null || (partitions.contains(proof.records) && areCommitted(recordingId, proof)) ? last : null;
    }

    /** Null if the record is none, or does not say which record is the last one that it counts. */
    private @Nullable OpenStatus status(final UUID recordingId, final ConsumerRecord<byte[], byte[]> consumed) {
        final byte[] value = consumed.value();
        if (value == null) {
            return null;
        }
        try {
            final ShipStatus status = ShipStatus.decode(ShipRecord.decode(value));
            ShipRecord.require(status.record().recordingId().equals(recordingId), "recording");
            final Header header = consumed.headers().lastHeader(SEQUENCE_HEADER);
            final long last = header == null && clients.context().format() == ShipContext.Format.RINGSIDE
                    ? status.record().sequence() - 1
                    : sequence(header);
            return last < NO_SEQUENCE
                    ? null
                    : new OpenStatus(consumed, new TopicPartition(topic, status.partition()), last);
        } catch (final RingsideException e) {
            return null;
        }
    }

    private boolean areCommitted(final UUID recordingId, final OpenStatus status) {
        final long from;
        try (Consumer<byte[], byte[]> consumer = clients.uncommittedConsumer()) {
            final OffsetAndTimestamp first = consumer.offsetsForTimes(
                    Map.of(status.records, Math.max(status.consumed.timestamp() - MARGIN_MS, 0))).get(status.records);
            if (first == null) {
                return false;
            }
            from = first.offset();
        }
        final List<Long> offsets = new ArrayList<>();
        scan(recordingId, status.records, from, record -> {
            if (sequence(record) == status.last) {
                offsets.add(record.offset());
            }
            return false;
        });
        return !offsets.isEmpty() && isCommitted(recordingId, status.records, offsets.get(offsets.size() - 1));
    }

    /** Waits for the transactions of other senders before it, as long as they can be open. */
    private boolean isCommitted(final UUID recordingId, final TopicPartition partition, final long offset) {
        try (Consumer<byte[], byte[]> consumer = clients.consumer()) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, offset);
            final long beginNs = System.nanoTime();
            while (consumer.position(partition) <= offset
                    && System.nanoTime() - beginNs < StateTopic.SETTLE_TIMEOUT_NS) {
                requireUninterrupted(recordingId, partition);
                for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (record.offset() == offset) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    /** Returns whether the open transaction was committed: the last committed status counts its records. */
    private boolean wasCommitted(final UUID recordingId, final Map<TopicPartition, Long> open,
            final @Nullable ShipStatus last) {
        if (last == null) {
            return false;
        }
        final List<ConsumerRecord<byte[], byte[]>> firsts = new ArrayList<>();
        open.forEach((partition, offset) -> scan(recordingId, partition, offset, record -> {
            final boolean isOurs = clients.context().format() != ShipContext.Format.RINGSIDE
                    || sequence(record) != UNKNOWN_SEQUENCE;
            if (isOurs) {
                firsts.add(record);
            }
            return isOurs;
        }));
        return firsts.stream().anyMatch(each -> isCounted(each, last));
    }

    /** Lines of older senders have no sequence: they were sent before their status. */
    static boolean isCounted(final ConsumerRecord<byte[], byte[]> first, final ShipStatus status) {
        final long sequence = sequence(first);
        return sequence == UNKNOWN_SEQUENCE
                ? TimeUnit.MILLISECONDS.toNanos(first.timestamp()) <= status.record().wallNs()
                : sequence < status.record().sequence();
    }

    private static long sequence(final ConsumerRecord<byte[], byte[]> record) {
        final Header header = record.headers().lastHeader(SEQUENCE_HEADER);
        final byte[] value = record.value();
        if (header != null || value == null) {
            return sequence(header);
        }
        try {
            return ShipRecord.decode(value).sequence();
        } catch (final RingsideException e) {
            return UNKNOWN_SEQUENCE;
        }
    }

    private static long sequence(final @Nullable Header header) {
        if (header == null || header.value() == null) {
            return UNKNOWN_SEQUENCE;
        }
        try {
            return Long.parseLong(new String(header.value(), StandardCharsets.US_ASCII));
        } catch (final NumberFormatException e) {
            return UNKNOWN_SEQUENCE;
        }
    }

    static Header sequenceHeader(final long sequence) {
        return new RecordHeader(SEQUENCE_HEADER, Long.toString(sequence).getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Reads records of a recording from an offset to what is the end now, committed or not.
     *
     * @param isLast takes a record, and says whether it is enough
     */
    private void scan(final UUID recordingId, final TopicPartition partition, final long offset,
            final Predicate<ConsumerRecord<byte[], byte[]>> isLast) {
        final byte[] key = StateTopic.key(recordingId);
        try (Consumer<byte[], byte[]> consumer = clients.uncommittedConsumer()) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, offset);
            final long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            long movedNs = System.nanoTime();
            for (long before = offset, at = offset; at < end; at = consumer.position(partition)) {
                requireUninterrupted(recordingId, partition);
                movedNs = at > before ? System.nanoTime() : movedNs;
                before = at;
                if (System.nanoTime() - movedNs > StateTopic.SETTLE_TIMEOUT_NS) {
                    throw new RingsideException(ErrorCode.TIMEOUT, "records cannot be read: partition=" + partition
                            + ", offset=" + at + ", end=" + end + ": the topic was deleted, or has lost its end; "
                            + "it is tried again");
                }
                for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (Arrays.equals(record.key(), key) && isLast.test(record)) {
                        return;
                    }
                }
            }
        }
    }

    private void requireUninterrupted(final UUID recordingId, final TopicPartition partition) {
        if (clients.context().interrupted().getAsBoolean()) {
            throw new RingsideException(ErrorCode.TIMEOUT, "search for a transaction that hangs was interrupted: "
                    + "recording=" + recordingId + ", partition=" + partition + ": the next sender ends it");
        }
    }

    /**
     * Returns the result of an admin client; a failure because the broker does not support or allow the request is
     * thrown as it is.
     */
    private static <T> T result(final Future<T> asked) throws ExecutionException {
        try {
            return KafkaClients.result(asked);
        } catch (final ExecutionException e) {
            if (e.getCause() instanceof final UnsupportedVersionException unsupported) {
                throw unsupported;
            }
            if (e.getCause() instanceof final AuthorizationException forbidden) {
                throw forbidden;
            }
            throw e;
        }
    }
}
