package io.ringside.schema;

import io.ringside.docs.DocumentPage;
import io.ringside.docs.LayoutPicture;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SchemaLayoutTest {
    private static final DocumentPage PAGE = DocumentPage.of("schema-encoding.md");
    private static final Map<FieldType, String> BYTES = Map.of(
            FieldType.STRING, "UTF-8 behind a u16 with its length in bytes",
            FieldType.BINARY, "bytes behind a u16 with their number",
            FieldType.UUID, "two i64, the most significant half first",
            FieldType.TIMESTAMP, "i64, nanoseconds since 1970 UTC",
            FieldType.BOOLEAN, "0 is false, anything else true",
            FieldType.IPV4, "network order",
            FieldType.IPV6, "network order",
            FieldType.STRUCT, "its members");

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
        for (final FieldShape shape : FieldShape.values()) {
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
    void shouldBeginWithItsMagic() {
        final byte[] bytes = new byte[4];
        new UnsafeBuffer(bytes).putInt(0, SchemaLayout.MAGIC);

        assertThat(new String(bytes, StandardCharsets.US_ASCII)).isEqualTo("RSCH");
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
