package io.ringside.activity;

import io.ringside.RingsideException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TraceParentTest {
    private static final String HEADER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    @Test
    void shouldReadAHeaderAndWriteItAgain() {
        final TraceParent parent = TraceParent.parse(HEADER);

        assertThat(parent).isEqualTo(
                new TraceParent(0x4bf92f3577b34da6L, 0xa3ce929d0e0e4736L, 0x00f067aa0ba902b7L, TraceParent.SAMPLED))
                .hasToString(HEADER);
        assertThat(parent.isSampled()).isTrue();
    }

    @Test
    void shouldIgnoreWhatALaterVersionAdds() {
        assertThat(TraceParent.parse("cc" + HEADER.substring(2) + "-more")).hasToString(HEADER);
    }

    @Test
    void shouldMakeTheTraceTheCurrentActivity() {
        final UUID before = ActivityId.current();
        try {
            TraceParent.parse(HEADER).setCurrent();

            assertThat(ActivityId.current()).hasToString("4bf92f35-77b3-4da6-a3ce-929d0e0e4736");
        } finally {
            ActivityId.set(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-010",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"})
    void shouldTreatWhatIsNoHeaderAsNone(final String text) {
        assertThat(TraceParent.parse(text)).isNull();
    }

    @Test
    void shouldTreatAnAbsentHeaderAsNone() {
        assertThat(TraceParent.parse(null)).isNull();
    }

    @Test
    void shouldRejectPartsThatNoHeaderHas() {
        assertThatThrownBy(() -> new TraceParent(0, 0, 1, 0)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("zeros");
        assertThatThrownBy(() -> new TraceParent(1, 0, 0, 0)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> new TraceParent(1, 0, 1, 256)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("flags=256");
    }
}
