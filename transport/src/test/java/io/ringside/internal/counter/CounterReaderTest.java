package io.ringside.internal.counter;

import com.sun.management.ThreadMXBean;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.counter.CounterValue;
import io.ringside.internal.counter.PushedInstance.Identity;
import io.ringside.internal.files.ChildJvm;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.layout.CounterFileDescriptor;
import io.ringside.provider.counter.CounterInstance;
import io.ringside.provider.counter.CounterSet;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class CounterReaderTest {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int CUT_ROUNDS = 500;

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
    void shouldFindInstancesAndSetsThatComeLater() {
        assertThat(fixture.read()).isEmpty();
        final CounterSet set = fixture.process.open(CounterFixture.ONE);
        assertThat(fixture.read()).isEmpty();
        assertThat(fixture.reader.files()).hasSize(1);
        final CounterInstance instance = set.create("");
        final long changes = fixture.reader.collect();
        assertThat(fixture.read()).isEqualTo("One( 0)[0]");
        instance.counter(7).increment();
        assertThat(fixture.reader.collect()).isEqualTo(changes);
        instance.close();
        assertThat(fixture.reader.collect()).isGreaterThan(changes);
        assertThat(fixture.read()).isEmpty();
    }

    @Test
    void shouldTakeAnInstanceThatStartsAgainForAnother() {
        final CounterSet set = fixture.process.open(CounterFixture.ONE);
        final CounterInstance first = set.create("", 4);
        fixture.reader.collect();
        final InstanceView old = fixture.instances().get(0);
        first.close();
        set.create("", 4);
        fixture.reader.collect();

        final InstanceView next = fixture.instances().get(0);
        assertThat(next).isNotSameAs(old);
        assertThat(next.generation()).isGreaterThan(old.generation());
        assertThat(next.id()).isEqualTo(old.id());
    }

    @Test
    @DisplayName("values survive the process that wrote them, and are marked stale")
    void shouldMarkWhatADeadProcessHasLeft() throws IOException, InterruptedException {
        final long[] pid = new long[1];
        try (ChildJvm child = ChildJvm.start(List.of(), CountingApplication.class,
                fixture.directory.path().toString())) {
            assertThat(child.readLine()).isEqualTo("counting");
            pid[0] = child.pid();
            assertThat(fixture.read()).isEqualTo("One( 0)[42]");
            assertThat(fixture.reader.files().get(0).isStale()).isFalse();
            child.kill();
            child.await();
        }
        fixture.nowNs += SECOND_NS;

        assertThat(fixture.read()).isEqualTo("One( 0)[42]");
        assertThat(fixture.reader.files().get(0).isStale()).isTrue();
        assertThat(fixture.reader.files().get(0).pid()).isEqualTo(pid[0]);
        try (CounterReader later = new CounterReader(fixture.directory, System::nanoTime)) {
            later.collect();
            assertThat(later.files().get(0).isStale()).isTrue();
        }
    }

    @Test
    @DisplayName("R7.23 whatever the bytes of a file are, a reader says so or goes on")
    void shouldSurviveAnyBytes() throws IOException {
        final CounterSet set = fixture.process.open(CounterFixture.WAVES);
        set.create("Small", 0).counter(1).set(5);
        set.create("Large", 2);
        final byte[] sound = Files.readAllBytes(fixture.file(0, 0));
        final long seed = 20_261;
        final Random random = new Random(seed);
        for (int i = 0; i < 400; i++) {
            final byte[] damaged = sound.clone();
            for (int n = random.nextInt(8); n >= 0; n--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            Files.write(fixture.file(0, 0), damaged);
            try (CounterReader reader = new CounterReader(fixture.directory, System::nanoTime)) {
                reader.collect();
                reader.collect();
                assertThat(reader.files().isEmpty()).as("seed=%d, round=%d", seed, i).isEqualTo(reader.isDamaged());
                assertThat(reader.problems()).as("seed=%d, round=%d", seed, i).hasSizeLessThan(2);
            }
        }
        Files.write(fixture.file(0, 0), sound);
        assertThat(fixture.read()).isEqualTo("Geometric Waves(Small 0)[5, 0] Geometric Waves(Large 2)[0, 0]");
    }

    @Test
    @DisplayName("R7.23 a damaged slot costs its own instance, a damaged number of slots nothing")
    void shouldShowADamagedInstanceAsSuch() throws IOException {
        final CounterSet set = fixture.process.open(CounterFixture.WAVES);
        set.create("Small", 0);
        set.create("Large", 2);
        fixture.reader.collect();
        final int slots = CounterFileDescriptor.slotsOffset(contentLength());
        final int slot = CounterFileDescriptor.slotLength(2, CounterFileDescriptor.SHORT_NAME_ROOM);
        putInt(slots + CounterFileDescriptor.SLOT_NAME_LENGTH_OFFSET, Integer.MAX_VALUE);
        putInt(slots + slot + CounterFileDescriptor.SLOT_NAME_LENGTH_OFFSET, -1);
        putInt(CounterFileDescriptor.SLOTS_USED_OFFSET + 4, 0x7000_0000);
        try (CounterReader reader = new CounterReader(fixture.directory, System::nanoTime)) {
            reader.collect();
            final CounterFileView file = reader.files().get(0);
            assertThat(file.slots()).isEqualTo(16);
            assertThat(List.of(file.instance(0).name(), file.instance(1).name())).containsExactly("damaged 0",
                    "damaged 1");
            assertThat(file.instance(1).status()).isEqualTo(CounterValue.Status.INVALID_SAMPLE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x7000_0000, 1, -1, Integer.MIN_VALUE})
    @DisplayName("R7.23 a damaged number of slots costs no row, and is reported")
    void shouldReportADamagedNumberOfSlotsAndReadAllOfThem(final int upperHalf) throws IOException {
        fixture.process.open(CounterFixture.WAVES).create("Small", 0);
        putInt(CounterFileDescriptor.SLOTS_USED_OFFSET + 4, upperHalf);

        assertThat(fixture.read()).isEqualTo("Geometric Waves(Small 0)[0, 0]");
        assertThat(fixture.reader.problems()).singleElement().asString().contains("number of used slots is damaged",
                fixture.file(0, 0).toString());

        putInt(CounterFileDescriptor.SLOTS_USED_OFFSET + 4, 0);
        fixture.nowNs += SECOND_NS;
        assertThat(fixture.read()).isEqualTo("Geometric Waves(Small 0)[0, 0]");
        assertThat(fixture.reader.problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 9, -1})
    @DisplayName("R7.3 a block that has not the size of its counters is refused: here 16 bytes for two")
    void shouldRefuseABlockOfAnotherSize(final int values) throws IOException {
        fixture.process.open(CounterFixture.WAVES).create("Small", 0);
        putInt(CounterFileDescriptor.VALUES_OFFSET, values);

        assertThat(fixture.read()).isEmpty();
        assertThat(fixture.reader.problems()).singleElement().asString().contains(fixture.file(0, 0).toString());
        putInt(CounterFileDescriptor.VALUES_OFFSET, 2);
        fixture.nowNs += SECOND_NS;
        assertThat(fixture.read()).isEqualTo("Geometric Waves(Small 0)[0, 0]");
    }

    @Test
    @DisplayName("R7.23 a file that was cut is told of")
    void shouldTellOfAFileThatWasCut() throws IOException {
        fixture.process.open(CounterFixture.ONE).create("");
        fixture.reader.collect();
        try (RandomAccessFile file = new RandomAccessFile(fixture.file(0, 0).toFile(), "rw")) {
            file.setLength(16);
        }
        fixture.nowNs += SECOND_NS;
        fixture.reader.collect();

        assertThat(fixture.reader.files()).isEmpty();
        assertThat(fixture.reader.problems()).singleElement().asString().contains(fixture.file(0, 0).toString());
        Files.delete(fixture.file(0, 0));
    }

    @Test
    @Tag("jdk25")
    @DisplayName("R7.23 a file that is cut between two listings costs its own values, and no error escapes")
    void shouldLeaveOutAFileThatIsCutBetweenTwoListings() throws IOException {
        final CounterSet cut = fixture.process.open(CounterFixture.WAVES);
        IntStream.range(0, 16).forEach(i -> cut.create("wave " + i, i));
        fixture.process.open(CounterFixture.ONE).create("");
        final byte[] sound = Files.readAllBytes(fixture.file(0, 0));
        assertThat(sound.length).isGreaterThan(4_096);
        // A folder that has not changed for long is not listed at each collection.
        Files.setLastModifiedTime(fixture.directory.counters(), FileTime.fromMillis(1));
        for (int i = 0; i < CUT_ROUNDS; i++) {
            fixture.nowNs += SECOND_NS;
            fixture.reader.collect();
            assertThat(fixture.reader.files()).as("round %d", i).hasSize(2);
            try (FileChannel file = FileChannel.open(fixture.file(0, 0), StandardOpenOption.WRITE)) {
                file.truncate(4_096);
                final long changes = fixture.reader.collect();
                MappedFault.settle();
                assertThat(fixture.reader.collect()).as("round %d", i).isEqualTo(changes);
                assertThat(fixture.reader.files()).extracting(view -> view.schema().name()).containsExactly("One");
                assertThat(fixture.reader.isDamaged()).isTrue();
                file.write(ByteBuffer.wrap(sound), 0);
            }
        }
        fixture.nowNs += SECOND_NS;
        fixture.reader.collect();
        assertThat(fixture.reader.isDamaged()).isFalse();
    }

    @Test
    @Tag("jdk25")
    @DisplayName("a collection that meets nothing new allocates nothing")
    void shouldAllocateNothingOnceAllInstancesAreKnown() throws InterruptedException {
        final CounterSet set = fixture.process.open(CounterFixture.WAVES);
        for (int i = 0; i < 100; i++) {
            set.create("wave " + i, i);
        }
        // The folder's time has steps of some milliseconds, within which every collection looks again.
        final long settledMs = System.currentTimeMillis() + 200;
        while (System.currentTimeMillis() < settledMs) {
            fixture.reader.collect();
        }
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < 2_000; i++) {
            fixture.reader.collect();
            threads.getCurrentThreadAllocatedBytes();
        }
        final long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1_000; i++) {
            fixture.reader.collect();
        }
        // Until JDK 25, asking for the fault of a file that was cut takes an empty array.
        assertThat((threads.getCurrentThreadAllocatedBytes() - before) / 1_000)
                .isEqualTo(Runtime.version().feature() >= 25 ? 0 : 16);
    }

    @Test
    void shouldNeverMixTwoInstancesOfOnePlace() throws InterruptedException {
        final int values = 256;
        final byte[] content = CounterFiles.content(CounterSetSchema.of("Many", CounterSetSchema.Kind.SINGLE,
                IntStream.range(0, values).mapToObj(i -> CounterSchema.of(i, "n" + i, CounterType.LARGE_RAWCOUNT))
                        .toList()));
        final SlotGeometry geometry = SlotGeometry.of(content.length, values, CounterFileDescriptor.SHORT_NAME_ROOM, 1);
        final CounterSegment segment = fixture.process.newSegment(0, 0, content, geometry);
        final AtomicBoolean ended = new AtomicBoolean();
        final Thread writer = new Thread(() -> {
            for (long n = 1; n <= 100_000; n++) {
                final int slot = segment.add(new Identity(n, "", n, n), new byte[0]);
                for (int i = 0; i < values; i++) {
                    segment.buffer().putLongRelease(segment.valueOffset(slot, i), n);
                }
                segment.end(slot);
                segment.release(slot);
            }
            ended.set(true);
        });
        fixture.reader.collect();
        writer.start();
        long met = 0;
        while (!ended.get()) {
            fixture.reader.collect();
            for (final InstanceView instance : fixture.instances()) {
                met++;
                assertThat(instance.id()).isEqualTo(instance.generation());
                assertThat(instance.epochNs()).isEqualTo(instance.generation());
                for (int i = 0; i < values; i++) {
                    if (instance.value(i) != 0 && instance.value(i) != instance.generation()) {
                        throw new AssertionError("value of another instance: generation=" + instance.generation()
                                + ", value=" + instance.value(i));
                    }
                }
            }
        }
        writer.join();
        assertThat(met).isPositive();
    }

    @Test
    void shouldReadTwoProcessesOfOneDirectory() {
        fixture.process.open(CounterFixture.ONE).create("").counter(7).set(1);
        try (Participant other = Participant.join(fixture.directory);
                ProcessCounters counters = ProcessCounters.in(fixture.directory, other.files())) {
            counters.open(CounterFixture.ONE).create("").counter(7).set(1);
            assertThat(fixture.read()).isEqualTo("One( 0)[1] One( 0)[1]");
        }
        assertThat(fixture.read()).isEqualTo("One( 0)[1]");
    }

    private int contentLength() throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(fixture.file(0, 0))).order(ByteOrder.LITTLE_ENDIAN)
                .getInt(CounterFileDescriptor.CONTENT_LENGTH_OFFSET);
    }

    private void putInt(final int offset, final int value) throws IOException {
        try (FileChannel channel = FileChannel.open(fixture.file(0, 0), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, value), offset);
        }
    }
}
