package io.ringside.serve;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.serve.ServeContext.Latency;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Settings that no server can have. */
class ServeContextTest {
    private final ServeContext context = new ServeContext("0", null);

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, 0, 99, 1_000_001})
    void shouldRejectLimitsOfSeries(final int limit) {
        assertRejected(() -> context.maxSeries(limit), "setting is out of range: maxSeries=" + limit
                + ": expected 100 to 1000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT10.000000001S", "PT8760000H"})
    void shouldRejectTimeouts(final String timeout) {
        assertRejected(() -> context.timeout(Duration.parse(timeout)), "setting is out of range: timeout=" + timeout
                + ": expected above 0 and at most PT10S");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "trading:7464", "http://trading", "trading/", "b\u00fccher.example"})
    void shouldRejectNamesThatNoClientCanCall(final String host) {
        assertRejected(() -> context.hosts(List.of(host)), "invalid name of a host: host='" + host + "': give ");
    }

    @Test
    void shouldRejectLatenciesThatCannotBeShown() {
        final Latency fills = new Latency("fills", "accepted", "filled", "orderId");
        assertRejected(() -> context.latencies(Collections.nCopies(21, fills)),
                "setting is out of range: latencies=21: expected at most 20");
        assertRejected(() -> context.latencies(List.of(fills, fills)),
                "latencies have the same name: names=[fills, fills]: give each another one");
        for (final String name : List.of("", " ", "a\nb", "a".repeat(65))) {
            assertRejected(() -> new Latency(name, "accepted", "filled", "orderId"),
                    "latency has no name or no key: name='" + name + "', key='orderId': give it a name ");
        }
        for (final String event : List.of("", "a/", "/")) {
            assertThatThrownBy(() -> new Latency("fills", event, "filled", "orderId")).as(event)
                    .isInstanceOf(RingsideException.class);
        }
        assertThatThrownBy(() -> new Latency("fills", "accepted", "filled", "")).isInstanceOf(RingsideException.class);
    }

    @Test
    void shouldSpeakOfSettingsAndNotOfOptionsOfTheProgram() {
        for (final ThrowingCallable wrong : List.<ThrowingCallable>of(() -> new ServeContext("0.0.0.0:0", null),
                () -> new ServeContext("nowhere", null), () -> context.tls(Path.of("none.p12"), new char[0]),
                () -> TraceServer.bind(new ServeContext("192.0.2.1:0", Path.of("none"))))) {
            assertThatThrownBy(wrong).isInstanceOf(RingsideException.class).hasMessageNotContaining("--");
        }
    }

    @Test
    void shouldAcceptWhatIsAtALimit() {
        assertThat(context.maxSeries(100).maxSeries(1_000_000).timeout(Duration.ofNanos(1))
                .timeout(Duration.ofSeconds(10)).latencies(List.of()).hosts(List.of("Trading.example", "[::1]")).hosts)
                .contains("trading.example", "[::1]");
    }

    private static void assertRejected(final ThrowingCallable call, final String message) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RingsideException.class,
                failure -> assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageStartingWith(message);
    }
}
