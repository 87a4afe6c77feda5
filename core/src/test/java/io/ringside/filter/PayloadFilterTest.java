package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.expression.EventCondition;
import io.ringside.internal.expression.Expression;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PayloadFilterTest {
    private static final ProviderSchema ORDERS = ProviderSchema.builder("Orders")
            .event("submitted", EventDescriptor.of(1, 0, 0, 4, 0, 0, 0x1), FieldSchema.of("n", FieldType.INT32))
            .event("submitted", EventDescriptor.of(1, 1, 0, 4, 0, 0, 0x1), FieldSchema.of("m", FieldType.INT32))
            .event("canceled", EventDescriptor.of(2, 4, 0x1), FieldSchema.of("n", FieldType.INT32))
            .build();
    private static final EventSchema SUBMITTED = ORDERS.events().get(0);
    private static final EventSchema SUBMITTED_LATER = ORDERS.events().get(1);
    private static final EventSchema CANCELED = ORDERS.events().get(2);

    @ParameterizedTest
    @CsvSource(delimiterString = "->", value = {
        "logger like \"com.acme.%\" -> true",
        "logger like \"org.%\" -> false",
        "not logger like \"com.acme.%\" -> false",
        "logger like \"org.%\" or count > 3 -> true",
        "logger like \"org.%\" and count > 3 -> false",
        "not (logger like \"org.%\" or count > 3) -> true",
        "not (logger like \"com.%\" and count > 3) -> true",
        "not (logger like \"com.%\" or count > 3) -> false",
        "logger like \"com.%\" and count + 1 > 3 -> true",
        "all log: logger like \"org.%\" -> false",
        "other: logger like \"org.%\" -> true",
    })
    void shouldSayWhetherAnEventMayPassWhoseFirstFieldIsKnown(final String filter, final boolean mayPass) {
        final EventSchema event = ProviderSchema.builder("Log").event("log", EventDescriptor.of(1, 4, 0),
                FieldSchema.of("logger", FieldType.STRING), FieldSchema.of("count", FieldType.INT32)).build().events()
                .get(0);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
        final PayloadWriter beginning = new PayloadWriter().wrap(buffer, 0, buffer.capacity())
                .putString("com.acme.Engine");

        assertThat(EnablementFilters.builder().payload(filter).build().mayPass(event, buffer, 0, beginning.length()))
                .isEqualTo(mayPass);
        assertThat(EnablementFilters.NONE.mayPass(event, buffer, 0, beginning.length())).isTrue();
    }

    @Test
    @DisplayName("R4.45 two filters for one event, unflagged: either passes")
    void shouldPassEitherOfTwoFilters() {
        final EnablementFilters filters = EnablementFilters.builder().payload("1: n > 10").payload("1: n < 5").build();

        assertThat(accepted(filters, SUBMITTED, 3, 7, 12)).containsExactly(3, 12);
    }

    @Test
    @DisplayName("R4.45 two filters for one event, both flagged match-all: both are needed")
    void shouldNeedBothOfTwoFlaggedFilters() {
        final EnablementFilters filters = EnablementFilters.builder().payload("all 1: n > 5").payload("all 1: n < 10")
                .build();

        assertThat(accepted(filters, SUBMITTED, 3, 7, 12)).containsExactly(7);
    }

    @Test
    @DisplayName("R4.45 with both kinds, the flagged one and one of the others are needed")
    void shouldNeedTheFlaggedAndOneOfTheOthers() {
        final EnablementFilters filters = EnablementFilters.builder().payload("all 1: n < 20").payload("1: n > 10")
                .payload("submitted: n < 5").build();

        assertThat(accepted(filters, SUBMITTED, 3, 7, 12, 22)).containsExactly(3, 12);
        assertThat(filters.payloadCondition(SUBMITTED)).hasToString("n < 20 and (n > 10 or n < 5)");
    }

    @Test
    @DisplayName("R4.44 events of other ids and versions are not touched by the filter")
    void shouldNotTouchOtherEvents() {
        final EnablementFilters filters = EnablementFilters.builder().payload("1: n > 10").build();

        assertThat(filters.payloadCondition(SUBMITTED)).isNotNull();
        assertThat(filters.payloadCondition(SUBMITTED_LATER)).isNull();
        assertThat(filters.payloadCondition(CANCELED)).isNull();
        assertThat(EnablementFilters.builder().payload("submitted: n > 10").build().payloadCondition(CANCELED))
                .isNull();
    }

    @Test
    @DisplayName("R4.44 a filter that names no event is for every event that has the fields")
    void shouldFilterEveryEventThatHasTheFields() {
        final EnablementFilters filters = EnablementFilters.builder().payload("n > 10").build();

        assertThat(accepted(filters, SUBMITTED, 3, 12)).containsExactly(12);
        assertThat(accepted(filters, CANCELED, 3, 12)).containsExactly(12);
        assertThat(filters.payloadCondition(SUBMITTED_LATER)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"n > 10 or m > 10,12", "not (n > 10) or m > 10,12", "not (n > 10 or m > 10),", "n > 10 and m > 10,",
        "m + n > 10,", "not (m + n > 10) or m > 10,12", "not m > 10,3", "n > 10,"})
    void shouldRejectEventsWithoutTheNeededFieldsAsReadersDo(final String condition, final Integer accepted) {
        final EnablementFilters filters = EnablementFilters.builder().payload("only *: " + condition).build();

        assertThat(accepted(filters, SUBMITTED_LATER, 3, 12))
                .isEqualTo(accepted == null ? List.of() : List.of(accepted));
        assertThat(filters.acceptsFields(SUBMITTED_LATER) || accepted == null).isTrue();
        assertThat(Enablement.of(5, 0, 0, 0, filters).accepts(SUBMITTED_LATER))
                .isEqualTo(filters.acceptsFields(SUBMITTED_LATER));
    }

    @Test
    void shouldRejectStringsUnlessAnEventIsNamed() {
        assertThat(EnablementFilters.builder().payload("only *: n > 10").build().acceptsString(4, 0)).isFalse();
        assertThat(EnablementFilters.builder().payload("only 1: n > 10").build().acceptsString(4, 0)).isTrue();
        assertThat(EnablementFilters.builder().payload("n > 10").build().acceptsString(4, 0)).isTrue();
    }

    @Test
    void shouldNeedFieldsOfTheNamedEventOnly() {
        final EnablementFilters filters = EnablementFilters.builder().payload("only submitted: n > 10").build();

        assertThat(filters.acceptsFields(SUBMITTED)).isTrue();
        assertThat(filters.acceptsFields(SUBMITTED_LATER)).isFalse();
        assertThat(filters.acceptsFields(CANCELED)).isTrue();
        assertThat(filters.payloadCondition(CANCELED)).isNull();
    }

    @Test
    @DisplayName("R4.44 a filter that fits no event of the provider is told of")
    void shouldTellOfFiltersThatFitNoEvent() {
        assertThat(misfits("n > 10")).isEmpty();
        assertThat(misfits("1: m > 10")).isEmpty();
        assertThat(misfits("2: m > 10")).singleElement().asString().contains("field=m").contains("fields=[n]");
        assertThat(misfits("3: n > 10")).singleElement().asString().contains("no event").contains("3: n > 10");
        assertThat(misfits("executed: n > 10")).singleElement().asString().contains("no event");
        assertThat(misfits("n contains 'x'")).singleElement().asString().contains("operator=contains");
    }

    @Test
    @DisplayName("R4.44 INVALID_PARAMETER: a filter that fits no version of any event that it is for is impossible")
    void shouldTellImpossibleFiltersFromThoseThatAreForNoEvent() {
        assertThat(impossible("n > 10")).isEmpty();
        assertThat(impossible("3: n > 10")).as("the event may come").isEmpty();
        assertThat(impossible("1: m > 10")).as("of the later version").isEmpty();
        assertThat(impossible("2: m > 10")).singleElement().asString().contains("filter=2: m > 10", "field=m");
        assertThat(impossible("p > 10")).singleElement().asString().contains("field=p");
        assertThat(impossible("n contains 'x'")).singleElement().asString().contains("operator=contains");
        assertThat(EnablementFilters.builder().payload("n contains 'x'").build().impossible(List.of())).isEmpty();
        assertThat(EnablementFilters.builder().payload("1: n > 10").payload("n contains 'x'").build()
                .payloadMisfits(SUBMITTED)).singleElement().asString().contains("filter=n contains \"x\"");
    }

    @Test
    void shouldTellOfIdsAndNamesThatNoEventHas() {
        assertThat(misfits(EnablementFilters.builder().eventIds(EventIdFilter.in(1, 77)))).singleElement().asString()
                .isEqualTo("no event has this id: ids=[77], known=[1, 2]");
        assertThat(misfits(EnablementFilters.builder().eventIds(EventIdFilter.out(78)))).singleElement().asString()
                .contains("ids=[78]");
        assertThat(misfits(EnablementFilters.builder().eventNames(EventNameFilter.in(List.of("submited", "canceled")))))
                .singleElement().asString().startsWith("no event has this name: names=[submited], known=[");
        assertThat(misfits(EnablementFilters.builder().eventIds(EventIdFilter.in(1, 2)))).isEmpty();
        assertThat(EnablementFilters.builder().eventIds(EventIdFilter.in(77)).build().misfits(List.of()))
                .as("nothing is known").isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "n>10                       |           |    | false | n > 10",
        "submitted:n>10             | submitted |    | false | submitted: n > 10",
        "all submitted : n>10       | submitted |    | true  | all submitted: n > 10",
        "all: n>10                  | all       |    | false | \"all\": n > 10",
        "all all: n>10              | all       |    | true  | all \"all\": n > 10",
        "7: n > 10                  |           | 7  | false | 7: n > 10",
        "all 7: n > 10              |           | 7  | true  | all 7: n > 10",
        "*: n > 10                  |           |    | false | n > 10",
        "all *: n > 10              |           |    | true  | all *: n > 10",
        "\"7\": n > 10              | 7         |    | false | \"7\": n > 10",
        "\"a: \\\"b\\\" \\\\\": n > 10 | a: \"b\" \\ |    | false | \"a: \\\"b\\\" \\\\\": n > 10",
        "only *: n > 10             |           |    | false | only *: n > 10",
        "all only submitted: n > 10 | submitted |    | true  | all only submitted: n > 10",
        "only : n > 10              | only      |    | false | \"only\": n > 10",
        "n is 'a: b > 1'            |           |    | false | n is \"a: b > 1\""
    })
    void shouldReadBackItsText(
            final String text, final String eventName, final Integer eventId, final boolean matchAll,
            final String canonical) {
        final PayloadFilter filter = PayloadFilter.parse(text);

        assertThat(filter.eventName()).isEqualTo(eventName);
        assertThat(filter.eventId()).isEqualTo(eventId);
        assertThat(filter.matchAll()).isEqualTo(matchAll);
        assertThat(filter).hasToString(canonical);
        assertThat(PayloadFilter.parse(canonical)).isEqualTo(filter);
    }

    @Test
    void shouldRefuseATextThatIsNoFilter() {
        assertThatThrownBy(() -> PayloadFilter.parse("submitted: n >")).isInstanceOf(RingsideException.class)
                .hasMessageEndingWith("\n n >\n    ^");
        assertThatThrownBy(() -> PayloadFilter.parse("submitted n > 1")).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> PayloadFilter.parse("65536: n > 1")).isInstanceOf(RingsideException.class)
                .hasMessageContaining("eventId=65536");
        assertThatThrownBy(() -> PayloadFilter.parse("99999999999: n > 1"))
                .isInstanceOf(RingsideException.class);
    }

    @Test
    void shouldJoinFiltersOfAnyDepthThatIsAllowed() {
        Expression deep = Expression.parse("n > 10");
        while (deep.depth() < 62) {
            deep = new Expression.Not(deep);
        }
        final Expression deepest = deep;
        final EnablementFilters filters = EnablementFilters.builder().payload(PayloadFilter.of(deepest))
                .payload("n > 11").payload("all *: n > 0").build();

        assertThat(filters.payloadCondition(SUBMITTED)).isNotNull();
        assertThatThrownBy(() -> PayloadFilter.of(new Expression.Not(deepest)))
                .isInstanceOf(RingsideException.class).hasMessageContaining("depth=63");
    }

    private static List<String> impossible(final String filter) {
        return EnablementFilters.builder().payload(filter).build().impossible(ORDERS.events());
    }

    private static List<String> misfits(final EnablementFilters.Builder filters) {
        return filters.build().misfits(ORDERS.events());
    }

    private static List<String> misfits(final String filter) {
        return EnablementFilters.builder().payload(filter).build().misfits(ORDERS.events());
    }

    private static List<Integer> accepted(final EnablementFilters filters, final EventSchema event,
            final int... values) {
        final EventCondition condition = EventCondition.of(filters, event);
        assertThat(condition).isNotNull();
        return IntStream.of(values).filter(value -> {
            final byte[] bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value)
                    .array();
            return condition.accepts(new PayloadBytes().wrap(new UnsafeBuffer(bytes), 0, bytes.length));
        }).boxed().toList();
    }
}
