package io.ringside.cli.export;

import io.ringside.RingsideException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

/** The environment variable with headers, as OpenTelemetry specifies it. */
class ExportHeadersTest {
    @Test
    void shouldReadPairsWithEscapedValues() {
        assertThat(ExportCommand.headersOf("Authorization=Basic%20YTpi=, x-tenant = a+b ")).containsExactly(
                entry("Authorization", "Basic YTpi="), entry("x-tenant", "a+b"));
        assertThat(ExportCommand.headersOf(null)).isEmpty();
        assertThat(ExportCommand.headersOf(" ")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret", "=secret", "a=b,secret", "a=%zz-secret"})
    void shouldRejectWhatIsNoPairWithoutShowingIt(final String variable) {
        assertThatThrownBy(() -> ExportCommand.headersOf(variable)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("name=OTEL_EXPORTER_OTLP_HEADERS").hasMessageNotContaining("secret");
    }
}
