package io.ringside.filter;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EventFilterTest {
    private static final EventDescriptor DECLARED = EventDescriptor.of(7, 4, 0x1);
    private static final EventDescriptor SELF_DESCRIBING = EventDescriptor.of(0, 0,
            EventDescriptor.CHANNEL_SELF_DESCRIBING, 4, 0, 0,
            0x1);

    @Test
    @DisplayName("R4.41 in {1,3} passes 1 and 3 of 1, 2 and 3; out {1,3} passes 2")
    void shouldPassTheIdsThatAreListedOrAllOthers() {
        assertThat(List.of(1, 2, 3)).filteredOn(EventIdFilter.in(1, 3)::accepts).containsExactly(1, 3);
        assertThat(List.of(1, 2, 3)).filteredOn(EventIdFilter.out(1, 3)::accepts).containsExactly(2);
    }

    @Test
    @DisplayName("R4.40 the filter by id does not look at events that describe themselves")
    void shouldNotLookAtIdsOfEventsThatDescribeThemselves() {
        final EnablementFilters filters = EnablementFilters.builder().eventIds(EventIdFilter.in(1)).build();

        assertThat(filters.acceptsEvent(DECLARED, "declared")).isFalse();
        assertThat(filters.acceptsEvent(SELF_DESCRIBING, "made")).isTrue();
    }

    @Test
    @DisplayName("R4.40 the filter by name looks at all events, or as in ETW only at those that describe themselves")
    void shouldLookAtNamesOfAllEventsUnlessAskedForSelfDescribingOnes() {
        final EventNameFilter in = EventNameFilter.in(List.of("wanted"));
        final EventNameFilter out = EventNameFilter.out(List.of("wanted"));

        assertThat(in.accepts(DECLARED, "wanted")).isTrue();
        assertThat(in.accepts(DECLARED, "other")).isFalse();
        assertThat(in.accepts(SELF_DESCRIBING, "Wanted")).isFalse();
        assertThat(out.accepts(DECLARED, "wanted")).isFalse();
        assertThat(out.accepts(SELF_DESCRIBING, "other")).isTrue();
        assertThat(in.ofSelfDescribing().accepts(DECLARED, "other")).isTrue();
        assertThat(in.ofSelfDescribing().accepts(SELF_DESCRIBING, "other")).isFalse();
    }

    @Test
    @DisplayName("R4.40 the filter by name looks only at events of its level and keywords")
    void shouldLookOnlyAtEventsOfItsLevelAndKeywords() {
        final EventNameFilter filter = EventNameFilter.in(List.of("wanted")).within(3, 0x6, 0x2);

        assertThat(filter.accepts(EventDescriptor.of(1, 3, 0x2), "other")).isFalse();
        assertThat(filter.accepts(EventDescriptor.of(1, 3, 0x2), "wanted")).isTrue();
        assertThat(filter.accepts(EventDescriptor.of(1, 4, 0x2), "other")).isTrue();
        assertThat(filter.accepts(EventDescriptor.of(1, 3, 0x4), "other")).isTrue();
        assertThat(filter.accepts(EventDescriptor.of(1, 3, 0), "other")).isFalse();
    }

    @Test
    @DisplayName("R4.42 stacks go to events by id, by name, and by level and keywords; all that is given must be met")
    void shouldGiveStacksToSomeEvents() {
        final StackFilter byId = StackFilter.of(EventIdFilter.in(5));
        final StackFilter byAll = new StackFilter(EventIdFilter.out(6), EventNameFilter.in(List.of("a", "b")),
                new StackFilter.LevelKeyword(true, 3, 0x1, 0));

        assertThat(byId.accepts(EventDescriptor.of(5, 4, 0x1), "a")).isTrue();
        assertThat(byId.accepts(EventDescriptor.of(6, 4, 0x1), "a")).isFalse();
        assertThat(byId.accepts(SELF_DESCRIBING, "a")).isTrue();
        assertThat(byAll.accepts(EventDescriptor.of(5, 3, 0x1), "a")).isTrue();
        assertThat(byAll.accepts(EventDescriptor.of(6, 3, 0x1), "a")).isFalse();
        assertThat(byAll.accepts(EventDescriptor.of(5, 3, 0x1), "c")).isFalse();
        assertThat(byAll.accepts(EventDescriptor.of(5, 4, 0x1), "a")).isFalse();
        assertThat(byAll.accepts(EventDescriptor.of(5, 3, 0x2), "a")).isFalse();
        assertThat(new StackFilter.LevelKeyword(false, 0, 0, 0x8).accepts(DECLARED)).isFalse();
        assertThatThrownBy(() -> new StackFilter(null, null, null)).isInstanceOf(RingsideException.class);
    }
}
