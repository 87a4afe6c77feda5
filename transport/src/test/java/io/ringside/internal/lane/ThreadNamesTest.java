package io.ringside.internal.lane;

import io.ringside.internal.layout.BlockDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.layout.LedgerDescriptor;
import java.nio.charset.StandardCharsets;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Names of threads on their way from the writing thread to a reader of its lane. */
class ThreadNamesTest {
    private static final int PAYLOAD = 1000;

    private final LaneFixture lane = LaneFixture.small();
    private final ThreadNames names = new ThreadNames();
    private final Thread thread = new Thread("first");
    private final OwnerName name = new OwnerName(thread);

    @Test
    void shouldReadTheNameBeforeTheThreadsFirstEvent() {
        lane.writer.handOver(7, name);
        lane.write(1, 8);

        takeAll();
        assertThat(names.get(7)).isEqualTo("first");
        assertThat(names.get(1)).isNull();
    }

    @Test
    void shouldRepeatTheNameInEachBlock() {
        lane.writer.handOver(7, name);
        while (lane.ledger.tailAcquire() + 2 * PAYLOAD < lane.geometry.blockBytes()) {
            lane.write(1, PAYLOAD);
        }
        takeAll();
        thread.setName("second");
        assertThat(name.check()).isTrue();
        lane.write(1, PAYLOAD);
        lane.write(1, PAYLOAD);
        assertThat(lane.ring.getLong(BlockDescriptor.HEADER_LENGTH + lane.geometry.blockBytes()))
                .isEqualTo(FrameDescriptor.control(FrameDescriptor.KIND_OWNER, BitUtil.CACHE_LINE_LENGTH));

        takeAll();
        assertThat(names.get(7)).isEqualTo("second");
    }

    @Test
    void shouldLetRecordsBeginWithACacheLineWhereverTheOwnerChanges() {
        for (int length = 1; length <= LedgerDescriptor.THREAD_NAME_LENGTH_MAX; length++) {
            thread.setName("x".repeat(length));
            name.check();
            lane.writer.handOver(8 + length, name);
            assertThat(lane.write(1, length)).isTrue();
            takeAll();
            final long begin = lane.ledger.tailAcquire()
                    - FrameDescriptor.align(FrameDescriptor.RECORD_HEADER_LENGTH + length);
            // A name that leaves too little room for zeros has none.
            assertThat(begin % BitUtil.CACHE_LINE_LENGTH == 0 || length > 40).as("length %d", length).isTrue();
            assertThat(names.get(8 + length)).isEqualTo(thread.getName());
        }
    }

    @Test
    void shouldReadANewNameFromTheLedgerBeforeTheNextBlock() {
        lane.writer.handOver(7, name);
        lane.write(1, 8);
        takeAll();
        thread.setName("");
        assertThat(name.check()).isTrue();
        lane.writer.renameOwner(7, name);
        lane.ledger.loadOwnerName(names);
        assertThat(names.get(7)).isEqualTo("first");

        thread.setName("second");
        assertThat(name.check()).isTrue();
        assertThat(name.check()).isFalse();
        lane.writer.renameOwner(8, name);
        lane.ledger.loadOwnerName(names);
        assertThat(names.get(7)).isEqualTo("first");
        lane.writer.renameOwner(7, name);
        lane.ledger.loadOwnerName(names);
        assertThat(names.get(7)).isEqualTo("second");
    }

    @Test
    void shouldCutALongNameBehindAWholeCharacter() {
        thread.setName("x".repeat(102) + "\uD83D\uDE00");
        name.check();
        lane.writer.handOver(7, name);
        lane.write(1, 8);
        takeAll();
        assertThat(names.get(7)).isEqualTo("x".repeat(102));

        thread.setName("x".repeat(100) + "\uD83D\uDE00y");
        name.check();
        lane.writer.renameOwner(7, name);
        lane.ledger.loadOwnerName(names);
        assertThat(names.get(7)).isEqualTo("x".repeat(100) + "\uD83D\uDE00");
    }

    @Test
    void shouldLeaveTheNameOutWhereTheRecordNeedsItsRoom() {
        lane.writer.handOver(7, name);
        for (int i = 0; i < 4; i++) {
            assertThat(lane.write(i, lane.writer.maxPayloadBytes())).isTrue();
            // The next block begins with a gap, too, and still the record finds its room.
            lane.writer.attempt();
            lane.writer.lose(LaneOutcome.TOO_LARGE, lane.time());
        }

        takeAll();
        assertThat(names.get(7)).as("in the block without a gap").isEqualTo("first");
        assertThat(lane.ledger.tailAcquire()).as("four blocks, filled to the last record's end")
                .isEqualTo(lane.geometry.laneBytes() - FrameDescriptor.OWNER_LENGTH);
    }

    @Test
    void shouldTakeAnOwnerFrameThatIsTooLongForDamage() {
        lane.writer.handOver(7, name);
        lane.write(1, 8);
        final int frame = BlockDescriptor.HEADER_LENGTH;
        assertThat(FrameDescriptor.eventIndex(lane.ring.getLong(frame))).isEqualTo(FrameDescriptor.KIND_OWNER);
        for (final int length : new int[]{FrameDescriptor.OWNER_LENGTH - 1,
            FrameDescriptor.OWNER_LENGTH + LedgerDescriptor.THREAD_NAME_LENGTH_MAX + 1}) {
            final UnsafeBuffer copy = lane.newCopy();
            copy.putBytes(0, lane.ring, 0, 1024);
            copy.putLong(frame, FrameDescriptor.control(FrameDescriptor.KIND_OWNER, length));
            final Checkpoint state = new Checkpoint();
            new FrameWalker(lane.geometry).walk(copy, 1024, 1, state, LaneSink.NONE);
            assertThat(state.damaged).isTrue();
            assertThat(state.delivered).isZero();
        }
    }

    @Test
    void shouldPassByANameThatIsBeingStored() {
        lane.writer.handOver(7, name);
        final UnsafeBuffer entry = lane.ledger.entry();
        for (final int length : new int[]{0, LedgerDescriptor.THREAD_NAME_CHANGING,
            LedgerDescriptor.THREAD_NAME_LENGTH_MAX + 1}) {
            entry.putLong(LedgerDescriptor.LANE_NAME_WORD_OFFSET, 9 << Byte.SIZE | length);
            lane.ledger.loadOwnerName(names);
            assertThat(names.get(7)).isNull();
        }
    }

    @Test
    void shouldForgetNamesThatNobodyAsksForAnyMore() {
        names.put(1, utf8("asked"), 0, 5);
        names.put(2, utf8("not asked"), 0, 9);
        for (int i = 0; i < 20_000; i++) {
            final UnsafeBuffer each = utf8("t" + i);
            names.put(100 + i, each, 0, each.capacity());
            assertThat(names.get(1)).isEqualTo("asked");
        }
        assertThat(names.get(2)).isNull();
        assertThat(names.get(100 + 19_999)).isEqualTo("t19999");
    }

    private void takeAll() {
        final LaneReader reader = new LaneReader(lane.ledger, lane.bytes(), lane.geometry, lane.newCopy(), names);
        while (reader.hasFrames()) {
            Taking.poll(reader, LaneSink.NONE, Integer.MAX_VALUE);
        }
        assertThat(reader.isBroken()).isFalse();
        assertThat(reader.checkpoint().damaged).isFalse();
    }

    private static UnsafeBuffer utf8(final String text) {
        return new UnsafeBuffer(text.getBytes(StandardCharsets.UTF_8));
    }
}
