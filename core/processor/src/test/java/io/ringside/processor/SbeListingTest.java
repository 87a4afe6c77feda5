package io.ringside.processor;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.co.real_logic.sbe.ir.IrEncoder;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

import static org.assertj.core.api.Assertions.assertThat;

/** What the listing of a provider says of messages of SBE, and what happens when their schema changes. */
@Tag("jdk25")
class SbeListingTest {
    private static final String TYPES = """
            <types>
                <composite name="messageHeader">
                    <type name="blockLength" primitiveType="uint16"/>
                    <type name="templateId" primitiveType="uint16"/>
                    <type name="schemaId" primitiveType="uint16"/>
                    <type name="version" primitiveType="uint16"/>
                </composite>
                <composite name="groupSizeEncoding">
                    <type name="blockLength" primitiveType="uint16"/>
                    <type name="numInGroup" primitiveType="uint8"/>
                </composite>
                <composite name="note">
                    <type name="length" primitiveType="uint8"/>
                    <type name="varData" primitiveType="uint8" length="0"/>
                </composite>
                <enum name="Side" encodingType="uint8">
                    <validValue name="BUY">1</validValue>
                    <validValue name="SELL">2</validValue>%s
                </enum>
            </types>
            """;
    private static final String ORDER = """
            <field name="orderId" id="1" type="int64"/>
            <field name="side" id="2" type="Side"/>
            """;
    private static final String LEGS = """
            <group name="legs" id="3"><field name="size" id="4" type="int32"/></group>
            <data name="text" id="5" type="note"/>
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void writeListing() {
        assertThat(write(7, 1, "", message(1, "Filled", ORDER + LEGS))).isEmpty();
    }

    @Test
    void shouldListWhatTheSchemaDeclares() throws IOException {
        final List<String> lines = Files.readAllLines(folder.resolve("listings").resolve("Acme.Orders.events"));
        assertThat(lines.get(3)).isEqualTo("event 1 filled version 0 level 4 keyword 0x0 opcode 0 task 0 channel 0");
        assertThat(lines.get(4)).matches("sbe version 1 sha-256 [0-9a-f]{64}");
        assertThat(lines.subList(5, lines.size())).containsExactly(
                "    schema id 7",
                "    composite messageHeader none at 0",
                "        type blockLength uint16 bytes 2 at 0",
                "        type templateId uint16 bytes 2 at 2",
                "        type schemaId uint16 bytes 2 at 4",
                "        type version uint16 bytes 2 at 6",
                "    message Filled id 1 block 9",
                "        field orderId id 1 at 0",
                "            type int64 int64 bytes 8 at 0",
                "        field side id 2 at 8",
                "            enum Side uint8 at 8",
                "                value BUY 0x01",
                "                value SELL 0x02",
                "        group legs id 3 block 4",
                "            composite groupSizeEncoding none at 0",
                "                type blockLength uint16 bytes 2 at 0",
                "                type numInGroup uint8 bytes 1 at 2",
                "            field size id 4 at 0",
                "                type int32 int32 bytes 4 at 0",
                "        data text id 5",
                "            composite note none at -1",
                "                type length uint8 bytes 1 at 0",
                "                type varData uint8 bytes -1 at 1");
    }

    @Test
    void shouldAcceptWhatIsListed() {
        assertThat(check(7, 1, "", message(1, "Filled", ORDER + LEGS))).isEmpty();
    }

    @Test
    void shouldLetANewVersionAddWhatSaysSinceWhen() {
        final String more = "<field name='price' id='6' type='int64' sinceVersion='2'/>";
        final String side = "<validValue name='SHORT' sinceVersion='2'>3</validValue>";
        final String added = message(1, "Filled", ORDER + more + LEGS) + message(2, "Canceled", ORDER);
        assertThat(check(7, 2, side, added)).singleElement().asString()
                .contains("interface is not what its listing says");
        assertThat(write(7, 2, side, added)).isEmpty();
        assertThat(check(7, 2, side, added)).isEmpty();
        assertThat(write(7, 1, "", message(1, "Filled", ORDER + LEGS))).singleElement().asString()
                .startsWith("filled(DirectBuffer").contains(" -> version of the event's schema of SBE goes back:"
                        + " event=filled, id=1, version=0, listed=0, schemaVersion=1, listedSchemaVersion=2: raise it");
    }

    @Test
    void shouldRefuseOtherMessages() {
        final String more = "<field name='price' id='6' type='int64'/>";
        for (final String other : List.of(message(1, "Filled", ORDER + more + LEGS),
                message(1, "Filled", more + ORDER + LEGS), message(1, "Filled", ORDER), message(2, "Filled", ORDER),
                message(1, "Filled", ORDER.replace("int64", "int32") + LEGS),
                message(1, "Filled", ORDER + LEGS.replace("size", "lots")))) {
            for (final int version : new int[]{1, 2}) {
                assertThat(write(7, version, "", other)).as(other).singleElement().asString()
                        .startsWith("filled(DirectBuffer").contains(" -> messages of event are not those they were:"
                                + " event=filled, id=1, version=0, listed=0, schemaVersion=" + version
                                + ", listedSchemaVersion=1: add fields, groups and data at the end only");
            }
        }
        assertThat(write(8, 1, "", message(1, "Filled", ORDER + LEGS))).hasSize(1);
        assertThat(write(7, 1, "<validValue name='SHORT'>3</validValue>", message(1, "Filled", ORDER + LEGS)))
                .hasSize(1);
        assertThat(compile("void filled(long x);", "true")).singleElement().asString()
                .contains("fields of event are not those it had");
    }

    private List<String> write(final int id, final int version, final String sides, final String messages) {
        encode(id, version, sides, messages);
        return compile("@SbeMessage(\"fills.sbeir\") void\nfilled(DirectBuffer buffer, int offset, int length);",
                "true");
    }

    private List<String> check(final int id, final int version, final String sides, final String messages) {
        encode(id, version, sides, messages);
        return compile("@SbeMessage(\"fills.sbeir\") void\nfilled(DirectBuffer buffer, int offset, int length);",
                "false");
    }

    private List<String> compile(final String method, final String write) {
        return Compilation.of(folder.resolve("classes"), "@TraceProvider(\"Acme.Orders\")\ninterface Orders {\n"
                + "@TraceEvent(id = 1) " + method + "\n}\n", "-Aringside.listings=" + folder.resolve("listings"),
                "-Aringside.listings.write=" + write).errors();
    }

    private void encode(final int id, final int version, final String sides, final String messages) {
        final String xml = "<?xml version='1.0' encoding='UTF-8'?>\n<sbe:messageSchema"
                + " xmlns:sbe='http://fixprotocol.io/2016/sbe' package='acme' id='" + id + "' version='" + version
                + "' byteOrder='littleEndian'>" + TYPES.formatted(sides) + messages + "</sbe:messageSchema>";
        final ByteBuffer bytes = ByteBuffer.allocate(64 * 1024);
        try {
            final int length;
            try (IrEncoder encoder = new IrEncoder(bytes, new IrGenerator().generate(XmlSchemaParser.parse(
                    new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), ParserOptions.DEFAULT)))) {
                length = encoder.encode();
            }
            Files.write(Files.createDirectories(folder.resolve("classes")).resolve("fills.sbeir"),
                    Arrays.copyOf(bytes.array(), length));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final Exception e) {
            throw new IllegalStateException(xml, e);
        }
    }

    private static String message(final int id, final String name, final String fields) {
        return "<sbe:message name='" + name + "' id='" + id + "'>" + fields + "</sbe:message>";
    }
}
