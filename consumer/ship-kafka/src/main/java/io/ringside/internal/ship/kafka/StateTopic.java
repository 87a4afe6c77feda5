package io.ringside.internal.ship.kafka;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/**
 * The topic beside that of the records: the last status of each recording by its id, and descriptions by names that
 * begin with the id. It is compacted, so that the last value of each key is kept. Stateless except for the clients.
 */
final class StateTopic {
    private static final String SUFFIX = ".state";
    private static final Duration POLL = Duration.ofMillis(200);
    /** Longest wait for open transactions. The broker ends those of killed senders within 10 s after their timeout. */
    static final long SETTLE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(45);
    /** Interval of the checks why a reader is waiting. */
    static final long LIST_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);

    /** Memory of an entry in addition to its value. */
    private static final int ENTRY_BYTES = 256;
    /** Maximum total size of the values in memory. */
    private static final long MAX_BYTES = 256L * 1024 * 1024;

    private static final long MADE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long MADE_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final KafkaClients clients;
    private final long settleTimeoutNs;
    /** Null for readers that write nothing, so they can only wait for hanging transactions. */
    private final @Nullable HangingTransactions hanging;
    private final String topic;
    private final String name;

    StateTopic(final KafkaClients clients) {
        this(clients, SETTLE_TIMEOUT_NS, null);
    }

    StateTopic(final KafkaClients clients, final long settleTimeoutNs, final @Nullable HangingTransactions hanging) {
        this.clients = clients;
        this.hanging = hanging;
        this.settleTimeoutNs = settleTimeoutNs;
        this.topic = clients.context().topic();
        this.name = nameFor(topic);
    }

    static String nameFor(final String topic) {
        return topic + SUFFIX;
    }

    static byte[] key(final UUID recordingId) {
        return recordingId.toString().getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] key(final UUID recordingId, final String description) {
        return (recordingId + "/" + description).getBytes(StandardCharsets.US_ASCII);
    }

    String name() {
        return name;
    }

    /** Creates both topics if they do not exist; returns the number of partitions of the topic of records. */
    int require() {
        try (Admin admin = clients.admin()) {
            // Excerpts can be larger than a broker's default limit.
            final Map<String, String> large = Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                    KafkaClients.MAX_REQUEST_BYTES);
            final TopicDescription records = make(admin, topic, Optional.empty(), Map.of(), large);
            make(admin, name, Optional.of(1),
                    Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT), large);
            requireCompacted(admin);
            return records.partitions().size();
        } catch (final ExecutionException e) {
            throw clients.failure("prepare the topics", e);
        }
    }

    /**
     * Creates a topic if it does not exist.
     *
     * @param partitions number of partitions, or empty for the broker's default
     * @param needed     settings without which the topic is unusable
     * @param wished     settings that a hosted broker may refuse because of its own limits
     */
    static TopicDescription make(final Admin admin, final String topic, final Optional<Integer> partitions,
            final Map<String, String> needed, final Map<String, String> wished) throws ExecutionException {
        try {
            return describe(admin, topic);
        } catch (final ExecutionException e) {
            if (!KafkaClients.isUnknownTopic(e)) {
                throw e;
            }
        }
        final Map<String, String> all = new HashMap<>(needed);
        all.putAll(wished);
        try {
            create(admin, new NewTopic(topic, partitions, Optional.empty()).configs(all));
        } catch (final ExecutionException e) {
            if (!(e.getCause() instanceof PolicyViolationException
                    || e.getCause() instanceof InvalidConfigurationException)) {
                throw e;
            }
            create(admin, new NewTopic(topic, partitions, Optional.empty()).configs(needed));
        }
        return describeNew(admin, topic);
    }

    private static void create(final Admin admin, final NewTopic wanted) throws ExecutionException {
        try {
            KafkaClients.result(admin.createTopics(List.of(wanted)).all());
        } catch (final ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    /** Waits for the description of a new topic, which other brokers may learn of a little later. */
    private static TopicDescription describeNew(final Admin admin, final String topic) throws ExecutionException {
        final long beginNs = System.nanoTime();
        while (true) {
            try {
                return describe(admin, topic);
            } catch (final ExecutionException e) {
                if (!KafkaClients.isUnknownTopic(e) || System.nanoTime() - beginNs > MADE_TIMEOUT_NS) {
                    throw e;
                }
            }
            LockSupport.parkNanos(MADE_INTERVAL_NS);
        }
    }

    static TopicDescription describe(final Admin admin, final String topic) throws ExecutionException {
        return Objects.requireNonNull(
                KafkaClients.result(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic));
    }

    /** Rejects a topic that would delete statuses because of their age, which causes recordings to be reshipped. */
    private void requireCompacted(final Admin admin) throws ExecutionException {
        final ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
        final String policy;
        try {
            policy = Objects.requireNonNull(
                    KafkaClients.result(admin.describeConfigs(List.of(resource)).all()).get(resource))
                    .get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
        } catch (final ExecutionException e) {
            if (clients.failure("read a topic's settings", e).code() == ErrorCode.ACCESS_DENIED) {
                // The topic exists, but reading its settings is not permitted; whoever created it is responsible for
                // them.
                return;
            }
            throw e;
        }
        if (!TopicConfig.CLEANUP_POLICY_COMPACT.equals(policy)) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "topic with the positions would lose them: topic="
                    + name + ", cleanup.policy=" + policy + ": set its cleanup.policy to compact");
        }
    }

    /**
     * Returns the last values, in the order in which they were written. Waits until all transactions that began before
     * the call have ended, so the result includes what every sender has committed by then.
     *
     * @param wanted selects keys
     * @throws RingsideException with {@link ErrorCode#LIMIT} if the values are too large for memory, or
     *                           {@link ErrorCode#TIMEOUT} if a transaction stays open
     */
    Map<String, byte[]> read(final Predicate<String> wanted) {
        return read(new Reading(wanted, MAX_BYTES));
    }

    /** Continues an earlier reading, reading new records only. */
    Map<String, byte[]> read(final Reading reading) {
        try (Admin admin = clients.admin()) {
            final TopicDescription described = describe(admin, name);
            reading.of(described.topicId().toString());
            try {
                read(admin, described, reading);
            } catch (final OffsetOutOfRangeException e) {
                // The next records have been deleted, so the last values are read from the beginning.
                reading.clear();
                read(admin, described, reading);
            }
        } catch (final ExecutionException e) {
            throw clients.failure("read the positions", e);
        }
        return reading.values;
    }

    private void read(final Admin admin, final TopicDescription described, final Reading reading)
            throws ExecutionException {
        final List<TopicPartition> open = new ArrayList<>();
        described.partitions().forEach(each -> open.add(new TopicPartition(name, each.partition())));
        final Map<TopicPartition, Long> ends = ends(admin, open, IsolationLevel.READ_UNCOMMITTED);
        try (Consumer<byte[], byte[]> consumer = clients.consumer()) {
            consumer.assign(open);
            for (final TopicPartition each : open) {
                final Long next = reading.next.get(each);
                if (next == null) {
                    consumer.seekToBeginning(List.of(each));
                } else {
                    consumer.seek(each, next);
                }
            }
            final long beginNs = System.nanoTime();
            long listedNs = beginNs;
            while (true) {
                for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    reading.add(record.key(), record.value());
                }
                open.forEach(each -> reading.next.put(each, consumer.position(each)));
                if (reading.isTooLarge()) {
                    reading.clear();
                    throw new RingsideException(ErrorCode.LIMIT, "topic has too many positions or descriptions: topic="
                            + name + ", maxBytes=" + reading.maxBytes + ": use another topic, and restrict who may "
                            + "write to it");
                }
                open.removeIf(each -> reading.next.getOrDefault(each, 0L) >= ends.getOrDefault(each, 0L));
                if (open.isEmpty()) {
                    return;
                }
                if (clients.context().interrupted().getAsBoolean()) {
                    throw new RingsideException(ErrorCode.TIMEOUT, "positions were not read to their end, because the "
                            + "command was interrupted: topic=" + name);
                }
                final long nowNs = System.nanoTime();
                if (nowNs - beginNs > settleTimeoutNs) {
                    throw unsettled(admin, open, reading, ends);
                }
                if (nowNs - listedNs > LIST_INTERVAL_NS) {
                    listedNs = nowNs;
                    // A broker that was not shut down cleanly may have lost the end of its log, so the ends can
                    // decrease.
                    ends(admin, open, IsolationLevel.READ_UNCOMMITTED)
                            .forEach((each, end) -> ends.merge(each, end, Math::min));
                    if (hanging != null) {
                        hanging.look(admin, open, null);
                    }
                }
            }
        }
    }

    /** Returns the ends of partitions, as readers of an isolation level see them. */
    static Map<TopicPartition, Long> ends(final Admin admin, final Collection<TopicPartition> partitions,
            final IsolationLevel level) throws ExecutionException {
        final Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(each -> latest.put(each, OffsetSpec.latest()));
        final Map<TopicPartition, Long> ends = new HashMap<>();
        KafkaClients.result(admin.listOffsets(latest, new ListOffsetsOptions(level)).all())
                .forEach((each, end) -> ends.put(each, end.offset()));
        return ends;
    }

    /**
     * Returns an exception whose message distinguishes between open transactions and a broker whose stable end lags
     * without any.
     */
    private RingsideException unsettled(final Admin admin, final List<TopicPartition> open, final Reading reading,
            final Map<TopicPartition, Long> ends) throws ExecutionException {
        return new RingsideException(ErrorCode.TIMEOUT, "positions cannot be read to their end: topic=" + name
                + ", read=" + open.stream().map(reading.next::get).toList() + ", stable="
                + ends(admin, open, IsolationLevel.READ_COMMITTED).values() + ", end="
                + open.stream().map(ends::get).toList() + ", openTransactions=" + openTransactions(admin, open)
                + ": wait until the transactions of other senders have ended; one that does not end is found by "
                + "'kafka-transactions.sh find-hanging'");
    }

    /** Returns the transactions that block readers, by producer and first offset. */
    static List<String> openTransactions(final Admin admin, final Collection<TopicPartition> partitions) {
        final List<String> found = new ArrayList<>();
        try {
            KafkaClients.result(admin.describeProducers(partitions).all()).values()
                    .forEach(each -> each.activeProducers().stream()
                            .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                            .forEach(producer -> found.add(producer.producerId() + "@"
                                    + producer.currentTransactionStartOffset().getAsLong())));
        } catch (final ExecutionException e) {
            found.add("unknown");
        }
        return found;
    }

    /** The values found by a reading, and the positions at which it continues. Not thread-safe. */
    static final class Reading {
        private final Predicate<String> wanted;
        private final long maxBytes;
        private final Map<String, byte[]> values = new LinkedHashMap<>();
        private final Map<TopicPartition, Long> next = new HashMap<>();
        private String topicId = "";
        private long bytes;

        /**
         * Creates a reading without values.
         *
         * @param wanted   selects keys
         * @param maxBytes maximum total size of the values
         */
        Reading(final Predicate<String> wanted, final long maxBytes) {
            this.wanted = wanted;
            this.maxBytes = maxBytes;
        }

        private void of(final String id) {
            if (!topicId.equals(id)) {
                clear();
                topicId = id;
            }
        }

        private void add(final byte @Nullable [] name, final byte @Nullable [] value) {
            final String key = name == null ? "" : new String(name, StandardCharsets.US_ASCII);
            if (!wanted.test(key)) {
                return;
            }
            final byte[] replaced = values.remove(key);
            bytes -= replaced == null ? 0 : replaced.length + ENTRY_BYTES;
            if (value != null) {
                values.put(key, value);
                bytes += value.length + ENTRY_BYTES;
            }
        }

        private boolean isTooLarge() {
            return bytes > maxBytes;
        }

        private void clear() {
            values.clear();
            next.clear();
            bytes = 0;
        }
    }
}
