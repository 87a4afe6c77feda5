package io.ringside.internal.ship.kafka;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.recording.RecordingCopy;
import io.ringside.internal.ship.ReceiveTask;
import io.ringside.internal.ship.ReceivedRecording;
import io.ringside.internal.ship.ReceiverFolder;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.ship.Receiver;
import io.ringside.ship.ShipContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Receives all recordings of a topic, without a consumer group: the offsets in the receiver's folder determine only
 * where reading starts; the content of a recording determines which records are new. Not thread-safe.
 */
final class KafkaReceiver implements ReceiveTask {
    /** Interval at which a busy reader asks for the end of the topic. */
    private static final long GOAL_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration CLOSE = Duration.ofSeconds(2);
    private static final long SAVE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    /** Interval of the checks whether the topic is still the same. */
    static final long PARTITIONS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long SPACE_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(200);
    /** Interval at which missing descriptions are requested again. */
    private static final long UNKNOWN_INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int UNKNOWN_MAX = 1024;
    /** Maximum size of the descriptions of all the topic's recordings, which stay in memory while the receiver runs. */
    private static final long DESCRIPTIONS_MAX_BYTES = 32L * 1024 * 1024;
    private static final Pattern DESCRIPTION = Pattern.compile("(process|schema|names)/.+");

    private final ShipContext context;
    private final KafkaClients clients;
    private final HangingTransactions hanging;
    private final StateTopic state;
    private final ReceiverFolder folder;
    private final long partitionsIntervalNs;
    private final long openedNs = System.nanoTime();
    private final Map<String, Long> unknown = new HashMap<>();
    private final StateTopic.Reading descriptions = new StateTopic.Reading(key -> key.indexOf('/') > 0,
            DESCRIPTIONS_MAX_BYTES);
    private boolean descriptionsTooLarge;
    private @Nullable Consumer<byte[], byte[]> consumer;
    private @Nullable Admin admin;
    /** Partitions in which the last check has found records that cannot be read yet. */
    private final Map<TopicPartition, Waiting> waiting = new HashMap<>();
    private long lookedNs;
    private String topicId = "";
    private long retryNs = System.nanoTime();
    private long savedNs = System.nanoTime();
    private long partitionsNs;
    private long rejected;
    private boolean dirty;
    /** Whether the consumer's positions are ahead of the records that were taken. */
    private boolean taking;
    private boolean connected;
    private boolean failing;
    private boolean caughtUp;
    /** Ends of the topic's partitions as last requested; empty if they must be requested. */
    private Map<TopicPartition, Long> goal = Map.of();
    private long goalNs = System.nanoTime() - GOAL_INTERVAL_NS;
    /** Whether the topic was replaced by another one of the same name. */
    private boolean replaced;

    /**
     * A reader's wait for records of a partition that an open transaction may block.
     *
     * @param position position at which the reader waits
     * @param sinceNs  time at which the wait was found
     * @param told     whether the wait was reported
     */
    private record Waiting(long position, long sinceNs, boolean told) {}

    KafkaReceiver(final ShipContext context, final Path path, final long partitionsIntervalNs) {
        this.context = context;
        this.partitionsIntervalNs = partitionsIntervalNs;
        this.clients = new KafkaClients(context);
        clients.checkProperties();
        this.hanging = new HangingTransactions(clients);
        this.state = new StateTopic(clients);
        this.folder = ReceiverFolder.open(path, ReceiverFolder.MIN_FREE_BYTES, System::currentTimeMillis);
    }

    @Override
    public int doWork() {
        if (System.nanoTime() - retryNs < 0) {
            return 0;
        }
        try {
            final Consumer<byte[], byte[]> open = consumer;
            final int written = receive(open == null ? connect() : open);
            failing = false;
            return written;
        } catch (final OffsetOutOfRangeException e) {
            // The records were deleted because of their age, or the topic was deleted.
            leave();
        } catch (final KafkaException e) {
            failed(clients.failure("receive", e));
        } catch (final RingsideException e) {
            failed(e);
        }
        return 0;
    }

    private void failed(final RingsideException failure) {
        final boolean mayPass = failure.code() == ErrorCode.TIMEOUT || failure.code() == ErrorCode.NO_SPACE
                || KafkaClients.isUnknownTopic(failure);
        if (!mayPass || (!connected && System.nanoTime() - openedNs > context.connectTimeoutNs())) {
            throw failure;
        }
        if (!failing) {
            failing = true;
            context.errorHandler().onError(failure);
        }
        // Records that were polled but not taken are polled again.
        leave();
        retryNs = System.nanoTime() + RETRY_NS;
    }

    private Consumer<byte[], byte[]> connect() {
        final TopicDescription topic = describe();
        clients.connected();
        final String id = topic.topicId().toString();
        if (connected && !id.equals(topicId)) {
            context.errorHandler().onError(new RingsideException(ErrorCode.NOT_FOUND, "topic was deleted and created "
                    + "again, it is received from its beginning: address=" + context.address() + ", topicId=" + id
                    + ", topicIdBefore=" + topicId));
        }
        topicId = id;
        final Consumer<byte[], byte[]> opened = clients.consumer();
        consumer = opened;
        assign(opened, topic.partitions().size());
        connected = true;
        return opened;
    }

    private void assign(final Consumer<byte[], byte[]> open, final int partitions) {
        final List<TopicPartition> all = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            all.add(new TopicPartition(context.topic(), i));
        }
        final Map<Integer, Long> offsets = folder.offsets(topicId);
        open.assign(all);
        final Map<TopicPartition, Long> begins = open.beginningOffsets(all);
        final Map<TopicPartition, Long> ends = open.endOffsets(all);
        for (final TopicPartition each : all) {
            final Long offset = offsets.get(each.partition());
            if (offset == null || offset < begins.getOrDefault(each, 0L) || offset > ends.getOrDefault(each, 0L)) {
                open.seekToBeginning(Set.of(each));
            } else {
                open.seek(each, offset);
            }
        }
        goal = Map.of();
        partitionsNs = System.nanoTime();
        lookedNs = partitionsNs;
    }

    private int receive(final Consumer<byte[], byte[]> open) {
        int written = 0;
        boolean polled = false;
        final ConsumerRecords<byte[], byte[]> records = open.poll(POLL);
        taking = true;
        for (final ConsumerRecord<byte[], byte[]> record : records) {
            polled = true;
            dirty = true;
            caughtUp = false;
            written += take(record) ? 1 : 0;
            if (replaced || context.interrupted().getAsBoolean()) {
                replaced = false;
                // The later records are polled again.
                folder.save();
                leave();
                return written;
            }
        }
        taking = false;
        final long nowNs = System.nanoTime();
        if (dirty && (!polled || nowNs - savedNs >= SAVE_INTERVAL_NS)) {
            save(open);
            savedNs = nowNs;
        }
        seeEnd(open, polled, nowNs);
        if (nowNs - lookedNs >= StateTopic.LIST_INTERVAL_NS) {
            lookedNs = nowNs;
            look(open, nowNs);
        }
        if (nowNs - partitionsNs >= partitionsIntervalNs) {
            partitionsNs = nowNs;
            follow(open);
        }
        return written;
    }

    /** Checks whether partitions were added to the topic, or another topic has replaced it. */
    private void follow(final Consumer<byte[], byte[]> open) {
        final TopicDescription topic = describe();
        if (!isSame(topic)) {
            folder.save();
            leave();
        } else if (topic.partitions().size() > open.assignment().size()) {
            save(open);
            assign(open, topic.partitions().size());
        }
    }

    private boolean isSame(final TopicDescription topic) {
        return topic.topicId().toString().equals(topicId);
    }

    private TopicDescription describe() {
        try {
            return StateTopic.describe(admin(), context.topic());
        } catch (final ExecutionException e) {
            throw clients.failure("read the topic", e);
        }
    }

    private Admin admin() {
        final Admin open = admin;
        if (open != null) {
            return open;
        }
        final Admin opened = clients.admin();
        admin = opened;
        return opened;
    }

    /**
     * Updates {@link #hasCaughtUp} by comparing the positions with an earlier end of the topic, as a busy sender always
     * has an open transaction. The end includes uncommitted records; a consumer's own end is where they begin.
     */
    private void seeEnd(final Consumer<byte[], byte[]> open, final boolean polled, final long nowNs) {
        if (goal.isEmpty() && (!polled || nowNs - goalNs >= GOAL_INTERVAL_NS)) {
            goal = ends(open);
            goalNs = nowNs;
        }
        if (!goal.isEmpty()) {
            caughtUp = goal.entrySet().stream().allMatch(each -> open.position(each.getKey()) >= each.getValue());
            goal = caughtUp ? Map.of() : goal;
        }
    }

    private Map<TopicPartition, Long> ends(final Consumer<byte[], byte[]> open) {
        try {
            return StateTopic.ends(admin(), open.assignment(), IsolationLevel.READ_UNCOMMITTED);
        } catch (final ExecutionException e) {
            throw clients.failure("read the end of the topic", e);
        }
    }

    /** Checks for partitions with records that cannot be read, because a transaction is open there, or hangs. */
    private void look(final Consumer<byte[], byte[]> open, final long nowNs) {
        final Map<TopicPartition, Waiting> before = Map.copyOf(waiting);
        waiting.clear();
        final List<TopicPartition> still = new ArrayList<>();
        final Map<TopicPartition, Long> ends = ends(open);
        // A broker may have lost the end of its log, so the ends can decrease.
        goal = goal.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
                each -> Math.min(each.getValue(), ends.getOrDefault(each.getKey(), Long.MAX_VALUE))));
        ends.forEach((partition, end) -> {
            final long position = open.position(partition);
            if (position < end) {
                final Waiting earlier = before.get(partition);
                final boolean isStill = earlier != null && earlier.position == position;
                waiting.put(partition, isStill ? earlier : new Waiting(position, nowNs, false));
                if (isStill) {
                    still.add(partition);
                }
            }
        });
        if (still.isEmpty()) {
            return;
        }
        try {
            hanging.look(admin(), still, id -> KafkaStatus.read(state, id));
        } catch (final ExecutionException e) {
            throw clients.failure("look for transactions that hang", e);
        }
        still.forEach(each -> waiting.computeIfPresent(each, (partition, since) -> tell(partition, since, nowNs)));
    }

    /** Reports, once, a transaction that has been open for longer than a transaction of a sender can be. */
    private Waiting tell(final TopicPartition partition, final Waiting since, final long nowNs) {
        if (since.told || nowNs - since.sinceNs < StateTopic.SETTLE_TIMEOUT_NS) {
            return since;
        }
        context.errorHandler().onError(new RingsideException(ErrorCode.TIMEOUT, "records cannot be received yet, "
                + "because a transaction before them is open: partition=" + partition + ", position=" + since.position
                + ", openTransactions=" + StateTopic.openTransactions(admin(), List.of(partition))
                + ": wait until it has ended; one that does not end is found by 'kafka-transactions.sh find-hanging'"));
        return new Waiting(since.position, since.sinceNs, true);
    }

    /** Saves the recordings, then the offsets, because an offset that is too old is harmless. */
    private void save(final Consumer<byte[], byte[]> open) {
        folder.save();
        final Map<Integer, Long> offsets = new HashMap<>();
        open.assignment().forEach(each -> offsets.put(each.partition(), open.position(each)));
        folder.offsets(topicId, offsets);
        dirty = false;
    }

    private boolean take(final ConsumerRecord<byte[], byte[]> consumed) {
        if (consumed.value() == null && consumed.headers().lastHeader(HangingTransactions.END_HEADER) != null) {
            // The record has ended a hanging transaction and has no other content.
            return false;
        }
        final ShipRecord record = decode(consumed);
        if (record == null) {
            return false;
        }
        if (!folder.has(record.recordingId()) && !isSame(describe())) {
            // Another topic has the name now. Its first records may have been skipped, because the offsets belong to
            // the previous topic.
            replaced = true;
            return false;
        }
        while (true) {
            try {
                final ReceivedRecording recording = folder.recording(record.recordingId(), topicId);
                final Header host = consumed.headers().lastHeader(KafkaSender.HOST_HEADER);
                if (host != null && host.value() != null) {
                    recording.from(new String(host.value(), StandardCharsets.UTF_8));
                }
                return take(consumed, record, recording);
            } catch (final RingsideException e) {
                if (e.code() != ErrorCode.NO_SPACE || context.interrupted().getAsBoolean()) {
                    throw e;
                }
                if (!failing) {
                    failing = true;
                    context.errorHandler().onError(e);
                }
                LockSupport.parkNanos(SPACE_INTERVAL_NS);
            }
        }
    }

    private boolean take(final ConsumerRecord<byte[], byte[]> consumed, final ShipRecord record,
            final ReceivedRecording recording) {
        try {
            return recording.take(record, this::descriptions);
        } catch (final RingsideException e) {
            if (e.code() == ErrorCode.LAYOUT) {
                throw ofAnotherVersion(consumed, e);
            }
            if (e.code() != ErrorCode.CORRUPT) {
                throw e;
            }
            reject(consumed, e);
            return false;
        }
    }

    private static RingsideException ofAnotherVersion(final ConsumerRecord<byte[], byte[]> consumed,
            final RingsideException reason) {
        return new RingsideException(ErrorCode.LAYOUT, "topic has a record that this version cannot read: topic="
                + consumed.topic() + ", partition=" + consumed.partition() + ", offset=" + consumed.offset()
                + ", reason=" + reason.getMessage(), reason);
    }

    /** Decodes a record; returns null if it is to be skipped. Validates the first record of a recording. */
    private @Nullable ShipRecord decode(final ConsumerRecord<byte[], byte[]> consumed) {
        try {
            if (consumed.value() == null) {
                throw new RingsideException(ErrorCode.CORRUPT, "record has no value");
            }
            final ShipRecord record = ShipRecord.decode(consumed.value());
            if (record.isStatus()) {
                throw new RingsideException(ErrorCode.CORRUPT, "record is a status, which belongs to another topic");
            }
            if (folder.has(record.recordingId())) {
                return record;
            }
            if (record.isGap()) {
                // The next record accounts for these events, together with those shipped before.
                return null;
            }
            RecordingCopy.check(record.content());
            return record;
        } catch (final RingsideException e) {
            if (e.code() != ErrorCode.CORRUPT) {
                throw ofAnotherVersion(consumed, e);
            }
            reject(consumed, e);
            return null;
        }
    }

    private void reject(final ConsumerRecord<byte[], byte[]> consumed, final RingsideException reason) {
        if (rejected++ == 0) {
            context.errorHandler().onError(new RingsideException(ErrorCode.CORRUPT, "topic has a record that is "
                    + "rejected, others are only counted: topic=" + consumed.topic() + ", partition="
                    + consumed.partition() + ", offset=" + consumed.offset() + ", reason=" + reason.getMessage(),
                    reason));
        }
    }

    private List<DirectBuffer> descriptions(final UUID recordingId, final long sessionKey) {
        final String session = recordingId + "/session/" + Long.toHexString(sessionKey);
        final Long askedNs = unknown.get(session);
        if (askedNs != null && System.nanoTime() - askedNs < UNKNOWN_INTERVAL_NS) {
            return List.of();
        }
        final String prefix = recordingId + "/";
        final Map<String, byte[]> found = described(prefix);
        found.keySet().removeIf(key -> !key.equals(session) && !DESCRIPTION.matcher(key.substring(prefix.length()))
                .matches());
        final DirectBuffer first = description(recordingId, found.remove(session));
        if (first == null) {
            if (unknown.size() >= UNKNOWN_MAX) {
                unknown.clear();
            }
            unknown.put(session, System.nanoTime());
            return List.of();
        }
        unknown.remove(session);
        final List<DirectBuffer> excerpts = new ArrayList<>();
        excerpts.add(first);
        for (final byte[] each : found.values()) {
            final DirectBuffer excerpt = description(recordingId, each);
            if (excerpt != null) {
                excerpts.add(excerpt);
            }
        }
        return excerpts;
    }

    /**
     * Returns the descriptions whose keys begin with a prefix, the id of a recording. The descriptions of all
     * recordings are read once and then updated, unless they are too large.
     */
    private Map<String, byte[]> described(final String prefix) {
        if (!descriptionsTooLarge) {
            try {
                final Map<String, byte[]> own = new LinkedHashMap<>();
                state.read(descriptions).forEach((key, value) -> {
                    if (key.startsWith(prefix)) {
                        own.put(key, value);
                    }
                });
                return own;
            } catch (final RingsideException e) {
                if (e.code() != ErrorCode.LIMIT) {
                    throw e;
                }
                descriptionsTooLarge = true;
            }
        }
        return state.read(key -> key.startsWith(prefix));
    }

    /** Returns a description's excerpt; null if it is not of this recording, because values can be forged. */
    private static @Nullable DirectBuffer description(final UUID recordingId, final byte @Nullable [] value) {
        if (value == null) {
            return null;
        }
        try {
            final ShipRecord record = ShipRecord.decode(value);
            return record.isExcerpt() && record.recordingId().equals(recordingId) ? record.content() : null;
        } catch (final RingsideException e) {
            return null;
        }
    }

    @Override
    public boolean hasCaughtUp() {
        return caughtUp;
    }

    @Override
    public long rejected() {
        return rejected;
    }

    @Override
    public List<Receiver.Received> ledgers() {
        return folder.ledgers();
    }

    private void leave() {
        final Consumer<byte[], byte[]> open = consumer;
        final Admin asked = admin;
        consumer = null;
        admin = null;
        waiting.clear();
        goal = Map.of();
        try {
            if (open != null) {
                open.close(CloseOptions.timeout(CLOSE));
            }
        } finally {
            if (asked != null) {
                asked.close(CLOSE);
            }
        }
    }

    @Override
    public void close() {
        try {
            final Consumer<byte[], byte[]> open = consumer;
            if (open != null && dirty && !taking) {
                save(open);
            }
        } catch (final KafkaException e) {
            // The records are read again, and recognized.
            dirty = false;
        } finally {
            leave();
            folder.close();
        }
    }
}
