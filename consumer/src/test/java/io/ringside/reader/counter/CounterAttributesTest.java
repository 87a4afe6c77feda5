package io.ringside.reader.counter;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.counter.CounterValue;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.counter.CounterInstance;
import io.ringside.provider.counter.CounterSet;
import java.nio.file.Path;
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

/** What counters say of themselves decides what a query makes of them. */
@Timeout(60)
class CounterAttributesTest {
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
    @DisplayName("R7.18 a counter's time and frequency are the values of the counters that it names")
    void shouldTakeTimeAndFrequencyFromOtherCounters() {
        final CounterInstance device = fixture.process.open(CounterSetSchema.of("Device", CounterSetSchema.Kind.SINGLE,
                List.of(
                        CounterSchema.of(1, "ops/sec", CounterType.BULK_COUNT).withTime(3).withFrequency(4),
                        CounterSchema.of(2, "% busy", CounterType.OBJECT_TIME_TIMER).withTime(3),
                        CounterSchema.of(3, "ticks", CounterType.LARGE_RAWCOUNT)
                                .withDisplay(CounterSchema.Display.NO_DISPLAY),
                        CounterSchema.of(4, "ticks in a second", CounterType.RAWCOUNT)
                                .withDisplay(CounterSchema.Display.NO_DISPLAY),
                        CounterSchema.of(5, "by the reader's clock", CounterType.BULK_COUNT))))
                .create("");
        device.counter(4).set(1_000);
        final CounterQuery.Item item = fixture.query.add("Device\\*");
        fixture.collectAfter(1_000);
        device.counter(1).add(50);
        device.counter(2).add(100);
        device.counter(3).add(500);
        device.counter(5).add(50);
        fixture.collectAfter(2_000);

        assertThat(values(item)).isEqualTo(
                "\\Device\\ops/sec=100.0 \\Device\\% busy=20.0 \\Device\\by the reader's clock=25.0");
        assertThat(item.rows().get(0).sample().time()).isEqualTo(500);
        assertThat(item.rows().get(0).sample().frequency()).isEqualTo(1_000);
        fixture.collectAfter(2_000);
        assertThat(item.rows().get(0).value(QueryFixture.DOUBLE).status()).isEqualTo(CounterValue.Status.INVALID_DATA);
    }

    @Test
    @DisplayName("R7.18 what is not to be displayed is there for who names it")
    void shouldHideFromWildcardsWhatIsNotToBeDisplayed() {
        fixture.process.open(CounterSetSchema.of("Device", CounterSetSchema.Kind.SINGLE,
                List.of(CounterSchema.of(1, "shown", CounterType.RAWCOUNT), CounterSchema
                        .of(2, "hidden", CounterType.RAWCOUNT).withDisplay(CounterSchema.Display.NO_DISPLAY))))
                .create("").counter("hidden").set(7);

        assertThat(fixture.query.expand("Device\\*")).containsExactly("\\Device\\shown");
        final CounterQuery.Item named = fixture.query.add("Device\\hidden");
        fixture.query.collect();
        assertThat(values(named)).isEqualTo("\\Device\\hidden=7.0");
    }

    @Test
    @DisplayName("R7.33 a path means the same whatever the language; wildcards in it are not expanded by adding it")
    void shouldFindNamesWhateverTheLocale() {
        final Locale before = Locale.getDefault();
        // Here a small I is another letter.
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        try {
            fixture.process.open(CounterSetSchema.of("Instrument", CounterSetSchema.Kind.MULTIPLE,
                    List.of(CounterSchema.of(1, "Fills in it", CounterType.RAWCOUNT)))).create("Paris")
                    .counter("FILLS IN IT")
                    .set(3);
            final CounterQuery.Item item = fixture.query.add("\\INSTRUMENT(PARIS)\\FILLS IN IT");
            final CounterQuery.Item all = fixture.query.add("instrument(*)\\fills?in*");
            fixture.query.collect();
            assertThat(values(item)).isEqualTo("\\Instrument(Paris)\\Fills in it=3.0");
            assertThat(values(all)).isEqualTo(values(item));
            assertThat(all.path()).hasToString("\\instrument(*)\\fills?in*");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    @DisplayName("R7.55 _Total is the declared aggregate of the instances")
    void shouldHaveATotalOfAllInstances() {
        final CounterSetSchema schema = CounterSetSchema.of("Load", CounterSetSchema.Kind.MULTIPLE, List.of(
                CounterSchema.of(1, "sum", CounterType.LARGE_RAWCOUNT).withAggregate(CounterSchema.Aggregate.SUM),
                CounterSchema.of(2, "average", CounterType.LARGE_RAWCOUNT)
                        .withAggregate(CounterSchema.Aggregate.AVERAGE),
                CounterSchema.of(3, "min", CounterType.LARGE_RAWCOUNT).withAggregate(CounterSchema.Aggregate.MIN),
                CounterSchema.of(4, "max", CounterType.LARGE_RAWCOUNT).withAggregate(CounterSchema.Aggregate.MAX),
                CounterSchema.of(5, "none", CounterType.LARGE_RAWCOUNT)));
        final CounterSet first = fixture.process.open(schema);
        final CounterSet second = fixture.newProcess().open(schema);
        fill(first.create("a"), 10);
        fill(second.create("b"), 30);
        final CounterQuery.Item total = fixture.query.add("Load(_total)\\*");
        fixture.query.collect();

        assertThat(values(total)).isEqualTo("\\Load(_Total)\\sum=40.0 \\Load(_Total)\\average=20.0 "
                + "\\Load(_Total)\\min=10.0 \\Load(_Total)\\max=30.0 \\Load(_Total)\\none=INVALID_DATA");
        assertThat(fixture.query.expand("Load(*)\\sum")).containsExactly("\\Load(a)\\sum", "\\Load(b)\\sum");
        fill(second.create("c"), 2);
        fixture.query.collect();
        assertThat(values(total)).startsWith("\\Load(_Total)\\sum=42.0 ").contains("\\min=2.0 ");
        fill(first.create("_TOTAL"), 5);
        fixture.query.collect();
        assertThat(values(total)).startsWith("\\Load(_TOTAL)\\sum=5.0 ");
    }

    private static void fill(final CounterInstance instance, final long value) {
        for (int id = 1; id <= 5; id++) {
            instance.counter(id).set(value);
        }
    }
}
