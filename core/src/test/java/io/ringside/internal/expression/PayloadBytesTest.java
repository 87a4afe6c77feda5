package io.ringside.internal.expression;

import io.ringside.SeededRandom;
import io.ringside.event.DataDescriptors;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PayloadBytesTest {
    @Test
    void shouldReadAcrossTheBordersOfBlocks() {
        final Random random = SeededRandom.create(PayloadBytesTest.class);
        final PayloadBytes payload = new PayloadBytes();
        for (int round = 0; round < 300; round++) {
            final byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);

            assertSameAs(bytes, payload.wrap(blocks(bytes, random)), random);
            assertSameAs(bytes, payload.wrap(new UnsafeBuffer(bytes), 0, bytes.length), random);
        }
    }

    @Test
    void shouldHaveNothingBehindTheEnd() {
        final PayloadBytes payload = new PayloadBytes();
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[]{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});

        assertThat(payload.length()).isZero();
        assertThat(payload.getLong(0)).isZero();
        assertThat(payload.wrap(buffer, 2, 4).getLong(0)).isEqualTo(0x06050403);
        assertThat(payload.getByte(4)).isZero();
        assertThat(payload.getByte(-1)).isZero();
        assertThat(payload.getInt(3)).isEqualTo(6);
        assertThat(payload.wrap(buffer, 8, 100).length()).isEqualTo(2);
        assertThat(payload.wrap(buffer, 11, 1).length()).isZero();
        assertThat(payload.wrap(buffer, -1, 5).length()).isZero();
        assertThat(payload.wrap(buffer, 0, -5).length()).isZero();
        assertThat(payload.wrap(buffer, 0, 10).reset().getByte(0)).isZero();
    }

    @Test
    void shouldHaveNothingOfBlocksThatMayNotBeWritten() {
        final DataDescriptors blocks = new DataDescriptors().add(new byte[4], 0, 4).add(new byte[4], 1, 4);

        assertThat(blocks.isValid()).isFalse();
        assertThat(new PayloadBytes().wrap(blocks).length()).isZero();
        assertThat(new PayloadBytes().wrap(new DataDescriptors()).getInt(0)).isZero();
    }

    private static void assertSameAs(final byte[] bytes, final PayloadBytes payload, final Random random) {
        final ByteBuffer expected = ByteBuffer.allocate(bytes.length + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        expected.put(0, bytes);
        assertThat(payload.length()).isEqualTo(bytes.length);
        for (int i = 0; i < 2 * bytes.length; i++) {
            final int index = random.nextInt(bytes.length);
            assertThat(payload.getByte(index)).isEqualTo(expected.get(index));
            assertThat(payload.getShort(index)).isEqualTo(expected.getShort(index));
            assertThat(payload.getInt(index)).isEqualTo(expected.getInt(index));
            assertThat(payload.getLong(index)).isEqualTo(expected.getLong(index));
        }
    }

    /** The bytes in blocks of all three kinds, some without any bytes. */
    static DataDescriptors blocks(final byte[] bytes, final Random random) {
        final DataDescriptors blocks = new DataDescriptors();
        int begin = 0;
        while (begin < bytes.length || random.nextBoolean()) {
            final int length = Math.min(random.nextInt(6 + bytes.length / 20), bytes.length - begin);
            switch (random.nextInt(3)) {
                case 0 -> blocks.add(bytes, begin, length);
                case 1 -> blocks.add(ByteBuffer.wrap(bytes).limit(begin), begin, length);
                default -> blocks.add(new UnsafeBuffer(bytes), begin, length);
            }
            begin += length;
        }
        return blocks;
    }
}
