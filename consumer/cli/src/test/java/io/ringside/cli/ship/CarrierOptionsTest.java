package io.ringside.cli.ship;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.Interruption;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CarrierOptionsTest {
    @Test
    void shouldWaitForACarrierThatIsAwayUnlessTheCommandEndsByItself() {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final CommandContext command = new CommandContext(new Console(out, out, false, false), new Interruption());
        final CarrierOptions options = new CarrierOptions();
        final String address = "kafka://127.0.0.1:9/topic";

        assertThat(options.context(address, command, false).connectTimeoutNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(options.context(address, command, true).connectTimeoutNs())
                .isEqualTo(options.context(address, command).connectTimeoutNs()).isLessThan(Long.MAX_VALUE);
    }
}
