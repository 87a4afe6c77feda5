package io.ringside.cli.emit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EmitCommandTest {
    @Test
    void shouldWaitForItsRegistrationAsLongAsForAnEnablement() {
        assertThat(EmitCommand.registerTimeoutNs(Duration.ofMinutes(1))).isEqualTo(TimeUnit.MINUTES.toNanos(1));
        assertThat(EmitCommand.registerTimeoutNs(Duration.ofSeconds(1))).isEqualTo(Emission.REGISTER_TIMEOUT_NS);
        assertThat(EmitCommand.registerTimeoutNs(null)).isEqualTo(Emission.REGISTER_TIMEOUT_NS);
    }
}
