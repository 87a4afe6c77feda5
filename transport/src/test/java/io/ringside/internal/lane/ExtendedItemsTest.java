package io.ringside.internal.lane;

import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.LossCause;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Items between header and payload: found, skipped if unknown, and never believed. */
class ExtendedItemsTest {
    private static final int RECORD = 16;
    private static final int ITEMS = RECORD + FrameDescriptor.RECORD_HEADER_LENGTH;
    private static final int UNKNOWN = 999;

    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[1024]);

    @Test
    void shouldFindNoneWithoutTheFlag() {
        bytes.setMemory(0, bytes.capacity(), (byte) -1);
        bytes.putLong(RECORD, FrameDescriptor.word(FrameDescriptor.reference(1, 2), 64, 3));
        assertThat(ExtendedItems.length(bytes, RECORD, 64)).isZero();
        assertThat(ExtendedItems.find(bytes, RECORD, 0, ExtendedItemDescriptor.TYPE_VIRTUAL_THREAD))
                .isEqualTo(ExtendedItems.NULL_OFFSET);
    }

    @Test
    @DisplayName("R1.15 an item is found behind others of types that are not known, whatever their lengths")
    void shouldFindAnItemBehindOthersOfAnyLength() {
        for (int length = 8; length < 64; length++) {
            extend();
            final int second = FrameDescriptor.align(length);
            bytes.putLong(ITEMS, ExtendedItemDescriptor.word(UNKNOWN, length, true));
            bytes.putLong(ITEMS + second, ExtendedItemDescriptor.word(UNKNOWN + 1, 8, true));
            ExtendedItemDescriptor.putVirtualThread(bytes, ITEMS + second + 8, 42, false);
            final int items = second + 8 + ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH;

            assertThat(ExtendedItems.length(bytes, RECORD, 32 + items)).isEqualTo(items);
            assertThat(ExtendedItems.length(bytes, RECORD, 32 + items + 5)).isEqualTo(items);
            assertThat(ExtendedItems.find(bytes, RECORD, items, ExtendedItemDescriptor.TYPE_VIRTUAL_THREAD))
                    .isEqualTo(ITEMS + second + 8);
            assertThat(ExtendedItems.find(bytes, RECORD, items, UNKNOWN)).isEqualTo(ITEMS);
            assertThat(ExtendedItems.find(bytes, RECORD, items, 7)).isEqualTo(ExtendedItems.NULL_OFFSET);
            for (int cut = 32; cut < 32 + items; cut++) {
                assertThat(ExtendedItems.length(bytes, RECORD, cut)).isEqualTo(ExtendedItems.DAMAGED_LENGTH);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 15, false, 64", "1, 0, false, 64", "999, 7, false, 64", "999, 0, true, 64", "999, 65535, false, 64",
        "999, 33, false, 64", "999, 32, true, 64", "1, 16, true, 48", "1, 16, false, 47"})
    void shouldNotBelieveAnItemThatCannotBe(final int type, final int length, final boolean followed,
            final int recordLength) {
        extend();
        bytes.putLong(ITEMS, ExtendedItemDescriptor.word(type, length, followed));
        assertThat(ExtendedItems.length(bytes, RECORD, recordLength)).isEqualTo(ExtendedItems.DAMAGED_LENGTH);
    }

    @Test
    void shouldStayWithinTheRecordWhateverItsBytesAre() {
        final long seed = System.nanoTime();
        System.out.println("ExtendedItemsTest: seed=" + seed);
        final Random random = new Random(seed);
        int intact = 0;
        for (int i = 0; i < 200_000; i++) {
            final int recordLength = 32 + random.nextInt(100);
            // Exactly as long as the record: what reads beyond it throws.
            final UnsafeBuffer record = new UnsafeBuffer(new byte[recordLength]);
            for (int at = 0; at < recordLength; at++) {
                record.putByte(at, (byte) (random.nextInt(4) == 0 ? random.nextInt(32) : 0));
            }
            record.putLong(0, FrameDescriptor.word(FrameDescriptor.EXTENDED, recordLength, 0));
            final int items = ExtendedItems.length(record, 0, recordLength);
            if (items != ExtendedItems.DAMAGED_LENGTH) {
                intact++;
                assertThat(items).isBetween(8, recordLength - 32);
                final int item = ExtendedItems.find(record, 0, items, ExtendedItemDescriptor.TYPE_VIRTUAL_THREAD);
                assertThat(item).isLessThanOrEqualTo(recordLength - ExtendedItemDescriptor.VIRTUAL_THREAD_LENGTH);
            }
        }
        assertThat(intact).isPositive();
    }

    @Test
    void shouldCountARecordWithDamagedItemsAsCorruptWithTheRestOfItsBlock() {
        final LaneFixture lane = LaneFixture.small();
        lane.write(1, 8);
        writeExtended(lane, ExtendedItemDescriptor.word(ExtendedItemDescriptor.TYPE_VIRTUAL_THREAD, 16, false));
        writeExtended(lane, ExtendedItemDescriptor.word(ExtendedItemDescriptor.TYPE_VIRTUAL_THREAD, 64, false));
        lane.write(2, 8);
        // Into the next block.
        lane.write(3, lane.writer.maxPayloadBytes());

        final Taken taken = new Taken();
        while (lane.reader.hasFrames()) {
            Taking.poll(lane.reader, taken, Integer.MAX_VALUE);
        }

        assertThat(taken.events).isEqualTo(3);
        assertThat(taken.corrupt).isEqualTo(2);
        assertThat(lane.reader.isBroken()).isFalse();
        assertThat(lane.reader.checkpoint().adds()).isTrue();
    }

    private void extend() {
        bytes.setMemory(0, bytes.capacity(), (byte) 0);
        bytes.putLong(RECORD, FrameDescriptor.EXTENDED);
    }

    private static void writeExtended(final LaneFixture lane, final long itemWord) {
        lane.writer.attempt();
        final int index = lane.writer.reserve(24);
        lane.ring.putLong(index + FrameDescriptor.RECORD_HEADER_LENGTH, itemWord);
        lane.writer.publish(index, LaneFixture.REFERENCE | FrameDescriptor.EXTENDED, 24, 1, 0, 0);
    }

    private static final class Taken implements LaneSink {
        private int events;
        private long corrupt;

        @Override
        public void onEvent(final DirectBuffer buffer, final int offset, final int length,
                final long ownerThreadId) {
            events++;
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            corrupt += gap.count(LossCause.CORRUPT);
        }
    }
}
