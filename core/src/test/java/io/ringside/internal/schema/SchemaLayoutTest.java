package io.ringside.internal.schema;

import io.ringside.docs.DocumentPage;
import io.ringside.docs.LayoutPicture;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SchemaLayoutTest {
    private static final DocumentPage PAGE = DocumentPage.of("schema-encoding.md");
    private static final Map<FieldType, String> BYTES = new EnumMap<>(Map.of(
            FieldType.STRING, "UTF-8 after a u16 with its length in bytes",
            FieldType.BINARY, "bytes after a u16 with their number",
            FieldType.UUID, "two i64, the most significant half first",
            FieldType.TIMESTAMP, "i64, nanoseconds since 1970 UTC",
            FieldType.BOOLEAN, "0 is false, anything else true",
            FieldType.IPV4, "network order",
            FieldType.IPV6, "network order",
            FieldType.STRUCT, "its members"));

    static {
        BYTES.putAll(Map.of(
                FieldType.TERMINATED_STRING, "UTF-8 up to a zero byte or the end of the payload",
                FieldType.WIDE_STRING, "UTF-16LE after a u16 with its length in bytes",
                FieldType.TERMINATED_WIDE_STRING, "UTF-16LE up to a zero unit or the end of the payload",
                FieldType.BOOLEAN32, "0 is false, anything else true",
                FieldType.POINTER, "unsigned, shown in hex",
                FieldType.FILETIME, "u64, units of 100 ns since 1601 UTC",
                FieldType.HEXINT32, "unsigned, shown in hex",
                FieldType.HEXINT64, "unsigned, shown in hex",
                FieldType.GUID, "as Windows has it: the first three parts little-endian"));
    }

    @Test
    void shouldDocumentTheHeader() {
        final LayoutPicture picture = new LayoutPicture()
                .field("magic", "i32", SchemaLayout.MAGIC_OFFSET, 4)
                .field("version", "u16", SchemaLayout.VERSION_OFFSET, 2)
                .field("reserved", "u16", SchemaLayout.RESERVED_OFFSET, 2)
                .field("totalLength", "i32", SchemaLayout.TOTAL_LENGTH_OFFSET, 4)
                .field("eventCount", "i32", SchemaLayout.EVENT_COUNT_OFFSET, 4)
                .field("idMost", "i64", SchemaLayout.ID_MOST_OFFSET, 8)
                .field("idLeast", "i64", SchemaLayout.ID_LEAST_OFFSET, 8)
                .ends(SchemaLayout.HEADER_LENGTH, SchemaLayout.class);

        PAGE.checkSection("header", picture.draw());
    }

    @Test
    void shouldDocumentTypesAndShapes() {
        final StringBuilder types = new StringBuilder("| type | code | bytes | what |\n|---|---|---|---|\n");
        for (final FieldType type : FieldType.values()) {
            types.append("| ").append(type.name().toLowerCase(Locale.ROOT))
                    .append(" | ").append(type.code())
                    .append(" | ").append(type.length() > 0 ? type.length() : "varies")
                    .append(" | ").append(BYTES.getOrDefault(type, "")).append(" |\n");
        }
        final StringBuilder shapes = new StringBuilder("| shape | code | what |\n|---|---|---|\n");
        for (final FieldSchema.Shape shape : FieldSchema.Shape.values()) {
            shapes.append("| ").append(shape.name().toLowerCase(Locale.ROOT))
                    .append(" | ").append(shape.code())
                    .append(" | ").append(switch (shape) {
                        case SCALAR -> "one value";
                        case FIXED -> "an array; the schema says how many";
                        case COUNTED -> "an array; an earlier whole number says how many";
                        case PREFIXED -> "an array; a u16 in front of it says how many";
                    })
                    .append(" |\n");
        }

        PAGE.checkSection("types", types.toString());
        PAGE.checkSection("shapes", shapes.toString());
    }

    @Test
    void shouldDocumentOutTypes() {
        final StringBuilder outTypes = new StringBuilder("| out type | code | for |\n|---|---|---|\n");
        for (final OutType outType : OutType.values()) {
            final String types = Arrays.stream(FieldType.values()).filter(outType::fits)
                    .map(type -> type.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(", "));
            outTypes.append("| ").append(outType.name().toLowerCase(Locale.ROOT))
                    .append(" | ").append(outType.code())
                    .append(" | ").append(outType == OutType.DEFAULT ? "any" : types).append(" |\n");
        }

        PAGE.checkSection("out types", outTypes.toString());
    }

    @Test
    void shouldDocumentTheFlagsOfFields() {
        PAGE.checkSection("flags", "| flag | what follows |\n|---|---|\n"
                + flag(SchemaLayout.FIELD_HAS_UNIT, "a unit")
                + flag(SchemaLayout.FIELD_HAS_VALUES, "named values")
                + flag(SchemaLayout.FIELD_HAS_OUT_TYPE, "an out type")
                + flag(SchemaLayout.FIELD_HAS_LENGTH, "the length of each value")
                + flag(SchemaLayout.FIELD_HAS_SIZER, "the index of the field that says the length of each value")
                + flag(SchemaLayout.FIELD_HAS_BITS, "nothing: the named values are bits")
                + flag(SchemaLayout.FIELD_HAS_PATTERNS, "named patterns")
                + flag(SchemaLayout.FIELD_HAS_TAGS, "tags")
                + flag(SchemaLayout.FIELD_HAS_CUSTOM_SCHEMA, "a custom schema")
                + flag(SchemaLayout.FIELD_HAS_DOCUMENTATION, "a documentation")
                + flag(SchemaLayout.FIELD_HAS_SCALE, "the scale of decimals")
                + flag(SchemaLayout.FIELD_HAS_SCALE_FIELD, "the index of the field that gives the scale of decimals"));
        assertThat(SchemaLayout.FIELD_FLAGS).isEqualTo(0xFFF);
    }

    @Test
    void shouldDocumentTheFlagsOfEvents() {
        PAGE.checkSection("event flags", "| flag | what follows |\n|---|---|\n"
                + flag(SchemaLayout.EVENT_HAS_MESSAGE, "string: the message")
                + flag(SchemaLayout.EVENT_HAS_SBE, "u16: index of the SBE schema that the payload is a message of")
                + flag(SchemaLayout.EVENT_HAS_DOCUMENTATION, "string: the documentation, not empty"));
        assertThat(SchemaLayout.EVENT_FLAGS).isEqualTo(0x7);
        assertThat(SchemaLimits.SBE_LENGTH_MAX).isEqualTo(1 << 20);
    }

    private static String flag(final int flag, final String what) {
        return "| 0x" + Integer.toHexString(flag) + " | " + what + " |\n";
    }

    @Test
    void shouldBeginWithItsMagic() {
        final byte[] bytes = new byte[4];
        new UnsafeBuffer(bytes).putInt(0, SchemaLayout.MAGIC);

        assertThat(new String(bytes, StandardCharsets.US_ASCII)).isEqualTo("RSSE");
        assertThat(SchemaLayout.HEADER_LENGTH).isEqualTo(32);
    }

    @Test
    void shouldStateTheLimitsThatItDocuments() {
        assertThat(SchemaLimits.ENCODED_LENGTH_MAX).isEqualTo(4 << 20);
        assertThat(SchemaLimits.EVENTS_MAX).isEqualTo(16_384);
        assertThat(SchemaLimits.FIELDS_MAX).isEqualTo(128);
        assertThat(SchemaLimits.DEPTH_MAX).isEqualTo(8);
    }
}
