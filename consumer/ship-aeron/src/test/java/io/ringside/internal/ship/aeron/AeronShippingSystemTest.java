package io.ringside.internal.ship.aeron;

import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.SourceLocation;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.recording.RecordingExcerpts;
import io.ringside.internal.ship.ReceiveTask;
import io.ringside.internal.ship.ReceivedRecording;
import io.ringside.internal.ship.ReceiverFolder;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.internal.ship.ShipTask;
import io.ringside.internal.ship.ShippingContract;
import io.ringside.reader.NumberedRecording;
import io.ringside.recording.RecorderContext;
import io.ringside.recording.RecordingPosition;
import io.ringside.ship.Receiver;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A real Archive between sender and receiver. */
@Tag("process")
@Timeout(300)
@Tag("proof")
class AeronShippingSystemTest extends ShippingContract {
    private static final int RECORD_HEADER_LENGTH = 88;

    @TempDir
    private static Path archiveFolder;
    private static ArchiveProcess archive;
    private static int topics;

    private String topic;

    @BeforeAll
    static void startArchive() throws IOException {
        archive = new ArchiveProcess(archiveFolder);
    }

    @AfterAll
    static void stopArchive() {
        archive.close();
    }

    @BeforeEach
    void begin() {
        topic = "orders-" + topics++;
    }

    @Override
    protected ShipContext address() {
        return archive.context(topic);
    }

    @Override
    protected void restartCarrier(final Runnable meanwhile) throws IOException {
        archive.kill();
        meanwhile.run();
        archive.start();
    }

    @Test
    void shouldContinueByItselfAfterTheArchiveWasKilled() throws IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship(); ReceiveTask receiver = receive(connected(sender))) {
            shipAll(sender);
            receiveAll(receiver);
            restartCarrier(() -> recording.write(ROUND));
            shipAll(sender);
            receiveAll(receiver);
            assertThat(sender.records()).isPositive();
        }
        requireReceived();
        assertThat(problems).isNotEmpty().allMatch(problem -> problem.contains(topic));
    }

    @Test
    void shouldHaveOneOfTwoSendersThatBeginAtTheSameTime() throws InterruptedException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final List<ErrorCode> failures = new ArrayList<>();
        try (ShipTask first = ship(); ShipTask second = ship()) {
            final Thread other = new Thread(() -> shipOrEnd(first, failures));
            other.start();
            shipOrEnd(second, failures);
            other.join();
            assertThat(failures).allMatch(code -> code == ErrorCode.BUSY).hasSizeLessThan(2);
        }
        try (ReceiveTask receiver = receive(context())) {
            receiveAll(receiver);
            assertThat(receiver.rejected()).isZero();
        }
        requireReceived();
    }

    private void shipOrEnd(final ShipTask sender, final List<ErrorCode> failures) {
        try {
            shipAll(sender);
        } catch (final RingsideException e) {
            synchronized (failures) {
                failures.add(e.code());
            }
        }
    }

    @Test
    void shouldShipRecordsThatAreLongerThanAMessage() {
        recording.open(RecorderContext.Mode.NEWFILE, MEBIBYTE);
        final Map<String, String> small = Map.of(AeronSettings.DATA_CHANNEL, archive.smallDataChannel());
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 5; i++) {
                recording.write(2 * ROUND);
            }
            try (ShipTask sender = carrier().ship(context().properties(small), recording.folder())) {
                shipAll(sender);
            }
        }
        final ShipStatus status = carrier().status(context()).get(0);
        assertThat(status.bytes() / status.record().sequence()).as("mean length of a record")
                .isGreaterThan(64 * 1024 / 8);
        try (ReceiveTask receiver = receive(context())) {
            receiveAll(receiver);
            assertThat(receiver.rejected()).isZero();
        }
        requireReceived();
    }

    @Test
    void shouldWaitForAnArchiveThatStandsStill() throws IOException, InterruptedException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship(); ReceiveTask receiver = receive(connected(sender))) {
            shipAll(sender);
            final long accepted = sender.events();
            archive.signal("STOP");
            try {
                for (int round = 0; round < 50; round++) {
                    recording.write(ROUND);
                }
                for (int work = 0; work < 10; work++) {
                    sender.doWork();
                }
                assertThat(sender.events()).isEqualTo(accepted);
                assertThat(sender.hasCaughtUp()).isFalse();
            } finally {
                archive.signal("CONT");
            }
            shipAll(sender);
            receiveAll(receiver);
        }
        requireReceived();
    }

    @Test
    void shouldRejectWhatOthersHavePublishedAndEndAtAnotherVersion() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship()) {
            shipAll(sender);
        }
        final List<byte[]> noise = new ArrayList<>();
        final Random random = new Random(7);
        for (int i = 0; i < 100; i++) {
            final byte[] each = new byte[1 + random.nextInt(4000)];
            random.nextBytes(each);
            noise.add(each);
        }
        final UUID forged = new UUID(4, 2);
        noise.add(new ShipRecord(1, forged, 0, new RecordingPosition(forged, 1, 0, 0, 0), 7, 7,
                new UnsafeBuffer(new byte[100])).encode());
        for (final UUID each : List.of(id(), forged)) {
            try (ForeignPublisher publisher = new ForeignPublisher(context(), each)) {
                publisher.publish(noise);
            }
        }
        recording.write(ROUND);
        try (ShipTask sender = ship(); ReceiveTask receiver = receive(context())) {
            shipAll(sender);
            receiveAll(receiver);
            assertThat(receiver.rejected()).isEqualTo(2L * noise.size());
            assertThat(ReceivedRecording.folderOf(target(), forged)).doesNotExist();
            assertThat(problems).singleElement().asString().contains("rejected", topic, "archiveRecording=");
        }
        requireReceived();
        assertThat(carrier().status(context())).hasSize(1);

        final byte[] later = new byte[RECORD_HEADER_LENGTH];
        System.arraycopy("RSSH".getBytes(StandardCharsets.US_ASCII), 0, later, 0, 4);
        later[4] = 2;
        later[12] = RECORD_HEADER_LENGTH;
        try (ForeignPublisher publisher = new ForeignPublisher(context(), id())) {
            publisher.publish(List.of(later));
        }
        try (ReceiveTask receiver = receive(context()); ShipTask sender = ship()) {
            assertThatThrownBy(() -> await(() -> receiver.doWork() < 0))
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.LAYOUT))
                    .hasMessageContaining("version=2").hasMessageContaining("archiveRecording=");
            assertThatThrownBy(sender::doWork).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.LAYOUT));
        }
    }

    @Test
    void shouldSayWhatCannotBeReadIfTheBeginningWasPurged() {
        recording.open(RecorderContext.Mode.APPEND, 0);
        final Map<String, String> small = Map.of(AeronSettings.DATA_CHANNEL, archive.smallDataChannel());
        try (ShipTask sender = carrier().ship(context().properties(small), recording.folder())) {
            for (int round = 0; round < 20; round++) {
                recording.write(2 * ROUND);
                shipAll(sender);
            }
        }
        purge();
        final long undescribed = recording.next();
        try (ReceiveTask receiver = receive(context())) {
            receiveAll(receiver);
            assertThat(receiver.ledgers().get(0).before()).isEqualTo(undescribed);
            assertThat(problems).singleElement().asString().contains("purged", topic);
        }
        recording.stop().open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship(); ReceiveTask receiver = receive(context())) {
            shipAll(sender);
            receiveAll(receiver);
            final Receiver.Received ledger = receiver.ledgers().get(0);
            assertThat(ledger.before()).isEqualTo(undescribed);
            assertThat(ledger.received()).isEqualTo(ROUND);
            assertThat(ledger.lost()).isZero();
            assertThat(NumberedRecording.read(ledger.folder()).values()).hasSize(ROUND).contains(undescribed);
        }
    }

    private void purge() {
        try (AeronClient client = new AeronClient(context())) {
            final UUID id = id();
            client.await("stop", () -> !client.stream(id).isActive());
            final ArchivedStream stream = client.stream(id);
            final long begin = AeronArchive.segmentFileBasePosition(stream.start(), stream.stop(),
                    stream.termLength(), ArchiveMain.SEGMENT_BYTES);
            assertThat(begin).isPositive();
            client.archive().purgeSegments(stream.id(), begin);
        }
    }

    @Test
    void shouldReceiveOthersBesideARecordingThatTheArchiveCannotReplay() throws IOException {
        recording.open(RecorderContext.Mode.APPEND, 0);
        try (ShipTask sender = ship()) {
            for (int i = 0; i < 10; i++) {
                recording.write(ROUND);
            }
            shipAll(sender);
        }
        damage(archivedId());
        try (NumberedRecording other = new NumberedRecording(root.resolve("other"))) {
            other.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
            try (ShipTask shipping = carrier().ship(context(), other.folder());
                    ReceiveTask receiver = receive(context())) {
                await(() -> {
                    shipping.doWork();
                    receiver.doWork();
                    final Path received = ReceivedRecording.folderOf(target(), RecordingExcerpts.idOf(other.folder()));
                    return receiver.ledgers().stream()
                            .anyMatch(ledger -> ledger.folder().equals(received) && ledger.events() == ROUND)
                            && !problems.isEmpty();
                });
                assertThat(receiver.hasCaughtUp()).isFalse();
                assertThat(problems).singleElement().asString().contains("replay", topic, id().toString());

                remove();
                await(() -> {
                    receiver.doWork();
                    return receiver.hasCaughtUp();
                });
                assertThat(problems).hasSize(2).last().asString().contains("was removed", topic, id().toString());
            }
        }
    }

    /** So that its checksum is wrong. */
    private static void damage(final long archivedId) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(
                archiveFolder.resolve("archive/" + archivedId + "-0.rec").toFile(), "rw")) {
            file.seek(1000);
            final int before = file.readUnsignedByte();
            file.seek(1000);
            file.write(before + 1);
        }
    }

    private void remove() {
        try (AeronClient client = new AeronClient(context())) {
            final UUID id = id();
            client.await("stop", () -> !client.stream(id).isActive());
            client.archive().purgeRecording(client.stream(id).id());
        }
    }

    private long archivedId() {
        try (AeronClient client = new AeronClient(context())) {
            return client.stream(id()).id();
        }
    }

    @Test
    void shouldReadAgainARecordingThatEndsBeforeWhatWasReceivedOfIt() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship()) {
            shipAll(sender);
        }
        try (ReceiveTask receiver = receive(context())) {
            receiveAll(receiver);
        }
        try (ReceiverFolder folder = ReceiverFolder.open(target(), 0, System::currentTimeMillis)) {
            final String source = "aeron/" + topic;
            final Map<Integer, Long> offsets = new HashMap<>(folder.offsets(source));
            assertThat(offsets).isNotEmpty();
            offsets.replaceAll((id, position) -> position + MEBIBYTE);
            folder.offsets(source, offsets);
        }
        recording.write(ROUND);
        try (ShipTask sender = ship(); ReceiveTask receiver = receive(context())) {
            shipAll(sender);
            receiveAll(receiver);
        }
        assertThat(problems).singleElement().asString().contains("does not have what was received", topic);
        requireReceived();
    }

    @Test
    void shouldTellOnceThatTheArchiveHasLostAnEndThatWasReceived() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship()) {
            shipAll(sender);
        }
        final long kept = stopPosition();
        try (ShipTask sender = ship()) {
            for (int i = 0; i < 3; i++) {
                recording.write(ROUND);
                shipAll(sender);
            }
        }
        try (ReceiveTask receiver = receive(context())) {
            receiveAll(receiver);
        }
        stopPosition();
        try (AeronClient client = new AeronClient(context())) {
            client.archive().truncateRecording(archivedId(), kept);
        }
        // Fewer statuses than before: what was the end is now within a record.
        recording.write(ROUND);
        try (ShipTask sender = ship(); ReceiveTask receiver = receive(context())) {
            shipAll(sender);
            receiveAll(receiver);
        }
        assertThat(problems).singleElement().asString().contains("it is read again", topic, id().toString());
        requireReceived();
    }

    /** Where the Archive's recording ends, once nobody extends it. */
    private long stopPosition() {
        try (AeronClient client = new AeronClient(context())) {
            final UUID id = id();
            client.await("stop", () -> !client.stream(id).isActive());
            return client.stream(id).stop();
        }
    }

    @Test
    void shouldEndWhatTheArchiveListensToForSendersThatHaveNeverCome() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (AeronClient client = new AeronClient(context()); ShipTask sender = ship()) {
            for (int session = 1; session <= 3; session++) {
                client.archive().startRecording(client.settings().recordedChannel(id(), session),
                        client.settings().dataStream(), SourceLocation.REMOTE, true);
            }
            shipAll(sender);
            final List<String> channels = new ArrayList<>();
            client.archive().listRecordingSubscriptions(0, 100, client.settings().alias(id()),
                    client.settings().dataStream(), true,
                    (control, correlation, subscription, stream, channel) -> channels.add(channel));
            assertThat(channels).hasSize(1);
        }
    }

    @Test
    void shouldFollowMoreRecordingsThanItReplaysAtOnceWhileAllOfThemGrow() {
        final List<NumberedRecording> others = new ArrayList<>();
        final List<ShipTask> senders = new ArrayList<>();
        final Map<String, String> small = Map.of(AeronSettings.DATA_CHANNEL, archive.smallDataChannel());
        try (ReceiveTask receiver = new AeronReceiver(context(), target(), 1)) {
            for (int i = 0; i < 10; i++) {
                final NumberedRecording other = new NumberedRecording(root.resolve("other-" + i));
                others.add(other);
                other.open(RecorderContext.Mode.APPEND, 0);
                senders.add(carrier().ship(context().properties(small), other.folder()));
            }
            for (int round = 1; round <= 5; round++) {
                final long events = (long) round * ROUND;
                others.forEach(each -> each.write(ROUND));
                await(() -> {
                    senders.forEach(ShipTask::doWork);
                    receiver.doWork();
                    return receiver.ledgers().stream().filter(ledger -> ledger.events() == events).count() == 10;
                });
            }
        } finally {
            CloseHelper.closeAll(senders);
            others.forEach(NumberedRecording::close);
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldShowTheOthersBesideARecordingThatTheArchiveCannotReplay() throws IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShipTask sender = ship()) {
            shipAll(sender);
        }
        damage(archivedId());
        try (NumberedRecording other = new NumberedRecording(root.resolve("other"))) {
            other.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
            try (ShipTask sender = carrier().ship(context(), other.folder())) {
                await(() -> {
                    sender.doWork();
                    return sender.events() == ROUND;
                });
            }
            assertThat(carrier().status(context())).singleElement().satisfies(status -> assertThat(
                    status.record().recordingId()).isEqualTo(RecordingExcerpts.idOf(other.folder())));
        }
        assertThat(problems).singleElement().asString().contains("left out", "leftOut=1", topic);
    }

    @Test
    void shouldRejectWrongCredentialsAndTakeRightOnes() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final ShipContext wrong = context().properties(Map.of(AeronSettings.CREDENTIALS, "wrong-one"));
        try (ShipTask sender = carrier().ship(wrong, recording.folder())) {
            assertThatThrownBy(() -> shipAll(sender)).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED))
                    .hasMessageContaining("credentials").hasMessageNotContaining("wrong-one");
        }
        final ShipContext right = context().properties(Map.of(AeronSettings.CREDENTIALS, ArchiveMain.CREDENTIALS));
        try (ShipTask sender = carrier().ship(right, recording.folder())) {
            shipAll(sender);
            assertThat(sender.events()).isEqualTo(ROUND);
        }
    }

    @Test
    void shouldSayThatAnArchiveIsUnreachable() throws IOException {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final int port;
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            port = Math.min(free.getLocalPort(), 65_000);
        }
        final String address = "aeron://localhost:" + port + "/nothing";
        final ShipContext nowhere = new ShipContext(address).connectTimeoutNs(0)
                .properties(Map.of(AeronSettings.MESSAGE_TIMEOUT, "500ms"));
        try (ShipTask sender = carrier().ship(nowhere, recording.folder()); ReceiveTask receiver = receive(nowhere)) {
            for (final Runnable work : List.<Runnable>of(sender::doWork, receiver::doWork,
                    () -> carrier().status(nowhere))) {
                final long beginNs = System.nanoTime();
                assertThatThrownBy(work::run).isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT))
                        .hasMessageContaining("address=" + address).hasMessageContaining("unreachable");
                assertThat(System.nanoTime() - beginNs).isLessThan(TimeUnit.SECONDS.toNanos(60));
            }
        }
    }

    @Test
    void shouldSayThatNoMediaDriverRunsInAFolder() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final ShipContext none = context().connectTimeoutNs(0)
                .properties(Map.of(AeronSettings.DIR, root.resolve("none").toString(), AeronSettings.MESSAGE_TIMEOUT,
                        "500ms"));
        try (ShipTask sender = carrier().ship(none, recording.folder())) {
            assertThatThrownBy(sender::doWork).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT)).hasMessageContaining("none");
        }
    }
}
