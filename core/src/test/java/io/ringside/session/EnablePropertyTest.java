package io.ringside.session;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.filter.StackFilter;
import io.ringside.internal.session.ProviderEnablements;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EnablePropertyTest {
    @Test
    @DisplayName("R4.38 the properties have the bits of ETW")
    void shouldHaveTheBitsOfEtw() {
        assertThat(List.of(EnableProperty.STACK_TRACE, EnableProperty.IGNORE_KEYWORD_ZERO,
                EnableProperty.PROVIDER_GROUP, EnableProperty.ENABLE_KEYWORD_ZERO, EnableProperty.PROCESS_START_KEY,
                EnableProperty.EVENT_KEY, EnableProperty.EXCLUDE_INPRIVATE))
                .containsExactly(0x4, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200);
        assertThat(EnableProperty.KNOWN).isEqualTo(0x3F4);
    }

    @ParameterizedTest
    @DisplayName("R4.38 what belongs to Windows is refused by its name")
    @CsvSource({"0x1, SID", "0x2, TS_ID", "0x8, PSM_KEY", "0x400, ENABLE_SILOS", "0x800, SOURCE_CONTAINER_TRACKING",
        "0x1000, 0x1000", "0x9, SID+PSM_KEY"})
    void shouldRefuseWhatHasNoMeaningHere(final int properties, final String names) {
        assertThatThrownBy(() -> Enablement.of(1, 0, 0, properties | EnableProperty.STACK_TRACE))
                .isInstanceOf(RingsideException.class).hasMessageContaining("unknown=" + names + ",");
    }

    @Test
    @DisplayName("R4.38 properties bind the one session that sets them")
    void shouldBindOneSession() {
        final Enablement first = Enablement.of(5, 0, 0, EnableProperty.STACK_TRACE | EnableProperty.EVENT_KEY);
        final Enablement second = Enablement.of(5, 0, 0);
        final ProviderEnablements both = ProviderEnablements.NONE.with(1, first).with(2, second);

        assertThat(both.enablement(1)).satisfies(enablement -> {
            assertThat(enablement.has(EnableProperty.STACK_TRACE)).isTrue();
            assertThat(enablement.has(EnableProperty.EVENT_KEY)).isTrue();
            assertThat(enablement.has(EnableProperty.PROCESS_START_KEY)).isFalse();
        });
        assertThat(both.enablement(2)).satisfies(enablement -> assertThat(enablement.properties()).isZero());
    }

    @Test
    @DisplayName("R3.15 events with keyword 0 pass in the one session and not in the other, which set 0x10")
    void shouldDropEventsWithKeywordZeroOfOneSession() {
        final ProviderEnablements both = ProviderEnablements.NONE.with(1, Enablement.of(5, 0x1, 0))
                .with(2, Enablement.of(5, 0x1, 0, 0x10));

        assertThat(both.eventMask(EventDescriptor.of(1, 4, 0), "e")).isEqualTo(1L << 1);
        assertThat(both.eventMask(EventDescriptor.of(1, 4, 0x1), "e")).isEqualTo(1L << 1 | 1L << 2);
        assertThat(Enablement.of(5, 0x1, 0, EnableProperty.ENABLE_KEYWORD_ZERO).accepts(4, 0)).isTrue();
        assertThatThrownBy(() -> Enablement.of(5, 0, 0, 0x50)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("contradict");
    }

    @Test
    @DisplayName("R2.18 partly: \"recorded events\" filters of events do not go with a group of providers")
    void shouldRefuseFiltersOfEventsForAGroup() {
        assertThatThrownBy(() -> group(EnablementFilters.builder().eventIds(EventIdFilter.in(1)).build()))
                .isInstanceOf(RingsideException.class).hasMessageContaining("type=EVENT_ID");
        assertThatThrownBy(
                () -> group(EnablementFilters.builder().eventNames(EventNameFilter.in(List.of("a"))).build()))
                .isInstanceOf(RingsideException.class).hasMessageContaining("type=EVENT_NAME");
        assertThatThrownBy(() -> group(EnablementFilters.builder().payload("a == 1").build()))
                .isInstanceOf(RingsideException.class).hasMessageContaining("type=PAYLOAD");
        assertThat(group(EnablementFilters.builder().pids(List.of(1L)).build()).filters().processes().pids())
                .containsExactly(1L);
    }

    @Test
    @DisplayName("R4.42 a filter of stacks needs the property STACK_TRACE")
    void shouldNeedStacksToFilterThem() {
        final EnablementFilters filters = EnablementFilters.builder().stacks(StackFilter.of(EventIdFilter.in(5)))
                .build();

        assertThatThrownBy(() -> Enablement.of(5, 0, 0, EnableProperty.EVENT_KEY, filters))
                .isInstanceOf(RingsideException.class).hasMessageContaining("STACK_TRACE");
        assertThat(Enablement.of(5, 0, 0, EnableProperty.STACK_TRACE, filters).filters()).isEqualTo(filters);
    }

    private static Enablement group(final EnablementFilters filters) {
        return Enablement.of(5, 0, 0, EnableProperty.PROVIDER_GROUP, filters);
    }
}
