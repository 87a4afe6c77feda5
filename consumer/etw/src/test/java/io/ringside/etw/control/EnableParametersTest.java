package io.ringside.etw.control;

import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EnableParametersTest {
    private static final UUID SOURCE = new UUID(1, 2);
    private static final EnablementFilters ONE = builder().build();
    private static final EnablementFilters TWO = builder().data(EnablementFilters.Data.of(1, 1, new byte[0])).build();

    @Test
    @DisplayName("R4.37 version 3, control flags 1, and a filter that is counted and null are refused")
    void shouldRefuseWhatEtwAnswersWithInvalidParameter() {
        assertRefused(3, 0, 0, null, 0, "version=3");
        assertRefused(0, 0, 0, null, 0, "version=0");
        assertRefused(2, 0, 1, null, 0, "controlFlags=1");
        assertRefused(2, 0, 0, null, 1, "filterCount=1, min=0, max=0");
        assertRefused(2, 0, 0, ONE, 0, "filterCount=0, min=1, max=1");
        assertRefused(2, 0x1, 0, null, 0, "SID");
    }

    @Test
    @DisplayName("R4.37 version 1 allows one filter, version 2 several; 13 are the most there may be (X11)")
    void shouldAllowOneFilterInVersionOne() {
        assertThat(new EnableParameters(1, 0, 0, SOURCE, ONE, 1).filters()).isEqualTo(ONE);
        assertThat(new EnableParameters(2, 0, 0, SOURCE, TWO, 2).filters()).isEqualTo(TWO);
        assertRefused(1, 0, 0, TWO, 2, "filterCount=2, min=0, max=1");
        assertRefused(2, 0, 0, TWO, 14, "filterCount=14, min=0, max=13");
        assertRefused(2, 0, 0, TWO, -1, "filterCount=-1");
    }

    @Test
    @DisplayName("R4.37 they become an enablement")
    void shouldBecomeAnEnablement() {
        assertThat(new EnableParameters(2, 0x10, 0, SOURCE, ONE, 1).enablement(4, 0x5, 0x1))
                .isEqualTo(Enablement.of(4, 0x5, 0x1, EnableProperty.IGNORE_KEYWORD_ZERO, ONE));
        assertThat(new EnableParameters(2, 0, 0, SOURCE, null, 0).enablement(4, 0x5, 0x1))
                .isEqualTo(Enablement.of(4, 0x5, 0x1));
    }

    private static EnablementFilters.Builder builder() {
        return EnablementFilters.builder().eventIds(EventIdFilter.in(List.of(1)));
    }

    @Test
    @DisplayName("R4.37 a request may be made of the parameters of ETW")
    void shouldMakeARequest() {
        final UUID provider = new UUID(3, 4);
        final EnableParameters parameters = new EnableParameters(2, EnableProperty.EVENT_KEY, 0, SOURCE, ONE, 1);

        assertThatThrownBy(() -> parameters.request(provider, 256, 0x5, 0x1))
                .isInstanceOf(RingsideException.class).hasMessageContaining("level=256");
        assertThat(parameters.request(provider, 4, 0x5, 0x1)).isEqualTo(EnableRequest
                .of(provider, Enablement.of(4, 0x5, 0x1, EnableProperty.EVENT_KEY, ONE)).from(SOURCE));
    }

    private static void assertRefused(
            final int version,
            final int property,
            final int controlFlags,
            final @Nullable EnablementFilters filters,
            final int filterCount,
            final String part) {
        assertThatThrownBy(() -> new EnableParameters(version, property, controlFlags, SOURCE, filters, filterCount))
                .isInstanceOf(RingsideException.class).hasMessageContaining(part);
    }
}
