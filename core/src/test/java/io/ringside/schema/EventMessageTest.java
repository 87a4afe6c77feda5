package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.schema.SchemaDecoder;
import io.ringside.internal.schema.SchemaEncoder;
import io.ringside.internal.schema.SchemaLayout;
import io.ringside.internal.schema.SchemaLimits;
import io.ringside.internal.schema.TextFields;
import java.util.Arrays;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Messages of events, and payloads of SBE, in a schema and in its encoded form. */
class EventMessageTest {
    private static final byte[] IR = {1, 2, 3};

    @ParameterizedTest
    @DisplayName("R6.16 the message of an event is its text with the values of its fields inserted")
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, value = {
        "order %1 of %2|order 7 of AC\\u000aME", "%2%1|AC\\u000aME7", "%3!x!, 100%%, %1!s!|{p=-1 q=2}, 100%, 7",
        "first%nsecond|first second", "plain|plain", "%1%1%4|77[1, 2]"})
    void shouldInsertValues(final String message, final String expected) {
        final EventSchema event = schema(message).events().get(0);
        assertThat(said(event, payload(), payload().capacity())).isEqualTo(expected.replace("\\u000a", "\\n"));
    }

    @Test
    @DisplayName("R6.16 a value that the payload does not have leaves its insertion as it is")
    void shouldLeaveInsertionsWithoutAValue() {
        final EventSchema event = schema("%1 and %2!s!").events().get(0);
        assertThat(said(event, payload(), 4)).isEqualTo("7 and %2!s!");
        assertThat(said(event, payload(), 0)).isEqualTo("%1 and %2!s!");
    }

    @ParameterizedTest
    @CsvSource({"%0", "%", "%x", "100%", "%00"})
    void shouldRefuseInsertionsThatAreNone(final String message) {
        assertThatThrownBy(() -> schema(message)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("message has an invalid insertion: event=e, offset=");
    }

    @Test
    void shouldRefuseWhatDoesNotFitTheEvent() {
        assertThatThrownBy(() -> schema("%5")).isInstanceOf(RingsideException.class)
                .hasMessageContaining("message inserts a field that the event does not have: event=e, insertion=%5");
        assertThatThrownBy(() -> ProviderSchema.builder("p").message("m")).isInstanceOf(RingsideException.class)
                .hasMessageContaining("message belongs to no event: provider=p");
        assertThatThrownBy(() -> ProviderSchema.builder("p")
                .event("e", EventDescriptor.of(1, 4, 0), FieldSchema.of("n", FieldType.INT8)).sbe(SbeSchema.of(IR)))
                .isInstanceOf(RingsideException.class)
                .hasMessageContaining("SBE event has fields or a text: event=e, fields=1");
        assertThatThrownBy(() -> SbeSchema.of(new byte[0])).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> SbeSchema.of(new byte[SchemaLimits.SBE_LENGTH_MAX + 1]))
                .isInstanceOf(RingsideException.class);
    }

    @Test
    @DisplayName("R6.16 message, names and documentation travel in the encoded schema")
    void shouldEncodeMessagesAndSchemasOfSbeToGoldenBytes() {
        final ProviderSchema schema = ProviderSchema.builder("p").documentation("d")
                .event("a", EventDescriptor.of(1, 4, 0)).sbe(SbeSchema.of(IR))
                .event("b", EventDescriptor.of(2, 4, 0), FieldSchema.of("n", FieldType.INT8)).message("%1")
                .event("c", EventDescriptor.of(3, 4, 0)).sbe(SbeSchema.of(IR)).message("m")
                .build();

        final byte[] bytes = SchemaEncoder.encode(schema);
        // Version, channel, level, opcode, task, keyword.
        final String descriptors = "0000040000000000000000000000";
        assertThat(HexFormat.of().formatHex(Arrays.copyOfRange(bytes, SchemaLayout.HEADER_LENGTH, bytes.length)))
                .isEqualTo("0100" + "70" + "0100" + "64" + "0000" + "0000" + "0000" // name, documentation, no names
                        + "0100" + "03000000" + "010203" // one schema of SBE
                        + "0100" + "61" + "0100" + descriptors + "0000" + "02" + "0000" // a: no fields, of SBE
                        + "0100" + "62" + "0200" + descriptors + "0100" + "01" + "00" + "0000" + "0100" + "6e" // b: n
                        + "01" + "0200" + "2531" // its message
                        + "0100" + "63" + "0300" + descriptors + "0000" + "03" + "0100" + "6d" + "0000"); // c: both
        assertThat(decode(bytes)).isEqualTo(schema);
        assertThat(decode(bytes).events().get(1).message()).isEqualTo("%1");
        assertThat(decode(bytes).events().get(1)).isEqualTo(schema.event(2, 0));
        for (int length = 0; length < bytes.length; length++) {
            final byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> decode(cut)).isInstanceOf(RingsideException.class);
        }
        for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
            final byte[] damaged = bytes.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            try {
                assertThat(SchemaEncoder.encode(decode(damaged))).isEqualTo(damaged);
            } catch (final RingsideException e) {
                assertThat(e).hasMessageContaining("=");
            }
        }
    }

    @Test
    void shouldEncodeTheDocumentationOfEventsToGoldenBytes() {
        final ProviderSchema schema = ProviderSchema.builder("p")
                .event("a", EventDescriptor.of(1, 4, 0)).message("m").eventDocumentation("of a")
                .event("b", EventDescriptor.of(2, 4, 0))
                .build();

        final byte[] bytes = SchemaEncoder.encode(schema);
        final String descriptors = "0000040000000000000000000000";
        assertThat(HexFormat.of().formatHex(Arrays.copyOfRange(bytes, SchemaLayout.HEADER_LENGTH, bytes.length)))
                .isEqualTo("0100" + "70" + "0000" + "0000" + "0000" + "0000" // name, no documentation, no names
                        + "0000" // no schema of SBE
                        + "0100" + "61" + "0100" + descriptors + "0000" // a: no fields
                        + "05" + "0100" + "6d" + "0400" + "6f662061" // its message and documentation
                        + "0100" + "62" + "0200" + descriptors + "0000" + "00"); // b: nothing
        assertThat(decode(bytes)).isEqualTo(schema).isNotEqualTo(ProviderSchema.builder("p")
                .event("a", EventDescriptor.of(1, 4, 0)).message("m").event("b", EventDescriptor.of(2, 4, 0)).build());
        assertThat(decode(bytes).event(1, 0).documentation()).isEqualTo("of a");
        assertThat(decode(bytes).event(2, 0).documentation()).isEmpty();
    }

    @Test
    void shouldEncodeTheDocumentationOfFieldsToGoldenBytes() {
        final FieldSchema plain = FieldSchema.of("m", FieldType.INT8);
        final ProviderSchema schema = ProviderSchema.builder("p").event("a", EventDescriptor.of(1, 4, 0),
                FieldSchema.of("n", FieldType.INT8).withUnit("u").withDocumentation("of n"),
                FieldSchema.struct("s", plain.withDocumentation("of m")).prefixed()).build();

        final byte[] bytes = SchemaEncoder.encode(schema);
        assertThat(HexFormat.of().formatHex(Arrays.copyOfRange(bytes, SchemaLayout.HEADER_LENGTH, bytes.length)))
                .isEqualTo("0100" + "70" + "0000" + "0000" + "0000" + "0000" // name, no documentation, no names
                        + "0000" // no schema of SBE
                        + "0100" + "61" + "0100" + "0000040000000000000000000000" + "0200" // a: two fields
                        + "01" + "00" + "0102" + "0100" + "6e" + "0100" + "75" + "0400" + "6f66206e" // n
                        + "12" + "03" + "0000" + "0100" + "73" + "0100" // s: one member
                        + "01" + "00" + "0002" + "0100" + "6d" + "0400" + "6f66206d" // m
                        + "00"); // nothing else of a
        assertThat(decode(bytes)).isEqualTo(schema);
        final FieldSchema struct = decode(bytes).event(1, 0).fields().get(1);
        assertThat(decode(bytes).event(1, 0).fields().get(0).documentation()).isEqualTo("of n");
        assertThat(struct.documentation()).isEmpty();
        assertThat(struct.members().get(0).documentation()).isEqualTo("of m");
        assertThat(struct.members().get(0)).isNotEqualTo(plain);
        assertThat(struct.members().get(0).withDocumentation("")).isEqualTo(plain);
        final ProviderSchema inside = ProviderSchema.builder("p")
                .event("a", EventDescriptor.of(1, 4, 0), FieldSchema.struct("s", struct)).build();
        assertThat(decode(SchemaEncoder.encode(inside))).isEqualTo(inside);
    }

    @Test
    void shouldRefuseADocumentationOfAFieldThatIsTooLongOrNoUnicode() {
        final FieldSchema field = FieldSchema.of("n", FieldType.INT8);
        assertThatThrownBy(() -> field.withDocumentation("x".repeat(SchemaLimits.DOCUMENTATION_LENGTH_MAX + 1)))
                .hasMessageContaining("text is too long or not Unicode: of=field n, length=4097, max=4096");
        assertThatThrownBy(() -> field.withDocumentation("\ud83d")).isInstanceOf(RingsideException.class);
    }

    @Test
    void shouldRefuseADocumentationOfNoEventAndOneThatIsTooLong() {
        assertThatThrownBy(() -> ProviderSchema.builder("p").eventDocumentation("d"))
                .hasMessage("documentation belongs to no event: provider=p: declare the event first");
        assertThatThrownBy(() -> ProviderSchema.builder("p").event("e", EventDescriptor.of(1, 4, 0))
                .eventDocumentation("x".repeat(SchemaLimits.DOCUMENTATION_LENGTH_MAX + 1)))
                .hasMessageContaining("text is too long or not Unicode: of=event e, length=4097, max=4096");
    }

    @Test
    void shouldShowMessagesOfSbeAsBytesWhereNothingReadsThem() {
        final EventSchema event = ProviderSchema.builder("p").event("e", EventDescriptor.of(1, 4, 0))
                .sbe(SbeSchema.of(IR)).build().events().get(0);
        final StringBuilder text = new StringBuilder();
        new TextFields().append(text, event, new UnsafeBuffer(new byte[]{1, 2}), 0, 2);
        assertThat(text).hasToString("$unread=0x0102");
    }

    private static ProviderSchema decode(final byte[] bytes) {
        return SchemaDecoder.decode(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    private static ProviderSchema schema(final String message) {
        return ProviderSchema.builder("p").event("e", EventDescriptor.of(1, 4, 0),
                FieldSchema.of("id", FieldType.INT32).withUnit("pieces"),
                FieldSchema.of("symbol", FieldType.STRING),
                FieldSchema.struct("point", FieldSchema.of("p", FieldType.INT8), FieldSchema.of("q", FieldType.INT8)),
                FieldSchema.of("sizes", FieldType.INT8).prefixed()).message(message).build();
    }

    private static UnsafeBuffer payload() {
        return new UnsafeBuffer(HexFormat.of().parseHex("07000000" + "0500" + "41430a4d45" + "ff02" + "0200" + "0102"));
    }

    private static String said(final EventSchema event, final UnsafeBuffer payload, final int length) {
        final StringBuilder text = new StringBuilder();
        assertThat(event.appendMessage(text, payload, 0, length)).isTrue();
        return text.toString();
    }
}
