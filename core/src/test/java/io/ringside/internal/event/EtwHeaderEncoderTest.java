package io.ringside.internal.event;

import io.ringside.event.EventDescriptor;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EtwHeaderEncoderTest {
    private final byte[] bytes = new byte[EtwHeaderLayout.LENGTH];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private final EtwHeaderEncoder encoder = new EtwHeaderEncoder();

    @Test
    @DisplayName("R1.10 the header of one event, byte by byte")
    void shouldEncodeToGoldenBytes() {
        encoder.wrap(buffer, 0)
                .size(0x0070)
                .flags(HeaderFlags.ALWAYS | HeaderFlags.EXTENDED_INFO)
                .eventProperty(EventProperty.RELOGGABLE)
                .writer(0x01020304, 0x0A0B0C0D)
                .timestamp(Filetime.fromEpochNs(0))
                .event(
                        UUID.fromString("ce5fa4ea-ab00-5402-8b76-9f76ac858fb5"),
                        EventDescriptor.of(0x1122, 0x33, 0x44, 0x55, 0x7788, 0x66, 0x99AABBCCDDEEFF00L))
                .activityId(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"));

        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("7000" + "0000" + "5100" + "0800" // size, header type, flags, property
                        + "0d0c0b0a" + "04030201" // thread, process
                        + "00803ed5deb19d01" // 1970 as FILETIME
                        + "eaa45fce00ab02548b769f76ac858fb5"
                        + "221133445566887700ffeeddccbbaa99"
                        + "0000000000000000" // processor time
                        + "33221100554477668899aabbccddeeff");
    }

    @Test
    @DisplayName("R1.11 partly: \"a string event sets 0x0004, a classic one 0x0100\"; a new header has one of them")
    void shouldBeginWithTheFlagsOfEveryEvent() {
        Arrays.fill(bytes, (byte) 0xFF);

        encoder.wrap(buffer, 0);

        assertThat(buffer.getShort(EtwHeaderLayout.FLAGS_OFFSET))
                .isEqualTo((short) (HeaderFlags.POINTER_EIGHT_BYTES | HeaderFlags.NO_CPU_TIME));
    }

    @Test
    @DisplayName("R1.12 the four properties have their bits; a writer sets none")
    void shouldBeginWithoutProperties() {
        Arrays.fill(bytes, (byte) 0xFF);

        encoder.wrap(buffer, 0);

        assertThat(buffer.getShort(EtwHeaderLayout.EVENT_PROPERTY_OFFSET)).isZero();
        assertThat(EventProperty.XML | EventProperty.FORWARDED_XML | EventProperty.LEGACY_EVENT_LOG).isEqualTo(0x7);
        assertThat(EventProperty.RELOGGABLE).isEqualTo(0x8);
    }

    @Test
    void shouldRefuseASizeBeyondItsField() {
        encoder.wrap(buffer, 0).size(65_535);

        assertThat(buffer.getShort(EtwHeaderLayout.SIZE_OFFSET)).isEqualTo((short) -1);
        assertThatThrownBy(() -> encoder.size(65_536)).hasMessageContaining("size=65536, min=0, max=65535");
        assertThatThrownBy(() -> encoder.size(-1)).hasMessageContaining("size=-1");
    }

    @Test
    void shouldRefuseABufferThatIsTooSmall() {
        assertThatThrownBy(() -> encoder.wrap(buffer, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void shouldConvertFiletimeToThePast() {
        assertThat(Filetime.fromEpochNs(0)).isEqualTo(116_444_736_000_000_000L);
        assertThat(Filetime.fromEpochNs(199)).isEqualTo(116_444_736_000_000_001L);
        assertThat(Filetime.fromEpochNs(-1)).isEqualTo(116_444_735_999_999_999L);
        assertThat(Filetime.toEpochNs(Filetime.fromEpochNs(1_700_000_000_123_456_700L)))
                .isEqualTo(1_700_000_000_123_456_700L);
    }
}
