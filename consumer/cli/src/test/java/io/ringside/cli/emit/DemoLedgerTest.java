package io.ringside.cli.emit;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class DemoLedgerTest {
    @Test
    void shouldBalanceWhenAllPlacesAgree() {
        final DemoLedger ledger = new DemoLedger(100, 7, 93, 7, 100, 93, 7, true);
        assertThat(ledger.isBalanced()).isTrue();
        assertThat(ledger.json().toString())
                .startsWith("{\"attempted\":100,\"delivered\":93,\"lost\":7,\"balanced\":true,");
        assertThat(ledger.text()).last().asString().isEqualTo("balanced: 100 attempted, 93 delivered + 7 lost");
    }

    @ParameterizedTest
    @MethodSource("contradictions")
    void shouldNotBalanceWhenOnePlaceSaysSomethingElse(final DemoLedger ledger) {
        assertThat(ledger.isBalanced()).isFalse();
        assertThat(ledger.json().toString()).contains("\"balanced\":false");
        assertThat(ledger.text()).last().asString().startsWith("NOT balanced");
    }

    static Stream<DemoLedger> contradictions() {
        return Stream.of(new DemoLedger(101, 7, 93, 7, 100, 93, 7, true),
                new DemoLedger(100, 8, 93, 7, 100, 93, 7, true),
                new DemoLedger(100, 7, 92, 7, 100, 93, 7, true), new DemoLedger(100, 7, 93, 6, 100, 93, 7, true),
                new DemoLedger(100, 7, 93, 7, 99, 93, 7, true), new DemoLedger(100, 7, 93, 7, 100, 92, 7, true),
                new DemoLedger(100, 7, 93, 7, 100, 93, 8, true), new DemoLedger(100, 7, 93, 7, 100, 93, 7, false));
    }
}
