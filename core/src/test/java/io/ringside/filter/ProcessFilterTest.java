package io.ringside.filter;

import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessFilterTest {
    private static final UUID FIRST = new UUID(1, 1);
    private static final UUID LATER = new UUID(1, 2);

    @Test
    @DisplayName("R4.43 only processes that lived at the moment of asking are taken, not a later one of the same id")
    void shouldTakeOnlyProcessesThatLivedThen() {
        final EnablementFilters filters = EnablementFilters.builder().processesNow(List.of(FIRST)).build();

        assertThat(filters.acceptsProcess(new ProcessFilter.Facts(17, FIRST, "Main"))).isTrue();
        assertThat(filters.acceptsProcess(new ProcessFilter.Facts(17, LATER, "Main"))).isFalse();
        assertThat(filters.withProcessesNow(List.of()).acceptsProcess(new ProcessFilter.Facts(17, FIRST, "Main")))
                .isFalse();
    }

    @Test
    @DisplayName("R4.43 with the persistent form a later process is taken too (X19); 8 ids are fine, and so are more")
    void shouldTakeLaterProcessesIfAsked() {
        final List<Long> pids = LongStream.rangeClosed(10, 18).boxed().collect(Collectors.toList());
        final EnablementFilters filters = EnablementFilters.builder().pids(pids).build();

        assertThat(filters.acceptsProcess(new ProcessFilter.Facts(17, FIRST, "Main"))).isTrue();
        assertThat(filters.acceptsProcess(new ProcessFilter.Facts(17, LATER, "Main"))).isTrue();
        assertThat(filters.acceptsProcess(new ProcessFilter.Facts(19, FIRST, "Main"))).isFalse();
    }

    @ParameterizedTest
    @DisplayName("R4.40 an executable is known by main class, simple or full, or by jar file, whatever the case")
    @CsvSource(delimiter = '|', value = {
        "com.acme.Orders               | orders               | true",
        "com.acme.Orders               | com.acme.Orders      | true",
        "com.acme.Orders               | acme.Orders          | false",
        "com.acme.Orders               | Order                | false",
        "com.acme/com.acme.Orders      | ORDERS               | true",
        "com.acme/com.acme.Orders      | com.acme.orders      | true",
        "com.acme.Orders$Main          | Main                 | true",
        "/opt/acme/orders-1.2.jar      | orders-1.2.jar       | true",
        "/opt/acme/orders-1.2.jar      | /opt/acme/orders-1.2.jar | true",
        "/opt/acme/orders-1.2.jar      | jar                  | false",
        "orders.JAR                    | billing;orders.jar;x | true",
        "Orders                        | Orders               | true",
        "''                            | Orders               | false"
    })
    void shouldKnowExecutables(final String command, final String names, final boolean isTaken) {
        final ProcessFilter filter = ProcessFilter.NONE.withExecutables(List.of(names));

        assertThat(filter.accepts(new ProcessFilter.Facts(1, FIRST, command))).isEqualTo(isTaken);
    }

    @Test
    @DisplayName("R4.40 of several filters of processes all must be passed")
    void shouldAskForAllThatIsGiven() {
        final ProcessFilter filter = ProcessFilter.NONE.withPids(List.of(1L, 2L)).withProcesses(List.of(FIRST))
                .withExecutables(List.of("Main"));

        assertThat(filter.accepts(new ProcessFilter.Facts(1, FIRST, "Main"))).isTrue();
        assertThat(filter.accepts(new ProcessFilter.Facts(3, FIRST, "Main"))).isFalse();
        assertThat(filter.accepts(new ProcessFilter.Facts(1, LATER, "Main"))).isFalse();
        assertThat(filter.accepts(new ProcessFilter.Facts(1, FIRST, "Other"))).isFalse();
        assertThat(ProcessFilter.NONE.accepts(new ProcessFilter.Facts(3, LATER, ""))).isTrue();
    }
}
