package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.schema.SchemaDecoder;
import io.ringside.internal.schema.SchemaEncoder;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SelfDescribingSchemaTest {
    private static final EventDescriptor FACTS = EventDescriptor.of(0, 0, 0, Level.WARNING, 7, 10, 0x1 | 0x4);
    private static final List<FieldSchema> FIELDS = List.of(FieldSchema.of("price", FieldType.INT64).withUnit("cents"));

    private final ProviderSchema orders = Schemas.orders().withTraits(ProviderTraits.of("Acme-Orders"));

    @Test
    @DisplayName("R2.23 partly: \"the record\" a schema holds the one event, and of the names those that it uses")
    void shouldHoldTheOneEventAndWhatItNeeds() {
        final ProviderSchema schema = orders.selfDescribing("improved", FACTS, FIELDS);

        assertThat(schema.id()).isEqualTo(orders.id());
        assertThat(schema.name()).isEqualTo(orders.name());
        assertThat(schema.traits()).isEqualTo(orders.traits());
        assertThat(schema.documentation()).isEmpty();
        assertThat(schema.keywords()).containsOnlyKeys("orders");
        assertThat(schema.keywordNames(FACTS.keyword())).containsExactly("orders", "0x4");
        assertThat(schema.taskName(7)).isEqualTo("Matching");
        assertThat(schema.opcodeName(10)).isEqualTo("Rejected");
        assertThat(schema.events()).hasSize(1);
        final EventSchema event = schema.events().get(0);
        assertThat(event.name()).isEqualTo("improved");
        assertThat(event.isSelfDescribing()).isTrue();
        assertThat(event.descriptor()).isEqualTo(
                EventDescriptor.of(0, 0, EventDescriptor.CHANNEL_SELF_DESCRIBING, Level.WARNING, 7, 10, 0x1 | 0x4));
        assertThat(event.fields()).isEqualTo(FIELDS);
        final byte[] bytes = SchemaEncoder.encode(schema);
        assertThat(SchemaDecoder.decode(new UnsafeBuffer(bytes), 0, bytes.length)).isEqualTo(schema);
    }

    @Test
    @DisplayName("R1.3 partly: \"versions 0 and 1\" events with id 0 are another content for whatever differs")
    void shouldBeAnotherContentForWhateverDiffers() {
        final long hash = orders.selfDescribing("improved", FACTS, FIELDS).contentHash();

        assertThat(orders.selfDescribing("improved", FACTS, FIELDS).contentHash()).isEqualTo(hash);
        assertThat(orders.selfDescribing("worsened", FACTS, FIELDS).contentHash()).isNotEqualTo(hash);
        assertThat(orders.selfDescribing("improved", FACTS, List.of()).contentHash()).isNotEqualTo(hash);
        assertThat(ProviderSchema.builder("Other").build().selfDescribing("improved", FACTS, FIELDS).contentHash())
                .isNotEqualTo(hash);
    }

    @Test
    @DisplayName("R2.23 partly: \"the record\" 99 fields are an event, 100 are refused with the limit")
    void shouldBearNinetyNineFields() {
        assertThat(orders.selfDescribing("wide", FACTS, fields(99)).events().get(0).fields()).hasSize(99);
        assertThatThrownBy(() -> orders.selfDescribing("wide", FACTS, fields(100)))
                .isInstanceOf(RingsideException.class).hasMessageContaining("event=wide, fields=100, max=99");
    }

    @Test
    void shouldRefuseWhatADeclaredEventCouldNotBeEither() {
        assertThatThrownBy(() -> orders.selfDescribing("", FACTS, FIELDS)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> orders.selfDescribing("twice", FACTS, List.of(FIELDS.get(0), FIELDS.get(0))))
                .hasMessageContaining("two fields have the same name");
    }

    private static List<FieldSchema> fields(final int count) {
        return IntStream.range(0, count).mapToObj(i -> FieldSchema.of("field" + i, FieldType.INT32)).toList();
    }
}
