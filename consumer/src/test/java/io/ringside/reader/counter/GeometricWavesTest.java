package io.ringside.reader.counter;

import io.ringside.counter.CounterFormat;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.reader.counter.GeometricWaves.Provision;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class GeometricWavesTest {
    private static final CounterFormat LARGE = CounterFormat.of(CounterFormat.LARGE);
    /** Some second since 1601, a multiple of ten. */
    private static final long ANY_SECOND = 13_000_000_000L;

    private volatile long seconds;

    @ParameterizedTest
    @EnumSource(Provision.class)
    @DisplayName("R7.15 the sample has the values of its table, pushed, pulled, and both")
    void shouldHaveTheValuesOfTheTable(final Provision provision,
            @TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        final Path path = folder.resolve("trace");
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(path)
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)));
                GeometricWaves waves = new GeometricWaves(ringside,
                        () -> (ANY_SECOND + seconds) * 10_000_000 + 9_999_999, provision);
                CounterQuery query = CounterQuery.open(path)) {
            query.timeoutNs(TimeUnit.SECONDS.toNanos(20));
            final CounterQuery.Item all = query.add("Geometric Waves(*)\\*");
            // Enumerated: names, before anything is collected.
            assertThat(byId(all).map(row -> row.instance().toString()).distinct())
                    .containsExactly("Small Wave", "Medium Wave", "Large Wave");
            assertThat(byId(all).map(row -> row.value(LARGE).status().isValid())).containsOnly(false);
            assertThat(List.of(row(waves, query, all, 0), row(waves, query, all, 1), row(waves, query, all, 3),
                    row(waves, query, all, 5), row(waves, query, all, 7), row(waves, query, all, 9))).containsExactly(
                            List.of(60L, 60L, 70L, 70L, 80L, 80L),
                            List.of(56L, 60L, 62L, 70L, 68L, 80L),
                            List.of(48L, 60L, 46L, 70L, 44L, 80L),
                            List.of(40L, 40L, 30L, 30L, 20L, 20L),
                            List.of(48L, 40L, 46L, 30L, 44L, 20L),
                            List.of(56L, 40L, 62L, 30L, 68L, 20L));
            assertThat(byId(all).map(row -> row.instance() + " " + row.id()).distinct())
                    .containsExactly("Small Wave 0", "Medium Wave 1", "Large Wave 2");
        }
    }

    private List<Long> row(final GeometricWaves waves, final CounterQuery query, final CounterQuery.Item all,
            final int i) {
        seconds = i;
        waves.update();
        query.collect();
        return byId(all).map(row -> row.value(LARGE).asLong()).toList();
    }

    private static Stream<CounterQuery.Row> byId(final CounterQuery.Item all) {
        return all.rows().stream().sorted(Comparator.comparingLong(CounterQuery.Row::id));
    }
}
