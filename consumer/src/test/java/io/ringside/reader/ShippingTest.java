package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.recording.RecordingExcerpts;
import io.ringside.internal.ship.ReceivedRecording;
import io.ringside.internal.ship.ReceiverFolder;
import io.ringside.internal.ship.ShipRecord;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.internal.ship.ShippedRecording;
import io.ringside.recording.RecorderContext;
import io.ringside.recording.RecordingPosition;
import io.ringside.ship.Receiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is shipped is received once: with lists in a carrier's place. */
@Timeout(120)
class ShippingTest {
    private static final long MEBIBYTE = 1024 * 1024;
    private static final int ROUND = 400;

    @TempDir
    Path root;
    private NumberedRecording recording;
    private final Carrier carrier = new Carrier();
    private final List<String> problems = new ArrayList<>();

    /** What was committed. */
    private static final class Carrier {
        private final List<byte[]> records = new ArrayList<>();
        private final Map<String, byte[]> descriptions = new LinkedHashMap<>();
        private @Nullable ShipStatus status;

        List<DirectBuffer> of(final UUID recordingId, final long sessionKey) {
            final List<DirectBuffer> found = new ArrayList<>();
            final byte[] session = descriptions.get("session/" + Long.toHexString(sessionKey));
            if (session != null) {
                found.add(ShipRecord.decode(session).content());
                descriptions.forEach((key, value) -> {
                    if (!key.startsWith("session/")) {
                        found.add(ShipRecord.decode(value).content());
                    }
                });
            }
            return found;
        }
    }

    @BeforeEach
    void start() {
        recording = new NumberedRecording(root.resolve("source"));
    }

    @AfterEach
    void close() {
        recording.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldReceiveEachEventOnceWhereverSenderAndReceiverAreKilled(final long seed) throws IOException {
        final Random random = new Random(seed);
        final ShippedRecording[] sender = new ShippedRecording[1];
        Path target = Files.createDirectory(root.resolve("target-0"));
        int taken = 0;
        for (int round = 0; round < 12; round++) {
            recording.open(RecorderContext.Mode.NEWFILE, MEBIBYTE);
            for (int i = random.nextInt(6); i >= 0; i--) {
                recording.write(1 + random.nextInt(ROUND));
            }
            if (random.nextInt(4) == 0) {
                recording.changeProcess();
            }
            if (random.nextInt(3) == 0) {
                recording.stop();
            }
            recording.stop();
            if (sender[0] == null || random.nextInt(3) == 0) {
                if (sender[0] != null) {
                    sender[0].close();
                }
                sender[0] = shipped();
                sender[0].resume(carrier.status);
            }
            ship(sender[0], random);
            // Killed at any moment: what is on the disk then is all that the next receiver has.
            final Path next = root.resolve("target-" + (round + 1));
            taken = receive(target, taken, random, next);
            target = next;
        }
        sender[0].resume(carrier.status);
        shipAll(sender[0]);
        sender[0].close();
        receive(target, 0, carrier.records.size());

        final Path received = ReceivedRecording.folderOf(target, sender[0].id());
        final NumberedRecording.Numbers numbers = NumberedRecording.read(received);
        assertThat(numbers.values()).as("seed %d", seed).isEqualTo(numbers(0, recording.next()));
        assertThat(numbers.texts()).isEqualTo(NumberedRecording.read(recording.folder()).texts());
        assertThat(numbers.missing()).isZero();
        assertThat(numbers.problems()).isEmpty();
        final Receiver.Received ledger = ledger(target);
        assertThat(ledger.received()).isEqualTo(ledger.events()).isEqualTo(recording.next());
        assertThat(ledger.lost() + ledger.before()).isZero();
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldFindTheEndOfARecordingInItsLastFile() {
        recording.open(RecorderContext.Mode.NEWFILE, MEBIBYTE);
        for (int round = 0; round < 60; round++) {
            recording.write(ROUND);
        }
        RecordingPosition end = null;
        final Set<Integer> files = new TreeSet<>();
        try (RecordingExcerpts excerpts = RecordingExcerpts.open(recording.folder(), failure -> {})) {
            while (excerpts.poll()) {
                end = excerpts.place().position();
                files.add(end.file());
            }
        }
        assertThat(files).hasSizeGreaterThan(1);
        assertThat(RecordingExcerpts.endOf(recording.folder())).isEqualTo(end);
    }

    @Test
    void shouldShipAGapWithItsCountWhereFilesAreGone() {
        recording.open(RecorderContext.Mode.CIRCULAR, 4 * MEBIBYTE).write(ROUND);
        final long before;
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            shipAll(sender);
            before = sender.handled();
        }
        for (int round = 0; round < 300; round++) {
            recording.write(ROUND);
        }
        final long lost;
        try (ShippedRecording sender = shipped()) {
            sender.resume(carrier.status);
            shipAll(sender);
            lost = sender.lost();
            assertThat(sender.handled()).isEqualTo(recording.next());
        }
        receive(root, 0, carrier.records.size());

        final List<Long> kept = NumberedRecording.read(recording.folder()).values();
        assertThat(lost).isEqualTo(kept.get(0) - before).isPositive();
        assertThat(problems).singleElement().asString().contains("lostEvents=" + lost);
        final NumberedRecording.Numbers numbers = NumberedRecording.read(received());
        assertThat(numbers.values()).isEqualTo(Stream.concat(numbers(0, before).stream(), kept.stream()).toList());
        assertThat(numbers.missing()).isEqualTo(lost);
        assertThat(ledger(root)).satisfies(ledger -> {
            assertThat(ledger.lost()).isEqualTo(lost);
            assertThat(ledger.received()).isEqualTo(recording.next() - lost);
            assertThat(ledger.events()).isEqualTo(recording.next());
        });
    }

    @Test
    void shouldShipAGapWhereFilesGoWhileTheyAreShipped() {
        recording.open(RecorderContext.Mode.CIRCULAR, 4 * MEBIBYTE).write(ROUND);
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            shipAll(sender);
            for (int round = 0; round < 300; round++) {
                recording.write(ROUND);
            }
            shipAll(sender);
            recording.write(ROUND);
            shipAll(sender);
            assertThat(sender.lost()).isPositive();
        }
        receive(root, 0, carrier.records.size());

        final Receiver.Received ledger = ledger(root);
        assertThat(ledger.events()).isEqualTo(recording.next()).isEqualTo(ledger.received() + ledger.lost());
        assertThat(NumberedRecording.read(received()).values()).hasSize((int) ledger.received())
                .doesNotHaveDuplicates().endsWith(recording.next() - 1);
    }

    @Test
    void shouldDescribeWhatComesToAReceiverThatJoinsLate() {
        recording.open(RecorderContext.Mode.APPEND, 0);
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            for (int round = 0; round < 20; round++) {
                recording.write(ROUND);
                shipAll(sender);
            }
        }
        final int from = carrier.records.size() - 5;
        receive(root, from, carrier.records.size());

        final Receiver.Received ledger = ledger(root);
        final NumberedRecording.Numbers numbers = NumberedRecording.read(received());
        assertThat(ledger.before()).isPositive();
        assertThat(numbers.values()).isEqualTo(numbers(ledger.before(), recording.next()));
        assertThat(numbers.texts()).isEqualTo(NumberedRecording.read(recording.folder()).texts()
                .subList((int) ledger.before(), (int) recording.next()));
        assertThat(ledger.before() + ledger.received()).isEqualTo(ledger.events()).isEqualTo(recording.next());
    }

    @Test
    void shouldCountWhatIsMissingAmongTheRecords() {
        recording.open(RecorderContext.Mode.APPEND, 0);
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            for (int round = 0; round < 20; round++) {
                recording.write(ROUND);
                shipAll(sender);
            }
        }
        final int size = carrier.records.size();
        receive(root, 0, size - 12);
        receive(root, size - 5, size);

        final Receiver.Received ledger = ledger(root);
        final NumberedRecording.Numbers numbers = NumberedRecording.read(received());
        assertThat(ledger.lost()).isPositive().isEqualTo(numbers.missing());
        assertThat(numbers.values()).hasSize((int) (recording.next() - ledger.lost())).doesNotHaveDuplicates()
                .isSorted();
        assertThat(ledger.received() + ledger.lost()).isEqualTo(recording.next());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldReportToReadersWhatTheReceiverMissesThoughNoLaneShowsIt(final boolean isMerged) {
        recording.open(RecorderContext.Mode.APPEND, 0);
        final int[] ends = new int[3];
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            for (int process = 0; process < ends.length; process++) {
                recording.write(ROUND);
                shipAll(sender);
                ends[process] = carrier.records.size();
                recording.changeProcess();
            }
        }
        receive(root, 0, ends[0]);
        final RecordingPosition beforeLoss = read(isMerged, 0, Source.recording(received()));
        receive(root, ends[1], ends[2]);

        assertThat(ledger(root).lost()).isEqualTo(ROUND);
        read(isMerged, ROUND, Source.recording(received()));
        read(isMerged, ROUND, Source.recording(received()).after(beforeLoss));
    }

    /** Reads a recording to its end, and expects events to be missing. Returns the position at its end. */
    private static RecordingPosition read(final boolean isMerged, final long missing, final Source source) {
        final long[] sum = new long[1];
        final EventHandler handler = new EventHandler() {
            @Override
            public void onEvent(final EventView event) {
                assertThat(event.timeNs()).isPositive();
            }

            @Override
            public void onGap(final GapView gap) {
                sum[0] += gap.missing();
            }
        };
        try (EventReader reader = EventReader.open(new ReaderContext().merged(isMerged), source)) {
            reader.poll(handler);
            while (!reader.hasCaughtUp()) {
                reader.poll(handler);
            }
            reader.deliverRest(handler);
            reader.deliverRest(handler);
            assertThat(sum[0]).isEqualTo(missing).isEqualTo(reader.totals().takenElsewhere());
            return Objects.requireNonNull(reader.position());
        }
    }

    @Test
    void shouldTellAReceivedRecordingThatEndedFromOneThatIsReceivedAndOneThatIsCutOff() {
        final Path folder = root.resolve("received");
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            shipAll(sender);
            try (ReceiverFolder receiver = ReceiverFolder.open(folder, 0, () -> 7)) {
                receive(receiver);
                assertThat(cutOff(folder)).as("its receiver lives").isZero();
            }
            try (ReceiverFolder receiver = ReceiverFolder.open(folder, 0, () -> 7)) {
                assertThat(receiver.has(id())).isTrue();
                assertThat(cutOff(folder)).as("its receiver lives and has closed it").isZero();
            }
            assertThat(problems).isEmpty();
            assertThat(cutOff(folder)).isOne();
            assertThat(problems).singleElement().asString().startsWith("recording has no end")
                    .contains(id().toString());

            recording.stop();
            shipAll(sender);
            try (ReceiverFolder receiver = ReceiverFolder.open(folder, 0, () -> 7)) {
                receive(receiver);
            }
            assertThat(cutOff(folder)).isZero();
        }
    }

    @Test
    void shouldShipTheEndMarkThatARecorderWritesLater() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND).endSession();
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            shipAll(sender);
            assertThat(sender.hasEnded()).as("its recorder lives").isFalse();

            recording.stop();
            assertThat(sender.hasEnded()).as("the end mark was not shipped").isFalse();
            shipAll(sender);
            assertThat(sender.hasEnded()).isTrue();
        }
    }

    private void receive(final ReceiverFolder receiver) {
        final ReceivedRecording received = receiver.recording(id(), "topic");
        received.from("there");
        carrier.records.forEach(record -> received.take(ShipRecord.decode(record), carrier::of));
    }

    private long cutOff(final Path folder) {
        final ReaderContext context = new ReaderContext().merged(false)
                .errorHandler(failure -> problems.add(String.valueOf(failure.getMessage())));
        try (EventReader reader = EventReader.open(context,
                Source.recording(ReceivedRecording.folderOf(folder, id())))) {
            final RecordingFixture.Read read = new RecordingFixture.Read();
            while (reader.poll(read) > 0) {
                // More may be there.
            }
            assertThat(read.values).hasSize(ROUND);
            return reader.recordingsCutOff();
        }
    }

    @Test
    void shouldRejectBytesThatAreNoRecordsAndGoOn() {
        recording.open(RecorderContext.Mode.APPEND, 0);
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            for (int round = 0; round < 10; round++) {
                recording.write(ROUND);
                shipAll(sender);
            }
        }
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        int rejected = 0;
        try (ReceivedRecording receiver = open(root)) {
            for (final byte[] record : carrier.records) {
                for (int i = 0; i < 50; i++) {
                    rejected += isRejected(receiver, damaged(record, random), record) ? 1 : 0;
                }
                receiver.take(ShipRecord.decode(record), carrier::of);
            }
        }
        assertThat(rejected).as("seed %d", seed).isPositive();
        assertThat(NumberedRecording.read(received()).values()).as("seed %d", seed)
                .isEqualTo(numbers(0, recording.next()));
    }

    @Test
    void shouldRejectAnotherVersion() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(1);
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            shipAll(sender);
        }
        final byte[] record = carrier.records.get(0).clone();
        record[4] = 2;
        assertThatThrownBy(() -> ShipRecord.decode(record)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.LAYOUT)).hasMessageContaining("version=2, expected=1");
        assertThatThrownBy(() -> ShipRecord.decode(Arrays.copyOf(record, 8))).as("its header may be shorter")
                .isInstanceOfSatisfying(RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LAYOUT));
        final byte[] newer = carrier.records.get(0).clone();
        newer[88 + 4] = 99;
        try (ReceivedRecording receiver = open(root)) {
            assertThatThrownBy(() -> receiver.take(ShipRecord.decode(newer), carrier::of)).isInstanceOfSatisfying(
                    RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LAYOUT));
        }
    }

    @Test
    void shouldRejectASequenceThatNoOtherFollows() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(1);
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            shipAll(sender);
        }
        final ShipRecord record = ShipRecord.decode(carrier.records.get(0));
        final byte[] last = new ShipRecord(record.kind(), record.recordingId(), Long.MAX_VALUE, record.position(),
                record.sessionKey(), record.wallNs(), record.content()).encode();
        assertThatThrownBy(() -> ShipRecord.decode(last)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT)).hasMessageContaining("sequence");
    }

    @Test
    void shouldNotReceiveIntoTheFolderOfARecording() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(1);
        assertThatThrownBy(() -> ReceiverFolder.open(recording.folder(), 0, () -> 7)).isInstanceOfSatisfying(
                RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
                .hasMessageContaining("folder holds a recording: path=" + recording.folder());
    }

    @Test
    void shouldEndAndLoseNothingIfARecordCannotBeWritten() throws IOException {
        shipFiles();
        final Path obstacle;
        int taken = 0;
        try (ReceivedRecording receiver = open(root)) {
            receiver.take(ShipRecord.decode(carrier.records.get(taken++)), carrier::of);
            // Where the next file has to be.
            obstacle = Files.createDirectory(received().resolve("20231114-221321T.cq4"));
            Files.createFile(obstacle.resolve("full"));
            RingsideException failure = null;
            while (failure == null) {
                try {
                    receiver.take(ShipRecord.decode(carrier.records.get(taken)), carrier::of);
                    taken++;
                } catch (final RingsideException e) {
                    failure = e;
                }
            }
            assertThat(failure.code()).isEqualTo(ErrorCode.FILE_SYSTEM);
        }
        Files.delete(obstacle.resolve("full"));
        Files.delete(obstacle);
        receive(root, 0, carrier.records.size());
        assertThat(NumberedRecording.read(received()).values()).isEqualTo(numbers(0, recording.next()));
        assertThat(ledger(root).lost()).isZero();
    }

    @Test
    void shouldNotShipACopyOfARecordingAgain() {
        shipFiles();
        try (ReceivedRecording receiver = ReceivedRecording.open(root, id(), 0, 0, () -> 2_000_000_000_000L)) {
            carrier.records.forEach(record -> receiver.take(ShipRecord.decode(record), carrier::of));
        }
        try (ShippedRecording copy = new ShippedRecording(received(), "here", () -> 7, failure -> {})) {
            assertThatThrownBy(() -> copy.resume(carrier.status)).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT)).hasMessageContaining("changed");
        }
    }

    @Test
    void shouldRefuseRecordsThatAreNumberedAnew() {
        recording.open(RecorderContext.Mode.CIRCULAR, 4 * MEBIBYTE).write(ROUND);
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            shipAll(sender);
        }
        receive(root, 0, carrier.records.size());
        carrier.records.clear();
        for (int round = 0; round < 300; round++) {
            recording.write(ROUND);
        }
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            shipAll(sender);
        }
        assertThatThrownBy(() -> receive(root, 0, carrier.records.size())).isInstanceOfSatisfying(
                RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
                .hasMessageContaining("numbered anew").hasMessageContaining("another folder");
        assertThat(ledger(root).received()).isEqualTo(ROUND);
    }

    @Test
    void shouldRefuseRecordsOfAnotherSource() {
        shipFiles();
        try (ReceivedRecording receiver = open(root)) {
            receiver.require("first");
            receiver.take(ShipRecord.decode(carrier.records.get(0)), carrier::of);
        }
        try (ReceivedRecording receiver = open(root)) {
            receiver.require("first");
            assertThatThrownBy(() -> receiver.require("second")).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                    .hasMessageContaining("receivedFrom=first");
        }
    }

    @Test
    void shouldSayWhatToRemoveIfAReceiptIsDamaged() throws IOException {
        shipFiles();
        receive(root, 0, carrier.records.size());
        Files.writeString(root.resolve(id() + ".receipt"), "ringside-received 1\nsource=\nsequence=x\n");
        assertThatThrownBy(() -> open(root)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT)).hasMessageContaining("receive.offsets");
    }

    @Test
    void shouldCountRecordingsOfEarlierReceiversForTheLimit() throws IOException {
        final Path folder = Files.createDirectory(root.resolve("received"));
        for (int i = 0; i < 4096; i++) {
            Files.createDirectory(folder.resolve(new UUID(1, i).toString()));
        }
        try (ReceiverFolder receiver = ReceiverFolder.open(folder, 0, () -> 7)) {
            assertThat(receiver.has(new UUID(1, 7))).isTrue();
            assertThat(receiver.has(new UUID(2, 7))).isFalse();
            assertThatThrownBy(() -> receiver.recording(new UUID(2, 7), "topic")).isInstanceOfSatisfying(
                    RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT))
                    .hasMessageContaining("max=4096");
            assertThat(folder.resolve(new UUID(2, 7).toString())).doesNotExist();
        }
    }

    /** A recording of several files. */
    private void shipFiles() {
        recording.open(RecorderContext.Mode.NEWFILE, MEBIBYTE);
        for (int round = 0; round < 100; round++) {
            recording.write(ROUND);
        }
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            shipAll(sender);
        }
    }

    @Test
    void shouldSayHowFarARecordingHasBeenShipped() {
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND).write(ROUND);
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            shipAll(sender);
            recording.write(ROUND);

            final ShipStatus status = ShipStatus.decode(ShipRecord.decode(sender.status(3).encode()));
            assertThat(status.handled()).isEqualTo(2 * ROUND);
            assertThat(status.partition()).isEqualTo(3);
            assertThat(status.host()).isEqualTo("here");
            assertThat(status.sender()).isEqualTo(sender.sender());
            assertThat(status.record().sequence()).isEqualTo(carrier.records.size());
        }
    }

    @Test
    @Tag("proof")
    void shouldContinueAtWhateverPositionACarrierGivesOrRejectIt() {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        final Random random = new Random(seed);
        recording.open(RecorderContext.Mode.APPEND, 0).write(ROUND);
        final byte[] sound;
        try (ShippedRecording sender = shipped()) {
            sender.resume(null);
            shipAll(sender);
            recording.write(ROUND);
            sound = sender.status(0).encode();
        }
        int rejected = 0;
        for (int round = 0; round < 2_000; round++) {
            final byte[] status = sound.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                status[random.nextInt(status.length)] = (byte) random.nextInt();
            }
            try (ShippedRecording sender = shipped()) {
                sender.resume(ShipStatus.decode(ShipRecord.decode(status)));
                for (ShipRecord next = sender.poll(); next != null; next = sender.poll()) {
                    assertThat(next.sequence()).as("seed %d, round %d", seed, round).isNotNegative();
                }
                sender.status(0).encode();
            } catch (final RingsideException e) {
                rejected++;
            }
        }
        assertThat(rejected).as("seed %d", seed).isPositive();
    }

    private static byte[] damaged(final byte[] record, final Random random) {
        final byte[] copy = random.nextInt(8) == 0
                ? Arrays.copyOf(record, random.nextInt(record.length))
                : record.clone();
        // Neither the sequence nor the counts, which nothing but the carrier protects.
        for (int i = random.nextInt(3); i >= 0 && copy.length > 100; i--) {
            final int at = random.nextBoolean() ? random.nextInt(16) : 88 + random.nextInt(copy.length - 88);
            copy[at] ^= (byte) (1 << random.nextInt(8));
        }
        return copy;
    }

    private boolean isRejected(final ReceivedRecording receiver, final byte[] bytes, final byte[] original) {
        if (Arrays.equals(bytes, original)) {
            return false;
        }
        try {
            final ShipRecord record = ShipRecord.decode(bytes);
            if (record.isExcerpt()) {
                receiver.take(record, carrier::of);
                throw new AssertionError("taken: " + record);
            }
            return true;
        } catch (final RingsideException e) {
            assertThat(e.code()).isIn(ErrorCode.CORRUPT, ErrorCode.LAYOUT);
            return true;
        }
    }

    /** Ships some, in transactions of which some come to nothing. */
    private void ship(final ShippedRecording sender, final Random random) {
        for (int transactions = random.nextInt(10); transactions >= 0; transactions--) {
            final List<byte[]> records = new ArrayList<>();
            final Map<String, byte[]> described = new LinkedHashMap<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                poll(sender, records, described);
            }
            final byte[] status = sender.status(0).encode();
            if (random.nextInt(4) == 0) {
                sender.resume(carrier.status);
            } else {
                commit(records, described, status);
            }
        }
    }

    private void shipAll(final ShippedRecording sender) {
        final List<byte[]> records = new ArrayList<>();
        final Map<String, byte[]> described = new LinkedHashMap<>();
        while (poll(sender, records, described)) {
            assertThat(records).isNotEmpty();
        }
        commit(records, described, sender.status(0).encode());
    }

    private static boolean poll(final ShippedRecording sender, final List<byte[]> records,
            final Map<String, byte[]> described) {
        final ShipRecord record = sender.poll();
        if (record == null) {
            return false;
        }
        final byte[] bytes = record.encode();
        records.add(bytes);
        final String key = record.isExcerpt() ? sender.descriptionKey() : null;
        if (key != null) {
            described.put(key, bytes);
        }
        return true;
    }

    private void commit(final List<byte[]> records, final Map<String, byte[]> described, final byte[] status) {
        carrier.records.addAll(records);
        carrier.descriptions.putAll(described);
        carrier.status = ShipStatus.decode(ShipRecord.decode(status));
    }

    /** Takes some records, and copies what is on the disk then; returns from where the next receiver begins. */
    private int receive(final Path target, final int from, final Random random, final Path killed)
            throws IOException {
        final int begin = Math.max(from - random.nextInt(10), 0);
        final int end = begin + random.nextInt(carrier.records.size() - begin + 1);
        int saved = from;
        try (ReceivedRecording receiver = open(target)) {
            for (int i = begin; i < end; i++) {
                receiver.take(ShipRecord.decode(carrier.records.get(i)), carrier::of);
                if (random.nextInt(8) == 0) {
                    receiver.save();
                    saved = Math.max(saved, i + 1);
                }
            }
            copy(target, killed);
        }
        return saved;
    }

    private void receive(final Path target, final int from, final int end) {
        try (ReceivedRecording receiver = open(target)) {
            for (int i = from; i < end; i++) {
                receiver.take(ShipRecord.decode(carrier.records.get(i)), carrier::of);
            }
        }
    }

    private static void copy(final Path from, final Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path each : files.sorted().toList()) {
                final Path target = to.resolve(from.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(target);
                } else if (!each.toString().endsWith(".lock")) {
                    Files.copy(each, target);
                }
            }
        }
    }

    private ShippedRecording shipped() {
        return new ShippedRecording(recording.folder(), "here", () -> 7,
                failure -> problems.add(String.valueOf(failure.getMessage())));
    }

    private ReceivedRecording open(final Path target) {
        return ReceivedRecording.open(target, id(), 0, 0, () -> 1_700_000_000_000L);
    }

    private UUID id() {
        return RecordingExcerpts.idOf(recording.folder());
    }

    private Path received() {
        return ReceivedRecording.folderOf(root, id());
    }

    private Receiver.Received ledger(final Path target) {
        final Receiver.Received ledger = ReceivedRecording.ledger(target, id());
        assertThat(ledger).isNotNull();
        return ledger;
    }

    private static List<Long> numbers(final long from, final long to) {
        return LongStream.range(from, to).boxed().toList();
    }
}
