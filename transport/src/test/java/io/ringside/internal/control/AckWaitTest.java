package io.ringside.internal.control;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.ProcessTable;
import io.ringside.internal.registry.ProcessView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AckWaitTest extends ControllerFixture {
    @Test
    void shouldUnmapAllPagesWhenItCannotBegin() throws IOException {
        try (FakeProcess one = new FakeProcess(directory, ORDERS);
                FakeProcess other = new FakeProcess(directory, ORDERS)) {
            final long before = mappedPages();
            assertThat(before).isEqualTo(2);
            final ProcessTable processes = new ProcessTable(directory, participant.liveness());
            assertThatThrownBy(() -> new AckWait(processes, 0, failing(true, false))).hasMessage("met");
            assertThat(mappedPages()).isEqualTo(before);
            assertThatThrownBy(() -> new AckWait(processes, 0, failing(false, true))).hasMessage("concerns");
            assertThat(mappedPages()).isEqualTo(before);
            assertThat(one.page()).isNotSameAs(other.page());
        }
    }

    private static AckWait.Concern failing(final boolean concerns, final boolean failsFirst) {
        return new AckWait.Concern() {
            @Override
            public boolean concerns(final ProcessView process) {
                if (failsFirst) {
                    throw new IllegalStateException("concerns");
                }
                return concerns;
            }

            @Override
            public boolean mayAwaitWithoutPage(final Incarnation incarnation) {
                return true;
            }

            @Override
            public boolean isMet(final Acknowledgement acknowledgement) {
                throw new IllegalStateException("met");
            }
        };
    }

    private long mappedPages() throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.contains(directory.processes().toString())).count();
        }
    }
}
