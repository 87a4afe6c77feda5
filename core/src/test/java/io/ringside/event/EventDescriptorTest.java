package io.ringside.event;

import io.ringside.RingsideException;
import io.ringside.SeededRandom;
import io.ringside.internal.event.EventDescriptorLayout;
import java.util.HexFormat;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EventDescriptorTest {
    private static final int ROUNDS = 10_000;

    @Test
    @DisplayName("R1.1 a descriptor is 16 bytes, little-endian, without padding")
    void shouldEncodeToGoldenBytes() {
        final EventDescriptor descriptor = EventDescriptor.of(0x1122, 0x33, 0x44, 0x55, 0x7788, 0x66,
                0x99AABBCCDDEEFF00L);
        final byte[] bytes = new byte[EventDescriptorLayout.LENGTH];

        descriptor.encode(new UnsafeBuffer(bytes), 0);

        assertThat(HexFormat.of().withUpperCase().formatHex(bytes)).isEqualTo("221133445566887700FFEEDDCCBBAA99");
    }

    @Test
    @DisplayName("R1.1 what was encoded is decoded, at any offset")
    void shouldDecodeWhatItEncoded() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[EventDescriptorLayout.LENGTH + 3]);
        final EventDescriptor descriptor = EventDescriptor.of(0xFFFF, 0xFF, 0xFE, 0xFD, 0xFFFE, 0xFC, -2L);

        descriptor.encode(buffer, 3);

        assertThat(EventDescriptor.decode(buffer, 3)).isEqualTo(descriptor).hasSameHashCodeAs(descriptor);
    }

    @Test
    @DisplayName("R1.1 any 16 bytes are a descriptor, and come back")
    void shouldDecodeAnyBytes() {
        final Random random = SeededRandom.create(getClass());
        final byte[] bytes = new byte[EventDescriptorLayout.LENGTH];
        final byte[] again = new byte[EventDescriptorLayout.LENGTH];
        for (int i = 0; i < ROUNDS; i++) {
            random.nextBytes(bytes);
            EventDescriptor.decode(new UnsafeBuffer(bytes), 0).encode(new UnsafeBuffer(again), 0);
            assertThat(again).isEqualTo(bytes);
        }
    }

    @Test
    @DisplayName("R1.2 the factory takes the task before the opcode, memory has the opcode first")
    void shouldTakeTaskBeforeOpcode() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[EventDescriptorLayout.LENGTH]);

        EventDescriptor.of(0, 0, 0, 0, 7, 9, 0).encode(buffer, 0);

        assertThat(buffer.getByte(5)).isEqualTo((byte) 9);
        assertThat(buffer.getShort(6)).isEqualTo((short) 7);
    }

    @Test
    void shouldHaveNoChannelTaskAndOpcodeWhenMadeOfIdLevelAndKeyword() {
        assertThat(EventDescriptor.of(1, Level.WARNING, 0x4))
                .isEqualTo(EventDescriptor.of(1, 0, EventDescriptor.CHANNEL_NONE, Level.WARNING, 0, Opcode.INFO, 0x4));
    }

    @Test
    void shouldRefuseAValueThatDoesNotFitItsField() {
        assertThatThrownBy(() -> EventDescriptor.of(65_536, 0, 0))
                .isInstanceOf(RingsideException.class)
                .hasMessageContaining("field=id, value=65536, min=0, max=65535");
        assertThatThrownBy(() -> EventDescriptor.of(1, 256, 0)).hasMessageContaining("field=level, value=256");
        assertThatThrownBy(() -> EventDescriptor.of(1, -1, 0)).hasMessageContaining("field=level, value=-1");
        assertThatThrownBy(() -> EventDescriptor.of(1, 256, 0, 0, 0, 0, 0)).hasMessageContaining("field=version");
        assertThatThrownBy(() -> EventDescriptor.of(1, 0, 256, 0, 0, 0, 0)).hasMessageContaining("field=channel");
        assertThatThrownBy(() -> EventDescriptor.of(1, 0, 0, 0, 65_536, 0, 0)).hasMessageContaining("field=task");
        assertThatThrownBy(() -> EventDescriptor.of(1, 0, 0, 0, 0, 256, 0)).hasMessageContaining("field=opcode");
    }

    @Test
    void shouldDifferWhenAnyFieldDiffers() {
        final EventDescriptor descriptor = EventDescriptor.of(1, 2, 3, 4, 5, 6, 7);

        assertThat(descriptor)
                .isNotEqualTo(EventDescriptor.of(9, 2, 3, 4, 5, 6, 7))
                .isNotEqualTo(EventDescriptor.of(1, 9, 3, 4, 5, 6, 7))
                .isNotEqualTo(EventDescriptor.of(1, 2, 9, 4, 5, 6, 7))
                .isNotEqualTo(EventDescriptor.of(1, 2, 3, 9, 5, 6, 7))
                .isNotEqualTo(EventDescriptor.of(1, 2, 3, 4, 9, 6, 7))
                .isNotEqualTo(EventDescriptor.of(1, 2, 3, 4, 5, 9, 7))
                .isNotEqualTo(EventDescriptor.of(1, 2, 3, 4, 5, 6, 9));
        assertThat(descriptor.toString())
                .isEqualTo("EventDescriptor{id=1, version=2, channel=3, level=4, task=5, opcode=6, keyword=0x7}");
    }
}
