package io.ringside.etw.trace;

import io.ringside.event.EventDescriptor;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.event.EventDescriptorLayout;
import io.ringside.internal.event.EventProperty;
import io.ringside.internal.event.Filetime;
import io.ringside.internal.event.GuidEncoding;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EtwHeaderEncoderTest {
    private final byte[] bytes = new byte[EtwHeaderLayout.LENGTH];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private final EtwHeaderEncoder encoder = new EtwHeaderEncoder();

    @Test
    @DisplayName("R1.11 partly: \"a string event sets 0x0004, a classic one 0x0100\"; one pointer size in every event")
    void shouldSetExactlyOnePointerSize() {
        final int sizes = HeaderFlags.POINTER_FOUR_BYTES | HeaderFlags.POINTER_EIGHT_BYTES;

        assertThat(Integer.bitCount(HeaderFlags.ALWAYS & sizes)).isEqualTo(1);
        assertThat(List.of(
                HeaderFlags.EXTENDED_INFO,
                HeaderFlags.PRIVATE_SESSION,
                HeaderFlags.STRING_ONLY,
                HeaderFlags.TRACE_MESSAGE,
                HeaderFlags.NO_CPU_TIME,
                HeaderFlags.POINTER_FOUR_BYTES,
                HeaderFlags.POINTER_EIGHT_BYTES,
                HeaderFlags.DECODE_GUID,
                HeaderFlags.CLASSIC_HEADER,
                HeaderFlags.PROCESSOR_INDEX))
                .containsExactly(0x1, 0x2, 0x4, 0x8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200);
    }

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
    @DisplayName("R1.10 partly: the header of an event that a reader delivers")
    void shouldEncodeTheFactsOfAnEvent(@TempDir final Path folder) {
        final ProviderSchema orders = ProviderSchema.builder("Example-Orders")
                .event("Opened", EventDescriptor.of(7, 2, 16, 4, 300, 11, 0x5),
                        FieldSchema.of("order", FieldType.INT64))
                .build();
        final UnsafeBuffer header = new UnsafeBuffer(new byte[100]);
        try (HandMadeSession session = HandMadeSession.start(folder.resolve("trace"))) {
            final HandMadeProvider provider = session.provider();
            provider.write(2, FrameDescriptor.reference(provider.register(orders), 0), 4711, 24);
            try (EventReader reader = EventReader.open(
                    new ReaderContext().directory(session.directory().path()).merged(false),
                    Source.session("hand-made"))) {
                while (reader.totals().events() == 0) {
                    reader.poll(event -> encoder.encode(new EventRecord().wrap(event), header, 20));
                }
            }
            assertThat(Filetime.toEpochNs(header.getLong(20 + EtwHeaderLayout.TIMESTAMP_OFFSET)))
                    .isEqualTo(HandMadeSession.START.wallNs() + provider.timeTicks() / 100 * 100);
        }

        assertThat(header.getShort(20 + EtwHeaderLayout.SIZE_OFFSET)).isEqualTo((short) (EtwHeaderLayout.LENGTH + 24));
        assertThat(header.getShort(20 + EtwHeaderLayout.FLAGS_OFFSET))
                .isEqualTo((short) (HeaderFlags.NO_CPU_TIME | HeaderFlags.POINTER_EIGHT_BYTES));
        assertThat(header.getShort(20 + EtwHeaderLayout.EVENT_PROPERTY_OFFSET)).isZero();
        assertThat(header.getInt(20 + EtwHeaderLayout.THREAD_ID_OFFSET)).isEqualTo(102);
        assertThat(header.getInt(20 + EtwHeaderLayout.PROCESS_ID_OFFSET))
                .isEqualTo((int) ProcessHandle.current().pid());
        assertThat(GuidEncoding.get(header, 20 + EtwHeaderLayout.PROVIDER_ID_OFFSET)).isEqualTo(orders.id());
        assertThat(header.getByte(20 + EtwHeaderLayout.DESCRIPTOR_OFFSET + EventDescriptorLayout.VERSION_OFFSET))
                .isEqualTo((byte) 2);
        assertThat(GuidEncoding.get(header, 20 + EtwHeaderLayout.ACTIVITY_ID_OFFSET)).isEqualTo(new UUID(4711, ~4711L));
    }

    @Test
    void shouldEncodeAnEventWhoseProviderIsUnknown(@TempDir final Path folder) {
        Arrays.fill(bytes, (byte) 0xFF);
        try (HandMadeSession session = HandMadeSession.start(folder.resolve("trace"))) {
            session.provider().write(0, FrameDescriptor.reference(5, 9), 3, 8);
            try (EventReader reader = EventReader.open(new ReaderContext().directory(session.directory().path())
                    .merged(false).errorHandler(error -> {}), Source.session("hand-made"))) {
                while (reader.totals().events() == 0) {
                    reader.poll(event -> encoder.encode(new EventRecord().wrap(event), buffer, 0));
                }
            }
        }

        assertThat(GuidEncoding.get(buffer, EtwHeaderLayout.PROVIDER_ID_OFFSET)).isEqualTo(new UUID(0, 0));
        assertThat(buffer.getShort(EtwHeaderLayout.SIZE_OFFSET)).isEqualTo((short) (EtwHeaderLayout.LENGTH + 8));
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
