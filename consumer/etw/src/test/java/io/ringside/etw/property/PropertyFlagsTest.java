package io.ringside.etw.property;

import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PropertyFlagsTest {
    private static final FieldSchema TEXT = FieldSchema.of("t", FieldType.STRING);
    private static final FieldSchema BYTES = FieldSchema.of("b", FieldType.BINARY);
    private static final FieldSchema NEXT = FieldSchema.of("next", FieldType.UINT8);

    @Test
    @DisplayName("R6.17 the flags of a field are ETW's")
    void shouldTellTheFlagsOfAField() {
        assertThat(PropertyFlags.of(NEXT)).isZero();
        assertThat(PropertyFlags.of(FieldSchema.struct("s", NEXT))).isEqualTo(0x1);
        assertThat(PropertyFlags.of(TEXT.sizedBy("n"))).isEqualTo(0x2);
        assertThat(PropertyFlags.of(NEXT.countedBy("n"))).isEqualTo(0x4);
        assertThat(PropertyFlags.of(TEXT.sized(0))).isEqualTo(0x10);
        assertThat(PropertyFlags.of(NEXT.fixed(1))).isEqualTo(0x20);
        assertThat(PropertyFlags.of(NEXT.withTags(1))).isEqualTo(0x40);
        assertThat(PropertyFlags.of(BYTES.withCustomSchema(FieldSchema.Custom.of(1, new byte[0])))).isEqualTo(0x80);
        assertThat(PropertyFlags.of(FieldSchema.struct("s", NEXT).countedBy("n").withTags(2))).isEqualTo(0x45);
    }
}
