package io.ringside.internal.ship.kafka;

import io.ringside.internal.ship.ShipMessages;
import io.ringside.ship.ShipContext;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Messages in a separate topic with one partition and a short retention. Earlier messages are never read. Not
 * thread-safe.
 */
final class KafkaMessages implements ShipMessages {
    private static final String SUFFIX = ".link";
    private static final Duration CLOSE = Duration.ofSeconds(2);
    /** Short, as old messages are never read. Segments roll as often, because the active one is never deleted. */
    private static final String RETENTION_MS = Long.toString(TimeUnit.MINUTES.toMillis(10));

    private final KafkaClients clients;
    private final TopicPartition partition;
    private final Producer<byte[], byte[]> producer;
    private final Consumer<byte[], byte[]> consumer;

    private KafkaMessages(final KafkaClients clients, final Producer<byte[], byte[]> producer,
            final Consumer<byte[], byte[]> consumer) {
        this.clients = clients;
        this.partition = new TopicPartition(nameFor(clients.context().topic()), 0);
        this.producer = producer;
        this.consumer = consumer;
    }

    static String nameFor(final String topic) {
        return topic + SUFFIX;
    }

    static KafkaMessages open(final ShipContext context) {
        final KafkaClients clients = new KafkaClients(context);
        final String name = nameFor(context.topic());
        try (Admin admin = clients.admin()) {
            StateTopic.make(admin, name, Optional.of(1),
                    Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE),
                    Map.of(TopicConfig.RETENTION_MS_CONFIG, RETENTION_MS, TopicConfig.SEGMENT_MS_CONFIG, RETENTION_MS));
        } catch (final ExecutionException | KafkaException e) {
            throw clients.failure("prepare the topic of messages between hosts", e);
        }
        KafkaMessages opened = null;
        boolean complete = false;
        try {
            opened = new KafkaMessages(clients, clients.messageProducer(), clients.consumer());
            opened.begin();
            complete = true;
            return opened;
        } catch (final KafkaException e) {
            throw clients.failure("open the messages between hosts", e);
        } finally {
            if (!complete) {
                CloseHelper.quietClose(opened);
            }
        }
    }

    /** Moves to the end, and determines the position at once, because messages sent from now on must be read. */
    private void begin() {
        consumer.assign(Set.of(partition));
        consumer.seekToEnd(Set.of(partition));
        consumer.position(partition);
    }

    @Override
    public boolean send(final byte[] message) {
        try {
            final Future<RecordMetadata> sent = producer
                    .send(new ProducerRecord<>(partition.topic(), 0, null, message));
            producer.flush();
            KafkaClients.result(sent);
            return true;
        } catch (final ExecutionException | KafkaException e) {
            throw clients.failure("send a message to other hosts", e);
        }
    }

    @Override
    public void poll(final long timeoutNs, final java.util.function.Consumer<byte[]> handler) {
        try {
            for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofNanos(timeoutNs))) {
                handler.accept(record.value() == null ? new byte[0] : record.value());
            }
        } catch (final OffsetOutOfRangeException e) {
            // The messages were deleted because of their age, or the topic was deleted; either way, old messages are
            // skipped.
            begin();
        } catch (final KafkaException e) {
            throw clients.failure("receive messages of other hosts", e);
        }
    }

    @Override
    public void close() {
        try {
            producer.close(CLOSE);
        } finally {
            consumer.close(CloseOptions.timeout(CLOSE));
        }
    }
}
