package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.lane.TakenEvent;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Events whose payload is copied from buffers of the caller. */
class GatherTest {
    private final WriteFixture fixture = WriteFixture.withSessions(1);
    private final MemorySession session = fixture.session(0);
    private final DataDescriptors blocks = new DataDescriptors();

    @Test
    void shouldRecordPayloadTimeEventAndThread() {
        final byte[] bytes = {9, 1, 2, 3, 9};
        final long before = System.nanoTime();

        final long result = fixture.event(2).write(new UnsafeBuffer(bytes), 1, 3);

        assertThat(result).isEqualTo(ResultBits.WRITTEN);
        final TakenEvent event = onlyEvent();
        assertThat(event.payload()).containsExactly(1, 2, 3);
        assertThat(event.time()).isBetween(before, System.nanoTime());
        assertThat(event.eventIndex()).isEqualTo(2);
        assertThat(event.ownerThreadId()).isEqualTo(Thread.currentThread().getId());
        final UnsafeBuffer record = new UnsafeBuffer(event.bytes());
        assertThat(FrameDescriptor.schemaIndex(record.getLong(0, ByteOrder.LITTLE_ENDIAN)))
                .isEqualTo(WriteFixture.SCHEMA_INDEX);
        assertThat(record.getLong(FrameDescriptor.ACTIVITY_MOST_OFFSET)).isZero();
        assertThat(record.getLong(FrameDescriptor.ACTIVITY_LEAST_OFFSET)).isZero();
    }

    @Test
    void shouldRecordTheSameFromTheHandleAsFromTheThreadsWriter() {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[]{1, 2, 3});

        assertThat(fixture.event().write()).isEqualTo(ResultBits.WRITTEN);
        assertThat(fixture.event().write(bytes, 0, 3)).isEqualTo(ResultBits.WRITTEN);
        assertThat(fixture.event().write(blocks.add(bytes, 1, 2))).isEqualTo(ResultBits.WRITTEN);
        assertThat(fixture.event().write()).isEqualTo(ResultBits.WRITTEN);

        assertThat(session.takeAll()).extracting(TakenEvent::payload)
                .containsExactly(new byte[0], new byte[]{1, 2, 3}, new byte[]{2, 3}, new byte[0]);
        assertThat(session.takeAll()).extracting(TakenEvent::lane).containsOnly(0);
    }

    @Test
    void shouldCopyFromAnyKindOfBuffer() {
        final DirectBuffer expandable = filled(new ExpandableArrayBuffer(16));
        final DirectBuffer direct = filled(new ExpandableDirectByteBuffer(16));
        final DirectBuffer view = new UnsafeBuffer(direct, 1, 9);

        fixture.event().write(expandable, 2, 8);
        fixture.event().write(direct, 2, 8);
        fixture.event().write(view, 1, 8);
        fixture.event().write(new UnsafeBuffer(ByteBuffer.allocate(10).put(9, (byte) 9)), 2, 8);

        assertThat(session.takeAll()).extracting(TakenEvent::payload).containsExactly(
                new byte[]{2, 3, 4, 5, 6, 7, 8, 9},
                new byte[]{2, 3, 4, 5, 6, 7, 8, 9}, new byte[]{2, 3, 4, 5, 6, 7, 8, 9},
                new byte[]{0, 0, 0, 0, 0, 0, 0, 9});
    }

    @Test
    @DisplayName("R1.17 a type byte of 0x7F on an ordinary provider changes nothing of the recorded payload")
    void shouldIgnoreTheTypeByte() {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[]{1, 2, 3, 4});

        fixture.event().write(blocks.add(bytes, 0, 2, 0x7F).add(bytes, 2, 2, 0x7F));

        assertThat(onlyEvent().payload()).containsExactly(1, 2, 3, 4);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 1000})
    @DisplayName("R1.18 a u16, n bytes and a u32 are recorded as 6+n bytes, and stay when their buffers change")
    void shouldRecordBlocksWithoutPaddingAsTheyWereWhenWritten(final int n) {
        final ByteBuffer shorts = ByteBuffer.allocateDirect(2).order(ByteOrder.LITTLE_ENDIAN).putShort(0,
                (short) 0x0201);
        final byte[] bytes = new byte[n];
        final UnsafeBuffer ints = new UnsafeBuffer(new byte[4]);
        ints.putInt(0, 0x06050403, ByteOrder.LITTLE_ENDIAN);

        fixture.event().write(blocks.add(shorts, 0, 2).add(bytes, 0, n).add(ints, 0, 4));
        shorts.putShort(0, (short) -1);
        Arrays.fill(bytes, (byte) -1);
        ints.putInt(0, -1);

        final byte[] expected = new byte[6 + n];
        expected[0] = 1;
        expected[1] = 2;
        for (int i = 3; i <= 6; i++) {
            expected[n + i - 1] = (byte) i;
        }
        assertThat(onlyEvent().payload()).isEqualTo(expected);
    }

    @Test
    @DisplayName("R1.18 a block of size 0 contributes nothing")
    void shouldPassByEmptyBlocks() {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[]{1, 2});

        fixture.event().write(blocks.add(bytes, 0, 0).add(bytes, 0, 1).add(bytes, 2, 0).add(bytes, 1, 1));

        assertThat(onlyEvent().payload()).containsExactly(1, 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 127, 128})
    @DisplayName("R1.19 up to 128 blocks are recorded, in order")
    void shouldRecordUpToTheLimitOfBlocks(final int count) {
        final byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (i + 1);
            blocks.add(bytes, i, 1);
        }

        assertThat(fixture.event().write(blocks)).isEqualTo(ResultBits.WRITTEN);
        assertThat(onlyEvent().payload()).isEqualTo(bytes);
    }

    @Test
    @DisplayName("R1.19 129 blocks are an invalid parameter (87), and nothing is recorded")
    void shouldRefuseMoreBlocksThanTheLimit() {
        final byte[] bytes = new byte[1];
        for (int i = 0; i < 129; i++) {
            blocks.add(bytes, 0, 1);
        }

        final long result = fixture.event().write(blocks);

        assertThat(WriteResult.status(result)).isEqualTo(WriteResult.Status.INVALID_PARAMETER);
        assertThat(WriteResult.status(result).etwCode()).isEqualTo(87);
        assertThat(fixture.event().write(blocks)).isEqualTo(result);
        assertNothingHappened();
        assertThat(fixture.event().write(blocks.reset().add(bytes, 0, 1))).isEqualTo(ResultBits.WRITTEN);
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, -1", "0, 9", "8, 1", "9, 0", "2147483647, 1", "1, 2147483647", "-2147483648, -2147483648"})
    void shouldRefuseARangeOutsideItsBuffer(final int offset, final int length) {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[8]);

        assertThat(WriteResult.status(fixture.event().write(bytes, offset, length)))
                .isEqualTo(WriteResult.Status.INVALID_PARAMETER);
        assertThat(WriteResult.status(fixture.event().write(blocks.add(bytes, offset, length))))
                .isEqualTo(WriteResult.Status.INVALID_PARAMETER);
        assertNothingHappened();
    }

    @Test
    @DisplayName("R2.9 what is null is an invalid parameter, unless it is empty")
    void shouldRefuseNullForBytes() {
        final List<Long> results = List.of(fixture.event().write(null, 0, 1),
                fixture.event().write(new WriteOptions(), null, 0, 1),
                fixture.event().write((DataDescriptors) null));
        assertThat(results).extracting(WriteResult::status).containsOnly(WriteResult.Status.INVALID_PARAMETER);
        assertThat(fixture.event().tryClaim(null, 8)).isFalse();
        assertNothingHappened();
    }

    @Test
    void shouldWriteAnEmptyPayloadOfNullAsOfANullBlock() {
        final WriteOptions options = new WriteOptions();
        final List<Long> results = List.of(fixture.event().write(null, 0, 0),
                fixture.event().write(options, null, 0, 0),
                fixture.event().write(blocks.reset().add((DirectBuffer) null, 0, 0)),
                fixture.event().write(options, blocks.reset().add((byte[]) null, 0, 0)),
                fixture.threads().current().write(fixture.event(), null, 0, 0));
        assertThat(results).extracting(WriteResult::written).containsOnly(1);
        assertThat(session.takeAll()).hasSize(5).allSatisfy(event -> assertThat(event.payload()).isEmpty());
        session.assertBalanced();
    }

    private TakenEvent onlyEvent() {
        assertThat(session.takeAll()).hasSize(1);
        session.assertBalanced();
        return session.takeAll().get(0);
    }

    private void assertNothingHappened() {
        assertThat(session.takeAll()).isEmpty();
        assertThat(session.wanted()).isZero();
    }

    private static DirectBuffer filled(final MutableDirectBuffer buffer) {
        for (int i = 0; i < 16; i++) {
            buffer.putByte(i, (byte) i);
        }
        return buffer;
    }
}
