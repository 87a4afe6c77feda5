package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.internal.schema.SchemaLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FieldSchemaTest {
    private static final FieldSchema COUNT = FieldSchema.of("n", FieldType.UINT16);

    @Test
    void shouldRefuseTwoFieldsOfOneName() {
        assertThatThrownBy(() -> Schemas.event(COUNT, FieldSchema.of("n", FieldType.STRING)))
                .isInstanceOf(RingsideException.class)
                .hasMessage("two fields have the same name: of=event e, field=n: give one of them another");
        assertThatThrownBy(() -> FieldSchema.struct("s", COUNT, COUNT)).hasMessageContaining("of=struct s, field=n");
        assertThat(Schemas.event(COUNT, FieldSchema.struct("s", COUNT)).fields()).hasSize(2);
    }

    @Test
    void shouldRefuseACounterThatDoesNotCount() {
        final FieldSchema array = FieldSchema.of("a", FieldType.INT8).countedBy("n");

        assertThat(Schemas.event(COUNT, array).fields().get(1).countedBy()).isEqualTo("n");
        assertThatThrownBy(() -> Schemas.event(array, COUNT)).hasMessageContaining("must precede its field");
        assertThatThrownBy(() -> Schemas.event(COUNT, FieldSchema.struct("s", array)))
                .hasMessageContaining("must precede its field: of=struct s, field=a, counter=n");
        assertThatThrownBy(() -> Schemas.event(FieldSchema.of("n", FieldType.FLOAT), array))
                .hasMessageContaining("a single whole number");
        assertThatThrownBy(() -> Schemas.event(COUNT.fixed(2), array)).hasMessageContaining("a single whole number");
        assertThatThrownBy(() -> Schemas.event(FieldSchema.of("a", FieldType.INT8).countedBy("a")))
                .hasMessageContaining("must precede its field");
    }

    @Test
    void shouldRefuseAStructWithoutMembers() {
        assertThatThrownBy(() -> FieldSchema.struct("s")).hasMessage("a struct needs members: field=s");
        assertThatThrownBy(() -> FieldSchema.of("s", FieldType.STRUCT)).hasMessage("a struct needs members: field=s");
    }

    @Test
    void shouldRefuseACountOutOfRange() {
        assertThat(COUNT.fixed(65_535).fixedCount()).isEqualTo(65_535);
        assertThatThrownBy(() -> COUNT.fixed(0)).hasMessageContaining("count=0, min=1, max=65535");
        assertThatThrownBy(() -> COUNT.fixed(65_536)).hasMessageContaining("count=65536");
    }

    @Test
    void shouldRefuseNamesForValuesThatAreNoWholeNumbers() {
        assertThatThrownBy(() -> FieldSchema.of("f", FieldType.DOUBLE).withValues(Schemas.SIDE))
                .hasMessage("only whole numbers have named values: field=f, type=DOUBLE, map=Side");
    }

    @Test
    void shouldRefuseNestingBeyondItsLimit() {
        FieldSchema nested = COUNT;
        for (int level = 2; level <= SchemaLimits.DEPTH_MAX; level++) {
            nested = FieldSchema.struct("s", nested);
        }
        final FieldSchema deepest = nested;

        assertThat(Schemas.event(deepest).fields()).hasSize(1);
        assertThatThrownBy(() -> Schemas.event(FieldSchema.struct("s", deepest)))
                .hasMessage(
                        "structs are nested too deeply: of=event e, depth=9, max=8: declare"
                                + " the inner members as separate fields");
    }

    @Test
    void shouldRefuseTooManyFields() {
        final List<FieldSchema> fields = new ArrayList<>();
        for (int i = 0; i <= SchemaLimits.FIELDS_MAX; i++) {
            fields.add(FieldSchema.of("f" + i, FieldType.INT8));
        }

        assertThat(FieldSchema.struct("s", fields.subList(0, 128)).members()).hasSize(128);
        assertThatThrownBy(() -> FieldSchema.struct("s", fields))
                .hasMessage("too many fields: of=struct s, fields=129, max=128: put some into a struct");
    }

    @Test
    void shouldForgetItsCounterWhenItGetsAnotherShape() {
        final FieldSchema field = COUNT.withUnit("ns").countedBy("m").fixed(3).prefixed();

        assertThat(field.shape()).isEqualTo(FieldSchema.Shape.PREFIXED);
        assertThat(field.countedBy()).isNull();
        assertThat(field.fixedCount()).isZero();
        assertThat(field.unit()).isEqualTo("ns");
    }

    @Test
    void shouldBeEqualByContent() {
        final FieldSchema field = FieldSchema.struct("s", COUNT).fixed(2);

        assertThat(field)
                .isEqualTo(FieldSchema.struct("s", COUNT).fixed(2))
                .hasSameHashCodeAs(FieldSchema.struct("s", COUNT).fixed(2))
                .hasToString("FieldSchema{name=s, type=STRUCT, shape=FIXED}")
                .isNotEqualTo(FieldSchema.struct("t", COUNT).fixed(2))
                .isNotEqualTo(FieldSchema.struct("s", COUNT).fixed(3))
                .isNotEqualTo(FieldSchema.struct("s", COUNT))
                .isNotEqualTo(FieldSchema.struct("s", COUNT.withUnit("ns")).fixed(2))
                .isNotEqualTo(FieldSchema.struct("s", COUNT.withOutType(OutType.PORT)).fixed(2))
                .isNotEqualTo(FieldSchema.struct("s", COUNT.withTags(1)).fixed(2))
                .isNotEqualTo(FieldSchema.struct("s", COUNT.withValues(Schemas.SIDE)).fixed(2));
    }

    @Test
    @DisplayName("R6.20 a value has its name, another stays a number")
    void shouldNameValues() {
        assertThat(Schemas.SIDE.symbolOf(1)).isEqualTo("BUY");
        assertThat(Schemas.SIDE.symbolOf(2)).isEqualTo("SELL");
        assertThat(Schemas.SIDE.symbolOf(3)).isNull();
        assertThat(Schemas.SIDE.symbolOf(-1)).isNull();
        assertThat(Schemas.SIDE.value(0)).isEqualTo(1);
        assertThat(Schemas.SIDE.symbol(1)).isEqualTo("SELL");
        assertThat(Schemas.SIDE)
                .isEqualTo(ValueMap.of("Side", Map.of(2L, "SELL", 1L, "BUY")))
                .isNotEqualTo(ValueMap.of("Side", Map.of(2L, "SELL", 1L, "Buy")));
    }

    @Test
    void shouldRefuseAValueMapOfAWrongSize() {
        final Map<Long, String> values = new HashMap<>();
        for (long i = 0; i < 4_096; i++) {
            values.put(i, "v" + i);
        }

        assertThat(ValueMap.of("m", values).size()).isEqualTo(4_096);
        values.put(-1L, "v");
        assertThatThrownBy(() -> ValueMap.of("m", values)).hasMessageContaining("values=4097, min=1, max=4096");
        assertThatThrownBy(() -> ValueMap.of("m", Map.of())).hasMessageContaining("values=0");
    }

    @Test
    void shouldFindTypesAndShapesByCode() {
        for (final FieldType type : FieldType.values()) {
            assertThat(FieldType.ofCode(type.code())).isSameAs(type);
        }
        for (final FieldSchema.Shape shape : FieldSchema.Shape.values()) {
            assertThat(FieldSchema.Shape.ofCode(shape.code())).isSameAs(shape);
        }
        assertThat(FieldType.ofCode(0)).isNull();
        assertThat(FieldType.ofCode(28)).isNull();
        assertThat(FieldSchema.Shape.ofCode(-1)).isNull();
        assertThat(FieldSchema.Shape.ofCode(4)).isNull();
    }
}
