package io.ringside.internal.counter;

import io.ringside.internal.layout.CounterFileDescriptor;
import io.ringside.internal.layout.LayoutPage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CounterLayoutTest {
    @Test
    void shouldBeAsThePageShowsIt() {
        LayoutPage.of("layout-counters.md", CounterFileDescriptor.class)
                .structure("Header", "", CounterFileDescriptor.HEADER_LENGTH)
                .structure("Slot", "SLOT_", CounterFileDescriptor.SLOT_HEAD_LENGTH)
                .verify();
    }

    @Test
    void shouldBeginWithReadableMagic() {
        final byte[] bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN)
                .putLong(CounterFileDescriptor.MAGIC).array();

        assertThat(new String(bytes, StandardCharsets.US_ASCII)).isEqualTo("RS-COUNT");
    }

    @Test
    void shouldPutValuesBehindTheHeadAndTheNameOnALineOfItsOwn() {
        assertThat(CounterFileDescriptor.slotsOffset(0)).isEqualTo(192);
        assertThat(CounterFileDescriptor.slotsOffset(1)).isEqualTo(256);
        assertThat(CounterFileDescriptor.valueOffset(0)).isEqualTo(64);
        assertThat(CounterFileDescriptor.valueOffset(3)).isEqualTo(88);
        assertThat(CounterFileDescriptor.nameOffset(8)).isEqualTo(128);
        assertThat(CounterFileDescriptor.nameOffset(9)).isEqualTo(192);
        assertThat(CounterFileDescriptor.slotLength(9, 128)).isEqualTo(320);
        assertThat(new SlotGeometry(1, 9, 128, 4).fileLength()).isEqualTo(256 + 4 * 320);
    }
}
