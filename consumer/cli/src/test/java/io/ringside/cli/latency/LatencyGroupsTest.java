package io.ringside.cli.latency;

import io.ringside.cli.latency.LatencyGroups.Group;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class LatencyGroupsTest {
    @Test
    void shouldPutGroupsBeyondTheLimitTogether() {
        final LatencyGroups groups = new LatencyGroups("symbol", 2);
        groups.add("ACME", 5, 1);
        groups.add(null, 7, 1);
        groups.add("XY", 9, 1);
        groups.add("ACME", 6, 10);
        groups.add("Z", 3, 1);

        assertThat(groups.list()).extracting(Group::name, Group::count, Group::maxNs)
                .containsExactly(tuple("ACME", 2L, 6L), tuple("-", 1L, 7L));
        assertThat(groups.list().get(0).standFor()).isEqualTo(11);
        assertThat(groups.rest()).extracting(Group::name, Group::count, Group::maxNs).containsExactly(null, 2L, 9L);
    }

    @Test
    void shouldHaveNoFiguresWithoutPairs() {
        final LatencyGroups groups = new LatencyGroups("symbol");

        assertThat(groups.list()).isEmpty();
        assertThat(groups.rest().count()).isZero();
        assertThat(groups.rest().percentileNs(50)).isZero();
    }
}
