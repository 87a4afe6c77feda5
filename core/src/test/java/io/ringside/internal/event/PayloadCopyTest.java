package io.ringside.internal.event;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PayloadCopyTest {
    private static final int CAPACITY = 3 * PayloadCopy.FEW;
    private static final byte UNTOUCHED = 0x55;

    private final byte[] content = new byte[CAPACITY];
    private final UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY));
    private final UnsafeBuffer onHeap = new UnsafeBuffer(new byte[CAPACITY]);

    PayloadCopyTest() {
        new Random(7).nextBytes(content);
    }

    @Test
    void shouldCopyExactlyTheBytesOfEachLength() {
        final UnsafeBuffer array = new UnsafeBuffer(content);
        final UnsafeBuffer outside = new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY));
        outside.putBytes(0, content);
        final ExpandableArrayBuffer other = new ExpandableArrayBuffer(CAPACITY);
        other.putBytes(0, content);
        for (int length = 0; length <= 2 * PayloadCopy.FEW; length++) {
            for (final DirectBuffer source : new DirectBuffer[]{array, outside, other}) {
                assertThat(PayloadCopy.isFew(source, length))
                        .isEqualTo(length < PayloadCopy.FEW && source != other);
                assertCopies(direct, source, length);
                assertCopies(onHeap, source, length);
            }
        }
    }

    private void assertCopies(final UnsafeBuffer target, final DirectBuffer source, final int length) {
        final int offset = 3;
        final int index = 8;
        target.setMemory(0, CAPACITY, UNTOUCHED);

        PayloadCopy.copy(target, index, source, offset, length);

        final byte[] expected = new byte[CAPACITY];
        Arrays.fill(expected, UNTOUCHED);
        System.arraycopy(content, offset, expected, index, length);
        final byte[] copied = new byte[CAPACITY];
        target.getBytes(0, copied);
        assertThat(copied).as("length=%s", length).isEqualTo(expected);
    }
}
