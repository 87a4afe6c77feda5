package io.ringside.internal.counter;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.counter.CounterInstance;
import io.ringside.provider.counter.CounterSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What closed counter sets leave behind: nothing. */
@Timeout(60)
class CounterCloseTest {
    private static final int SETS = 300;
    private static final long PAGE_BYTES = 4096;

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
    @EnabledOnOs(OS.LINUX)
    void shouldGiveMemoryBackAtOnceWhereNoInstanceWasMade() {
        for (int i = 0; i < SETS; i++) {
            fixture.process.open(CounterFixture.WAVES).close();
        }

        assertThat(mappings()).isZero();
        assertThat(FolderListing.namesIn(fixture.directory.counters())).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldGiveMemoryBackWhenNothingRefersToTheInstances() {
        for (int i = 0; i < SETS; i++) {
            try (CounterSet set = fixture.process.open(CounterFixture.WAVES)) {
                set.create("wave").counter(1).increment();
            }
        }

        assertThat(FolderListing.namesIn(fixture.directory.counters())).isEmpty();
        assertThat(fixture.read()).isEmpty();
        awaitZero(this::mappings);
        awaitZero(fixture.process.heldMemory()::bytes);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldKeepMemoryThatAThreadMayStoreInto() {
        final List<CounterInstance.Owned> counters = countersOfAClosedSet();
        for (int round = 0; round < 5; round++) {
            System.gc();
        }

        assertThat(mappings()).isEqualTo(1);
        assertThat(fixture.process.heldMemory().bytes()).isPositive();
        for (int i = 0; i < 10_000; i++) {
            counters.forEach(CounterInstance.Owned::increment);
        }
        assertThat(counters).extracting(CounterCloseTest::stored).containsOnly(10_000L);
        assertThat(fixture.read()).isEmpty();
        counters.clear();
        awaitZero(this::mappings);
    }

    @Test
    void shouldCloseAllOfItWhenAFileCannotBeRemoved() throws IOException {
        final CounterSet set = fixture.process.open(CounterFixture.WAVES);
        for (int i = 0; i < 20; i++) {
            set.create("wave " + i);
        }
        final CounterSet other = fixture.process.open(CounterFixture.ONE);
        // A folder that is not empty stands where the file was.
        Files.delete(fixture.file(0, 0));
        final Path inside = Files.createFile(Files.createDirectory(fixture.file(0, 0)).resolve("file"));

        assertThatThrownBy(set::close).isInstanceOf(RingsideException.class)
                .hasMessageContaining(fixture.file(0, 0).toString());

        assertThat(fixture.file(0, 1)).doesNotExist();
        assertThat(fixture.read()).isEmpty();
        set.close();
        fixture.process.open(CounterFixture.ONE).close();
        Files.delete(inside);
        other.close();
        assertThat(FolderListing.namesIn(fixture.directory.counters())).isEmpty();
    }

    @Test
    void shouldCloseAllSetsWhenAFileOfOneCannotBeRemoved() throws IOException {
        for (int i = 0; i < 3; i++) {
            fixture.process.open(CounterFixture.ONE);
        }
        Files.delete(fixture.file(1, 0));
        final Path inside = Files.createFile(Files.createDirectory(fixture.file(1, 0)).resolve("file"));

        assertThatThrownBy(fixture.process::close).hasMessageContaining(fixture.file(1, 0).toString());

        assertThat(fixture.file(0, 0)).doesNotExist();
        assertThat(fixture.file(2, 0)).doesNotExist();
        Files.delete(inside);
        Files.delete(fixture.file(1, 0));
    }

    @Test
    void shouldBoundTheMemoryOfClosedSets() {
        final HeldMemory held = new HeldMemory();
        final List<UnsafeBuffer> buffers = new ArrayList<>(List.of(new UnsafeBuffer(new byte[8192])));
        held.add(buffers.get(0));
        held.requireRoom(HeldMemory.BYTES_MAX - 8192);

        assertThatThrownBy(() -> held.requireRoom(HeldMemory.BYTES_MAX - 8191)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("heldBytes=8192").extracting(e -> ((RingsideException) e).code())
                .isEqualTo(ErrorCode.LIMIT);
        buffers.clear();
        awaitZero(held::bytes);
        held.requireRoom(HeldMemory.BYTES_MAX);
    }

    @Test
    void shouldRefuseAFileWhileClosedSetsHoldAsManyMappingsAsTheyMay() {
        final int max = 4;
        try (ProcessCounters bounded = ProcessCounters.in(fixture.directory, fixture.participant.files(),
                new HeldMemory(HeldMemory.BYTES_MAX, max))) {
            final List<CounterInstance.Owned> counters = new ArrayList<>();
            for (int i = 0; i < max; i++) {
                try (CounterSet set = bounded.open(CounterFixture.WAVES)) {
                    assertThat(set.problem()).isNull();
                    counters.add(set.create("wave").counter(1));
                }
            }
            assertThat(bounded.open(CounterFixture.ONE).problem()).contains("heldMappings=4",
                    "maxMappings=4");
            assertThat(counters).hasSize(max).allSatisfy(CounterInstance.Owned::increment);

            counters.clear();
            // Nobody but the one who needs room asks for a collection.
            await().until(() -> bounded.open(CounterFixture.ONE).problem() == null);
        }
    }

    @Test
    void shouldCountAPageForEachMapping() {
        final HeldMemory held = new HeldMemory(3 * PAGE_BYTES, 100);
        final List<UnsafeBuffer> buffers = List.of(new UnsafeBuffer(new byte[64]), new UnsafeBuffer(new byte[64]));
        buffers.forEach(held::add);

        assertThat(held.bytes()).isEqualTo(2 * PAGE_BYTES);
        held.requireRoom(PAGE_BYTES);
        assertThatThrownBy(() -> held.requireRoom(PAGE_BYTES + 1)).hasMessageContaining("heldMappings=2");
        assertThat(buffers).hasSize(2);
    }

    @Test
    void shouldOpenNoSetWhenAllAreClosed() {
        fixture.process.close();

        final CounterSet set = fixture.process.open(CounterFixture.ONE);

        assertThat(set.problem()).contains("closed", "counterSet=One");
        assertThatThrownBy(() -> set.create("")).hasMessageContaining("counter set is closed");
        assertThat(FolderListing.namesIn(fixture.directory.counters())).isEmpty();
    }

    /** A counter of an instance that has ended before its set, and one of an instance that has ended with it. */
    private List<CounterInstance.Owned> countersOfAClosedSet() {
        try (CounterSet set = fixture.process.open(CounterFixture.WAVES)) {
            final CounterInstance ended = set.create("ended");
            final CounterInstance.Owned counter = ended.counter(1);
            ended.close();
            return new ArrayList<>(List.of(counter, set.create("open").counter(2)));
        }
    }

    /** The value where readers would look for it. */
    private static long stored(final CounterInstance.Owned counter) {
        final PushedInstance instance = (PushedInstance) counter.instance();
        final int index = instance.name().equals("ended") ? 0 : 1;
        return Objects.requireNonNull(instance.segment().buffer())
                .getLong(instance.segment().valueOffset(instance.slot(), index));
    }

    /** Mappings of files of counters in this process. */
    private long mappings() {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.contains(fixture.directory.counters().toString())).count();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void awaitZero(final LongSupplier what) {
        for (int round = 0; round < 100 && what.getAsLong() > 0; round++) {
            System.gc();
        }
        assertThat(what.getAsLong()).isZero();
    }
}
