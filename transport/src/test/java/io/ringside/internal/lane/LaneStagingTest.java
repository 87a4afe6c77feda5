package io.ringside.internal.lane;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.layout.LedgerDescriptor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Staging: what is written down before it counts as taken comes out once, wherever the reader ends. */
class LaneStagingTest {
    private static final int OPERATIONS = 100_000;

    @Test
    void shouldGiveEveryAttemptOneOutcomeToAJournalWhoseReaderDiesAgainAndAgain() {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("ringside.seed=" + seed);
        final Random random = new Random(seed);
        final LaneFixture lane = LaneFixture.small();
        final LaneModel model = new LaneModel(0);
        final Journal journal = new Journal();
        for (int i = 0; i < OPERATIONS; i++) {
            switch (random.nextInt(40)) {
                case 0 -> journal.stageLosses(lane.reader);
                case 1 -> dieBeforeWriting(lane, journal);
                case 2 -> dieBeforeCommitting(lane, journal);
                case 3 -> model.write(lane, lane.geometry.maxRecordBytes() + random.nextInt(3) - 33);
                case 4, 5, 6 -> journal.stage(lane.reader);
                case 7 -> lane.reader.commitStaged();
                case 8 -> commitSome(random, lane, journal);
                default -> model.write(lane, random.nextInt(random.nextInt(10) == 0 ? 3000 : 200));
            }
        }
        while (journal.stage(lane.reader)) {
            lane.reader.commitStaged();
        }
        journal.stageFinish(lane.reader);
        lane.reader.commitStaged();
        journal.replay(lane.geometry, model);

        assertThat(model.taken).as("seed %s", seed).isEqualTo(model.expected);
        assertThat(lane.reader.checkpoint().nextNumber).isEqualTo(lane.ledger.attemptsAcquire());
        assertThat(lane.reader.checkpoint().adds()).isTrue();
        assertThat(lane.reader.isBroken()).isFalse();
        assertThat(model.full).isPositive();
    }

    @Test
    void shouldTakeNothingBeforeTheCommit() {
        final LaneFixture lane = LaneFixture.small();
        lane.write(0, 100);
        new Journal().stage(lane.reader);

        assertThat(lane.reader.hasFrames()).isTrue();
        assertThat(lane.reader.hasStaged()).isTrue();
        final Checkpoint checkpoint = new Checkpoint();
        assertThat(lane.ledger.loadCheckpoint(checkpoint)).isTrue();
        assertThat(checkpoint.nextNumber).isZero();

        lane.reader.commitStaged();

        assertThat(lane.reader.hasFrames()).isFalse();
        assertThat(lane.newReader().checkpoint().nextNumber).isOne();
    }

    @Test
    void shouldCommitNothingWhereAnotherReaderHasOpenedTheLane() {
        final LaneFixture lane = LaneFixture.small();
        lane.write(0, 100);
        new Journal().stage(lane.reader);

        final LaneReader other = lane.newReader();

        assertThatThrownBy(lane.reader::commitStaged).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.BUSY));
        new Journal().stage(other);
        other.commitStaged();
        assertThat(lane.newReader().checkpoint().nextNumber).isOne();
    }

    @Test
    void shouldHandOutWhatIsGivenUpAsOneLossAndOnlyOnceIfTheReaderDies() {
        final LaneFixture lane = LaneFixture.small();
        final Journal journal = new Journal();
        int written = 0;
        while (lane.write(written, 1_000)) {
            written++;
        }
        assertThat(lane.write(0, lane.geometry.maxRecordBytes())).isFalse();
        journal.stage(lane.reader);
        lane.reader.unstage();
        journal.forgetAfter(lane.reader.checkpoint());
        lane.writer.attempt();
        journal.stageDiscarded(lane.reader);

        assertThat(journal.chunks).hasSize(1);
        assertThat(lane.newReader().checkpoint().nextNumber).as("not before the commit").isZero();
        assertThat(journal.last().discarded).isEqualTo(written);
        assertThat(journal.last().lostFull + journal.last().lostTooLarge).isEqualTo(2);
        assertThat(journal.last().abandoned).isOne();
        assertThat(journal.last().nextNumber).isEqualTo(lane.ledger.attemptsAcquire()).isEqualTo(written + 3L);
        assertThat(journal.chunks.get(0).firstTime).isPositive().isLessThan(journal.chunks.get(0).lastTime);

        dieBeforeCommitting(lane, journal);
        journal.stageDiscarded(lane.reader);

        assertThat(journal.chunks).hasSize(1);
        assertThat(lane.reader.hasFrames()).isFalse();
    }

    @Test
    void shouldRefuseACheckpointThatWasNotStaged() {
        final LaneFixture lane = LaneFixture.small();
        lane.write(0, 100);
        final Checkpoint ahead = new Checkpoint();
        ahead.nextNumber = 1;
        ahead.delivered = 1;

        assertThatThrownBy(() -> lane.reader.commit(ahead)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nextNumber=1");
    }

    @Test
    void shouldNotGoOnFromASinkThatTellsOfMoreThanTheLaneHasMade() {
        final LaneFixture lane = LaneFixture.small();
        lane.write(0, 100);
        final Journal journal = new Journal();
        journal.stage(lane.reader);
        final Checkpoint held = new Checkpoint().set(journal.last());
        held.delivered++;
        held.nextNumber++;

        assertThat(lane.newReader().resume(held)).isFalse();
        assertThat(lane.newReader().checkpoint().nextNumber).isZero();
    }

    @Test
    void shouldBeIdleOnlyWhenEveryAttemptHasItsOutcomeAndWasStaged() {
        final LaneFixture lane = LaneFixture.small();
        assertThat(lane.reader.isIdle()).isTrue();

        lane.writer.attempt();
        assertThat(lane.reader.isIdle()).as("in flight").isFalse();

        lane.complete(0, 100, lane.writer.reserve(100));
        assertThat(lane.reader.isIdle()).as("waiting").isFalse();

        new Journal().stage(lane.reader);
        assertThat(lane.reader.isIdle()).as("staged").isTrue();

        lane.write(1, lane.geometry.maxRecordBytes());
        assertThat(lane.reader.isIdle()).as("lost").isTrue();
    }

    /** What was handed out and not committed was not written down either. */
    private static void dieBeforeWriting(final LaneFixture lane, final Journal journal) {
        journal.forgetAfter(lane.reader.checkpoint());
        lane.reader = lane.newReader();
    }

    /** Everything handed out was written down. */
    private static void dieBeforeCommitting(final LaneFixture lane, final Journal journal) {
        lane.reader = lane.newReader();
        if (!journal.chunks.isEmpty()) {
            lane.reader.resume(journal.last());
            assertThat(lane.reader.checkpoint().nextNumber).isEqualTo(journal.last().nextNumber);
        }
    }

    private static void commitSome(final Random random, final LaneFixture lane, final Journal journal) {
        final List<Chunk> staged = journal.chunks.stream()
                .filter(chunk -> chunk.to.nextNumber > lane.reader.checkpoint().nextNumber).toList();
        if (!staged.isEmpty()) {
            lane.reader.commit(staged.get(random.nextInt(staged.size())).to);
        }
    }

    private record Chunk(Checkpoint from, Checkpoint to, long numberLimit, UnsafeBuffer bytes, long firstTime,
            long lastTime) {}

    @Test
    void shouldGoOnInAnotherLedgerBehindWhatWasCommittedWhenItsLaneHadMoved() {
        final LaneFixture lane = LaneFixture.small();
        lane.write(1, 8);
        lane.write(2, 8);
        assertThat(new Journal().stage(lane.reader)).isTrue();
        // The process has copied the ledger, and lets nobody take anything from the old one.
        final LaneFixture other = LaneFixture.small();
        other.ring.putBytes(0, lane.ring, 0, lane.ring.capacity());
        other.ledger.entry().putBytes(0, lane.ledger.entry(), 0, lane.ledger.entry().capacity());
        lane.ledger.entry().putLong(LedgerDescriptor.LANE_OWNER_THREAD_ID_OFFSET, -1);
        lane.reader.commitStaged();

        assertThat(lane.reader.hasMoved()).isTrue();
        assertThat(lane.reader.isBroken()).isFalse();
        assertThat(lane.reader.hasStaged()).isFalse();
        final LaneReader next = other.newReader();
        assertThat(next.resume(lane.reader.checkpoint())).isTrue();
        assertThat(next.hasFrames()).isFalse();
        assertThat(next.checkpoint().delivered).isEqualTo(2);
    }

    @Test
    void shouldDeliverNothingOfALaneThatHasMoved() {
        final LaneFixture lane = LaneFixture.small();
        lane.write(1, 8);
        lane.ledger.entry().putLong(LedgerDescriptor.LANE_OWNER_THREAD_ID_OFFSET, -1);

        assertThat(Taking.poll(lane.reader, LaneSink.NONE, Integer.MAX_VALUE)).isZero();
        assertThat(lane.reader.hasFrames()).isFalse();
        assertThat(lane.newReader().checkpoint().delivered).isZero();
    }

    private static final class Journal {
        final List<Chunk> chunks = new ArrayList<>();
        private final UnsafeBuffer own = new UnsafeBuffer(ByteBuffer.allocateDirect(LaneGeometry.MIN_LANE_BYTES));
        private boolean gives;

        Checkpoint last() {
            return chunks.get(chunks.size() - 1).to;
        }

        void forgetAfter(final Checkpoint committed) {
            chunks.removeIf(chunk -> chunk.to.nextNumber > committed.nextNumber
                    || chunk.to.position > committed.position);
        }

        void replay(final LaneGeometry geometry, final LaneSink sink) {
            final FrameWalker walker = new FrameWalker(geometry);
            final Batch losses = new Batch();
            final Checkpoint state = new Checkpoint();
            for (final Chunk chunk : chunks) {
                assertThat(state).usingRecursiveComparison().isEqualTo(chunk.from);
                if (chunk.bytes.capacity() == 0) {
                    losses.losses(state, chunk.to, chunk.firstTime, chunk.lastTime);
                    sink.onGap(losses.loss(), state.ownerThreadId);
                    state.set(chunk.to);
                } else {
                    walker.numberLimit(chunk.numberLimit);
                    walker.walk(chunk.bytes, chunk.bytes.capacity(), Integer.MAX_VALUE, state, sink);
                }
                assertThat(state).usingRecursiveComparison().isEqualTo(chunk.to);
            }
        }

        /** Every other time the batch has memory of its own. */
        private Batch next() {
            gives = !gives;
            return gives ? new Batch(length -> own) : new Batch();
        }

        boolean stage(final LaneReader reader) {
            return keep(next(), reader::stage);
        }

        boolean stageLosses(final LaneReader reader) {
            return keep(next(), reader::stageLosses);
        }

        void stageFinish(final LaneReader reader) {
            stageLosses(reader);
            keep(next(), reader::stageRest);
        }

        void stageDiscarded(final LaneReader reader) {
            keep(next(), reader::stageDiscarded);
        }

        private boolean keep(final Batch batch, final Predicate<Batch> staging) {
            final boolean found = staging.test(batch);
            if (found) {
                final byte[] kept = new byte[batch.length()];
                batch.bytes().getBytes(0, kept);
                chunks.add(new Chunk(new Checkpoint().set(batch.from()), new Checkpoint().set(batch.to()),
                        batch.numberLimit(), new UnsafeBuffer(kept),
                        batch.isLoss() ? batch.loss().firstTimeTicks() : 0,
                        batch.isLoss() ? batch.loss().lastTimeTicks() : 0));
            }
            return found;
        }
    }
}
