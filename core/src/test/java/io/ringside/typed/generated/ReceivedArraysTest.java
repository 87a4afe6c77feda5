package io.ringside.typed.generated;

import io.ringside.AllocatedBytes;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReceivedArraysTest {
    private static final int LENGTHS = 400;
    /** More lengths than there is room for. */
    private static final int MANY_LENGTHS = 1_000;

    private final ArrayRoom room = new ArrayRoom();
    private final TypedInput.ArrayCache<long[]> arrays = new TypedInput.ArrayCache<>(long[]::new, Long.BYTES, room);

    @Test
    void shouldHaveOneArrayOfEachLength() {
        final Map<Integer, long[]> known = new HashMap<>();
        for (int round = 0; round < 3; round++) {
            for (int length = 0; length < LENGTHS; length++) {
                final long[] array = arrays.ofLength(length * 7 % LENGTHS);
                assertThat(array).hasSize(length * 7 % LENGTHS);
                assertThat(known.computeIfAbsent(array.length, key -> array)).isSameAs(array);
                assertThat(arrays.ofLength(array.length)).isSameAs(array);
            }
        }
        assertThat(known).hasSize(LENGTHS);
    }

    @Test
    void shouldShareRoomButNoArrayWithOtherFields() {
        final TypedInput.ArrayCache<long[]> others = new TypedInput.ArrayCache<>(long[]::new, Long.BYTES, room);
        assertThat(arrays.ofLength(3)).isNotSameAs(others.ofLength(3));
        final int half = ArrayRoom.BYTES_MAX / 2 / Long.BYTES;
        final long[] first = arrays.ofLength(half - 100);
        final long[] second = others.ofLength(half - 100);
        final long[] third = others.ofLength(half - 101);
        assertThat(others.ofLength(half - 101)).isSameAs(third);
        assertThat(others.ofLength(3)).hasSize(3);
        assertThat(others.ofLength(half - 101)).isNotSameAs(third).hasSameSizeAs(third);
        assertThat(arrays.ofLength(3)).hasSize(3);
        assertThat(arrays.ofLength(half - 100)).isSameAs(first);
        assertThat(others.ofLength(half - 100)).isSameAs(second);
    }

    @Test
    void shouldKeepNoMoreThanThereIsRoomFor() {
        for (int length = 0; length < MANY_LENGTHS; length++) {
            arrays.ofLength(length);
        }
        assertThat(room.take((long) MANY_LENGTHS * Long.BYTES)).isFalse();
        long kept = 0;
        for (int length = MANY_LENGTHS - 1; length >= 0; length--) {
            final long[] array = arrays.ofLength(length);
            arrays.ofLength(length == 0 ? 1 : 0);
            kept += arrays.ofLength(length) == array ? (long) length * Long.BYTES : 0;
        }
        assertThat(kept).isBetween(ArrayRoom.BYTES_MAX * 3L / 4, (long) ArrayRoom.BYTES_MAX);
    }

    @Test
    void shouldNotAllocateForLengthsThatItHasSeen() {
        final int[] next = {0};
        assertThat(AllocatedBytes.by(10_000, () -> arrays.ofLength(next[0]++ % 200))).isZero();
    }
}
