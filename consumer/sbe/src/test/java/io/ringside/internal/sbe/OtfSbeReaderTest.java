package io.ringside.internal.sbe;

import io.ringside.schema.FieldVisitor;
import io.ringside.schema.SbeSchema;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.IrEncoder;
import uk.co.real_logic.sbe.ir.Signal;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

import static org.assertj.core.api.Assertions.assertThat;

/** Schemas come from files of others: what their counts say is not believed. */
@Timeout(60)
class OtfSbeReaderTest {
    private static final String SCHEMA = """
            <?xml version="1.0" encoding="UTF-8"?>
            <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="acme" id="7" version="0"
                    byteOrder="littleEndian">
                <types>
                    <composite name="messageHeader">
                        <type name="blockLength" primitiveType="uint16"/>
                        <type name="templateId" primitiveType="uint16"/>
                        <type name="schemaId" primitiveType="uint16"/>
                        <type name="version" primitiveType="uint16"/>
                    </composite>
                </types>
                <sbe:message name="Filled" id="1">
                    <field name="orderId" id="1" type="int64"/>
                    <field name="size" id="2" type="int32"/>
                </sbe:message>
            </sbe:messageSchema>
            """;
    private static final int HEADER_LENGTH = 8;
    private static final int BLOCK_LENGTH = 12;

    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[HEADER_LENGTH + BLOCK_LENGTH]);

    OtfSbeReaderTest() {
        payload.putShort(0, (short) BLOCK_LENGTH);
        payload.putShort(2, (short) 1);
        payload.putShort(4, (short) 7);
    }

    @Test
    void shouldReadByASchemaThatIsSound() throws Exception {
        assertThat(read(0, count -> count)).isTrue();
    }

    @Test
    void shouldReadNothingByASchemaWhoseCountsGoInACircleOrTooFar() throws Exception {
        for (final int count : List.of(0, -1, 1, 2, 4, 7, 1_000, Integer.MAX_VALUE)) {
            assertThat(read(1, before -> count)).as("count=%s", count).isFalse();
        }
    }

    /** Reads by a schema whose first field lacks its end, or not, and has another count. */
    private boolean read(final int ends, final IntUnaryOperator change) throws Exception {
        final Ir ir = new IrGenerator().generate(XmlSchemaParser.parse(
                new ByteArrayInputStream(SCHEMA.getBytes(StandardCharsets.UTF_8)), ParserOptions.DEFAULT));
        final List<Token> tokens = new ArrayList<>(ir.getMessage(1));
        for (int i = 0; i < ends; i++) {
            tokens.remove(tokens.stream().filter(token -> token.signal() == Signal.END_FIELD).findFirst()
                    .orElseThrow());
        }
        ir.addMessage(1, tokens);
        final Token field = tokens.get(1);
        field.componentTokenCount(change.applyAsInt(field.componentTokenCount()));
        final ByteBuffer bytes = ByteBuffer.allocate(64 * 1024);
        final int length;
        try (IrEncoder encoder = new IrEncoder(bytes, ir)) {
            length = encoder.encode();
        }
        return new OtfSbeReader().read(SbeSchema.of(Arrays.copyOf(bytes.array(), length)), payload, 0,
                payload.capacity(), (FieldVisitor) Proxy.newProxyInstance(FieldVisitor.class.getClassLoader(),
                        new Class<?>[]{FieldVisitor.class}, (proxy, method, arguments) -> null));
    }
}
