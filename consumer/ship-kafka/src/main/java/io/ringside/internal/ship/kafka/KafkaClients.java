package io.ringside.internal.ship.kafka;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.ship.ShipContext;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Creates clients with the user's properties, and translates failures. Stateless, except for whether it connected. */
final class KafkaClients {
    /** Maximum size of a sent record. */
    static final String MAX_REQUEST_BYTES = Integer.toString(16 * 1024 * 1024);
    private static final String BUFFER_BYTES = Integer.toString(64 * 1024 * 1024);
    private static final String FETCH_BYTES = Integer.toString(4 * 1024 * 1024);
    private static final String API_TIMEOUT_MS = "10000";
    private static final String REQUEST_TIMEOUT_MS = "8000";
    private static final String DELIVERY_TIMEOUT_MS = "20000";
    private static final String TRANSACTION_TIMEOUT_MS = "30000";
    private static final String REPLICAS = "transaction.state.log.replication.factor";
    private static final int CAUSES_MAX = 8;

    private static final Set<String> FIXED = Set.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG, ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
            ConsumerConfig.GROUP_ID_CONFIG, ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG);

    private final ShipContext context;
    private boolean connected;

    KafkaClients(final ShipContext context) {
        this.context = context;
    }

    /** Rejects properties that would lose records, and reports properties that have no effect. */
    void checkProperties() {
        final Set<String> fixed = new TreeSet<>(context.properties().stringPropertyNames());
        fixed.retainAll(FIXED);
        if (!fixed.isEmpty()) {
            context.errorHandler().onError(new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "these properties have fixed values, so the given ones are not used: names=" + fixed
                            + ": leave them out"));
        }
        final Set<String> unknown = new TreeSet<>(context.properties().stringPropertyNames());
        Stream.of(ProducerConfig.configNames(), ConsumerConfig.configNames(), AdminClientConfig.configNames())
                .forEach(unknown::removeAll);
        final String acks = context.properties().getProperty(ProducerConfig.ACKS_CONFIG, "all");
        if (!acks.equals("all") && !acks.equals("-1")) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "property would lose records: acks=" + acks
                    + ": leave it out, all replicas acknowledge each transaction");
        }
        if (!unknown.isEmpty()) {
            context.errorHandler().onError(new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "Kafka's clients do not know these properties: names=" + unknown + ": check their names"));
        }
    }

    ShipContext context() {
        return context;
    }

    /** Records that the broker was reached, so its name is valid even if it cannot be resolved temporarily. */
    void connected() {
        connected = true;
    }

    boolean isConnected() {
        return connected;
    }

    Admin admin() {
        final Properties all = properties(Map.of(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, API_TIMEOUT_MS,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS));
        return Admin.create(all);
    }

    /**
     * Rejects a broker that can never store transactions, because their topic requires more replicas than there are
     * brokers. To senders, such a broker only reports that it is not ready.
     */
    void requireTransactions() {
        try (Admin admin = admin()) {
            if (result(admin.listTopics(new ListTopicsOptions().listInternal(true)).names())
                    .contains("__transaction_state")) {
                return;
            }
            final Collection<Node> brokers = result(admin.describeCluster().nodes());
            final ConfigResource first = new ConfigResource(ConfigResource.Type.BROKER,
                    brokers.iterator().next().idString());
            final ConfigEntry replicas = Objects
                    .requireNonNull(result(admin.describeConfigs(List.of(first)).all()).get(first)).get(REPLICAS);
            if (replicas != null && Integer.parseInt(replicas.value()) > brokers.size()) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "broker cannot keep transactions: address="
                        + context.address() + ", " + REPLICAS + '=' + replicas.value() + ", brokers=" + brokers.size()
                        + ": set it, and transaction.state.log.min.isr, to the number of brokers at most");
            }
        } catch (final ExecutionException e) {
            // The broker is unreachable, or does not permit the request.
        }
    }

    /** Returns an unassigned consumer that reads committed records only. */
    Consumer<byte[], byte[]> consumer() {
        return consumer("read_committed");
    }

    /** Returns an unassigned consumer that also reads records that may still be rolled back. */
    Consumer<byte[], byte[]> uncommittedConsumer() {
        return consumer("read_uncommitted");
    }

    private Consumer<byte[], byte[]> consumer(final String isolation) {
        final Properties all = properties(Map.of(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, API_TIMEOUT_MS,
                ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS,
                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES,
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "200"));
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation);
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        // An offset that no longer exists may belong to a deleted topic, so it must not be replaced silently.
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        all.remove(ConsumerConfig.GROUP_ID_CONFIG);
        return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Returns a producer that fences every other producer of the same recording. */
    Producer<byte[], byte[]> producer(final UUID recordingId) {
        final Map<String, String> defaults = new HashMap<>();
        defaults.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, API_TIMEOUT_MS);
        defaults.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
        defaults.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS);
        defaults.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MS);
        defaults.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
        defaults.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        final Properties all = properties(defaults);
        all.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId(recordingId));
        all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Returns the transactional id of the producers of a recording. */
    String transactionalId(final UUID recordingId) {
        return transactionalIdPrefix() + recordingId;
    }

    String transactionalIdPrefix() {
        return "ringside-" + context.topic() + "-";
    }

    /** Returns the recording of a producer's transactional id; null if it is of no recording in this topic. */
    @Nullable
    UUID recordingOf(final String transactionalId) {
        final String prefix = transactionalIdPrefix();
        try {
            return transactionalId.startsWith(prefix)
                    ? UUID.fromString(transactionalId.substring(prefix.length()))
                    : null;
        } catch (final IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns a producer for small messages, which are sent at once and may be lost. */
    Producer<byte[], byte[]> messageProducer() {
        final Properties all = properties(Map.of(ProducerConfig.MAX_BLOCK_MS_CONFIG, API_TIMEOUT_MS,
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS));
        all.put(ProducerConfig.LINGER_MS_CONFIG, "0");
        // A repeated message must not be duplicated, because acknowledgements are counted.
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        all.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
        return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Returns the user's properties, with defaults for absent ones, and the servers from the address. */
    private Properties properties(final Map<String, String> defaults) {
        final Properties all = new Properties();
        all.putAll(defaults);
        all.putAll(context.properties());
        all.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, context.servers());
        return all;
    }

    /** Waits for the result of an admin client. */
    static <T> T result(final Future<T> asked) throws ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return asked.get();
                } catch (final InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the exception for a failure, with {@link ErrorCode#TIMEOUT} if the failure may be temporary. */
    RingsideException failure(final String action, final Throwable failed) {
        final String where = ": address=" + context.address() + ", reason=";
        Throwable cause = failed;
        for (int depth = 0; depth < CAUSES_MAX && cause != null; depth++) {
            final String reason = where + cause.getMessage() + ": ";
            if (cause instanceof final RingsideException known) {
                return known;
            } else if (cause instanceof SslAuthenticationException) {
                return new RingsideException(ErrorCode.ACCESS_DENIED, "TLS connection to the broker is not trusted: "
                        + "address=" + context.address() + ", reason=" + innermost(cause).getMessage()
                        + ": give the broker's certificate with ssl.truststore.location, and the name for which it was "
                        + "issued in the address", failed);
            } else if (cause instanceof AuthenticationException) {
                return new RingsideException(ErrorCode.ACCESS_DENIED, "broker rejects the credentials" + reason
                        + "correct them with --property or --properties", failed);
            } else if (cause instanceof AuthorizationException) {
                return new RingsideException(ErrorCode.ACCESS_DENIED, "broker does not allow to " + action + reason
                        + "have its operator grant access to the topics " + context.topic() + " and "
                        + StateTopic.nameFor(context.topic()) + ", and to transactional ids that begin with "
                        + transactionalIdPrefix(),
                        failed);
            } else if (cause instanceof RecordTooLargeException) {
                return new RingsideException(ErrorCode.LIMIT, "broker rejects a record for its size" + reason
                        + "raise the topic's max.message.bytes, or compress with --property compression.type=zstd",
                        failed);
            } else if (connected && isUnresolvable(cause)) {
                break;
            } else if (cause instanceof ConfigException || cause instanceof InvalidTopicException) {
                return new RingsideException(ErrorCode.INVALID_ARGUMENT, "Kafka's client rejects a setting" + reason
                        + "correct the address or the properties", failed);
            } else if (cause instanceof UnsupportedVersionException) {
                return new RingsideException(ErrorCode.LAYOUT, "broker is too old" + reason
                        + "use Kafka 2.5 or newer, with transactions", failed);
            } else if (cause instanceof UnknownTopicOrPartitionException) {
                return new RingsideException(ErrorCode.NOT_FOUND, "topic does not exist" + reason
                        + "ship to it first, or create it", failed);
            }
            cause = cause.getCause();
        }
        return new RingsideException(ErrorCode.TIMEOUT, "cannot " + action + ", broker is unreachable or busy" + where
                + failed.getMessage() + ": check the address, and that the broker is running", failed);
    }

    private static Throwable innermost(final Throwable failed) {
        Throwable innermost = failed;
        for (int depth = 0; depth < CAUSES_MAX; depth++) {
            final Throwable cause = innermost.getCause();
            if (cause == null) {
                break;
            }
            innermost = cause;
        }
        return innermost;
    }

    /** Whether a name could not be resolved, recognized by the message because Kafka has no type for this. */
    static boolean isUnresolvable(final Throwable cause) {
        return cause instanceof ConfigException
                && String.valueOf(cause.getMessage()).startsWith("No resolvable bootstrap");
    }

    /** Whether a failure means that another producer has taken over. */
    static boolean isFenced(final Throwable failed) {
        return isCausedBy(failed, ProducerFencedException.class)
                || isCausedBy(failed, InvalidProducerEpochException.class);
    }

    /** Whether a failure means that the topic does not exist; a broker may not know of a new topic yet. */
    static boolean isUnknownTopic(final Throwable failed) {
        return isCausedBy(failed, UnknownTopicOrPartitionException.class);
    }

    private static boolean isCausedBy(final Throwable failed, final Class<? extends Throwable> type) {
        Throwable cause = failed;
        for (int depth = 0; depth < CAUSES_MAX && cause != null; depth++) {
            if (type.isInstance(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
