package io.ringside.event;

import io.ringside.AllocatedBytes;
import io.ringside.internal.event.PayloadCopy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DataDescriptorsTest {
    private final DataDescriptors descriptors = new DataDescriptors();
    private final UnsafeBuffer target = new UnsafeBuffer(new byte[1024]);

    @Test
    @DisplayName("R1.18 partly: \"the bytes of a recorded event\"; blocks are joined in order and without padding")
    void shouldJoinBlocksInOrderWithoutPadding() {
        final UnsafeBuffer number = new UnsafeBuffer(new byte[]{1, 2});
        final byte[] bytes = {9, 3, 4, 5, 9};
        final ByteBuffer last = ByteBuffer.wrap(new byte[]{9, 6, 7, 8, 9}).position(5);

        descriptors.add(number, 0, 2).add(bytes, 1, 3).add(bytes, 0, 0).add(last, 1, 3).add(number, 1, 1);

        assertThat(descriptors.isValid()).isTrue();
        assertThat(descriptors.count()).isEqualTo(5);
        assertThat(descriptors.payloadLength()).isEqualTo(2 + 3 + 3 + 1);
        assertThat(copied()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 2);
    }

    @Test
    @DisplayName("R1.18 partly: \"the bytes of a recorded event\"; u16, n bytes and u32 make 6+n bytes, kept"
            + " when the sources change")
    void shouldKeepCopiedBytesWhenSourcesChange() {
        final byte[] source = new byte[256];
        descriptors.add(source, 0, 2).add(source, 2, 100).add(source, 102, 4);
        final byte[] before = copied();

        source[1] = 1;
        source[50] = 1;

        assertThat(descriptors.payloadLength()).isEqualTo(106);
        assertThat(before).hasSize(106).containsOnly(0);
        assertThat(target.byteArray()).containsOnly(0);
    }

    @Test
    @DisplayName("R1.19 partly: \"the status of the write, nothing recorded\"; 128 blocks are valid, 129 are not")
    void shouldRefuseMoreThanTheLimit() {
        final byte[] one = {42};
        for (int i = 0; i < 128; i++) {
            descriptors.add(one, 0, 1);
        }
        assertThat(descriptors.isValid()).isTrue();
        assertThat(copied()).hasSize(128).containsOnly(42);

        descriptors.add(one, 0, 1);

        assertThat(descriptors.isValid()).isFalse();
        assertThat(descriptors.add(target, 0, 1).count()).isEqualTo(129);
        assertThat(descriptors.reset().isValid()).isTrue();
        assertThat(descriptors.payloadLength()).isZero();
    }

    @Test
    @DisplayName("R1.19 partly: \"the status of the write, nothing recorded\"; no block at all is valid")
    void shouldBeValidWhenEmpty() {
        assertThat(descriptors.isValid()).isTrue();
        assertThat(descriptors.payloadLength()).isZero();
        assertThat(copied()).isEmpty();
    }

    @Test
    @DisplayName("R1.17 partly: \"a recorded event of an ordinary provider\"; a type changes nothing of the payload")
    void shouldNotChangeThePayloadByAType() {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[]{1, 2, 3, 4});

        descriptors.add(bytes, 0, 2, 0x7F).add(bytes, 2, 2, 0x1FF).add(bytes, 0, 1);

        assertThat(copied()).containsExactly(1, 2, 3, 4, 1);
        assertThat(descriptors.type(0)).isEqualTo(0x7F);
        assertThat(descriptors.type(1)).isEqualTo(0xFF);
        assertThat(descriptors.type(2)).isEqualTo(DataDescriptors.PAYLOAD);
        assertThat(DataDescriptors.EVENT_METADATA).isEqualTo(1);
        assertThat(DataDescriptors.PROVIDER_METADATA).isEqualTo(2);
        assertThat(DataDescriptors.TIMESTAMP_OVERRIDE).isEqualTo(3);
    }

    @Test
    @DisplayName("R1.17 partly: \"when types are honoured\" where types count, metadata are none of the payload")
    void shouldLeaveOutMetadataWhereTypesCount() {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[]{1, 2, 3, 4, 5});
        descriptors.add(bytes, 0, 1, DataDescriptors.PROVIDER_METADATA)
                .add(bytes, 1, 1, DataDescriptors.EVENT_METADATA)
                .add(bytes, 2, 1, 0x7F)
                .add(bytes, 3, 1, DataDescriptors.TIMESTAMP_OVERRIDE)
                .add(bytes, 4, 1);
        assertThat(copied()).containsExactly(1, 2, 3, 4, 5);

        descriptors.useTypes(true);
        assertThat(copied()).containsExactly(3, 5);
        assertThat(descriptors.count()).isEqualTo(5);
        assertThat(descriptors.length(0)).isZero();
        assertThat(descriptors.length(2)).isEqualTo(1);

        descriptors.useTypes(false);
        assertThat(copied()).as("the next provider reads them otherwise").containsExactly(1, 2, 3, 4, 5);
        descriptors.useTypes(true);
        assertThat(descriptors.reset().add(bytes, 0, 2, DataDescriptors.EVENT_METADATA).payloadLength())
                .isEqualTo(2);
    }

    @Test
    void shouldBecomeInvalidWhenABlockIsNotInsideItsBuffer() {
        final byte[] bytes = new byte[8];

        assertThat(descriptors.add(bytes, 0, 9).isValid()).isFalse();
        assertThat(descriptors.reset().add(bytes, 8, 1).isValid()).isFalse();
        assertThat(descriptors.reset().add(bytes, -1, 1).isValid()).isFalse();
        assertThat(descriptors.reset().add(bytes, 1, -1).isValid()).isFalse();
        assertThat(descriptors.reset().add(bytes, Integer.MAX_VALUE, Integer.MAX_VALUE).isValid()).isFalse();
        assertThat(descriptors.reset().add(bytes, 8, 0).isValid()).isTrue();
        assertThat(descriptors.reset().add((UnsafeBuffer) null, 0, 1).isValid()).isFalse();
        assertThat(descriptors.reset().add((byte[]) null, 0, 1).isValid()).isFalse();
        assertThat(descriptors.reset().add((ByteBuffer) null, 0, -1).isValid()).isFalse();
        assertThat(descriptors.payloadLength()).isZero();
        assertThat(copied()).isEmpty();
    }

    @Test
    @DisplayName("R1.18 partly: \"the bytes of a recorded event\"; a block of size 0 needs no buffer")
    void shouldTakeEmptyBlockWithoutBuffer() {
        final UnsafeBuffer block = new UnsafeBuffer(new byte[]{1, 2});

        descriptors.add((UnsafeBuffer) null, 0, 0).add(block, 0, 2).add((byte[]) null, 0, 0)
                .add((ByteBuffer) null, 0, 0);

        assertThat(descriptors.isValid()).isTrue();
        assertThat(descriptors.payloadLength()).isEqualTo(2);
        assertThat(copied()).containsExactly(1, 2);
    }

    @Test
    void shouldGiveOneShortBlockWhereItLiesAndSeveralInOnePiece() {
        final UnsafeBuffer block = new UnsafeBuffer(new byte[]{0, 1, 2, 3});
        descriptors.add(block, 1, 3);

        assertThat(descriptors.isFew()).isTrue();
        assertThat(descriptors.piece()).isSameAs(block);
        assertThat(descriptors.pieceOffset()).isEqualTo(1);

        descriptors.add(new byte[]{9, 4, 5}, 1, 2).add(ByteBuffer.wrap(new byte[]{6, 7}), 0, 1);

        assertThat(descriptors.isFew()).isTrue();
        assertThat(descriptors.pieceOffset()).isZero();
        final byte[] piece = new byte[6];
        descriptors.piece().getBytes(0, piece);
        assertThat(piece).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(descriptors.piece()).as("used again").isSameAs(descriptors.piece());
    }

    @Test
    void shouldGiveOneShortBlockOfAnArrayFromItsOffsetOn() {
        final byte[] bytes = new byte[200];
        bytes[100] = 1;
        bytes[101] = 2;
        for (final DataDescriptors list : List.of(
                new DataDescriptors().add(bytes, 100, 2),
                new DataDescriptors().add(ByteBuffer.wrap(bytes), 100, 2),
                new DataDescriptors().add(ByteBuffer.allocateDirect(200).put(100, bytes, 100, 2), 100, 2),
                new DataDescriptors().add(new UnsafeBuffer(bytes), 100, 2))) {
            assertThat(list.isFew()).isTrue();
            final UnsafeBuffer piece = list.piece();
            assertThat(piece.getShort(list.pieceOffset(), ByteOrder.LITTLE_ENDIAN)).isEqualTo((short) 0x201);
            assertThat(list.pieceOffset()).isLessThanOrEqualTo(piece.capacity() - 2);
        }
    }

    @Test
    void shouldHaveNoPieceOfALongPayloadOrOfABufferWithWaysOfItsOwn() {
        assertThat(descriptors.add(target, 0, PayloadCopy.FEW - 1).isFew()).isTrue();
        assertThat(descriptors.add(target, 0, 1).isFew()).as("too long").isFalse();

        assertThat(descriptors.reset().add(new ExpandableArrayBuffer(), 0, 1).isFew()).as("own ways").isFalse();
        assertThat(descriptors.reset().add(target, 0, target.capacity() + 1).isFew()).as("outside").isFalse();
        descriptors.reset().add(target, 0, 1).useTypes(true);
        assertThat(descriptors.isFew()).as("types").isFalse();
        assertThat(descriptors.reset().isFew()).as("empty").isTrue();
    }

    @Test
    void shouldLetGoOfWhatItReferredToWhenCleared() {
        final byte[] array = new byte[8];
        descriptors.add(array, 0, 8).add(ByteBuffer.wrap(array), 0, 8).add(new UnsafeBuffer(array), 0, 8);

        assertThat(descriptors.clear().count()).isZero();
        assertThat(descriptors).extracting("sources").asInstanceOf(InstanceOfAssertFactories.ARRAY).containsOnlyNulls();
    }

    @Test
    void shouldNotAllocate() {
        final byte[] array = new byte[16];
        final ByteBuffer direct = ByteBuffer.allocateDirect(16);

        assertThat(AllocatedBytes.by(10_000, () -> {
            descriptors.reset();
            for (int i = 0; i < 43; i++) {
                descriptors.add(array, 0, 4).add(direct, 0, 4).add(target, 0, 4);
            }
            descriptors.reset().add(array, 0, 16).copyTo(target, 0);
        }))
                .isZero();
    }

    private byte[] copied() {
        final byte[] bytes = new byte[(int) descriptors.payloadLength()];
        descriptors.copyTo(target, 0);
        target.getBytes(0, bytes);
        return bytes;
    }
}
