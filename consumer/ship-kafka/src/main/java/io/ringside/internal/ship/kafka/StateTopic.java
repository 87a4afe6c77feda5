package io.ringside.internal.ship.kafka;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
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
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * The topic beside the one with the records: the last status of each recording by its id, and descriptions by names
 * that begin with it. Compacted, so that the last value of each key stays. Stateless but for the clients.
 */
final class StateTopic {
    private static final String SUFFIX = ".state";
    private static final Duration POLL = Duration.ofMillis(200);
    /** Transactions of senders that were killed are ended by then. */
    private static final long SETTLE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(90);

    /** What an entry costs beside its value. */
    private static final int ENTRY_BYTES = 256;
    /** Of values that are held at once. */
    private static final long MAX_BYTES = 256L * 1024 * 1024;

    private static final long MADE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long MADE_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final KafkaClients clients;
    private final String topic;
    private final String name;

    StateTopic(final KafkaClients clients) {
        this.clients = clients;
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

    /** Makes both topics, if they are not there; returns the number of partitions of the one with the records. */
    int require() {
        try (Admin admin = clients.admin()) {
            final TopicDescription records = make(admin, topic, Optional.empty(), Map.of());
            make(admin, name, Optional.of(1),
                    Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
            requireCompacted(admin);
            return records.partitions().size();
        } catch (final ExecutionException e) {
            throw clients.failure("prepare the topics", e);
        }
    }

    private static TopicDescription make(final Admin admin, final String topic, final Optional<Integer> partitions,
            final Map<String, String> settings) throws ExecutionException {
        try {
            return describe(admin, topic);
        } catch (final ExecutionException e) {
            if (!KafkaClients.isUnknownTopic(e)) {
                throw e;
            }
        }
        // Excerpts can be larger than what a broker takes by default.
        final Map<String, String> large = new HashMap<>(settings);
        large.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, KafkaClients.MAX_REQUEST_BYTES);
        try {
            create(admin, new NewTopic(topic, partitions, Optional.empty()).configs(large));
        } catch (final ExecutionException e) {
            if (!(e.getCause() instanceof PolicyViolationException
                    || e.getCause() instanceof InvalidConfigurationException)) {
                throw e;
            }
            // A hosted broker has a limit of its own.
            create(admin, new NewTopic(topic, partitions, Optional.empty()).configs(settings));
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

    /** A broker may hear of a new topic a little later than the one that has made it. */
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

    /** A status that is deleted for its age would have its recording shipped again. */
    private void requireCompacted(final Admin admin) throws ExecutionException {
        final ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
        final String policy;
        try {
            policy = Objects.requireNonNull(
                    KafkaClients.result(admin.describeConfigs(List.of(resource)).all()).get(resource))
                    .get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
        } catch (final ExecutionException e) {
            if (clients.failure("read a topic's settings", e).code() == ErrorCode.ACCESS_DENIED) {
                // Whoever made the topic, and lets nobody see how, has to have done it right.
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
     * The last values, in the order in which they were written. Waits until no transaction is open that was begun
     * before: what is read is what every sender until now has committed.
     *
     * @param wanted which keys
     * @throws RingsideException with {@link ErrorCode#LIMIT} if their values are too large to be held at once
     */
    Map<String, byte[]> read(final Predicate<String> wanted) {
        final Map<String, byte[]> values = new LinkedHashMap<>();
        long bytes = 0;
        try (Admin admin = clients.admin(); Consumer<byte[], byte[]> consumer = clients.consumer()) {
            final Map<TopicPartition, OffsetSpec> latest = new LinkedHashMap<>();
            describe(admin, name).partitions()
                    .forEach(each -> latest.put(new TopicPartition(name, each.partition()), OffsetSpec.latest()));
            final Map<TopicPartition, ListOffsetsResultInfo> ends = KafkaClients.result(admin.listOffsets(latest,
                    new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED)).all());
            consumer.assign(ends.keySet());
            consumer.seekToBeginning(ends.keySet());
            final List<TopicPartition> open = new ArrayList<>(ends.keySet());
            final long beginNs = System.nanoTime();
            while (!open.isEmpty()) {
                for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    final String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.US_ASCII);
                    if (wanted.test(key)) {
                        final byte[] replaced = values.remove(key);
                        bytes -= replaced == null ? 0 : replaced.length + ENTRY_BYTES;
                        if (record.value() != null) {
                            values.put(key, record.value());
                            bytes += record.value().length + ENTRY_BYTES;
                        }
                    }
                }
                if (bytes > MAX_BYTES) {
                    throw new RingsideException(ErrorCode.LIMIT, "topic has too many positions or descriptions: topic="
                            + name + ", maxBytes=" + MAX_BYTES + ": use another topic, and restrict who may write to "
                            + "it");
                }
                open.removeIf(each -> consumer.position(each) >= Objects.requireNonNull(ends.get(each)).offset());
                if (clients.context().interrupted().getAsBoolean()
                        || System.nanoTime() - beginNs > SETTLE_TIMEOUT_NS) {
                    throw new RingsideException(ErrorCode.TIMEOUT, "positions cannot be read to their end: topic="
                            + name + ", read=" + open.stream().map(consumer::position).toList() + ", end="
                            + open.stream().map(each -> Objects.requireNonNull(ends.get(each)).offset()).toList()
                            + ", openTransactions=" + openTransactions(admin, open)
                            + ": wait until the transactions of other senders have ended");
                }
            }
        } catch (final ExecutionException e) {
            throw clients.failure("read the positions", e);
        }
        return values;
    }

    /** Who keeps readers waiting, by producer and first offset. */
    private static List<String> openTransactions(final Admin admin, final List<TopicPartition> partitions) {
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
}
