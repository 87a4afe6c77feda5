package io.ringside.internal.session;

import io.ringside.event.EventDescriptor;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.filter.StackFilter;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EnablementFiltersTest {
    private static final List<EventSchema> EVENTS = ProviderSchema.builder("p")
            .event("one", EventDescriptor.of(1, 3, 0x1))
            .event("two", EventDescriptor.of(2, 3, 0x1))
            .event("three", EventDescriptor.of(3, 5, 0x1))
            .event("five", EventDescriptor.of(5, 3, 0x1))
            .event("six", EventDescriptor.of(6, 3, 0x1))
            .build().events();

    @Test
    @DisplayName("R4.41 in {1,3} takes 1 and 3, out {1,3} takes the others, each session on its own")
    void shouldFilterEachSessionOnItsOwn() {
        final ProviderEnablements enablements = ProviderEnablements.NONE
                .with(0, ids(5, EventIdFilter.in(1, 3)))
                .with(1, ids(5, EventIdFilter.out(1, 3)))
                .with(2, Enablement.of(5, 0, 0));

        assertThat(EVENTS).extracting(enablements::eventMask).containsExactly(0b101L, 0b110L, 0b101L, 0b110L, 0b110L);
    }

    @Test
    @DisplayName("R4.41 a listed event must still pass level and keyword: in {3} with level 3 does not take level 5")
    void shouldStillAskForLevelAndKeyword() {
        assertThat(EVENTS).filteredOn(ids(3, EventIdFilter.in(1, 3))::accepts).extracting(EventSchema::name)
                .containsExactly("one");
    }

    @Test
    @DisplayName("R3.20 enabling again with {2} instead of {1} replaces the filter, without one clears it")
    void shouldReplaceAllFilters() {
        final ProviderEnablements first = ProviderEnablements.NONE.with(4, ids(5, EventIdFilter.in(1)));
        final ProviderEnablements second = first.with(4, ids(5, EventIdFilter.in(2)));

        assertThat(first.eventMask(EVENTS.get(0))).isEqualTo(1L << 4);
        assertThat(second.eventMask(EVENTS.get(0))).isZero();
        assertThat(second.eventMask(EVENTS.get(1))).isEqualTo(1L << 4);
        assertThat(second.with(4, Enablement.of(5, 0, 0)).eventMask(EVENTS.get(0))).isEqualTo(1L << 4);
    }

    @Test
    @DisplayName("R3.19 filters of events and processes are no data for callbacks")
    void shouldHaveNoDataForCallbacksUnlessGiven() {
        final EnablementFilters scoped = EnablementFilters.builder().pids(List.of(17L)).eventIds(EventIdFilter.in(1))
                .payload("a == 1").build();
        final EnablementFilters.Data data = EnablementFilters.Data.of(9, 2, new byte[]{1, 2});

        assertThat(scoped.data()).isNull();
        assertThat(EnablementFilters.builder().data(data).build().data()).isEqualTo(data);
    }

    @Test
    void shouldNotChangeWithTheBytesItWasMadeOf() {
        final byte[] bytes = {1, 2};
        final EnablementFilters.Data data = EnablementFilters.Data.of(9, 2, bytes);

        bytes[0] = 7;
        data.bytes()[1] = 7;

        assertThat(data.bytes()).containsExactly(1, 2);
        assertThat(data).isEqualTo(EnablementFilters.Data.of(9, 2, new byte[]{1, 2})).hasSameHashCodeAs(
                EnablementFilters.Data.of(9, 2, new byte[]{1, 2}))
                .isNotEqualTo(EnablementFilters.Data.of(9, 3, new byte[]{1, 2}))
                .hasToString("FilterData{id=9, version=2, bytes=0102}");
    }

    @Test
    @DisplayName("R4.42 events 5 and 6 are both wanted, and only 5 with its stack")
    void shouldFilterStacksAndNotEvents() {
        final Enablement enablement = Enablement.of(3, 0, 0, EnableProperty.STACK_TRACE,
                EnablementFilters.builder().stacks(StackFilter.of(EventIdFilter.in(5))).build());
        final EventSchema five = EVENTS.get(3);
        final EventSchema six = EVENTS.get(4);

        assertThat(enablement.accepts(five)).isTrue();
        assertThat(enablement.accepts(six)).isTrue();
        assertThat(enablement.wantsStack(five)).isTrue();
        assertThat(enablement.wantsStack(six)).isFalse();
        assertThat(Enablement.of(3, 0, 0).wantsStack(five)).isFalse();
        assertThat(Enablement.of(3, 0, 0, EnableProperty.STACK_TRACE).wantsStack(six)).isTrue();
    }

    @Test
    @DisplayName("R4.40 filters of several types must all be passed")
    void shouldAskForAllFilters() {
        final Enablement enablement = Enablement.of(5, 0, 0).withFilters(EnablementFilters.builder()
                .eventIds(EventIdFilter.out(2)).eventNames(EventNameFilter.in(List.of("one", "two"))).build());

        assertThat(EVENTS).filteredOn(enablement::accepts).extracting(EventSchema::name).containsExactly("one");
    }

    @Test
    @DisplayName("R3.11 no filter makes the composite narrower")
    void shouldLeaveTheCompositeAsItIs() {
        assertThat(ProviderEnablements.NONE.with(1, ids(3, EventIdFilter.in(1))).composite())
                .isEqualTo(ProviderEnablements.NONE.with(1, Enablement.of(3, 0, 0)).composite());
    }

    @Test
    void shouldTellFiltersApart() {
        final Enablement filtered = ids(5, EventIdFilter.in(1));

        assertThat(filtered).isEqualTo(ids(5, EventIdFilter.in(1))).hasSameHashCodeAs(ids(5, EventIdFilter.in(1)))
                .isNotEqualTo(ids(5, EventIdFilter.in(2))).isNotEqualTo(Enablement.of(5, 0, 0));
        assertThat(filtered.toString()).contains("ids=[1]");
        assertThat(Enablement.of(5, 0, 0).toString()).doesNotContain("filters");
    }

    private static Enablement ids(final int level, final EventIdFilter filter) {
        return Enablement.of(level, 0, 0).withFilters(EnablementFilters.builder().eventIds(filter).build());
    }
}
