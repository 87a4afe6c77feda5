package io.ringside.reader.counter;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.counter.CounterValue;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.counter.RequestFolders;
import io.ringside.internal.files.FileNames.RequestFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterInstance;
import io.ringside.provider.counter.CounterRequest;
import io.ringside.provider.counter.CounterSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.reader.counter.QueryFixture.POOLS;
import static io.ringside.reader.counter.QueryFixture.values;
import static org.assertj.core.api.Assertions.assertThat;

/** Queries of sets that have to be asked, beside those that are read. */
@Timeout(60)
class PulledQueryTest {
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(20);
    private static final CounterSetSchema QUICK = CounterSetSchema.of("Quick", CounterSetSchema.Kind.MULTIPLE,
            List.of(CounterSchema.of(1, "n", CounterType.LARGE_RAWCOUNT)));

    private final CountDownLatch released = new CountDownLatch(1);
    private QueryFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        fixture = new QueryFixture(folder.resolve("trace"));
        fixture.query.timeoutNs(LONG_NS);
    }

    @AfterEach
    void close() {
        released.countDown();
        fixture.close();
    }

    @Test
    @DisplayName("R7.5 one instance that is pushed and two that are pulled: three rows")
    void shouldShowPushedAndPulledInstances() {
        final CounterSet set = QueryFixture.open(fixture.process, request -> {
            if (request.type().hasAnswer()) {
                request.buffer().add("medium", 1, 2, 0, 0, 0, 0);
                request.buffer().add("large", 0, 3, 0, 0, 0, 0);
            }
            return CounterCallback.SUCCESS;
        });
        // The id is one that the callback uses as well.
        set.create("small", 0).counter(1).set(1);
        final CounterQuery.Item item = fixture.query.add("Pool(*)\\size");
        assertThat(item.status()).isEqualTo(CounterValue.Status.VALID_DATA);
        assertThat(item.rows()).hasSize(3);

        fixture.query.collect();

        assertThat(values(item).split(" ")).containsExactlyInAnyOrder("\\Pool(small)\\size=1.0",
                "\\Pool(medium)\\size=2.0", "\\Pool(large)\\size=3.0");
        assertThat(item.rows()).extracting(CounterQuery.Row::pid).containsOnly(ProcessHandle.current().pid());
        assertThat(item.rows()).extracting(CounterQuery.Row::incarnation).doesNotContainNull();
        set.close();
        fixture.query.collect();
        assertThat(item.rows()).isEmpty();
    }

    @Test
    @DisplayName("R7.11 a callback that honours masks, one that ignores them, pushed values: 100 times the same rows")
    void shouldNotDependOnWhetherMasksAreHonoured() {
        final AtomicLong step = new AtomicLong();
        QueryFixture.open(fixture.newProcess(), request -> {
            for (long id = 0; id < 40 && request.type().hasAnswer(); id++) {
                final CounterRequest.Mask mask = request.mask();
                if (mask.wantsInstance(name(id), id)) {
                    final long[] values = new long[POOLS.counters().size()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = mask.wantsCounter(i + 1) ? value(id, i, step) : 0;
                    }
                    request.buffer().add(name(id), id, values);
                }
            }
            return CounterCallback.SUCCESS;
        });
        final CounterSetSchema lazySet = CounterSetSchema.of("Lazy Pool", POOLS.kind(), POOLS.counters());
        fixture.newProcess().open(lazySet, request -> {
            for (long id = 0; id < 40; id++) {
                final long[] values = new long[POOLS.counters().size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = value(id, i, step);
                }
                request.buffer().add(name(id), id, values);
            }
            return CounterCallback.SUCCESS;
        }, null, QueryFixture::fail);
        final CounterSet pushed = fixture.process
                .open(CounterSetSchema.of("Pushed Pool", POOLS.kind(), POOLS.counters()));
        final List<CounterInstance> instances = LongStream.range(0, 40)
                .mapToObj(id -> pushed.create(name(id), id)).toList();
        final long seed = System.nanoTime();
        System.out.println("PulledQueryTest: seed=" + seed);
        final Random random = new Random(seed);
        int named = 0;
        for (int n = 0; n < 100; n++) {
            final String rest = pattern(random);
            final long id = random.nextInt(4) == 0 ? random.nextInt(40) : CounterQuery.ANY_ID;
            final CounterQuery.Item honest = fixture.query.add("Pool" + rest, id);
            final CounterQuery.Item lazy = fixture.query.add("Lazy Pool" + rest, id);
            final CounterQuery.Item read = fixture.query.add("Pushed Pool" + rest, id);
            for (int sample = 0; sample < 2; sample++) {
                step.incrementAndGet();
                instances.forEach(instance -> POOLS.counters().forEach(counter -> instance.counter(counter.id())
                        .set(value(instance.id(), counter.id() - 1, step))));
                fixture.collectAfter(1_000);
            }
            assertThat(text(lazy)).as("seed=%d, n=%d, path=%s, id=%d", seed, n, rest, id)
                    .isEqualTo(text(honest).replace("\\Pool(", "\\Lazy Pool("));
            assertThat(sorted(honest)).as("seed=%d, n=%d, path=%s, id=%d", seed, n, rest, id)
                    .isEqualTo(sorted(read).replace("\\Pushed Pool(", "\\Pool("));
            named += rest.startsWith("(*)") || honest.rows().isEmpty() ? 0 : 1;
            fixture.query.remove(honest);
            fixture.query.remove(lazy);
            fixture.query.remove(read);
        }
        assertThat(named).as("seed=%d", seed).isGreaterThan(5);
    }

    @Test
    @DisplayName("a callback that hangs costs its own rows: they say so, and come back when it does")
    void shouldShowThatAProviderDoesNotAnswer() {
        fixture.process.open(QUICK).create("pushed").counter(1).set(4);
        fixture.newProcess().open(QUICK, request -> {
            request.buffer().add("quick", 0, 5);
            return CounterCallback.SUCCESS;
        }, null, QueryFixture::fail);
        final AtomicLong calls = new AtomicLong();
        QueryFixture.open(fixture.newProcess(), request -> {
            if (request.type() == CounterRequest.Type.COLLECT_DATA && calls.incrementAndGet() == 2) {
                await(released);
            }
            request.buffer().add("slow", 0, 1, 2, 3, 4, 5);
            return CounterCallback.SUCCESS;
        });
        final CounterQuery.Item slow = fixture.query.add("Pool(*)\\size");
        final CounterQuery.Item quick = fixture.query.add("Quick(*)\\n");
        fixture.query.collect();
        assertThat(values(slow)).isEqualTo("\\Pool(slow)\\size=1.0");
        assertThat(fixture.query.problems()).isEmpty();

        fixture.query.timeoutNs(TimeUnit.SECONDS.toNanos(2));
        fixture.query.collect();
        assertThat(values(slow)).isEqualTo("\\Pool(slow)\\size=NO_ANSWER");
        assertThat(values(quick).split(" ")).containsExactlyInAnyOrder("\\Quick(pushed)\\n=4.0",
                "\\Quick(quick)\\n=5.0");
        assertThat(fixture.query.problems()).singleElement().asString().contains("Pool", "TIMED_OUT");
        assertThat(fixture.query.add("Pool(other)\\size").status()).isEqualTo(CounterValue.Status.NO_ANSWER);

        released.countDown();
        fixture.query.timeoutNs(LONG_NS);
        fixture.query.collect();
        assertThat(values(slow)).isEqualTo("\\Pool(slow)\\size=1.0");
        assertThat(fixture.query.problems()).isEmpty();
    }

    @Test
    @DisplayName("R7.23 rows of a provider whose answer is damaged say so, and others are as they were")
    void shouldShowThatAnAnswerIsDamaged() {
        fixture.process.open(QUICK).create("pushed").counter(1).set(4);
        final AtomicBoolean isHostile = new AtomicBoolean();
        QueryFixture.open(fixture.newProcess(), request -> {
            if (isHostile.get() && request.type() == CounterRequest.Type.COLLECT_DATA) {
                answerNonsense();
                await(released);
            }
            request.buffer().add("a", 0, 1, 2, 3, 4, 5);
            return CounterCallback.SUCCESS;
        });
        final CounterQuery.Item item = fixture.query.add("Pool(*)\\size");
        final CounterQuery.Item quick = fixture.query.add("Quick(*)\\n");
        fixture.query.collect();
        assertThat(values(item)).isEqualTo("\\Pool(a)\\size=1.0");

        isHostile.set(true);
        fixture.query.collect();
        assertThat(values(item)).isEqualTo("\\Pool(a)\\size=INVALID_SAMPLE");
        assertThat(values(quick)).isEqualTo("\\Quick(pushed)\\n=4.0");
        assertThat(fixture.query.problems()).singleElement().asString().contains("DAMAGED", ".answer");

        isHostile.set(false);
        released.countDown();
        fixture.query.collect();
        assertThat(values(item)).isEqualTo("\\Pool(a)\\size=1.0");
    }

    /** Puts a file that is no answer beside each request that wants one. */
    private void answerNonsense() {
        final Path folder = fixture.directory.requests(RequestFolders.providers(fixture.directory).get(0));
        try {
            for (final String name : FolderListing.namesIn(folder)) {
                final RequestFileName request = RequestFileName.parse(name);
                if (request != null && request.kind() == RequestFileName.Kind.REQUEST) {
                    Files.write(folder.resolve(request.answer().toString()), new byte[300]);
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName("of a provider that has died the last rows are stale and without an answer")
    void shouldMarkRowsOfADeadProviderAsStale() {
        final Participant dying = Participant.join(fixture.directory);
        try (ProcessCounters counters = ProcessCounters.in(fixture.directory, dying.files())) {
            QueryFixture.open(counters, request -> {
                request.buffer().add("a", 0, 1, 2, 3, 4, 5);
                return CounterCallback.SUCCESS;
            });
            final CounterQuery.Item item = fixture.query.add("Pool(*)\\size");
            fixture.query.collect();
            assertThat(values(item)).isEqualTo("\\Pool(a)\\size=1.0");
            dying.close();
            fixture.collectAfter(1_000);
            assertThat(values(item)).isEqualTo("\\Pool(a)\\size=NO_ANSWER");
            assertThat(item.rows().get(0).isStale()).isTrue();
            assertThat(item.rows().get(0).raw()).isEqualTo(1);
            // Said by its rows, and by those that were asked for later.
            assertThat(fixture.query.problems()).isEmpty();
            assertThat(fixture.query.add("Pool(b)\\size").status()).isEqualTo(CounterValue.Status.NO_ANSWER);
        }
    }

    @Test
    @DisplayName("a rate over two answers; a provider that starts again is another instance, never a negative rate")
    void shouldComputeRatesOfOneLife() {
        final AtomicLong taken = new AtomicLong(1_000_000);
        final CounterCallback callback = request -> {
            request.buffer().add("a", 0, 0, taken.get(), 0, 0, 0);
            return CounterCallback.SUCCESS;
        };
        final CounterQuery.Item rate;
        try (ProcessCounters first = fixture.newProcess()) {
            QueryFixture.open(first, callback);
            rate = fixture.query.add("Pool(a)\\taken/sec");
            fixture.collectAfter(1_000);
            taken.addAndGet(50);
            fixture.collectAfter(1_000);
            assertThat(values(rate)).isEqualTo("\\Pool(a)\\taken/sec=50.0");
        }
        taken.set(0);
        QueryFixture.open(fixture.newProcess(), callback);
        fixture.collectAfter(1_000);
        assertThat(values(rate)).isEqualTo("\\Pool(a)\\taken/sec=INVALID_DATA");
        taken.addAndGet(7);
        fixture.collectAfter(1_000);
        assertThat(values(rate)).isEqualTo("\\Pool(a)\\taken/sec=7.0");
    }

    @Test
    @DisplayName("R7.36 each answer has a time of its own: one that comes late changes no rate of the others")
    void shouldSampleEachAnswerWhenItComes() {
        final AtomicLong n = new AtomicLong();
        final CounterSetSchema calls = CounterSetSchema.of("Calls", CounterSetSchema.Kind.MULTIPLE,
                List.of(CounterSchema.of(1, "n/sec", CounterType.BULK_COUNT)));
        fixture.newProcess().open(calls, request -> {
            request.buffer().add("quick", 0, n.get());
            return CounterCallback.SUCCESS;
        }, null, QueryFixture::fail);
        final AtomicLong looks = new AtomicLong(Long.MAX_VALUE);
        QueryFixture.open(fixture.newProcess(), request -> {
            if (looks.get() != Long.MAX_VALUE) {
                QueryFixture.await(() -> fixture.looks.get() >= looks.get() || request.isCancelled());
                fixture.nowNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
            }
            request.buffer().add("slow", 0, 1, 2, 3, 4, 5);
            return CounterCallback.SUCCESS;
        });
        final CounterQuery.Item rate = fixture.query.add("Calls(*)\\n/sec");
        fixture.query.add("Pool(*)\\size");
        final int before = fixture.looks.get();
        fixture.query.collect();
        final int after = fixture.looks.get();
        n.set(50);
        fixture.nowNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
        // As many looks at the clock as before, but for that at the answer that has to wait for them.
        looks.set(after + (after - before) - 1);
        fixture.query.collect();

        assertThat(fixture.query.problems()).isEmpty();
        assertThat(values(rate)).isEqualTo("\\Calls(quick)\\n/sec=50.0");
    }

    @Test
    @DisplayName("instances that are combined are asked for whatever their ids, though one id was typed")
    void shouldCombineInstancesOfOtherIds() {
        final CounterSetSchema load = CounterSetSchema.of("Load", CounterSetSchema.Kind.MULTIPLE_AGGREGATE,
                List.of(CounterSchema.of(1, "n", CounterType.LARGE_RAWCOUNT)
                        .withAggregate(CounterSchema.Aggregate.SUM)));
        fixture.process.open(load).create("a", 3).counter(1).set(10);
        fixture.newProcess().open(load, request -> {
            request.buffer().add("a", 7, 30);
            return CounterCallback.SUCCESS;
        }, null, QueryFixture::fail);
        final CounterQuery.Item all = fixture.query.add("Load(*)\\n");
        fixture.query.collect();
        final long oldest = all.rows().get(0).id();
        fixture.query.remove(all);
        final CounterQuery.Item one = fixture.query.add("Load(a)\\n", oldest);
        fixture.query.collect();

        assertThat(values(one)).isEqualTo("\\Load(a)\\n=40.0");
    }

    @Test
    void shouldCombinePushedAndPulledInstances() {
        final CounterSetSchema load = CounterSetSchema.of("Load", CounterSetSchema.Kind.GLOBAL_AGGREGATE,
                List.of(CounterSchema.of(1, "n", CounterType.LARGE_RAWCOUNT)
                        .withAggregate(CounterSchema.Aggregate.SUM)));
        fixture.process.open(load).create("").counter(1).set(10);
        fixture.newProcess().open(load, request -> {
            request.buffer().add("", 0, 30);
            return CounterCallback.SUCCESS;
        }, null, QueryFixture::fail);
        final CounterQuery.Item item = fixture.query.add("Load\\n");
        fixture.query.collect();

        assertThat(values(item)).isEqualTo("\\Load\\n=40.0");
    }

    /** Each row with its raw value, and the value or status that follows from it. */
    private static String text(final CounterQuery.Item item) {
        return item.rows().stream()
                .map(row -> row.path() + " " + row.id() + " " + row.raw() + " "
                        + QueryFixture.text(row.value(QueryFixture.DOUBLE)))
                .collect(Collectors.joining("\n"));
    }

    /** Instances may stand in another order. */
    private static String sorted(final CounterQuery.Item item) {
        return text(item).lines().sorted().collect(Collectors.joining("\n"));
    }

    private static String name(final long id) {
        return "pool " + Long.toString(id, 3).replace('0', 'a').replace('1', 'B').replace('2', 'c');
    }

    /** Grows with every step, and by another amount in every counter. */
    private static long value(final long id, final int counter, final AtomicLong step) {
        return 1_000 * id + counter + step.get() * (counter + 1);
    }

    private static String pattern(final Random random) {
        final StringBuilder name = new StringBuilder("pool ");
        for (int i = random.nextInt(4); i >= 0; i--) {
            name.append("abc*?".charAt(random.nextInt(5)));
        }
        final List<String> counters = List.of("size", "taken/sec", "mean wait", "free", "*", "mean*", "?ree");
        return "(" + (random.nextInt(5) == 0 ? "*" : name) + ")\\" + counters.get(random.nextInt(counters.size()));
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
