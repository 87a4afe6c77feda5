package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.event.ProviderId;
import io.ringside.internal.schema.SchemaLimits;
import io.ringside.internal.schema.SchemaLint;
import io.ringside.internal.schema.TextFields;
import java.util.Map;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProviderSchemaTest {
    private static final EventDescriptor EVENT = EventDescriptor.of(1, 4, 0x1);

    private final ProviderSchema.Builder builder = ProviderSchema.builder("Acme");

    @Test
    @DisplayName("R2.24 a schema has the id that follows from its name, unless another is given")
    void shouldTakeItsIdFromItsName() {
        assertThat(builder.build().id()).isEqualTo(ProviderId.fromName("Acme"));
        assertThat(builder.id(new UUID(1, 2)).build().id()).isEqualTo(new UUID(1, 2));
    }

    @Test
    @DisplayName("R1.3 two versions of an event are two events, each found by id and version")
    void shouldKeepVersionsApart() {
        final ProviderSchema schema = Schemas.orders();
        final EventSchema first = schema.event(1, 0);
        final EventSchema second = schema.event(1, 1);

        assertThat(first).isNotNull().isNotEqualTo(second);
        assertThat(first.fields()).hasSize(3);
        assertThat(second.fields()).hasSize(4);
        assertThat(schema.event(1, 2)).isNull();
        assertThat(schema.event(2, 0)).isNull();
        assertThat(schema.events("submitted")).containsExactly(first, second);
        assertThat(schema.events("cancelled")).isEmpty();
        assertThat(schema.eventAt(1)).isSameAs(second);
        assertThat(second.index()).isEqualTo(1);
        assertThat(schema.eventAt(2)).isNull();
        assertThat(schema.eventAt(-1)).isNull();
    }

    @Test
    @DisplayName("R1.3 payloads of both versions are decoded by one schema")
    void shouldDecodeBothVersions() {
        final ProviderSchema schema = Schemas.orders();
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
        final PayloadWriter writer = new PayloadWriter();
        final StringBuilder out = new StringBuilder();
        final TextFields fields = new TextFields();

        writer.wrap(buffer, 0, 64).putLong(17).putByte(1).putLong(250);
        fields.append(out, schema.event(1, 0), buffer, 0, writer.length());
        writer.wrap(buffer, 0, 64).putLong(18).putByte(1).putString("X").putShort(1).putInt(5).putInt(0);
        fields.append(out.append(" / "), schema.event(1, 1), buffer, 0, writer.length());

        assertThat(out).hasToString("orderId=17 side=BUY price=250 cents"
                + " / orderId=18 legs=1 leg=[{symbol=X sizes=[5]}] checksum=[0, 0, 0, 0]");
    }

    @Test
    @DisplayName("R1.3 events with id 0 are known by name and do not share a schema")
    void shouldTellEventsWithoutAnIdApartByName() {
        final EventDescriptor nameless = EventDescriptor.of(0, 4, 0x1);
        final ProviderSchema schema = builder
                .event("connect", nameless, FieldSchema.of("port", FieldType.UINT16))
                .event("close", nameless, FieldSchema.of("cause", FieldType.STRING))
                .build();

        assertThat(schema.events("connect").get(0).fields().get(0).name()).isEqualTo("port");
        assertThat(schema.events("close").get(0).fields().get(0).name()).isEqualTo("cause");
        assertThat(schema.event(0, 0)).isNull();
        assertThatThrownBy(() -> builder.event("close", nameless)).hasMessageContaining("event=close, ids=0 and 0");
    }

    @Test
    @DisplayName("R1.3 an id and version cannot be declared twice, nor a name for two ids")
    void shouldRefuseAnIdentityThatIsTaken() {
        builder.event("a", EVENT);

        assertThatThrownBy(() -> builder.event("b", EVENT))
                .isInstanceOf(RingsideException.class)
                .hasMessage(
                        "two events have the same id and version: id=1, version=0, events=a and b: give"
                                + " one of them another id or version");
        assertThatThrownBy(() -> builder.event("a", EventDescriptor.of(2, 4, 0x1)))
                .isInstanceOf(RingsideException.class)
                .hasMessage("two events have the same name: event=a, ids=1 and 2: give one of them another name");
        assertThat(builder.build().events()).hasSize(1);
    }

    @Test
    @DisplayName("R1.6 events with level 0 or keyword 0 are remarked upon, as they bypass filters")
    void shouldRemarkUponEventsThatBypassFilters() {
        final ProviderSchema schema = builder.keyword("k", 0x1)
                .event("sound", EVENT)
                .event("loud", EventDescriptor.of(2, 0, 0x1))
                .event("everywhere", EventDescriptor.of(3, 4, 0))
                .event("odd", EventDescriptor.of(4, 6, 0x5))
                .build();

        assertThat(SchemaLint.remarks(schema))
                .containsExactly(
                        "event passes every level filter, give it a level: event=loud, level=0",
                        "event passes every keyword filter, give it a keyword: event=everywhere, keyword=0x0",
                        "level is reserved, use 1..5 or 16..255: event=odd, level=6",
                        "keyword has no name, define it: event=odd, keyword=0x4");
        assertThat(SchemaLint.remarks(Schemas.orders())).isEmpty();
    }

    @Test
    @DisplayName("R1.7 228 opcodes may be defined, one more is refused")
    void shouldRefuseTooManyOpcodes() {
        for (int i = 0; i < 228; i++) {
            builder.opcode("o" + i, 10 + i);
        }

        assertThat(builder.build().opcodes()).hasSize(228);
        assertThatThrownBy(() -> builder.opcode("one-more", 238))
                .isInstanceOf(RingsideException.class)
                .hasMessage("too many definitions: of=opcode, name=one-more, max=228: take some away");
    }

    @Test
    @DisplayName("R1.7 an opcode has its common name, its own, or is a number")
    void shouldNameOpcodes() {
        final ProviderSchema schema = Schemas.orders();

        assertThat(schema.opcodeName(1)).isEqualTo("Start");
        assertThat(schema.opcodeName(240)).isEqualTo("Receive");
        assertThat(schema.opcodeName(10)).isEqualTo("Rejected");
        assertThat(schema.opcodeName(11)).isEqualTo("11");
        assertThatThrownBy(() -> builder.opcode("o", 9)).hasMessageContaining("value=9, min=10, max=239");
        assertThatThrownBy(() -> builder.opcode("o", 240)).hasMessageContaining("value=240");
    }

    @Test
    @DisplayName("R1.8 a task must not be 0, and one that is unknown stays a number")
    void shouldNameTasks() {
        final ProviderSchema schema = Schemas.orders();

        assertThat(schema.taskName(7)).isEqualTo("Matching");
        assertThat(schema.taskName(8)).isEqualTo("8");
        assertThatThrownBy(() -> builder.task("t", 0))
                .isInstanceOf(RingsideException.class)
                .hasMessage("value of task out of range: task=t, value=0, min=1, max=65535");
        assertThatThrownBy(() -> builder.task("t", 65_536)).isInstanceOf(RingsideException.class);
        assertThat(builder.task("t", 65_535).build().tasks()).containsExactly(Map.entry("t", 65_535L));
    }

    @Test
    @DisplayName("R1.9 a keyword with two bits is refused, and so are reserved bits")
    void shouldRefuseKeywordsThatAreNotOneOwnBit() {
        assertThatThrownBy(() -> builder.keyword("two", 0x3))
                .isInstanceOf(RingsideException.class)
                .hasMessage("a keyword must be exactly one of the bits 0..47: keyword=two, mask=0x3");
        assertThatThrownBy(() -> builder.keyword("none", 0)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> builder.keyword("reserved", 1L << 48)).isInstanceOf(RingsideException.class);
        assertThat(builder.keyword("last", 1L << 47).build().keyword("last")).isEqualTo(1L << 47);
    }

    @Test
    void shouldNameTheKeywordsOfAMask() {
        final ProviderSchema schema = Schemas.orders();

        assertThat(schema.keywords()).containsExactly(Map.entry("orders", 0x1L), Map.entry("risk", 0x2L));
        assertThat(schema.keywordNames(0x8010_0000_0000_0007L))
                .containsExactly("orders", "risk", "0x4", "AUDIT_FAILURE", "0x8000000000000000");
        assertThat(schema.keywordNames(0)).isEmpty();
        assertThat(schema.keyword("unknown")).isNull();
    }

    @Test
    void shouldRefuseNamesAndValuesThatAreTaken() {
        builder.keyword("k", 0x1).task("t", 1).opcode("o", 10);

        assertThatThrownBy(() -> builder.keyword("k", 0x2)).hasMessageContaining("same name: of=keyword, name=k");
        assertThatThrownBy(() -> builder.keyword("l", 0x1))
                .hasMessageContaining("same value: of=keyword, names=k and l, value=0x1");
        assertThatThrownBy(() -> builder.task("u", 1)).hasMessageContaining("names=t and u");
        assertThatThrownBy(() -> builder.opcode("p", 10)).hasMessageContaining("names=o and p");
    }

    @Test
    void shouldRefuseNamesThatCannotBeShown() {
        assertThatThrownBy(() -> ProviderSchema.builder("")).hasMessageContaining("length=0, min=1, max=255");
        assertThatThrownBy(() -> ProviderSchema.builder("x".repeat(256))).hasMessageContaining("length=256");
        assertThat(ProviderSchema.builder("x".repeat(255)).build().name()).hasSize(255);
        assertThatThrownBy(() -> ProviderSchema.builder("a\u0007")).hasMessageContaining("name=a?");
        assertThatThrownBy(() -> ProviderSchema.builder(" a")).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> ProviderSchema.builder("\ud800")).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> builder.keyword("a b", 0x1)).hasMessageContaining("no blanks");
        assertThatThrownBy(() -> builder.keyword("a,b", 0x1)).hasMessageContaining("no commas");
        assertThatThrownBy(() -> FieldSchema.of("$a", FieldType.INT8)).hasMessageContaining("no dollar");
        assertThatThrownBy(() -> builder.documentation("x".repeat(4_097))).hasMessageContaining("max=4096");
        assertThat(ProviderSchema.builder("Geometric Waves").build().name()).isEqualTo("Geometric Waves");
    }

    @Test
    void shouldStayAsBuiltWhenTheBuilderGoesOn() {
        final ProviderSchema schema = builder.keyword("k", 0x1).event("a", EVENT).build();

        builder.keyword("l", 0x2).event("b", EventDescriptor.of(2, 4, 0x1));

        assertThat(schema.keywords()).containsOnlyKeys("k");
        assertThat(schema.keyword("l")).isNull();
        assertThat(schema.events()).hasSize(1);
        assertThat(schema.event(2, 0)).isNull();
        assertThat(builder.build().events()).hasSize(2);
        assertThatThrownBy(() -> schema.events().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void shouldRefuseMoreThanItsLimits() {
        for (int i = 0; i < SchemaLimits.EVENTS_MAX; i++) {
            builder.event("e" + i, EventDescriptor.of(1 + i, 4, 0x1));
        }

        assertThat(builder.build().events()).hasSize(16_384);
        assertThatThrownBy(() -> builder.event("one-more", EventDescriptor.of(20_000, 4, 0x1)))
                .hasMessage("too many events: event=one-more, max=16384: declare a second provider");
    }

    @Test
    void shouldRefuseASchemaThatIsTooLargeToEncode() {
        final FieldSchema[] fields = new FieldSchema[128];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = FieldSchema.of("f" + i + "x".repeat(240), FieldType.INT8);
        }
        for (int i = 0; i < 140; i++) {
            builder.event("e" + i, EventDescriptor.of(1 + i, 4, 0x1), fields);
        }

        assertThatThrownBy(builder::build)
                .isInstanceOf(RingsideException.class)
                .hasMessageContaining("schema is too large: provider=Acme, events=140");
    }
}
