package io.ringside.bench.stress;

import io.ringside.bench.stress.LaneMemory.Kind;
import io.ringside.internal.lane.RingBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.agrona.BufferUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Factory of lane memory, of all kinds in turn, so that every test uses all of them. Files are in {@code /dev/shm} if
 * that exists, and are deleted once they are mapped. Thread-safe.
 */
final class LaneMemories {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final int LANES_PER_FILE = 64;
    private static final int FILE_LENGTH = LANES_PER_FILE * LaneMemory.LENGTH;
    private static final int ALIGNMENT = 128;

    private static final Queue<LaneMemory> READY = new ArrayDeque<>();

    private LaneMemories() {}

    static LaneMemory next() {
        synchronized (READY) {
            if (READY.isEmpty()) {
                refill();
            }
            return READY.remove();
        }
    }

    private static void refill() {
        try {
            final List<List<LaneMemory>> kinds = List.of(direct(), mapped(), mappedTwice(), mappedAndRead());
            for (int lane = 0; lane < LANES_PER_FILE; lane++) {
                for (final List<LaneMemory> lanes : kinds) {
                    READY.add(lanes.get(lane));
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException("no memory for lanes: directory=" + directory(), e);
        }
    }

    private static List<LaneMemory> direct() {
        final UnsafeBuffer memory = new UnsafeBuffer(BufferUtil.allocateDirectAligned(FILE_LENGTH, ALIGNMENT));
        return lanes(Kind.DIRECT, memory, memory, base -> copyFrom(memory, base));
    }

    private static List<LaneMemory> mapped() throws IOException {
        try (FileChannel channel = newFile()) {
            final UnsafeBuffer memory = map(channel);
            return lanes(Kind.MAPPED, memory, memory, base -> copyFrom(memory, base));
        }
    }

    private static List<LaneMemory> mappedTwice() throws IOException {
        try (FileChannel channel = newFile()) {
            final UnsafeBuffer memory = map(channel);
            final UnsafeBuffer other = map(channel);
            return lanes(Kind.MAPPED_TWICE, memory, other, base -> copyFrom(other, base));
        }
    }

    /** Returns memory that is read with system calls. The channel stays open as long as one of the lanes is in use. */
    @SuppressWarnings("resource")
    private static List<LaneMemory> mappedAndRead() throws IOException {
        final FileChannel channel = newFile();
        return lanes(Kind.MAPPED_AND_READ, map(channel), map(channel), base -> readFrom(channel, base));
    }

    private static List<LaneMemory> lanes(final Kind kind, final UnsafeBuffer memory, final UnsafeBuffer other,
            final IntFunction<RingBytes> bytesAt) {
        return IntStream.range(0, LANES_PER_FILE).map(lane -> lane * LaneMemory.LENGTH)
                .mapToObj(base -> LaneMemory.of(kind, memory, other, base, bytesAt.apply(base))).toList();
    }

    private static RingBytes copyFrom(final UnsafeBuffer memory, final int base) {
        return new RingBytes() {
            @Override
            public long wordAcquire(final int index) {
                return memory.getLongAcquire(base + index);
            }

            @Override
            public boolean copyUnasked(final int index, final MutableDirectBuffer target, final int length) {
                return copy(index, target, length);
            }

            @Override
            public boolean copy(final int index, final MutableDirectBuffer target, final int length) {
                target.putBytes(0, memory, base + index, length);
                return true;
            }
        };
    }

    private static RingBytes readFrom(final FileChannel channel, final int base) {
        return (index, target, length) -> {
            final ByteBuffer bytes = Objects.requireNonNull(target.byteBuffer()).clear().limit(length);
            try {
                while (bytes.hasRemaining()) {
                    if (channel.read(bytes, (long) base + index + bytes.position()) < 0) {
                        return false;
                    }
                }
                return true;
            } catch (final IOException e) {
                throw new UncheckedIOException("ring not readable: index=" + index + ", length=" + length, e);
            }
        };
    }

    private static FileChannel newFile() throws IOException {
        final FileChannel channel = FileChannel.open(directory().resolve("ringside-stress-" + UUID.randomUUID()),
                StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE);
        final ByteBuffer zeros = ByteBuffer.allocate(FILE_LENGTH);
        while (zeros.hasRemaining()) {
            channel.write(zeros, zeros.position());
        }
        return channel;
    }

    private static UnsafeBuffer map(final FileChannel channel) throws IOException {
        return new UnsafeBuffer(channel.map(MapMode.READ_WRITE, 0, FILE_LENGTH));
    }

    private static Path directory() {
        return Files.isWritable(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    }
}
