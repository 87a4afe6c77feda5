package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.session.LossCause;
import io.ringside.session.SessionSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Reading a lane beside its writer and its drain. */
class LanePeekTest {
    private static final int ROUNDS = Integer.getInteger("ringside.rounds", 200);
    private static final int PAYLOAD = 1000;

    private final LaneFixture lane = LaneFixture.small();
    private final Seen seen = new Seen();

    @Test
    void shouldReadWhatWaitsAndChangeNothing() {
        write(0, 10);
        Taking.poll(lane.reader, LaneSink.NONE, 4);
        final byte[] before = bytes(lane.ledger.entry());
        final LanePeek peek = newPeek(lane.bytes());
        pollAll(peek);
        losses(peek, seen, false);

        assertThat(seen.values).containsExactly(4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(seen.gaps).isEmpty();
        assertThat(bytes(lane.ledger.entry())).isEqualTo(before);
        assertThat(peek.hasBeenEmpty()).isTrue();
        assertThat(peek.isIdle()).isTrue();
    }

    @Test
    void shouldReadWhatTheDrainTakesMeanwhile() {
        final LanePeek peek = newPeek(lane.bytes());
        write(0, 10);
        takeAll(lane.reader);
        pollAll(peek);

        assertThat(seen.values).hasSize(10);
        assertThat(peek.behind()).isZero();
    }

    @Test
    void shouldTellHowFarItFellBehind() {
        final LanePeek peek = newPeek(lane.bytes());
        long value = 0;
        for (int lap = 0; lap < 3; lap++) {
            for (int i = 0; i < 50; i++) {
                assertThat(lane.write(value++, PAYLOAD)).isTrue();
            }
            takeAll(lane.reader);
        }
        pollAll(peek);

        assertThat(seen.behind).isEqualTo(peek.behind()).isPositive();
        assertThat(seen.values).isNotEmpty().doesNotContain(0L).endsWith(149L);
        assertThat(seen.behind + seen.values.size()).isEqualTo(150);
        assertThat(seen.values.get(0)).isEqualTo(seen.behind);
    }

    @Test
    void shouldTellLossesOfTheWriterThatItPassedBy() {
        final LanePeek peek = newPeek(lane.bytes());
        long attempts = 0;
        long lost = 0;
        for (int lap = 0; lap < 3; lap++) {
            for (int i = 0; i < 80; i++) {
                lost += lane.write(attempts++, PAYLOAD) ? 0 : 1;
            }
            takeAll(lane.reader);
        }
        pollAll(peek);
        losses(peek, seen, false);

        assertThat(lost).isPositive();
        assertThat(seen.lost).isEqualTo(lost);
        assertThat(seen.behind + seen.values.size() + lost).isEqualTo(attempts);
    }

    /** What lies in the copy is of two laps: all of it is dropped, whatever it looks like. */
    @Test
    void shouldDropACopyThatWasOvertaken() {
        write(0, 14);
        final long[] value = {14};
        final LanePeek peek = newPeek((index, target, length) -> {
            final int half = length / 2 & -FrameDescriptor.ALIGNMENT;
            lane.copy(index, target, half);
            if (value[0] == 14) {
                for (int lap = 0; lap < 2; lap++) {
                    takeAll(lane.reader);
                    for (int i = 0; i < 55; i++) {
                        assertThat(lane.write(value[0]++, PAYLOAD)).isTrue();
                    }
                }
            }
            final UnsafeBuffer rest = new UnsafeBuffer(new byte[length - half]);
            lane.copy(index + half, rest, length - half);
            target.putBytes(half, rest, 0, length - half);
            return true;
        });
        pollAll(peek);

        assertThat(seen.behind).isGreaterThanOrEqualTo(14);
        assertThat(seen.behind + seen.values.size()).isEqualTo(value[0]);
        assertThat(seen.values.get(0)).isEqualTo(seen.behind);
    }

    @Test
    void shouldBeginAFlightRecorderWithItsOldestEvent() {
        final LaneFixture recorder = LaneFixture.flightRecorder(0, 0);
        for (int i = 0; i < 200; i++) {
            recorder.write(i, PAYLOAD);
        }
        final LanePeek peek = new LanePeek(recorder.ledger, recorder.bytes(), recorder.geometry, new ThreadNames(),
                null);
        pollAll(peek);
        assertThat(seen.gaps).isEmpty();
        assertThat(seen.values).hasSizeGreaterThan(30).endsWith(199L);

        for (int i = 200; i < 400; i++) {
            recorder.write(i, PAYLOAD);
        }
        final int before = seen.values.size();
        pollAll(peek);
        assertThat(seen.behind).isPositive();
        assertThat(seen.values.size() - before + seen.behind).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(value = SessionSettings.Overflow.class, names = {"DROP_NEWEST", "DROP_OLDEST"})
    void shouldGiveEachAttemptOneFateWhateverTheInterleaving(final SessionSettings.Overflow overflow) {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("ringside.seed=" + seed);
        final Random random = new Random(seed);
        long behind = 0;
        for (int round = 0; round < ROUNDS; round++) {
            final LaneFixture each = new LaneFixture(
                    MemoryLane.direct(LaneGeometry.MIN_LANE_BYTES << random.nextInt(3), new Checkpoint(), overflow));
            final Seen out = new Seen();
            final long[] attempts = new long[1];
            final LanePeek peek = new LanePeek(each.ledger, (index, target, length) -> {
                // The others go on in the middle of a copy, too.
                final int half = random.nextInt(length + 1) & -FrameDescriptor.ALIGNMENT;
                each.copy(index, target, half);
                if (random.nextInt(4) == 0) {
                    others(random, each, overflow, attempts);
                }
                for (int i = half; i < length; i += Long.BYTES) {
                    target.putLong(i, each.ring.getLong(index + i));
                }
                return true;
            }, each.geometry, new ThreadNames(), null);
            for (int step = 0; step < 100; step++) {
                others(random, each, overflow, attempts);
                for (int poll = random.nextInt(5); poll > 0; poll--) {
                    poll(peek, out);
                }
            }
            while (peek.hasFrames()) {
                poll(peek, out);
            }
            losses(peek, out, false);

            final String as = "seed=" + seed + ", round=" + round;
            assertThat(peek.isBroken()).as(as).isFalse();
            assertThat(out.corrupt).as(as).isZero();
            assertThat(out.values.size() + out.behind + out.lost).as(as).isEqualTo(attempts[0]);
            assertThat(out.values).as(as).isSorted().doesNotHaveDuplicates();
            assertThat(out.torn).as(as).isZero();
            behind += out.behind;
        }
        assertThat(behind).isPositive();
    }

    @Test
    void shouldEndWhateverTheWordsAndBytesAre() {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("ringside.seed=" + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < 20 * ROUNDS; round++) {
            final LaneFixture each = LaneFixture.small();
            final int events = random.nextInt(100);
            for (int i = 0; i < events; i++) {
                each.write(i, random.nextInt(PAYLOAD));
            }
            final LanePeek peek = new LanePeek(each.ledger, each.bytes(), each.geometry, new ThreadNames(), null);
            for (int step = 0; step < 20; step++) {
                final UnsafeBuffer target = random.nextBoolean() ? each.ledger.entry() : each.ring;
                target.putLong(random.nextInt(target.capacity() / Long.BYTES) * Long.BYTES,
                        random.nextBoolean() ? random.nextLong() : random.nextInt(1 << 20));
                for (int poll = 0; poll < 10; poll++) {
                    poll(peek, seen);
                }
                losses(peek, seen, false);
                peek.noteOwnerName();
                losses(peek, seen, true);
            }
        }
    }

    @Test
    void shouldCountWhatWasInARingThatIsGone() {
        final LanePeek peek = newPeek((index, target, length) -> false);
        write(0, 10);
        takeAll(lane.reader);
        assertThat(poll(peek, seen)).isTrue();
        losses(peek, seen, true);
        assertThat(peek.isBroken()).isFalse();

        assertThat(seen.values).isEmpty();
        assertThat(seen.behind).isEqualTo(10);
        assertThat(seen.corrupt).isZero();
        assertThat(poll(peek, seen)).isFalse();
        assertThat(peek.hasFrames()).isFalse();
    }

    @Test
    void shouldCountAsCorruptWhatNobodyTookOfARingThatIsGone() {
        final LanePeek peek = newPeek((index, target, length) -> false);
        write(0, 10);
        Taking.poll(lane.reader, LaneSink.NONE, 4);
        poll(peek, seen);
        losses(peek, seen, false);
        assertThat(peek.isBroken()).isTrue();
        assertThat(seen.behind).isEqualTo(4);
        assertThat(seen.corrupt).isEqualTo(6);

        write(10, 1);
        losses(peek, seen, false);
        assertThat(seen.corrupt).isEqualTo(7);
    }

    @Test
    void shouldCountWhatItCannotReachBehindATailThatIsImpossible() {
        final LanePeek peek = newPeek(lane.bytes());
        write(0, 10);
        lane.ledger.entry().putLong(LedgerDescriptor.LANE_TAIL_OFFSET, 10L * LaneGeometry.MIN_LANE_BYTES);
        assertThat(poll(peek, seen)).isFalse();
        assertThat(peek.isBroken()).isTrue();
        assertThat(peek.hasFrames()).isFalse();
        losses(peek, seen, false);
        losses(peek, seen, false);

        assertThat(seen.values).isEmpty();
        assertThat(seen.corrupt).isEqualTo(10);
    }

    @Test
    void shouldCountWhatItCannotReachWithoutACheckpointThatAddsUp() {
        write(0, 10);
        final Checkpoint impossible = new Checkpoint();
        impossible.nextNumber = 3;
        lane.ledger.storeCheckpoint(impossible);
        final LanePeek peek = newPeek(lane.bytes());
        assertThat(poll(peek, seen)).isFalse();
        losses(peek, seen, false);

        assertThat(peek.isBroken()).isTrue();
        assertThat(seen.corrupt).isEqualTo(10);
    }

    @Test
    void shouldWaitForARingThatCannotBeOpenedNow() {
        final RingBytes ring = lane.bytes();
        final boolean[] ready = new boolean[1];
        final LanePeek peek = newPeek(new RingBytes() {
            @Override
            public boolean areReady() {
                return ready[0];
            }

            @Override
            public boolean copy(final int index, final MutableDirectBuffer target, final int length) {
                return ready[0] && ring.copy(index, target, length);
            }
        });
        write(0, 10);
        assertThat(poll(peek, seen)).isFalse();
        losses(peek, seen, false);
        assertThat(peek.hasFrames()).isTrue();
        ready[0] = true;
        pollAll(peek);

        assertThat(seen.values).hasSize(10);
        assertThat(seen.gaps).isEmpty();
    }

    @Test
    void shouldTellTheAttemptOfADeadWriterThatHasNoOutcome() {
        final LanePeek peek = newPeek(lane.bytes());
        write(0, 3);
        lane.writer.attempt();
        pollAll(peek);
        losses(peek, seen, false);
        assertThat(seen.gaps).isEmpty();
        assertThat(peek.isIdle()).isFalse();
        losses(peek, seen, true);

        assertThat(seen.abandoned).isEqualTo(1);
        assertThat(peek.isIdle()).isTrue();
    }

    @Test
    void shouldContinueInAnotherLedgerWhereItStoppedInTheFirst() {
        final LanePeek first = newPeek(lane.bytes());
        write(0, 5);
        pollAll(first);
        write(5, 5);
        final LanePeek second = new LanePeek(lane.ledger, lane.bytes(), lane.geometry, new ThreadNames(),
                first.state());
        pollAll(second);

        assertThat(seen.values).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    }

    private void others(final Random random, final LaneFixture each, final SessionSettings.Overflow overflow,
            final long[] attempts) {
        for (int i = random.nextInt(60); i > 0; i--) {
            each.write(attempts[0]++, Long.BYTES + random.nextInt(PAYLOAD));
        }
        if (overflow != SessionSettings.Overflow.DROP_OLDEST && random.nextInt(3) > 0) {
            for (int i = random.nextInt(6); i > 0 && each.reader.hasFrames(); i--) {
                Taking.poll(each.reader, LaneSink.NONE, 1 + random.nextInt(100));
            }
        }
    }

    private void write(final long first, final int count) {
        for (int i = 0; i < count; i++) {
            assertThat(lane.write(first + i, PAYLOAD)).isTrue();
        }
    }

    private LanePeek newPeek(final RingBytes ring) {
        return new LanePeek(lane.ledger, ring, lane.geometry, new ThreadNames(), null);
    }

    private void pollAll(final LanePeek peek) {
        while (peek.hasFrames()) {
            poll(peek, seen);
        }
        poll(peek, seen);
    }

    private static void takeAll(final LaneReader reader) {
        while (reader.hasFrames()) {
            Taking.poll(reader, LaneSink.NONE, Integer.MAX_VALUE);
        }
    }

    private static byte[] bytes(final DirectBuffer buffer) {
        final byte[] bytes = new byte[LedgerDescriptor.LANE_LENGTH];
        buffer.getBytes(0, bytes);
        return bytes;
    }

    /** What was read: the value of each event is its number. */
    private static boolean poll(final LanePeek peek, final LaneSink sink) {
        final Batch batch = new Batch();
        final boolean found = peek.poll(batch);
        if (found) {
            batch.pass(Integer.MAX_VALUE);
            batch.deliver(Taking.receiver(sink));
        }
        return found;
    }

    private static void losses(final LanePeek peek, final LaneSink sink, final boolean isFinal) {
        final Batch batch = new Batch();
        while (peek.losses(batch, isFinal)) {
            sink.onGap(batch.loss(), batch.from().ownerThreadId);
        }
    }

    private static final class Seen implements LaneSink {
        private final List<Long> values = new ArrayList<>();
        private final List<Long> gaps = new ArrayList<>();
        private long behind;
        private long lost;
        private long corrupt;
        private long abandoned;
        private long torn;

        @Override
        public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
            if (length >= FrameDescriptor.RECORD_HEADER_LENGTH + Long.BYTES) {
                final long value = buffer.getLong(offset + FrameDescriptor.RECORD_HEADER_LENGTH);
                torn += (value & 0xFF) == FrameDescriptor.check(buffer.getLong(offset)) ? 0 : 1;
                values.add(value);
            }
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            gaps.add(gap.total());
            behind += gap.behind();
            corrupt += gap.count(LossCause.CORRUPT);
            abandoned += gap.count(LossCause.ABANDONED);
            lost += gap.count(LossCause.FULL) + gap.count(LossCause.TOO_LARGE) + gap.count(LossCause.ERROR);
            assertThat(gap.missing()).isZero();
        }
    }
}
