package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.SeededRandom;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.layout.NamesDescriptor;
import io.ringside.schema.PublishedNames;
import io.ringside.schema.PublishedNames.Entry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Others see whole names, as soon as they are published, and survive whatever is in the file. */
class NamesFileTest {
    private static final UUID PROVIDER = new UUID(1, 2);

    private final PublishedNames names = new PublishedNames();
    private final List<Throwable> problems = new ArrayList<>();
    private final Incarnation incarnation = Incarnation.random();
    private TraceDirectory directory;
    private FileMaker files;
    private Path path;
    private long nowNs;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path root) {
        directory = TraceDirectory.open(root.resolve("trace"));
        files = new FileMaker(incarnation);
        path = directory.names(PROVIDER, incarnation);
    }

    @AfterEach
    void leaveNothingUnfinished() throws IOException {
        try (var left = Files.list(directory.providers())) {
            assertThat(left.filter(file -> file.getFileName().toString().startsWith(".tmp."))).isEmpty();
        }
    }

    @Test
    void shouldShowNamesAsSoonAsTheyAreWrittenToReadersThatCameBeforeAndAfter() {
        final NamesView early = view();
        assertThat(early.get().size()).isZero();
        publish(1);
        try (NamesFile file = create()) {
            nowNs += TimeUnit.SECONDS.toNanos(1);
            assertThat(early.get().entries(0)).isEqualTo(names.entries(0));
            publish(2);
            assertThat(early.get().size()).isOne();
            file.write();
            assertThat(early.get().entries(0)).isEqualTo(names.entries(0)).hasSize(3);
            assertThat(view().get().entries(0)).isEqualTo(names.entries(0));
        }
        assertThat(view().get().entries(0)).as("of a process that ended").isEqualTo(names.entries(0));
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldGrowAsFarAsNamesMay() {
        try (NamesFile file = create()) {
            final NamesView view = view();
            while (names.size() < PublishedNames.NAMES_MAX) {
                publish(Math.min(9_999, PublishedNames.NAMES_MAX - names.size()));
                file.write();
                assertThat(view.get().size()).isEqualTo(names.size());
            }
            assertThat(view.get().entries(0)).isEqualTo(names.entries(0));
        }
    }

    @Test
    void shouldFollowToAnotherFile() {
        publish(3);
        final NamesView view = view();
        try (NamesFile file = create()) {
            assertThat(view.get().size()).isEqualTo(3);
            publish(1);
            try (NamesFile other = create()) {
                assertThat(file.stands()).isFalse();
                file.moved();
                assertThat(view.get().entries(0)).isEqualTo(names.entries(0)).hasSize(4);
                publish(1);
                other.write();
                assertThat(view.get().entries(0)).isEqualTo(names.entries(0)).hasSize(5);
            }
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldNotShowWhatIsWrittenAndNotPublished() throws IOException {
        publish(3);
        create().close();
        final long all = published();
        final int last = names.entries(2).get(0).length();
        change(NamesDescriptor.PUBLISHED_OFFSET, all - last);
        for (int i = 0; i < last; i++) {
            change(NamesDescriptor.HEADER_LENGTH + (int) all - last + i / 8 * 8, -1L >>> i);
            assertThat(view().get().entries(0)).isEqualTo(names.entries(0).subList(0, 2));
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldKeepNamesBeforeDamageAndReportItOnce() throws IOException {
        publish(3);
        create().close();
        final int second = NamesDescriptor.HEADER_LENGTH + names.entries(0).get(0).length();
        change(second, -1L);

        final NamesView view = view();
        for (int i = 0; i < 3; i++) {
            assertThat(view.get().entries(0)).isEqualTo(names.entries(0).subList(0, 1));
        }
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(((RingsideException) problem).code()).isEqualTo(ErrorCode.CORRUPT);
            assertThat(problem).hasMessageContaining(path.toString()).hasMessageContaining("offset=" + second);
        });
    }

    @Test
    void shouldRefuseAFileThatShrinksOrPublishesMoreThanThereIs() throws IOException {
        publish(3);
        create().close();
        final long all = published();
        for (final long published : new long[]{all - 8, -2, Long.MAX_VALUE, PublishedNames.BYTES_MAX + 8L, all + 1}) {
            problems.clear();
            change(NamesDescriptor.PUBLISHED_OFFSET, all);
            final NamesView view = view();
            assertThat(view.get().size()).isEqualTo(3);
            change(NamesDescriptor.PUBLISHED_OFFSET, published);
            assertThat(view.get().size()).isEqualTo(3);
            assertThat(problems).as("published=" + published).hasSize(1);
        }
    }

    @Test
    void shouldRefuseAFileOfAnotherProviderProcessOrLayout() throws IOException {
        publish(1);
        create().close();
        for (final int offset : new int[]{0, 8, 16, 24, 32, 40, 48}) {
            problems.clear();
            final long before = read(offset);
            change(offset, before ^ 0x4000_0000);
            assertThat(view().get().size()).as("offset=" + offset).isZero();
            assertThat(problems).hasSize(1);
            change(offset, before);
        }
        assertThat(view().get().size()).isOne();
    }

    @Test
    void shouldRefuseAScaleThatIsOutOfRangeOrHasAName() throws IOException {
        publish(3);
        create().close();
        final int last = NamesDescriptor.HEADER_LENGTH + (int) published() - names.entries(2).get(0).length();
        final long lengths = read(last);
        for (final long word : new long[]{lengths | 20L << 48, lengths | -1L << 48, lengths | 1L << 32,
            lengths & ~(-1L << 48)}) {
            problems.clear();
            change(last, word);
            assertThat(view().get().entries(0)).as("word=%x", word).isEqualTo(names.entries(0).subList(0, 2));
            assertThat(problems).hasSize(1);
        }
        change(last, lengths);
        assertThat(view().get().entries(0)).isEqualTo(names.entries(0));
    }

    @Test
    void shouldSurviveRandomBytes() throws IOException {
        final Random random = SeededRandom.create(NamesFileTest.class);
        publish(40);
        create().close();
        final int length = NamesDescriptor.HEADER_LENGTH + (int) published();
        final byte[] sound = new byte[length];
        for (int i = 0; i < length; i += Long.BYTES) {
            ByteBuffer.wrap(sound).order(ByteOrder.LITTLE_ENDIAN).putLong(i, read(i));
        }
        for (int round = 0; round < 500; round++) {
            final byte[] bytes = sound.clone();
            for (int changes = random.nextInt(1, 6); changes > 0; changes--) {
                bytes[random.nextInt(NamesDescriptor.HEADER_LENGTH - 128, length)] = (byte) random.nextInt();
            }
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(bytes), 0);
            }
            final NamesView view = view();
            final List<Entry> seen = view.get().entries(0);
            assertThat(seen.size()).isLessThanOrEqualTo(PublishedNames.NAMES_MAX);
            assertThat(view.get().entries(0)).isEqualTo(seen);
        }
    }

    private void publish(final int count) {
        for (int i = 0; i < count; i++) {
            final int next = names.size();
            if (next % 3 == 2) {
                names.publishScale("symbol", next, next % 19, next);
            } else {
                names.publish("symbol", next, "NAME-" + next, next);
            }
        }
    }

    private NamesFile create() {
        return NamesFile.create(path, files, PROVIDER, names);
    }

    private NamesView view() {
        return new NamesView(path, PROVIDER, incarnation, () -> nowNs, problems::add);
    }

    private long published() throws IOException {
        return read(NamesDescriptor.PUBLISHED_OFFSET);
    }

    private long read(final int offset) throws IOException {
        final ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.read(word, offset);
        }
        return word.getLong(0);
    }

    private void change(final int offset, final long word) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, word), offset);
        }
    }
}
