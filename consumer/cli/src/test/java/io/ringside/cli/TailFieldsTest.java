package io.ringside.cli;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.SbeSchema;
import io.ringside.schema.ValueMap;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.co.real_logic.sbe.SbeTool;
import uk.co.real_logic.sbe.ir.IrEncoder;
import uk.co.real_logic.sbe.xml.IrGenerator;

import static org.assertj.core.api.Assertions.assertThat;

/** How tail shows fields that want to be shown in a way of their own. */
class TailFieldsTest {
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Connections")
            .event("accepted", EventDescriptor.of(1, Level.INFORMATION, 0x1),
                    FieldSchema.of("port", FieldType.UINT16).withOutType(OutType.PORT),
                    FieldSchema.of("peer", FieldType.UINT32).withOutType(OutType.IPV4),
                    FieldSchema.of("since", FieldType.FILETIME),
                    FieldSchema.of("result", FieldType.INT32).withOutType(OutType.HRESULT),
                    FieldSchema.of("access", FieldType.UINT8)
                            .withValues(ValueMap.ofBits("Access", Map.of(1L, "X", 4L, "Y"))),
                    FieldSchema.of("kind", FieldType.UINT8).withValues(ValueMap.of("Kind", Map.of(1L, "A"))).fixed(2),
                    FieldSchema.of("host", FieldType.TERMINATED_WIDE_STRING).withPatterns(
                            ValueMap.Patterns.of("Site", List.of(Map.entry("ny*", "New York")))),
                    FieldSchema.of("size", FieldType.UINT8),
                    FieldSchema.of("name", FieldType.STRING).sizedBy("size"))
            .build();

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    @DisplayName("R6.18 R6.19 R6.20 R6.22 tail shows types, out types and names, and what stands behind")
    void shouldShowFieldsAsTheyWantToBeShown() {
        run("start", "net");
        run("enable", "net", "Test.Connections");
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                .registerTimeoutNs(TimeUnit.MINUTES.toNanos(1)))) {
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[256]);
            final PayloadWriter fields = new PayloadWriter().wrap(payload, 0, 256);
            fields.putPort(80).putInt(0x0100007F).putLong(0).putInt(0x80004005).putByte(0xD).putByte(1).putByte(2);
            fields.putWideText("ny-4").putShort(0).putByte(3).putText("abc").putByte(0xEE);
            final var event = ringside.register(SCHEMA).event("accepted");

            event.write(payload, 0, fields.length());
            assertThat(run("tail", "net", "--format", "json").out()).singleElement().asString()
                    .endsWith(",\"fields\":{\"port\":80,\"peer\":\"127.0.0.1\",\"since\":\"1601-01-01T00:00:00Z\","
                            + "\"result\":\"0x80004005\",\"access\":\"X|Y|0x8\",\"kind\":[\"A\",2],"
                            + "\"host\":\"New York\",\"size\":3,\"name\":\"abc\",\"$unread\":\"ee\"}}");

            event.write(payload, 0, fields.length());
            assertThat(run("tail", "net", "--where", "port == 80 and peer == 127.0.0.1").out()).singleElement()
                    .asString().endsWith("  port=80 peer=127.0.0.1 since=1601-01-01T00:00:00Z result=0x80004005"
                            + " access=X|Y|0x8 kind=[A, 2] host=\"New York\" size=3 name=abc $unread=0xee");
        }
    }

    @Test
    @DisplayName("R6.16 tail shows the message of an event, and its fields")
    void shouldShowMessages() {
        run("start", "said");
        run("enable", "said", "Test.Said");
        try (Ringside ringside = connect()) {
            final var event = ringside.register(ProviderSchema.builder("Test.Said")
                    .event("sold", EventDescriptor.of(1, Level.INFORMATION, 0), FieldSchema.of("n", FieldType.INT8))
                    .message("%1%% sold").build()).event("sold");
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[]{50});

            event.write(payload, 0, 1);
            assertThat(run("tail", "said").out()).singleElement().asString().endsWith("  50% sold  n=50");

            event.write(payload, 0, 1);
            assertThat(run("tail", "said", "--format", "json").out()).singleElement().asString()
                    .endsWith(",\"message\":\"50% sold\",\"fields\":{\"n\":50}}");
        }
    }

    @Test
    void shouldShowTextsOfAMessageOnceAndNothingThatIsEmpty() {
        run("start", "logs");
        run("enable", "logs", "Test.Logs");
        try (Ringside ringside = connect()) {
            final var event = ringside.register(ProviderSchema.builder("Test.Logs")
                    .event("info", EventDescriptor.of(1, Level.INFORMATION, 0),
                            FieldSchema.of("logger", FieldType.STRING), FieldSchema.of("message", FieldType.STRING),
                            FieldSchema.of("thread", FieldType.STRING), FieldSchema.of("thrown", FieldType.STRING),
                            FieldSchema.struct("context", FieldSchema.of("key", FieldType.STRING)).prefixed(),
                            FieldSchema.of("cut", FieldType.BOOLEAN))
                    .message("%1: %2").build()).event("info");
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[256]);
            final PayloadWriter writer = new PayloadWriter().wrap(payload, 0, 256).putString("a.B")
                    .putString("order 7 rejected").putString("match er").putString("").putShort(0).putBoolean(false);

            event.write(payload, 0, writer.length());
            assertThat(run("tail", "logs").out()).singleElement().asString()
                    .endsWith("  a.B: order 7 rejected  thread=\"match er\" cut=false");
        }
    }

    @Test
    void shouldShowTheFieldsOfMessagesOfSbe() throws Exception {
        run("start", "fills");
        run("enable", "fills", "Test.Fills");
        try (Ringside ringside = connect()) {
            final var event = ringside.register(ProviderSchema.builder("Test.Fills")
                    .event("message", EventDescriptor.of(1, Level.INFORMATION, 0)).sbe(schemaOfFills()).build())
                    .event("message");
            final UnsafeBuffer cancel = new UnsafeBuffer(HexFormat.of().parseHex("08000600" + "4d000300"
                    + "2a00000000000000"));

            event.write(cancel, 0, cancel.capacity());
            assertThat(run("tail", "fills").out()).singleElement().asString()
                    .endsWith("Test.Fills message  INFORMATION  orderId=42");

            event.write(cancel, 0, cancel.capacity());
            assertThat(run("tail", "fills", "--format", "json").out()).singleElement().asString()
                    .endsWith("\"fields\":{\"orderId\":42}}");
        }
    }

    private Ringside connect() {
        return Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                .registerTimeoutNs(TimeUnit.MINUTES.toNanos(1)));
    }

    private SbeSchema schemaOfFills() throws Exception {
        final Path copy = folder.resolve("fills.xml");
        try (InputStream in = TailFieldsTest.class.getResourceAsStream("/io/ringside/reader/sbe/fills.xml")) {
            Files.copy(in, copy);
        }
        final String file = copy.toString();
        final ByteBuffer encoded = ByteBuffer.allocate(1 << 16);
        final int length;
        try (IrEncoder encoder = new IrEncoder(encoded, new IrGenerator().generate(SbeTool.parseSchema(file)))) {
            length = encoder.encode();
        }
        return SbeSchema.of(Arrays.copyOf(encoded.array(), length));
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
