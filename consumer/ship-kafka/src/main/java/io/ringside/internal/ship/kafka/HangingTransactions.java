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
 * Ends hanging transactions: their coordinator has ended them, but a partition was not informed. A broker of version
 * 4.3 leaves out partitions without a leader at that moment (KAFKA-20734), which are all partitions for a moment after
 * a crash of the only replica's broker. Readers of such a partition wait forever, and so would the next sender. The
 * open transaction ends with the next transaction of the same producer that has a record in the partition. Not
 * thread-safe.
 */
final class HangingTransactions {
    /** Header of a record without a value whose only purpose is to end a transaction. */
    static final String END_HEADER = "end";
    /**
     * Header with a sequence. For a line, it is the sequence of the record that the line was made from; for a status,
     * the sequence of the last line before it.
     */
    static final String SEQUENCE_HEADER = "sequence";
    /** Sequence of a transaction without lines. */
    static final long NO_SEQUENCE = -1;

    private static final long UNKNOWN_SEQUENCE = -2;
    /** Checks that must find the same transaction; a living sender would have begun another one by then. */
    private static final int LOOKS = 3;
    private static final Set<TransactionState> ENDED = Set.of(TransactionState.EMPTY,
            TransactionState.COMPLETE_COMMIT, TransactionState.COMPLETE_ABORT);
    private static final Duration POLL = Duration.ofMillis(200);
    /** Time before their status from which records are searched, because clocks can be set. */
    private static final long MARGIN_MS = TimeUnit.MINUTES.toMillis(5);
    private static final long AGAIN_NS = TimeUnit.MINUTES.toNanos(5);
    private static final Duration CLOSE = Duration.ofSeconds(2);

    private final KafkaClients clients;
    private final String topic;
    private final String stateTopic;
    /** Number of consecutive checks that have found each transaction. */
    private final Map<Hanging, Integer> found = new HashMap<>();
    /** Whether a missing permission was reported. */
    private boolean denied;
    /** Transactions that could not be ended, and the time of the next attempt; a living sender has another by then. */
    private final Map<Hanging, Long> postponed = new HashMap<>();

    /**
     * A status whose transaction is open.
     *
     * @param consumed the record in the topic of statuses
     * @param records  partition of the records that the status counts
     * @param last     sequence of the last of these records, or {@link #NO_SEQUENCE}
     */
    private record OpenStatus(ConsumerRecord<byte[], byte[]> consumed, TopicPartition records, long last) {}

    /** The transactions of a recording's sender that have ended but are open in partitions, as offsets by partition. */
    private record Hanging(UUID recordingId, Map<TopicPartition, Long> open) {}

    HangingTransactions(final KafkaClients clients) {
        this.clients = clients;
        this.topic = clients.context().topic();
        this.stateTopic = StateTopic.nameFor(topic);
    }

    /**
     * Searches for hanging transactions that block readers, and ends those that previous checks have found, too. They
     * may belong to any sender of the topic.
     *
     * @param waiting partitions whose readers are blocked
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
            // Such an old broker stores the end of each transaction reliably.
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

    /** Reports a missing permission and gives up the search; other work continues. */
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

    /** Returns the offsets at which open transactions begin, by producer and partition. */
    private static Map<Long, Map<TopicPartition, Long>> open(final Admin admin,
            final Collection<TopicPartition> partitions) throws ExecutionException {
        final Map<Long, Map<TopicPartition, Long>> open = new HashMap<>();
        result(admin.describeProducers(partitions).all()).forEach((partition, producers) -> producers.activeProducers()
                .forEach(each -> each.currentTransactionStartOffset().ifPresent(offset -> open
                        .computeIfAbsent(each.producerId(), id -> new HashMap<>()).put(partition, offset))));
        return open;
    }

    /** Ends a transaction for a sender that is assumed dead. If it is alive, this fences it, and it reconnects. */
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
            // A damaged status, or an interruption of the command, must not affect other recordings.
            if (postponed.put(hanging, System.nanoTime() + AGAIN_NS) == null) {
                clients.context().errorHandler().onError(clients.failure("end a transaction that hangs", e));
            }
        }
    }

    /**
     * Ends the hanging transactions of a recording.
     *
     * @param producer    producer of the recording, initialized and without a transaction
     * @param recordingId of the recording
     * @param last        returns the last status of a recording, or null if there is none; null if statuses cannot be
     *                    read, in which case only a transaction whose status is open, too, is ended
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
            // Such an old broker stores the end of each transaction reliably.
            return;
        } catch (final AuthorizationException e) {
            denied(e);
        }
    }

    /** Commits if a status is given. Otherwise rolls back: no reader has seen the records, and they are sent again. */
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
     * Returns the last open status if the records that it counts were committed, because status and records are in one
     * transaction. Returns null if they were rolled back, or if that cannot be determined.
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
        // The last status includes all before it. A status without records of its own does not prove that the earlier
        // ones were committed.
        final OpenStatus last = found.get(found.size() - 1);
        found.removeIf(each -> each.last == NO_SEQUENCE);
        final OpenStatus proof = found.isEmpty() ? null : found.get(found.size() - 1);
        return proof == null || (partitions.contains(proof.records) && areCommitted(recordingId, proof)) ? last : null;
    }

    /** Decodes a status; null if it is none, or lacks the sequence of the last record that it counts. */
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

    /** Waits, as long as transactions can be open, for those before a record; returns whether it was committed. */
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

    /** Returns whether the open transaction was committed: the last committed status then counts its records. */
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

    /** Whether a status counts a record. Lines of older senders have no sequence, so their time decides. */
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
     * Reads the records of a recording from an offset to the current end, committed or not.
     *
     * @param isLast receives each record; returns true to stop reading
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
     * Returns the result of an admin client. If the request failed because the broker does not support or permit it,
     * throws that exception itself.
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
