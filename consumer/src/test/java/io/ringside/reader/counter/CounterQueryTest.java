package io.ringside.reader.counter;

import com.sun.management.ThreadMXBean;
import io.ringside.RingsideException;
import io.ringside.counter.CounterFormat;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.counter.CounterValue;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.counter.CounterInstance;
import io.ringside.provider.counter.CounterSet;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.reader.counter.QueryFixture.DOUBLE;
import static io.ringside.reader.counter.QueryFixture.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class CounterQueryTest {
    private static final int ATTEMPTS = 5;
    private static final CounterSetSchema SERVICES = CounterSetSchema.of("Service", CounterSetSchema.Kind.MULTIPLE,
            List.of(CounterSchema.of(1, "calls", CounterType.LARGE_RAWCOUNT),
                    CounterSchema.of(2, "calls/sec", CounterType.BULK_COUNT),
                    CounterSchema.of(3, "mean", CounterType.AVERAGE_BULK).withBase(4),
                    CounterSchema.of(4, "mean base", CounterType.AVERAGE_BASE)));
    private static final CounterSetSchema PROCESS = CounterSetSchema.of("Process", CounterSetSchema.Kind.SINGLE,
            List.of(CounterSchema.of(1, "handles", CounterType.RAWCOUNT)));

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
    @DisplayName("R7.20 a set of three counters and two instances, from the list of sets to values and back")
    void shouldGoThroughAllStepsOfAQuery() {
        final CounterSet set = fixture.process.open(SERVICES);
        set.create("web").counter("calls").set(7);
        set.create("mail").counter("calls").set(9);

        assertThat(fixture.query.sets()).extracting(CounterSetSchema::name).containsExactly("Service");
        assertThat(fixture.query.expand("Service(*)\\*")).containsExactly("\\Service(web)\\calls",
                "\\Service(web)\\calls/sec", "\\Service(web)\\mean", "\\Service(mail)\\calls",
                "\\Service(mail)\\calls/sec", "\\Service(mail)\\mean");
        final CounterQuery.Item mail = fixture.query.add("\\Service(mail)\\calls");
        final CounterQuery.Item web = fixture.query.add("\\\\" + CounterQuery.machineName() + "\\service(WEB)\\CALLS");
        assertThat(fixture.query.collect()).isEqualTo(CounterValue.Status.VALID_DATA);
        assertThat(values(mail)).isEqualTo("\\Service(mail)\\calls=9.0");
        assertThat(values(web)).isEqualTo("\\Service(web)\\calls=7.0");
        fixture.query.remove(mail);
        assertThat(fixture.query.items()).containsExactly(web);
    }

    @Test
    @DisplayName("R7.21 one item that fails does not fail the others")
    void shouldTellTheStatusOfEachItem() {
        fixture.process.open(PROCESS).create("").counter("handles").set(3);
        fixture.process.open(SERVICES).create("web", 80);
        assertThat(fixture.query.add("Process(*)\\handles").status()).isEqualTo(CounterValue.Status.BAD_COUNTER_NAME);
        assertThat(fixture.query.add("Service\\calls").status()).isEqualTo(CounterValue.Status.BAD_COUNTER_NAME);
        final CounterQuery.Item handles = fixture.query.add("Process\\handles");
        final CounterQuery.Item byId = fixture.query.add("Service(*)\\calls", 80);
        assertThat(fixture.query.add("Service(*)\\calls", 81).status()).isEqualTo(CounterValue.Status.NO_INSTANCE);

        assertThat(fixture.query.collect()).isEqualTo(CounterValue.Status.VALID_DATA);

        assertThat(values(handles)).isEqualTo("\\Process\\handles=3.0");
        assertThat(values(byId)).isEqualTo("\\Service(web)\\calls=0.0");
    }

    @Test
    @DisplayName("R7.22 items keep their rows in whatever order they were added; one item may stand for many")
    void shouldKeepItemsApart() {
        final CounterSet set = fixture.process.open(SERVICES);
        set.create("b").counter("calls").set(2);
        set.create("a").counter("calls").set(1);
        final CounterQuery.Item b = fixture.query.add("Service(b)\\calls");
        final CounterQuery.Item a = fixture.query.add("Service(a)\\calls");
        final CounterQuery.Item instances = fixture.query.add("Service(*)\\calls");
        final CounterQuery.Item counters = fixture.query.add("Service(a)\\*");
        fixture.query.collect();

        assertThat(List.of(b.rows().get(0).raw(), a.rows().get(0).raw())).containsExactly(2L, 1L);
        assertThat(instances.rows()).extracting(CounterQuery.Row::raw).containsExactly(2L, 1L);
        assertThat(counters.rows()).extracting(row -> row.counter().name())
                .containsExactly("calls", "calls/sec", "mean");
    }

    @Test
    @DisplayName("R7.24 times of samples grow, their frequency stays")
    void shouldGiveEachSampleItsTime() {
        fixture.process.open(PROCESS).create("");
        final CounterQuery.Item item = fixture.query.add("Process\\handles");
        fixture.collectAfter(1_000);
        final CounterFormat.Sample first = item.rows().get(0).sample();
        fixture.collectAfter(1_000);
        final CounterFormat.Sample second = item.rows().get(0).sample();

        assertThat(second.time() - first.time()).isEqualTo(1_000_000_000);
        assertThat(List.of(first.frequency(), second.frequency())).containsExactly(1_000_000_000L, 1_000_000_000L);
    }

    @Test
    @DisplayName("R7.31 a row that is kept beyond its instance has no value and is stale")
    void shouldSayOfAKeptRowThatItsInstanceHasEnded() {
        final CounterInstance web = fixture.process.open(SERVICES).create("web");
        web.counter("calls").set(7);
        final CounterQuery.Item item = fixture.query.add("Service(*)\\calls");
        fixture.collectAfter(1_000);
        final CounterQuery.Row kept = item.rows().get(0);
        assertThat(kept.isStale()).isFalse();

        web.close();
        fixture.collectAfter(1_000);

        assertThat(kept.status()).isEqualTo(CounterValue.Status.NO_INSTANCE);
        assertThat(kept.value(DOUBLE).status()).isEqualTo(CounterValue.Status.NO_INSTANCE);
        assertThat(kept.isStale()).isTrue();
        assertThat(kept.raw()).isEqualTo(7);
    }

    @Test
    @DisplayName("R7.31 a damaged file is no missing set: its rows end, and what may be in it is not called absent")
    void shouldTellADamagedFileFromAMissingSet() throws IOException {
        fixture.process.open(SERVICES).create("web");
        final CounterQuery.Item item = fixture.query.add("Service(web)\\calls");
        fixture.collectAfter(1_000);
        final CounterQuery.Row kept = item.rows().get(0);
        final Path file;
        try (Stream<Path> files = Files.list(fixture.directory.counters())) {
            file = files.findFirst().orElseThrow();
        }
        final byte[] sound = Files.readAllBytes(file);
        Files.write(file, new byte[64]);

        assertThat(fixture.collectAfter(1_000)).isEqualTo(CounterValue.Status.NO_DATA);
        assertThat(item.status()).isEqualTo(CounterValue.Status.DAMAGED_FILE);
        assertThat(kept.status()).isEqualTo(CounterValue.Status.DAMAGED_FILE);
        assertThat(fixture.query.add("Nothing\\here").status()).isEqualTo(CounterValue.Status.DAMAGED_FILE);
        assertThat(fixture.query.problems()).singleElement().asString().contains(file.toString());

        Files.write(file, sound);
        assertThat(fixture.collectAfter(1_000)).isEqualTo(CounterValue.Status.VALID_DATA);
        assertThat(item.status()).isEqualTo(CounterValue.Status.VALID_DATA);
    }

    @Test
    @DisplayName("R7.31 statuses of paths, collections and values")
    void shouldHaveTheStatusesOfTheTable() {
        final CounterSet set = fixture.process.open(SERVICES);
        assertThat(fixture.query.add("Nothing(*)\\calls").status()).isEqualTo(CounterValue.Status.NO_OBJECT);
        assertThat(fixture.query.add("Service(*)\\nothing").status()).isEqualTo(CounterValue.Status.NO_COUNTER);
        assertThat(fixture.query.add("\\\\elsewhere.invalid\\Service(*)\\calls").status())
                .isEqualTo(CounterValue.Status.NO_MACHINE);
        assertThatThrownBy(() -> fixture.query.add("Service(calls")).isInstanceOf(RingsideException.class);
        final CounterQuery.Item missing = fixture.query.add("Service(web)\\calls/sec");
        assertThat(missing.status()).isEqualTo(CounterValue.Status.NO_INSTANCE);
        assertThat(fixture.query.collect()).isEqualTo(CounterValue.Status.NO_DATA);

        final CounterInstance web = set.create("web");
        assertThat(fixture.collectAfter(1_000)).isEqualTo(CounterValue.Status.VALID_DATA);
        assertThat(missing.status()).isEqualTo(CounterValue.Status.VALID_DATA);
        assertThat(values(missing)).isEqualTo("\\Service(web)\\calls/sec=INVALID_DATA");
        web.close();
        assertThat(fixture.collectAfter(1_000)).isEqualTo(CounterValue.Status.NO_DATA);
        assertThat(missing.status()).isEqualTo(CounterValue.Status.NO_INSTANCE);
    }

    @Test
    @DisplayName("R7.34 an expanded wildcard is a snapshot; a path with wildcards finds what comes later")
    void shouldFindInstancesThatComeLaterUnlessExpanded() {
        final CounterSet set = fixture.process.open(SERVICES);
        set.create("web");
        final List<CounterQuery.Item> snapshot = fixture.query.expand("Service(*)\\calls").stream()
                .map(fixture.query::add)
                .toList();
        final CounterQuery.Item live = fixture.query.add("Service(*)\\calls");

        set.create("mail");
        fixture.query.collect();

        assertThat(snapshot).singleElement().satisfies(
                item -> assertThat(values(item)).isEqualTo("\\Service(web)\\calls=0.0"));
        assertThat(values(live)).isEqualTo("\\Service(web)\\calls=0.0 \\Service(mail)\\calls=0.0");
    }

    @Test
    @DisplayName("R7.35 an instance asked for by its id survives the end of a sibling, one by its number does not")
    void shouldKeepAnInstanceByItsId() {
        final CounterSet first = fixture.process.open(SERVICES);
        final CounterInstance ending = first.create("svchost", 100);
        counted(fixture.newProcess().open(SERVICES), 200, 1_000);
        counted(fixture.newProcess().open(SERVICES), 300, 1_480);
        final CounterQuery.Item byId = fixture.query.add("Service(svchost*)\\calls", 200);
        final CounterQuery.Item byNumber = fixture.query.add("Service(svchost#1)\\calls");
        fixture.query.collect();
        assertThat(values(byId)).isEqualTo("\\Service(svchost#1)\\calls=1000.0");
        assertThat(values(byNumber)).isEqualTo("\\Service(svchost#1)\\calls=1000.0");

        ending.close();
        fixture.query.collect();

        assertThat(values(byId)).isEqualTo("\\Service(svchost)\\calls=1000.0");
        assertThat(values(byNumber)).isEqualTo("\\Service(svchost#1)\\calls=1480.0");
        assertThat(fixture.query.add("Service(svchost#0)\\calls").rows().get(0).id()).isEqualTo(200);
    }

    @Test
    @DisplayName("R7.36 a rate is that of the time that passed, not of the interval that was meant")
    void shouldTakeTheTimeThatPassed() {
        final CounterInstance web = fixture.process.open(SERVICES).create("web");
        final CounterQuery.Item rate = fixture.query.add("Service(web)\\calls/sec");
        fixture.query.collect();
        web.counter("calls/sec").set(300);
        fixture.collectAfter(1_500);

        assertThat(values(rate)).isEqualTo("\\Service(web)\\calls/sec=200.0");
    }

    @Test
    @DisplayName("an instance that starts again has a new first sample, never a negative rate")
    void shouldNotComparePrevousLivesWithThisOne() {
        final CounterSet set = fixture.process.open(SERVICES);
        final CounterInstance old = set.create("web", 80);
        final CounterQuery.Item rate = fixture.query.add("Service(web)\\calls/sec");
        old.counter("calls/sec").set(1_000_000);
        fixture.collectAfter(1_000);
        old.counter("calls/sec").set(1_000_050);
        fixture.collectAfter(1_000);
        assertThat(values(rate)).endsWith("=50.0");

        old.close();
        final CounterInstance next = set.create("web", 80);
        next.counter("calls/sec").set(2_000_000);
        fixture.collectAfter(1_000);
        assertThat(values(rate)).endsWith("=INVALID_DATA");
        next.counter("calls/sec").add(10);
        fixture.collectAfter(1_000);
        assertThat(values(rate)).endsWith("=10.0");
    }

    @Test
    @DisplayName("R7.43 a counter of 32 bits is read as such, and one that wraps has fallen")
    void shouldReadTheLow32BitsOfCountersThatHaveNoMore() {
        final CounterSetSchema schema = CounterSetSchema.of("Wrap", CounterSetSchema.Kind.SINGLE,
                List.of(CounterSchema.of(1, "n", CounterType.COUNTER)));
        final CounterInstance wrap = fixture.process.open(schema).create("");
        final CounterQuery.Item item = fixture.query.add("Wrap\\n");
        wrap.counter(1).set(4_294_967_290L);
        fixture.collectAfter(1_000);
        wrap.counter(1).add(16);
        fixture.collectAfter(1_000);

        assertThat(item.rows().get(0).raw()).isEqualTo(10);
        assertThat(values(item)).isEqualTo("\\Wrap\\n=NEGATIVE_VALUE");
    }

    @Test
    void shouldUseTheBaseOfTheSameInstance() {
        final CounterInstance web = fixture.process.open(SERVICES).create("web");
        final CounterQuery.Item mean = fixture.query.add("Service(web)\\mean");
        fixture.collectAfter(1_000);
        web.counter("mean").add(4_096);
        web.counter("mean base").add(8);
        fixture.collectAfter(1_000);

        assertThat(values(mean)).isEqualTo("\\Service(web)\\mean=512.0");
        assertThat(mean.rows().get(0).value(CounterFormat.of(CounterFormat.RAW)).asLong()).isEqualTo(4_096);
    }

    @Test
    @Tag("jdk25")
    @DisplayName("a collection that meets nothing new allocates nothing")
    void shouldAllocateNothingOnceEverythingIsKnown() {
        final CounterSet set = fixture.process.open(SERVICES);
        for (int i = 0; i < 50; i++) {
            set.create("service " + i);
        }
        final CounterQuery.Item item = fixture.query.add("Service(*)\\*");
        final long beginNs = System.nanoTime();
        while (System.nanoTime() - beginNs < TimeUnit.MILLISECONDS.toNanos(200)) {
            fixture.query.collect();
        }
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < 2_000; i++) {
            fixture.query.collect();
            threads.getCurrentThreadAllocatedBytes();
        }
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS && least > 0; attempt++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000; i++) {
                fixture.query.collect();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        // Until JDK 25, asking for the fault of a file that was cut takes an empty array.
        assertThat(least).isEqualTo(Runtime.version().feature() >= 25 ? 0 : 16_000);
        assertThat(item.rows()).hasSize(150);
        assertThat(item.rows().get(0).value(DOUBLE).asLong()).isZero();
    }

    private static void counted(final CounterSet set, final long id, final long calls) {
        set.create("svchost", id).counter("calls").set(calls);
    }
}
