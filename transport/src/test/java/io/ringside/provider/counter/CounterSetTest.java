package io.ringside.provider.counter;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.internal.counter.CounterFixture;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class CounterSetTest {
    private static final int REMOVALS = 100;
    private CounterFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new CounterFixture(path.resolve("trace"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R7.1 what a set is registered with may be changed by the caller afterwards")
    void shouldKeepWhatASetWasOpenedWith() {
        final List<CounterSchema> counters = new ArrayList<>(List.of(CounterSchema.of(1, "a", CounterType.RAWCOUNT)));
        final CounterSet set = fixture.process.open(CounterSetSchema.of("Set", CounterSetSchema.Kind.SINGLE, counters));
        counters.clear();
        set.create("").counter("a").set(5);

        assertThat(set.problem()).isNull();
        assertThat(fixture.read()).isEqualTo("Set( 0)[5]");
        assertThatThrownBy(() -> CounterSetSchema.of("", CounterSetSchema.Kind.SINGLE, CounterFixture.ONE.counters()))
                .isInstanceOf(RingsideException.class);
    }

    @Test
    @DisplayName("R7.2 two sets of one name, letter case aside: instances of both are there")
    void shouldShowInstancesOfAllSetsOfAName() {
        fixture.process.open(CounterFixture.WAVES).create("Small", 0);
        fixture.process.open(CounterSetSchema.of("geometric waves", CounterSetSchema.Kind.MULTIPLE,
                CounterFixture.WAVES.counters())).create("Large", 2);

        assertThat(fixture.read()).isEqualTo("Geometric Waves(Small 0)[0, 0] geometric waves(Large 2)[0, 0]");
    }

    @Test
    @DisplayName("R7.4 closing a set ends its instances; closing one of them afterwards is a defined error")
    void shouldEndInstancesWithTheirSet() {
        final CounterSet set = fixture.process.open(CounterFixture.WAVES);
        final CounterInstance small = set.create("Small", 0);
        set.create("Large", 2);
        fixture.reader.collect();
        assertThat(fixture.instances()).hasSize(2);

        set.close();
        set.close();

        assertThat(fixture.read()).isEmpty();
        assertThat(FolderListing.namesIn(fixture.directory.counters())).isEmpty();
        assertThatThrownBy(small::close).isInstanceOf(RingsideException.class)
                .extracting(e -> ((RingsideException) e).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        small.counter("Square").increment();
        assertThatThrownBy(() -> set.create("Late", 9)).hasMessageContaining("closed");
    }

    @Test
    @DisplayName("R7.6 values are read live, without any call; an instance that was closed is gone")
    void shouldShowNewValuesAtTheNextCollection() {
        final CounterSet set = fixture.process.open(CounterFixture.WAVES);
        final CounterInstance small = set.create("Small");
        final CounterInstance large = set.create("Large");
        assertThat(List.of(small.id(), large.id())).containsExactly(0L, 1L);
        small.counter(1).set(3);
        assertThat(fixture.read()).isEqualTo("Geometric Waves(Small 0)[3, 0] Geometric Waves(Large 1)[0, 0]");

        small.counter("TRIANGLE").add(4);
        small.counter(2).increment();
        large.counter(2).decrement();
        assertThat(fixture.read()).isEqualTo("Geometric Waves(Small 0)[7, 1] Geometric Waves(Large 1)[0, -1]");

        small.close();
        small.close();
        assertThat(fixture.read()).isEqualTo("Geometric Waves(Large 1)[0, -1]");
        assertThat(set.create("Third").id()).isEqualTo(2);
    }

    @Test
    @DisplayName("R7.12 a name or an id that is taken, or not allowed, is refused by name")
    void shouldRefuseWhatDoesNotTellInstancesApart() {
        final CounterSet set = fixture.process.open(CounterFixture.WAVES);
        set.create("a", 1);

        assertCode(ErrorCode.ALREADY_EXISTS, () -> set.create("A", 2));
        assertCode(ErrorCode.ALREADY_EXISTS, () -> set.create("b", 1));
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> set.create("", 2));
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> set.create("a(b)", 2));
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> set.create("c", 0xFFFF_FFFFL));
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> set.create("c", 0xFFFF_FFFEL));
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> set.create("c", -1));
        set.create("c", 0xFFFF_FFFDL);
        final CounterSet one = fixture.process.open(CounterFixture.ONE);
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> one.create("named", 0));
        one.create("");
        assertCode(ErrorCode.ALREADY_EXISTS, () -> one.create("", 5));
        assertThat(fixture.read()).isEqualTo(
                "Geometric Waves(a 1)[0, 0] Geometric Waves(c 4294967293)[0, 0] One( 0)[0]");
    }

    @Test
    @DisplayName("R7.16 four threads add a million ones each")
    void shouldLoseNoAdditionOfManyWriters() throws InterruptedException {
        final CounterInstance one = fixture.process.open(CounterFixture.ONE).create("");
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(() -> {
                final CounterInstance.Shared calls = one.sharedCounter("calls");
                for (int n = 0; n < 1_000_000; n++) {
                    calls.increment();
                }
            }));
        }
        threads.forEach(Thread::start);
        for (final Thread thread : threads) {
            thread.join();
        }

        assertThat(fixture.read()).isEqualTo("One( 0)[4000000]");
        one.sharedCounter(7).decrement();
        assertThat(one.sharedCounter(7).value()).isEqualTo(3_999_999);
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> one.counter(7));
        assertCode(ErrorCode.NOT_FOUND, () -> one.counter(8));
        assertCode(ErrorCode.NOT_FOUND, () -> one.counter("x"));
    }

    @Test
    void shouldOpenMoreFilesForMoreInstancesAndLongNames() {
        final CounterSet set = fixture.process.open(CounterFixture.WAVES);
        final String name = "ö".repeat(1_023);
        for (int i = 0; i < 100; i++) {
            set.create("wave " + i, i).counter(1).set(i);
        }
        set.create(name, 100).counter(1).set(100);

        fixture.reader.collect();

        assertThat(fixture.instances()).hasSize(101).allSatisfy(
                instance -> assertThat(instance.value(0)).isEqualTo(instance.id()));
        assertThat(fixture.instances().get(100).name()).isEqualTo(name);
        assertThat(FolderListing.namesIn(fixture.directory.counters())).hasSize(4);
    }

    @Test
    void shouldGiveAPlaceAwayOnlyWhenNobodyCanStoreThereAnyMore() {
        final CounterSet set = fixture.process.open(CounterFixture.ONE);
        CounterInstance old = set.create("");
        final CounterInstance.Owned kept = old.counter(7);
        old.close();
        final CounterInstance second = set.create("");
        kept.set(99);
        second.counter(7).set(1);
        assertThat(fixture.read()).isEqualTo("One( 0)[1]");
        assertThat(FolderListing.namesIn(fixture.directory.counters())).hasSize(2);
        assertThat(second.generation()).isGreaterThan(old.generation());
        assertThat(kept.instance()).isSameAs(old);
    }

    @Test
    void shouldUseThePlacesOfInstancesThatNobodyHoldsAgain() {
        final CounterSet set = fixture.process.open(CounterFixture.WAVES);
        for (int i = 0; i < 600; i++) {
            set.create("wave", 1).close();
            if (i % 25 == 0) {
                System.gc();
            }
            if (FolderListing.namesIn(fixture.directory.counters()).size() > 6) {
                throw new AssertionError("places are not used again: instances=" + i);
            }
        }
    }

    @Test
    @DisplayName("a set whose file cannot be made says why, and can be used")
    void shouldGoOnWithoutAFile() throws IOException {
        Files.delete(fixture.directory.counters());
        final CounterSet set = fixture.process.open(CounterFixture.ONE);

        set.create("").counter(7).increment();

        assertThat(set.problem()).contains(fixture.file(0, 0).toString());
        final CounterSet nowhere = ProcessCounters.nowhere("no directory").open(CounterFixture.ONE);
        final CounterInstance.Shared calls = nowhere.create("").sharedCounter(7);
        calls.set(4);
        calls.increment();
        assertThat(calls.value()).isEqualTo(5);
        assertThat(nowhere.problem()).contains("no directory");
        nowhere.close();
    }

    @Test
    void shouldCountEveryAdditionWhenASetIsPublishedBesideWriters() throws Exception {
        final ProcessCounters waiting = ProcessCounters.waiting("not yet");
        final CounterInstance instance = waiting.open(CounterFixture.ONE).create("");
        final CounterInstance.Shared counter = instance.sharedCounter(7);
        final int additions = 200_000;
        final Thread writer = new Thread(() -> {
            for (int i = 0; i < additions; i++) {
                counter.increment();
            }
        });
        writer.start();
        while (counter.value() < additions / 10) {
            Thread.onSpinWait();
        }
        waiting.publish(fixture.directory, fixture.participant.files());
        writer.join();

        assertThat(counter.value()).isEqualTo(additions);
        assertThat(fixture.read()).isEqualTo("One( 0)[" + additions + ']');
        waiting.close();
    }

    @Test
    @DisplayName("files that are removed beside writers are made again with all values")
    void shouldCountEveryAdditionWhenFilesAreMadeAgainBesideWriters() throws Exception {
        final CounterSet set = fixture.process.open(CounterFixture.WAVES);
        final CounterInstance ended = set.create("ended");
        final CounterInstance.Owned late = ended.counter(2);
        final CounterInstance instance = set.create("a");
        final CounterInstance.Shared shared = instance.sharedCounter(1);
        final CounterInstance.Owned owned = instance.counter(2);
        ended.close();
        final AtomicBoolean isDone = new AtomicBoolean();
        final Thread writer = new Thread(() -> {
            while (!isDone.get()) {
                late.increment();
                shared.increment();
                owned.increment();
            }
        });
        writer.start();
        final List<Path> lost = new ArrayList<>();
        for (int i = 0; i < REMOVALS; i++) {
            Files.delete(fixture.file(0, 0));
            fixture.process.settle(lost::add);
            // As in the second between two checks, the writer goes on with the new file.
            final long before = shared.value();
            while (shared.value() < before + 2) {
                Thread.onSpinWait();
            }
        }
        isDone.set(true);
        writer.join();
        fixture.process.settle(lost::add);

        assertThat(fixture.read())
                .isEqualTo("Geometric Waves(a 1)[" + late.value() + ", " + late.value() + ']');
        assertThat(lost).hasSize(REMOVALS).containsOnly(fixture.file(0, 0));
        assertThat(set.problem()).isNull();
    }

    private static void assertCode(final ErrorCode code, final Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(RingsideException.class)
                .extracting(e -> ((RingsideException) e).code()).isEqualTo(code);
    }
}
