package io.ringside.internal.drain;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.session.LossCause;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What a reader beside the drain finds in the files of processes that fail, end, or lose them. */
@Timeout(60)
class SessionPeekTest {
    @TempDir
    Path folder;
    private DrainFixture fixture;
    private HandMadeProvider provider;
    private SessionPeek peek;
    private final Seen seen = new Seen();

    @BeforeEach
    void start() {
        fixture = DrainFixture.start(folder);
        provider = fixture.session.provider();
        peek = new SessionPeek(fixture.session.directory(), fixture.session.row(), () -> 0, 1,
                (path, reason) -> fixture.errors.add(path.getFileName() + ": " + reason));
    }

    @AfterEach
    void close() {
        peek.close();
        fixture.close();
    }

    @Test
    void shouldTellLossesOfAProcessThatCouldNotAttach() throws IOException {
        Files.delete(provider.ledgerPath());
        look();
        provider.page().addNotAttached(fixture.session.row().slot(), 5);
        look();
        look();

        assertThat(seen.laneless).containsExactlyEntriesOf(Map.of(LossCause.NOT_ATTACHED, 1L));
    }

    @Test
    void shouldReadAllOfAProcessThatAttachesAfterItsPageWasSeen() throws IOException {
        final Path aside = folder.resolve("aside");
        Files.move(provider.ledgerPath(), aside);
        look();
        provider.writeSequence(0, 0, 10);
        Files.move(aside, provider.ledgerPath());
        try (SessionDrain drain = fixture.drain()) {
            fixture.drainAll(drain, new RecordingSink());
        }
        look();

        assertThat(seen.values).isEqualTo(DrainFixture.upTo(10));
    }

    @Test
    void shouldReportALaneWhoseWordsContradictEachOther() {
        provider.writeSequence(0, 0, 10);
        provider.writeSequence(1, 0, 10);
        provider.ledger().lane(1).entry().putLong(LedgerDescriptor.LANE_TAIL_OFFSET, 1L << 40);
        look();
        look();

        assertThat(seen.values).isEqualTo(DrainFixture.upTo(10));
        assertThat(seen.corrupt).isEqualTo(10);
        assertThat(fixture.errors).singleElement().asString().contains("lane=1");
        assertThat(peek.haveLanesBeenEmpty()).isTrue();
    }

    @Test
    void shouldReadNothingTwiceWhenALedgerThatWasCutIsRestored() throws IOException {
        provider.writeSequence(0, 0, 10);
        look();
        final Path copy = Files.copy(provider.ledgerPath(), folder.resolve("copy"));
        cut(provider.ledgerPath());
        look();
        Files.move(copy, provider.ledgerPath(), StandardCopyOption.REPLACE_EXISTING);
        look();

        assertThat(seen.values).isEqualTo(DrainFixture.upTo(10));
        assertThat(seen.behind).isZero();
    }

    @Test
    void shouldReadAPageAgainThatWasCutAndIsRestored() throws IOException {
        look();
        provider.page().addNoLane(fixture.session.row().slot(), 5);
        final Path page = fixture.session.directory().processPage(provider.incarnation());
        final Path copy = Files.copy(page, folder.resolve("copy"));
        cut(page);
        look();
        Files.move(copy, page, StandardCopyOption.REPLACE_EXISTING);
        look();

        assertThat(seen.laneless).containsExactlyEntriesOf(Map.of(LossCause.NO_LANE, 1L));
    }

    @Test
    void shouldLetGoOfAProcessThatHasEndedAndTellItsLastLosses() throws IOException {
        provider.writeSequence(0, 0, 10);
        look();
        provider.page().addNoLane(fixture.session.row().slot(), 5);
        final Path page = fixture.session.directory().processPage(provider.incarnation());
        provider.die();
        assertThat(isMapped(page)).isTrue();
        Files.delete(provider.ledgerPath());
        Files.delete(page);
        look();
        look();

        assertThat(isMapped(page)).isFalse();
        assertThat(seen.values).hasSize(10);
        assertThat(seen.laneless).containsExactlyEntriesOf(Map.of(LossCause.NO_LANE, 1L));
    }

    private void look() {
        do {
            peek.scanSoon();
        } while (peek.poll(seen));
    }

    private static boolean isMapped(final Path path) throws IOException {
        return Files.readString(Path.of("/proc/self/maps")).contains(path.getFileName().toString());
    }

    private static void cut(final Path path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(0);
        }
    }

    private static final class Seen implements SessionPeek.Sink, Batch.Receiver {
        private final Batch batch = new Batch();
        private final List<Long> values = new ArrayList<>();
        private final Map<LossCause, Long> laneless = new EnumMap<>(LossCause.class);
        private long corrupt;
        private long behind;

        @Override
        public Batch batch(final DrainedProcess process, final int lane) {
            return batch;
        }

        @Override
        public void onBatch(final DrainedProcess process, final int lane, final Batch filled) {
            filled.deliverAll(this);
        }

        @Override
        public void onRecords(final Batch of, final Batch.Piece piece, final int begin, final int end) {
            for (int each = begin; each < end;) {
                values.add(of.bytes().getLong(each + FrameDescriptor.RECORD_HEADER_LENGTH));
                each = piece.next(each, FrameDescriptor.length(of.bytes().getLong(each)));
            }
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            corrupt += gap.count(LossCause.CORRUPT);
            behind += gap.behind();
        }

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            laneless.merge(cause, count, Long::sum);
        }
    }
}
