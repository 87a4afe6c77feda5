package io.ringside.reader.counter;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.counter.CounterInstance;
import io.ringside.provider.counter.CounterSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.reader.counter.QueryFixture.values;
import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class AggregateQueryTest {
    private QueryFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        fixture = new QueryFixture(folder.resolve("trace"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R7.17 instances of 10 and 30 in two processes: sum 40, average 20, min 10, max 30, undefined none")
    void shouldCombineTheInstancesOfAllProcesses() {
        final CounterSetSchema schema = set(CounterSetSchema.Kind.GLOBAL_AGGREGATE);
        for (final long value : new long[]{10, 30}) {
            final CounterInstance instance = fixture.newProcess().open(schema).create("");
            schema.counters().forEach(counter -> instance.counter(counter.id()).set(value));
        }
        final CounterQuery.Item item = fixture.query.add("Load\\*");
        fixture.query.collect();

        assertThat(values(item)).isEqualTo("\\Load\\undefined=INVALID_DATA \\Load\\sum=40.0 \\Load\\average=20.0 "
                + "\\Load\\min=10.0 \\Load\\max=30.0");
    }

    @Test
    @DisplayName("R7.17 instances of one name, letter case aside, are one where a set says so")
    void shouldCombineTheInstancesOfAName() {
        final CounterSet first = fixture.process.open(set(CounterSetSchema.Kind.MULTIPLE_AGGREGATE));
        final CounterSet second = fixture.newProcess().open(set(CounterSetSchema.Kind.MULTIPLE_AGGREGATE));
        first.create("web").counter("sum").set(10);
        second.create("WEB").counter("sum").set(30);
        second.create("mail").counter("sum").set(5);
        final CounterQuery.Item item = fixture.query.add("Load(*)\\sum");
        fixture.query.collect();

        assertThat(values(item)).isEqualTo("\\Load(web)\\sum=40.0 \\Load(mail)\\sum=5.0");
    }

    @Test
    @DisplayName("a sum over others than before is a first sample, never a negative rate and never a leap")
    void shouldNotCompareSumsOfOthers() {
        final CounterSet first = fixture.process.open(rates(CounterSetSchema.Kind.GLOBAL_AGGREGATE));
        final CounterSet second = fixture.newProcess().open(rates(CounterSetSchema.Kind.GLOBAL_AGGREGATE));
        final CounterInstance one = first.create("");
        one.counter(1).set(1_000);
        second.create("").counter(1).set(500);
        final CounterQuery.Item item = fixture.query.add("Rates\\n");
        fixture.collectAfter(1_000);
        one.counter(1).add(7);
        fixture.collectAfter(1_000);
        assertThat(values(item)).isEqualTo("\\Rates\\n=7.0");

        second.close();
        fixture.collectAfter(1_000);
        assertThat(values(item)).isEqualTo("\\Rates\\n=INVALID_DATA");
        one.counter(1).add(9);
        fixture.collectAfter(1_000);
        assertThat(values(item)).isEqualTo("\\Rates\\n=9.0");
    }

    @Test
    @DisplayName("R7.17 of a set with a history, instances that have ended go on to count")
    void shouldGoOnToCountWhatHasEnded() {
        final CounterSet first = fixture.process.open(rates(CounterSetSchema.Kind.GLOBAL_AGGREGATE_HISTORY));
        final CounterSet second = fixture.newProcess().open(rates(CounterSetSchema.Kind.GLOBAL_AGGREGATE_HISTORY));
        final CounterInstance one = first.create("");
        one.counter(1).set(1_000);
        second.create("").counter(1).set(500);
        final CounterQuery.Item item = fixture.query.add("Rates\\n");
        fixture.collectAfter(1_000);
        second.close();
        one.counter(1).add(7);
        fixture.collectAfter(1_000);

        assertThat(values(item)).isEqualTo("\\Rates\\n=7.0");
        assertThat(item.rows().get(0).raw()).isEqualTo(1_507);
    }

    private static CounterSetSchema rates(final CounterSetSchema.Kind kind) {
        return CounterSetSchema.of("Rates", kind, List.of(CounterSchema.of(1, "n", CounterType.BULK_COUNT)
                .withAggregate(CounterSchema.Aggregate.SUM)));
    }

    private static CounterSetSchema set(final CounterSetSchema.Kind kind) {
        final List<CounterSchema> counters = new ArrayList<>();
        for (final CounterSchema.Aggregate aggregate : CounterSchema.Aggregate.values()) {
            counters.add(CounterSchema.of(aggregate.code(), aggregate.name().toLowerCase(Locale.ROOT),
                    CounterType.LARGE_RAWCOUNT).withAggregate(aggregate));
        }
        return CounterSetSchema.of("Load", kind, counters);
    }
}
