package io.ringside.internal.control;

import io.ringside.internal.registry.SessionRow;
import java.time.Duration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class UnansweredTest extends ControllerFixture {
    @Test
    void shouldNameWhoKeepsASessionFromEnding() {
        controller.start(settings("trading"));
        try (FakeProcess process = new FakeProcess(directory, ORDERS)) {
            controller.enable("trading", REQUEST, Duration.ZERO);
            process.applyRows();
            assertThat(controller.stop("trading", Duration.ZERO).isComplete()).isFalse();

            final SessionRow session = controller.rows().get(0);
            assertThat(controller.unanswered(session)).containsExactly(process.description());
            process.applyRows();
            assertThat(controller.unanswered(session)).isEmpty();
            assertThat(controller.rows()).containsExactly(session);
        }
    }
}
