package io.ringside.serve;

import io.ringside.RingsideException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Latencies as they are typed. */
class LatencyTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "fills=accepted\u2192trade by orderId|fills|accepted|trade|orderId",
        "fills=accepted->trade by orderId|fills|accepted|trade|orderId",
        " fills = accepted -> trade  by  orderId |fills|accepted|trade|orderId",
        "a.b-c_1=Acme.Orders/accepted\u2192Acme.Orders/trade|a.b-c_1|Acme.Orders/accepted|Acme.Orders/trade|activityId",
        "x=a->b by a.id = b.takerId|x|a|b|a.id = b.takerId",
        "x=1->2 by activityId|x|1|2|activityId"})
    void shouldUnderstandWhatIsTyped(final String text, final String name, final String from, final String to,
            final String key) {
        final ServeContext.Latency latency = ServeContext.Latency.parse(text);
        assertThat(latency.name()).isEqualTo(name);
        assertThat(latency.from()).hasToString(from);
        assertThat(latency.to()).hasToString(to);
        assertThat(latency.key()).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fills", "fills=", "fills=a", "fills=a->", "=a->b", "a b=a->b", "fills=->b by x",
        "fills=a/->b", "fills=a->b by ", "x=a->b by a = b", "x=a->b by a.id ="})
    void shouldSayWhatIsExpectedInstead(final String text) {
        assertThatThrownBy(() -> ServeContext.Latency.parse(text))
                .isInstanceOf(RingsideException.class)
                .hasMessageStartingWith("invalid latency '" + text + "': ");
    }

    @Test
    void shouldBoundItsName() {
        assertThatThrownBy(() -> ServeContext.Latency.parse("x".repeat(65) + "=a->b"))
                .isInstanceOf(RingsideException.class);
    }
}
