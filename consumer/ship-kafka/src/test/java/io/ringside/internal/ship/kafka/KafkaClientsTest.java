package io.ringside.internal.ship.kafka;

import io.ringside.RingsideException;
import io.ringside.ship.ShipContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class KafkaClientsTest {
    private final List<String> problems = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void shouldRejectAPropertyThatLosesRecords(final String acks) {
        assertThatThrownBy(() -> check(Map.of("acks", acks))).isInstanceOf(RingsideException.class)
                .hasMessageStartingWith("property would lose records: acks=" + acks);
    }

    @Test
    void shouldReportPropertiesThatNoClientKnows() {
        check(Map.of("acks", "all", "compression.type", "zstd", "request.timeout.ms", "1"));
        assertThat(problems).isEmpty();
        check(Map.of("compresion.type", "zstd", "client.id", "x"));
        assertThat(problems).singleElement().asString().contains("names=[compresion.type]");
    }

    @Test
    void shouldReportPropertiesWhoseValuesAreFixed() {
        check(Map.of("group.id", "x", "isolation.level", "read_uncommitted", "linger.ms", "1"));
        assertThat(problems).singleElement().asString().contains("names=[group.id, isolation.level]", "leave them out");
    }

    private void check(final Map<String, String> properties) {
        new KafkaClients(new ShipContext("kafka://127.0.0.1:9/topic").properties(properties)
                .errorHandler(problem -> problems.add(String.valueOf(problem.getMessage())))).checkProperties();
    }
}
