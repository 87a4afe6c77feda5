package io.ringside.counter;

import io.ringside.docs.DocumentPage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CounterTypeTest {
    @ParameterizedTest
    @DisplayName("R7.40 codes of types, and what is shown behind their values")
    @CsvSource({
        "RAWCOUNT, 10000, ''", "LARGE_RAWCOUNT, 10100, ''", "RAWCOUNT_HEX, 0, ''", "LARGE_RAWCOUNT_HEX, 100, ''",
        "DELTA, 400400, ''", "LARGE_DELTA, 400500, ''", "COUNTER, 10410400, /s", "BULK_COUNT, 10410500, /s",
        "SAMPLE_COUNTER, 410400, ''", "QUEUELEN, 450400, ''", "LARGE_QUEUELEN, 450500, ''",
        "QUEUELEN_100NS, 550500, ''", "OBJECT_TIME_QUEUELEN, 650500, ''", "TIMER, 20410500, %",
        "TIMER_100NS, 20510500, %", "OBJECT_TIME_TIMER, 20610500, %", "PRECISION_SYSTEM_TIMER, 20470500, %",
        "PRECISION_100NS_TIMER, 20570500, %", "PRECISION_OBJECT_TIMER, 20670500, %",
        "SAMPLE_FRACTION, 20c20400, %", "SAMPLE_BASE, 40030401, ''", "TIMER_INVERSE, 21410500, %",
        "TIMER_100NS_INVERSE, 21510500, %", "MULTI_TIMER, 22410500, %", "MULTI_BASE, 42030500, ''",
        "MULTI_TIMER_100NS, 22510500, %", "MULTI_TIMER_INVERSE, 23410500, %",
        "MULTI_TIMER_100NS_INVERSE, 23510500, %", "RAW_FRACTION, 20020400, %", "RAW_BASE, 40030403, ''",
        "LARGE_RAW_FRACTION, 20020500, %", "LARGE_RAW_BASE, 40030500, ''", "AVERAGE_TIMER, 30020400, s",
        "AVERAGE_BASE, 40030402, ''", "AVERAGE_BULK, 40020500, ''", "ELAPSED_TIME, 30240500, s", "TEXT, b00, ''",
        "NODATA, 40000200, ''"
    })
    void shouldHaveTheCodes(final CounterType type, final String code, final String suffix) {
        assertThat(Integer.toHexString(type.code())).isEqualTo(code);
        assertThat(CounterType.ofCode(type.code())).isSameAs(type);
        assertThat(type.suffix()).isEqualTo(suffix);
        assertThat(type.isPercent()).isEqualTo("%".equals(suffix));
    }

    @ParameterizedTest
    @CsvSource({"RAWCOUNT, 32", "LARGE_RAWCOUNT, 64", "COUNTER, 32", "BULK_COUNT, 64", "AVERAGE_BASE, 32",
        "AVERAGE_BULK, 64", "ELAPSED_TIME, 64"})
    @DisplayName("R7.3 a value has 4 or 8 bytes, which its type says; there is no type of another size")
    void shouldHaveValuesOfFourOrEightBytes(final CounterType type, final int bits) {
        assertThat(type.bits()).isEqualTo(bits);
        assertThat(CounterType.ofCode(type.code() ^ 0x200)).isNull();
    }

    @Test
    void shouldKnowNoTypeOfAnotherCode() {
        assertThat(CounterType.values()).hasSize(38);
        assertThat(CounterType.ofCode(0x12345678)).isNull();
    }

    @Test
    void shouldBeDocumentedByTheTable() {
        final StringBuilder table = new StringBuilder(
                "| type | code | formula | samples | base | suffix |\n|---|---|---|---|---|---|\n");
        for (final CounterType type : CounterType.values()) {
            final CounterType base = type.base();
            table.append("| ").append(type).append(" | 0x").append("%08x".formatted(type.code()))
                    .append(" | ").append(type.formula().text())
                    .append(" | ").append(type.samples() == 0 ? "" : type.samples())
                    .append(" | ").append(base == null ? "" : base)
                    .append(" | ").append(type.suffix()).append(" |\n");
        }

        DocumentPage.of("counters.md").checkSection("types", table.toString());
    }
}
