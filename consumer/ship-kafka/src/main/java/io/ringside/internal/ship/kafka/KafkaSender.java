package io.ringside.internal.ship.kafka;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.internal.ship.ShipTask;
import io.ringside.internal.ship.ShippedLines;
import io.ringside.ship.ShipContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Ships one recording. Each transaction contains records, descriptions of the events in them, and the status after
 * them, so they become visible together or not at all. After a failure, the sender reads the last status and continues
 * from there. Not thread-safe.
 */
final class KafkaSender extends ShipTask {
    /** Header with the name of the sender's host. */
    static final String HOST_HEADER = "host";

    private static final int TRANSACTION_RECORDS = 256;
    private static final long TRANSACTION_BYTES = 8L * 1024 * 1024;
    /** Interval at which a status is sent even if there is nothing to ship. */
    private static final long STATUS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long FIRST_RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LAST_RETRY_NS = TimeUnit.SECONDS.toNanos(5);
    /** Interval within which a second fencing means that another producer has taken over. */
    private static final long FENCED_INTERVAL_NS = TimeUnit.SECONDS.toNanos(60);
    /** Delay of the retry after a fencing, so that another producer can write its first status. */
    private static final long FENCED_RETRY_NS = TimeUnit.SECONDS.toNanos(2);
    /** Key of the entry with the encoding of a recording's values, which is stored beside its descriptions. */
    private static final String FORM = "form";
    private static final String RECORDS = "ringside";
    private static final Duration CLOSE = Duration.ofSeconds(2);

    private final KafkaClients clients;
    private final HangingTransactions hanging;
    private final StateTopic state;
    /** Encoder of the values that are shipped instead of the records; null if records are shipped. */
    private final @Nullable ShippedLines lines;
    private final List<Header> headers;
    private final long openedNs = System.nanoTime();
    private @Nullable Producer<byte[], byte[]> producer;
    private int partition;
    private boolean inTransaction;
    /** Sequence of the record from which the last line in the transaction was made. */
    private long lastLine = HangingTransactions.NO_SEQUENCE;
    /** Whether the broker has a status of this run. */
    private boolean announced;
    private boolean failing;
    private boolean caughtUp;
    private long retryNs = System.nanoTime();
    private long retryIntervalNs = FIRST_RETRY_NS;
    private long fencedNs = System.nanoTime() - FENCED_INTERVAL_NS;
    private long statusNs;

    KafkaSender(final ShipContext context, final Path folder) {
        this(context, folder, StateTopic.SETTLE_TIMEOUT_NS);
    }

    KafkaSender(final ShipContext context, final Path folder, final long settleTimeoutNs) {
        super(context, folder);
        this.clients = new KafkaClients(context);
        clients.checkProperties();
        this.hanging = new HangingTransactions(clients);
        this.state = new StateTopic(clients, settleTimeoutNs, hanging);
        this.lines = ShippedLines.of(context, folder);
        this.headers = List.of(new RecordHeader(HOST_HEADER, context.host().getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public int doWork() {
        if (System.nanoTime() - retryNs < 0) {
            return 0;
        }
        try {
            final Producer<byte[], byte[]> open = producer;
            final int shipped = open == null ? connect() : transaction(open);
            failing = false;
            retryIntervalNs = FIRST_RETRY_NS;
            return shipped;
        } catch (final KafkaException e) {
            if (KafkaClients.isFenced(e) && announced) {
                fenced(e);
            } else {
                failed(clients.failure("ship the recording", e));
            }
        } catch (final RingsideException e) {
            failed(e);
        }
        return 0;
    }

    /** Schedules another attempt if the failure may be temporary. The next connection ends the open transaction. */
    private void failed(final RingsideException failure) {
        final boolean mayPass = failure.code() == ErrorCode.TIMEOUT || KafkaClients.isUnknownTopic(failure);
        // A broker that was reached once may be recovering, or waiting for transactions of other senders.
        if (!mayPass || (!clients.isConnected() && System.nanoTime() - openedNs > context.connectTimeoutNs())) {
            throw failure;
        }
        if (!failing) {
            failing = true;
            if (clients.isConnected()) {
                clients.requireTransactions();
            }
            context.errorHandler().onError(failure);
        }
        failures++;
        leave(Duration.ZERO);
        retryNs = System.nanoTime() + retryIntervalNs;
        retryIntervalNs = Math.min(2 * retryIntervalNs, LAST_RETRY_NS);
    }

    /** Handles a fencing, which may be a timeout by the broker: the last status shows who ships the recording. */
    private void fenced(final KafkaException cause) {
        final long nowNs = System.nanoTime();
        if (nowNs - fencedNs < FENCED_INTERVAL_NS) {
            throw takenOver(cause);
        }
        fencedNs = nowNs;
        failures++;
        leave(Duration.ZERO);
        retryNs = nowNs + FENCED_RETRY_NS;
    }

    private RingsideException takenOver(final Exception cause) {
        return new RingsideException(ErrorCode.BUSY,
                "another process ships this recording now, and this one has ended: "
                        + "address=" + context.address() + ", recording=" + recording.id()
                        + ": run one 'ringside ship' for each recording",
                cause);
    }

    /** Fences every other sender of the recording, and continues after the last transaction. */
    private int connect() {
        final int partitions = state.require();
        clients.connected();
        if (announced) {
            requireOwn(KafkaStatus.read(state, recording.id()));
        }
        final Producer<byte[], byte[]> opened = clients.producer(recording.id());
        producer = opened;
        opened.initTransactions();
        hanging.end(opened, recording.id(), id -> KafkaStatus.read(state, id));
        // Earlier producers are fenced, so the status is final.
        final ShipStatus last = KafkaStatus.read(state, recording.id());
        if (announced) {
            requireOwn(last);
        }
        requireForm(last != null);
        partition = last == null
                ? Math.floorMod(recording.id().getLeastSignificantBits(), partitions)
                : last.partition();
        caughtUp = false;
        resume(last);
        if (lines != null) {
            lines.resume(last == null ? null : last.record().position());
        }
        opened.beginTransaction();
        inTransaction = true;
        lastLine = HangingTransactions.NO_SEQUENCE;
        if (last == null) {
            send(opened, new ProducerRecord<>(state.name(), null, null, StateTopic.key(recording.id(), FORM),
                    form().getBytes(StandardCharsets.US_ASCII), statusHeaders()));
        }
        complete(opened);
        announced = true;
        return 1;
    }

    private void requireOwn(final @Nullable ShipStatus last) {
        if (last == null) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "position of the recording is gone while it was shipped: "
                    + "address=" + context.address() + ", recording=" + recording.id() + ", topic=" + state.name()
                    + ": if both topics were deleted, ship it again, and receive it into another folder");
        }
        if (!last.sender().equals(recording.sender())) {
            throw takenOver(new IllegalStateException("last status is one of another sender"));
        }
    }

    private String form() {
        return lines == null ? RECORDS : lines.form();
    }

    /** Rejects another encoding than before, because records shipped in one encoding count as shipped. */
    private void requireForm(final boolean begun) {
        final String key = new String(StateTopic.key(recording.id(), FORM), StandardCharsets.US_ASCII);
        final byte[] known = begun ? state.read(key::equals).get(key) : null;
        final String before = known == null ? form() : new String(known, StandardCharsets.US_ASCII);
        if (!before.equals(form())) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "recording has another form in the topic: "
                    + "address=" + context.address() + ", recording=" + recording.id() + ", shippedAs=" + before
                    + ", asked=" + form() + ": give --as " + before + ", or ship to another topic");
        }
    }

    private int transaction(final Producer<byte[], byte[]> open) {
        ShipRecord record = recording.poll();
        final boolean isNewlyEnded = record == null && !hasEnded() && recording.hasEnded();
        caughtUp = record == null;
        if (record == null && !isNewlyEnded && System.nanoTime() - statusNs < STATUS_INTERVAL_NS) {
            return 0;
        }
        open.beginTransaction();
        inTransaction = true;
        lastLine = HangingTransactions.NO_SEQUENCE;
        int count = 0;
        long bytes = 0;
        while (record != null) {
            final List<Header> all = headers(record);
            for (final byte[] value : values(record)) {
                send(open, new ProducerRecord<>(context.topic(), partition, null, StateTopic.key(recording.id()),
                        value, all));
                bytes += value.length;
                lastLine = record.sequence();
            }
            final String description = lines == null && record.isExcerpt() ? recording.descriptionKey() : null;
            if (description != null) {
                send(open, new ProducerRecord<>(state.name(), StateTopic.key(recording.id(), description),
                        record.encode()));
            }
            count++;
            record = count < TRANSACTION_RECORDS && bytes < TRANSACTION_BYTES ? recording.poll() : null;
        }
        complete(open);
        records += count;
        caughtUp = recording.isAtEnd();
        return count;
    }

    /** Sends a record. A failure appears at the commit. */
    @SuppressWarnings("FutureReturnValueIgnored")
    static void send(final Producer<byte[], byte[]> open, final ProducerRecord<byte[], byte[]> record) {
        open.send(record);
    }

    private List<byte[]> values(final ShipRecord record) {
        return lines == null ? List.of(record.encode()) : lines.of(record);
    }

    /** Returns the headers of a record's values. A line's value lacks the sequence, so it gets a header. */
    private List<Header> headers(final ShipRecord record) {
        return lines == null
                ? headers
                : List.of(headers.get(0), HangingTransactions.sequenceHeader(record.sequence()));
    }

    private List<Header> statusHeaders() {
        return lines == null ? List.of() : List.of(HangingTransactions.sequenceHeader(lastLine));
    }

    private void complete(final Producer<byte[], byte[]> open) {
        final boolean isEnd = recording.hasEnded();
        send(open, new ProducerRecord<>(state.name(), null, null, StateTopic.key(recording.id()),
                recording.status(partition).encode(), statusHeaders()));
        open.commitTransaction();
        inTransaction = false;
        accepted(recording.handled(), recording.lost(), recording.bytes(), isEnd);
        statusNs = System.nanoTime();
    }

    @Override
    public boolean hasCaughtUp() {
        return caughtUp;
    }

    private void leave(final Duration timeout) {
        final Producer<byte[], byte[]> open = producer;
        producer = null;
        inTransaction = false;
        // Records that were passed to the producer may not have been accepted.
        caughtUp = false;
        if (open != null) {
            open.close(timeout);
        }
    }

    /** Rolls back an open transaction, which would block readers until its timeout. */
    @Override
    public void close() {
        final Producer<byte[], byte[]> open = producer;
        try {
            if (open != null && inTransaction) {
                open.abortTransaction();
            }
        } catch (final KafkaException e) {
            // The broker ends the transaction at its timeout.
            inTransaction = false;
        } finally {
            leave(CLOSE);
            CloseHelper.closeAll(lines, recording);
        }
    }
}
