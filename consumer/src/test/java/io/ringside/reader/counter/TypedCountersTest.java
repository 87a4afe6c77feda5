package io.ringside.reader.counter;

import com.sun.management.ThreadMXBean;
import io.ringside.RingsideException;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSchema.Aggregate;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.event.ProviderId;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.typed.TraceCounter;
import io.ringside.typed.TraceCounterSet;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Counters that an interface declares: from its methods to what another process reads. */
@Timeout(60)
class TypedCountersTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int OPERATIONS = 20_000;
    private static final String PROCESS_ID = "01234567-89ab-cdef-0123-456789abcdef";
    private static final String ODD_NAME = "\"a\" and (b) in \u00e9";
    /** What the JVM allocates for itself, now and then, is excluded by measuring again. */
    private static final int ATTEMPTS = 5;

    private Ringside ringside;
    private CounterQuery query;
    private long nowNs = TimeUnit.HOURS.toNanos(1);

    /** A set of one instance, with names that generated code could use for itself. */
    @TraceCounterSet(value = "Acme Process", id = PROCESS_ID, kind = CounterSetSchema.Kind.GLOBAL_AGGREGATE)
    interface ProcessCounters {
        @TraceCounter(id = 0, type = CounterType.RAWCOUNT, aggregate = Aggregate.SUM)
        long value();

        @TraceCounter(id = 65_535, type = CounterType.RAWCOUNT, aggregate = Aggregate.SUM, name = ODD_NAME)
        long text();

        @TraceCounter(id = 7, type = CounterType.RAWCOUNT, aggregate = Aggregate.SUM)
        long schema();
    }

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path folder) {
        final Path path = folder.resolve("trace");
        ringside = Ringside.connect(new RingsideContext().directory(path)
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)));
        query = new CounterQuery(TraceDirectory.open(path), () -> nowNs);
    }

    @AfterEach
    void close() {
        CloseHelper.closeAll(query, ringside);
    }

    @Test
    void shouldDeclareWhatTheInterfaceDeclares() {
        final CounterSetSchema schema = OrderCountersSet.SCHEMA;

        assertThat(schema).usingRecursiveComparison().isEqualTo(CounterSetSchema.of("Acme Orders",
                CounterSetSchema.Kind.MULTIPLE, List.of(
                        CounterSchema.of(1, "Filled/sec", CounterType.BULK_COUNT).withUnit("orders")
                                .withAggregate(Aggregate.SUM)
                                .withDescription("Orders that were filled ."),
                        CounterSchema.of(2, "open", CounterType.LARGE_RAWCOUNT),
                        CounterSchema.of(40, "size", CounterType.AVERAGE_BULK).withBase(41).withScale(-2),
                        CounterSchema.of(41, "sizes", CounterType.AVERAGE_BASE)))
                .withDescription("Orders of one market."));
        assertThat(schema.id()).isEqualTo(ProviderId.fromName("Acme Orders"));
        final CounterSetSchema single = TypedCountersTestProcessCountersSet.SCHEMA;
        assertThat(single.id()).isEqualTo(UUID.fromString(PROCESS_ID));
        assertThat(single.kind()).isEqualTo(CounterSetSchema.Kind.GLOBAL_AGGREGATE);
        assertThat(single.counters()).extracting(CounterSchema::name).containsExactly("value", ODD_NAME,
                "schema");
    }

    @Test
    void shouldShowToReadersWhatMethodsStore() {
        try (OrderCountersSet set = OrderCountersSet.open(ringside)) {
            final OrderCountersInstance paris = set.create("Paris", 75);
            final OrderCounters orders = paris;
            final CounterQuery.Item item = query.add("Acme Orders(*)\\*");
            orders.addFilled(100);
            paris.setOpen(5);
            paris.addSize(300);
            paris.setSizes(1);
            assertThat(read(item)).isEqualTo("Filled/sec=INVALID_DATA open=5.0 size=INVALID_DATA");

            orders.incrementFilled();
            paris.decrementFilled();
            orders.addFilled(7);
            paris.incrementOpen();
            paris.addOpen(10);
            paris.decrementOpen();
            paris.addSize(1_000);
            paris.incrementSizes();
            paris.addSizes(3);
            assertThat(read(item)).isEqualTo("Filled/sec=7.0 open=15.0 size=2.5");
            assertThat(List.of(orders.filled(), orders.open(), orders.size(), orders.sizes()))
                    .containsExactly(107L, 15L, 1_300L, 5L);
            assertThat(item.rows()).allSatisfy(row -> assertThat(row.id()).isEqualTo(75));

            final OrderCountersInstance rome = set.create("Rome");
            rome.incrementFilled();
            assertThat(query.expand("Acme Orders(*)\\open")).containsExactly("\\Acme Orders(Paris)\\open",
                    "\\Acme Orders(Rome)\\open");
            paris.close();
            assertThat(query.expand("Acme Orders(*)\\open")).containsExactly("\\Acme Orders(Rome)\\open");
            assertThat(rome.instance().name()).isEqualTo("Rome");
            assertThat(set.set().problem()).isNull();
        }
        assertThat(query.expand("Acme Orders(*)\\*")).isEmpty();
    }

    @Test
    void shouldHaveOneInstanceWhereTheSetHasNoNames() {
        try (TypedCountersTestProcessCountersSet set = TypedCountersTestProcessCountersSet.open(ringside);
                TypedCountersTestProcessCountersInstance one = set.create()) {
            one.incrementText();
            one.setSchema(3);
            assertThat(read(query.add("Acme Process\\*")))
                    .isEqualTo("value=0.0 " + ODD_NAME + "=1.0 schema=3.0");
            assertThatThrownBy(set::create).isInstanceOf(RingsideException.class);
        }
    }

    @Test
    void shouldLoseNoAdditionOfManyWriters() throws InterruptedException {
        try (OrderCountersSet set = OrderCountersSet.open(ringside)) {
            final OrderCounters orders = set.create("Paris");
            final List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                threads.add(new Thread(() -> {
                    for (int n = 0; n < OPERATIONS; n++) {
                        orders.incrementFilled();
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (final Thread thread : threads) {
                thread.join();
            }
            assertThat(orders.filled()).isEqualTo(4 * OPERATIONS);
        }
    }

    @Test
    @Tag("jdk25")
    void shouldNotAllocateWhenValuesChange() {
        try (OrderCountersSet set = OrderCountersSet.open(ringside)) {
            final OrderCountersInstance orders = set.create("Paris");
            change(orders);
            long least = Long.MAX_VALUE;
            for (int i = 0; i < ATTEMPTS && least > 0; i++) {
                final long before = THREADS.getCurrentThreadAllocatedBytes();
                change(orders);
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(least).isZero();
            assertThat(orders.filled()).isEqualTo(orders.open()).isPositive();
        }
    }

    private String read(final CounterQuery.Item item) {
        nowNs += TimeUnit.SECONDS.toNanos(1);
        query.collect();
        final List<String> values = new ArrayList<>();
        item.rows().forEach(row -> values
                .add(row.counter().name() + '=' + QueryFixture.text(row.value(QueryFixture.DOUBLE))));
        return String.join(" ", values);
    }

    private static void change(final OrderCountersInstance orders) {
        for (int i = 0; i < OPERATIONS; i++) {
            orders.incrementFilled();
            orders.addFilled(2);
            orders.incrementOpen();
            orders.addOpen(3);
            orders.setOpen(orders.open() - 1);
        }
    }
}
