package io.ringside.internal.drain;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.registry.AckStatus;
import io.ringside.session.LossCause;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Files that a fault or a stranger has changed: they cost themselves, and nothing hangs or throws. */
@Timeout(60)
class DamageTest {
    private static final int BLOCK_BYTES = LaneGeometry.of(LaneGeometry.MIN_LANE_BYTES).blockBytes();
    private static final int BLOCK_HEADER_BYTES = 64;
    private static final int RECORD_BYTES = 64;
    private static final int EVENTS_IN_BLOCK = (BLOCK_BYTES - BLOCK_HEADER_BYTES) / RECORD_BYTES;
    private static final int EVENTS = 2 * EVENTS_IN_BLOCK + 100;

    private static final long SEED = Long.getLong("ringside.seed", System.nanoTime());

    @TempDir
    Path folder;
    private Random random = new Random(SEED);
    private final RecordingSink sink = new RecordingSink();
    private DrainFixture fixture;
    private HandMadeProvider provider;
    private HandMadeProvider healthy;

    @BeforeAll
    static void printSeed() {
        System.out.println("ringside.seed=" + SEED);
    }

    @BeforeEach
    void start(final TestInfo test) {
        random = new Random(SEED + (test.getTestMethod() + test.getDisplayName()).hashCode());
        fixture = DrainFixture.start(folder);
        provider = fixture.session.provider();
        healthy = fixture.session.provider();
        for (int i = 0; i < EVENTS; i++) {
            provider.write(0, i);
            provider.write(1, i);
            healthy.write(0, i);
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @RepeatedTest(60)
    void shouldDeliverAllButDamagedBlocksAndCountThoseExactly() throws IOException {
        final BitSet damagedBlocks = new BitSet();
        try (RandomAccessFile ring = new RandomAccessFile(provider.ringPath(0).toFile(), "rw")) {
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                final int offset = random.nextInt(EVENTS / EVENTS_IN_BLOCK * BLOCK_BYTES + BLOCK_HEADER_BYTES);
                ring.seek(offset);
                final int value = ring.read();
                ring.seek(offset);
                ring.write(value ^ 1 << random.nextInt(Byte.SIZE));
                damagedBlocks.set(offset / BLOCK_BYTES);
            }
        }
        provider.die();

        drainAll();

        final List<Long> delivered = sink.values(provider, 0);
        assertThat(delivered).as("seed %s", SEED).containsAll(inWholeBlocks(damagedBlocks));
        assertThat(delivered.size() + sink.lost().of(LossCause.CORRUPT)).as("seed %s", SEED).isEqualTo(EVENTS);
        assertThat(sink.lost().total()).as("seed %s", SEED).isEqualTo(sink.lost().of(LossCause.CORRUPT));
        assertThat(sink.values(provider, 1)).isEqualTo(DrainFixture.upTo(EVENTS));
        assertHealthyAndBalanced(3 * EVENTS);
    }

    @Test
    void shouldCountWhatATruncatedRingHasLostAsCorrupt() throws IOException {
        final int kept = EVENTS_IN_BLOCK;
        try (FileChannel ring = FileChannel.open(provider.ringPath(0), StandardOpenOption.WRITE)) {
            ring.truncate(BLOCK_BYTES);
        }
        provider.die();

        drainAll();

        assertThat(sink.values(provider, 0)).isEqualTo(DrainFixture.upTo(kept));
        assertThat(sink.values(provider, 1)).isEmpty();
        assertThat(sink.lost().of(LossCause.CORRUPT)).isEqualTo(2L * EVENTS - kept);
        assertThat(fixture.errors).singleElement().asString().contains("ring is damaged")
                .contains("length=" + BLOCK_BYTES);
        assertHealthyAndBalanced(3 * EVENTS);
    }

    @Test
    void shouldCountWhatARingLosesThatIsCutWhileItIsDrained() throws IOException {
        try (SessionDrain drain = fixture.drain()) {
            assertThat(drain.poll(sink, Integer.MAX_VALUE)).as("a block of each lane")
                    .isEqualTo(3 * EVENTS_IN_BLOCK);
            cut(provider.ringPath(0), BLOCK_BYTES);
            provider.die();
            fixture.drainAll(drain, sink);
            fixture.drainAll(drain, sink);
        }
        assertThat(sink.values(provider, 0)).isEqualTo(DrainFixture.upTo(EVENTS_IN_BLOCK));
        assertThat(sink.values(provider, 1)).isEqualTo(DrainFixture.upTo(EVENTS_IN_BLOCK));
        assertThat(sink.lost().of(LossCause.CORRUPT)).isEqualTo(2L * (EVENTS - EVENTS_IN_BLOCK));
        assertHealthyAndBalanced(3 * EVENTS);
    }

    @Test
    void shouldGoOnBehindDamageInALaneThatLives() throws IOException {
        try (RandomAccessFile ring = new RandomAccessFile(provider.ringPath(0).toFile(), "rw")) {
            ring.seek(BLOCK_BYTES + BLOCK_HEADER_BYTES);
            ring.write(new byte[RECORD_BYTES]);
        }
        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            for (int i = 0; i < EVENTS; i++) {
                provider.write(0, EVENTS + i);
            }
            fixture.drainAll(drain, sink);
        }

        assertThat(sink.values(provider, 0)).hasSize(2 * EVENTS - EVENTS_IN_BLOCK).endsWith(2L * EVENTS - 1);
        assertThat(sink.gaps).singleElement()
                .satisfies(gap -> assertThat(gap.nextNumber() - gap.firstNumber()).isEqualTo(EVENTS_IN_BLOCK));
        assertThat(sink.lost().of(LossCause.CORRUPT)).isEqualTo(EVENTS_IN_BLOCK);
        assertThat(fixture.reading().settled()).isTrue();
        assertThat(fixture.totals().isBalanced()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {
        LedgerDescriptor.MAGIC_OFFSET, LedgerDescriptor.VERSION_OFFSET, LedgerDescriptor.SESSION_ID_OFFSET,
        LedgerDescriptor.LANE_LIMIT_OFFSET, LedgerDescriptor.LANES_PER_BATCH_OFFSET, LedgerDescriptor.LANE_BYTES_OFFSET,
        LedgerDescriptor.BLOCK_BYTES_OFFSET, LedgerDescriptor.HEADER_LENGTH_OFFSET})
    void shouldLeaveOutALedgerWhoseHeaderIsDamaged(final int offset) throws IOException {
        try (RandomAccessFile ledger = new RandomAccessFile(provider.ledgerPath().toFile(), "rw")) {
            ledger.seek(offset);
            final int value = ledger.read();
            ledger.seek(offset);
            ledger.write(value + 1 + random.nextInt(250));
        }

        drainAll();

        assertThat(fixture.errors.stream().filter(error -> error.startsWith(provider.incarnation() + ".ledger"))
                .distinct())
                .singleElement().asString().contains(switch (offset) {
                    case LedgerDescriptor.MAGIC_OFFSET -> "made by another release, or is foreign or damaged";
                    case LedgerDescriptor.VERSION_OFFSET -> "known=1: use that release";
                    default -> "path=";
                });
        assertThat(sink.values(provider, 0)).isEmpty();
        assertThat(sink.values(healthy, 0)).isEqualTo(DrainFixture.upTo(EVENTS));
        assertThat(fixture.reading().settled()).isFalse();
    }

    @RepeatedTest(40)
    void shouldSurviveScribblingOverTheWordsOfALane() {
        try (SessionDrain drain = fixture.drain()) {
            drain.poll(sink, 10);
            scribble(LedgerDescriptor.laneOffset(0), LedgerDescriptor.LANE_LENGTH, 1 + random.nextInt(8));
            fixture.drainAll(drain, sink);
            provider.die();
            fixture.drainAll(drain, sink);
        }

        assertThat(sink.values(provider, 1)).as("seed %s", SEED).isEqualTo(DrainFixture.upTo(EVENTS));
        assertThat(sink.values(healthy, 0)).as("seed %s", SEED).isEqualTo(DrainFixture.upTo(EVENTS));
        assertThat(provider.ledgerPath()).doesNotExist();
        assertThat(fixture.totals().isBalanced()).as("seed %s", SEED).isTrue();
        assertThat(fixture.reading().settled()).as("seed %s", SEED).isTrue();
    }

    @RepeatedTest(20)
    void shouldSurviveScribblingOverTheHeaderOfALedgerThatIsOpen() {
        try (SessionDrain drain = fixture.drain()) {
            drain.poll(sink, 10);
            scribble(0, LedgerDescriptor.HEADER_LENGTH, 1 + random.nextInt(16));
            fixture.drainAll(drain, sink);
            provider.die();
            fixture.drainAll(drain, sink);
            fixture.session.stop();
            healthy.detach(fixture.session.row().generation());
            fixture.drainAll(drain, sink);

            assertThat(drain.hasEnded()).as("seed %s", SEED).isTrue();
        }
        assertThat(sink.values(healthy, 0)).as("seed %s", SEED).isEqualTo(DrainFixture.upTo(EVENTS));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, LedgerDescriptor.HEADER_LENGTH})
    void shouldLeaveOutALedgerThatIsCutWhileItIsOpen(final int length) throws IOException {
        try (SessionDrain drain = fixture.drain()) {
            assertThat(drain.poll(sink, 10)).isEqualTo(10);
            cut(provider.ledgerPath(), length);
            pollAndAskAll(drain);

            assertNamed(provider.ledgerPath());
            assertThat(drain.lanes()).allSatisfy(
                    lane -> assertThat(lane.process().incarnation()).isEqualTo(healthy.incarnation()));
            fixture.session.stop();
            healthy.detach(fixture.session.row().generation());
            provider.acknowledge(AckStatus.DETACHED, fixture.session.row().generation());
            fixture.drainAll(drain, sink);
            assertThat(drain.hasEnded()).isTrue();
        }
        assertThat(sink.values(healthy, 0)).isEqualTo(DrainFixture.upTo(EVENTS));
        assertThat(fixture.reading().settled()).isFalse();
    }

    @Test
    void shouldGoOnWithALiveProcessWhosePageIsCut() throws IOException {
        try (SessionDrain drain = fixture.drain()) {
            fixture.passTime(drain);
            assertThat(drain.poll(sink, 10)).isEqualTo(10);
            cut(fixture.session.directory().processPage(provider.incarnation()), 0);
            pollAndAskAll(drain);
        }
        assertNamed(fixture.session.directory().processPage(provider.incarnation()));
        assertThat(sink.values(provider, 0)).isEqualTo(DrainFixture.upTo(EVENTS));
        assertThat(sink.values(provider, 1)).isEqualTo(DrainFixture.upTo(EVENTS));
        assertThat(sink.values(healthy, 0)).isEqualTo(DrainFixture.upTo(EVENTS));
        assertThat(fixture.reading().settled()).isFalse();
    }

    @Test
    void shouldLetPassWhatTheSinkThrowsWhenItLooksLikeAFault() {
        final InternalError own = new InternalError("of the sink");
        try (SessionDrain drain = fixture.drain()) {
            assertThatThrownBy(() -> drain.poll(new ThrowingSink(own), 10)).isSameAs(own);
        }
    }

    @Test
    void shouldWriteOffALaneWhoseTailCannotBeTrue() {
        try (SessionDrain drain = fixture.drain()) {
            drain.poll(sink, 10);
            provider.ledger().lane(0).entry().putLong(LedgerDescriptor.LANE_TAIL_OFFSET, -8);
            fixture.drainAll(drain, sink);
            provider.die();
            fixture.drainAll(drain, sink);
        }

        final int delivered = sink.values(provider, 0).size();
        assertThat(delivered).isLessThan(EVENTS);
        assertThat(sink.lost().of(LossCause.CORRUPT)).isEqualTo(EVENTS - delivered);
        assertThat(fixture.errors).anySatisfy(error -> assertThat(error).contains("contradict each other: lane=0"));
        assertHealthyAndBalanced(3 * EVENTS);
    }

    @Test
    void shouldLeaveForeignFilesAloneAndNameThemOnce() throws Exception {
        final Path session = fixture.session.directory().session(fixture.session.row().id());
        final Incarnation stranger = new Incarnation(1, 2);
        final List<Path> foreign = new ArrayList<>();
        foreign.add(Files.createFile(session.resolve("readme.txt")));
        foreign.add(Files.createDirectory(fixture.session.directory().ledger(fixture.session.row().id(), stranger)));
        foreign.add(Files.createSymbolicLink(
                fixture.session.directory().ledger(fixture.session.row().id(), new Incarnation(1, 3)),
                provider.ledgerPath()));
        foreign.add(makeFifo(fixture.session.directory().ledger(fixture.session.row().id(), new Incarnation(1, 4))));
        foreign.add(makeFifo(fixture.session.directory().processPage(new Incarnation(1, 5))));
        foreign.add(Files.writeString(
                fixture.session.directory().ledger(fixture.session.row().id(), new Incarnation(1, 6)), "no ledger"));
        Files.delete(provider.ringPath(0));
        foreign.add(makeFifo(provider.ringPath(0)));

        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            fixture.drainAll(drain, sink);
        }

        for (final Path path : foreign) {
            assertThat(fixture.errors.stream().filter(error -> error.startsWith(path.getFileName() + ": ")))
                    .as("%s", path)
                    .hasSize(1);
            assertThat(Files.exists(path, LinkOption.NOFOLLOW_LINKS)).isTrue();
        }
        assertThat(sink.values(provider, 0)).isEmpty();
        assertThat(sink.values(healthy, 0)).isEqualTo(DrainFixture.upTo(EVENTS));
        assertThat(fixture.reading().settled()).isFalse();
    }

    @Test
    void shouldDrainWithoutFoldingWhenTheFoldIsDamaged() throws IOException {
        damageFold();
        provider.die();

        drainAll();

        assertThat(sink.values(provider, 0)).isEqualTo(DrainFixture.upTo(EVENTS));
        assertThat(provider.ledgerPath()).exists();
        assertThat(fixture.errors).isNotEmpty().allSatisfy(error -> assertThat(error).contains("row is damaged"));
        assertThat(fixture.errors.stream().distinct()).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void shouldSettleAnEndingSessionWhoseFoldIsDamaged() throws IOException {
        damageFold();
        provider.die();
        fixture.session.stop();
        healthy.detach(fixture.session.row().generation());

        fixture.books.discardRest(fixture.session.row());

        assertThat(fixture.books.drained(fixture.session.row())).isTrue();
        assertThat(fixture.reading().settled()).isFalse();
        assertThat(fixture.totals().lost().of(LossCause.DISCARDED)).isEqualTo(3 * EVENTS);
    }

    @Test
    void shouldDrainUnderNoNameWhenItsNameCannotBeWritten() throws IOException {
        final Path holder = fixture.session.directory().drainHolder(fixture.session.row().id());
        Files.createFile(Files.createDirectory(holder).resolve("occupied"));

        try (SessionDrain drain = fixture.drain()) {
            assertThat(fixture.books.drainHolder(drain.session()))
                    .contains("not named itself");
            fixture.drainAll(drain, sink);
        }

        assertThat(sink.values(healthy, 0)).isEqualTo(DrainFixture.upTo(EVENTS));
        assertThat(fixture.books.drainHolder(fixture.session.row())).isNull();
    }

    private void scribble(final int offset, final int length, final int longs) {
        try (FileChannel ledger = FileChannel.open(provider.ledgerPath(), StandardOpenOption.WRITE)) {
            final ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
            for (int i = 0; i < longs; i++) {
                final long value = random.nextBoolean() ? random.nextLong() : random.nextInt(1 << 18);
                bytes.clear().putLong(value).flip();
                ledger.write(bytes, offset + random.nextInt(length / Long.BYTES) * (long) Long.BYTES);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything that reads the mappings, first without looking at the files themselves. */
    private void pollAndAskAll(final SessionDrain drain) {
        for (int i = 0; i < 300; i++) {
            DrainedLane.noteIdle(drain.lanes());
            drain.isEmpty();
            drain.haveLanesBeenEmpty();
            if (i > 10) {
                fixture.passScanInterval();
            }
            drain.poll(sink, Integer.MAX_VALUE);
        }
    }

    private void assertNamed(final Path path) {
        assertThat(fixture.errors).anySatisfy(error -> assertThat(error).startsWith(path.getFileName() + ": ")
                .contains("file has an unexpected length"));
    }

    private static void cut(final Path path, final int length) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.truncate(length);
        }
    }

    private void damageFold() throws IOException {
        Files.writeString(fixture.session.directory().folded(fixture.session.row().id()), "wanted=no number\n");
    }

    private void drainAll() {
        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, sink);
            fixture.drainAll(drain, sink);
        }
    }

    private void assertHealthyAndBalanced(final long wanted) {
        assertThat(sink.values(healthy, 0)).as("seed %s", SEED).isEqualTo(DrainFixture.upTo(EVENTS));
        assertThat(fixture.reading().settled()).as("seed %s", SEED).isTrue();
        assertThat(fixture.totals().wanted()).as("seed %s", SEED).isEqualTo(wanted);
        assertThat(fixture.totals().imbalance()).as("seed %s", SEED).isZero();
    }

    private static List<Long> inWholeBlocks(final BitSet damagedBlocks) {
        final List<Long> values = new ArrayList<>();
        for (long value = 0; value < EVENTS; value++) {
            if (!damagedBlocks.get((int) (value / EVENTS_IN_BLOCK))) {
                values.add(value);
            }
        }
        return values;
    }

    private record ThrowingSink(InternalError error) implements EventSink {
        @Override
        public void onEvent(final DrainedProcess process, final int lane, final DirectBuffer buffer, final int offset,
                final int length, final long ownerThreadId) {
            throw error;
        }

        @Override
        public void onGap(final DrainedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
            throw error;
        }

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
                final long firstTicks, final long lastTicks) {
            throw error;
        }
    }

    private static Path makeFifo(final Path path) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
        return path;
    }
}
