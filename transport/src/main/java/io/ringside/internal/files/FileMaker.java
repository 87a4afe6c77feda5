package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.FileNames.TemporaryFileName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Makes files that appear complete: under a temporary name in the folder of the file, with every byte written, and then
 * renamed. A failure, such as a full disk, leaves no file. Thread-safe.
 */
public final class FileMaker {
    private static final int CHUNK_LENGTH = 64 * 1024;
    private static final int PAGE_LENGTH = 4096;
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final Incarnation maker;

    /** Writes a file, and gives its mapping if it needs one. */
    private interface Content {
        @Nullable
        MappedFile write(FileChannel channel, Path temporary) throws IOException;
    }

    /**
     * Make files in the name of a process.
     *
     * @param maker whose death permits to remove what it has not completed
     */
    public FileMaker(final Incarnation maker) {
        this.maker = maker;
    }

    /** Returns the process after whose death incomplete files may be removed. */
    public Incarnation incarnation() {
        return maker;
    }

    /**
     * A name under which a file can be made that will get another.
     *
     * @param target of the rename
     * @return a path in the same folder that is not in use
     */
    public Path temporary(final Path target) {
        return target.resolveSibling(new TemporaryFileName(maker, NUMBERS.incrementAndGet()).toString());
    }

    /**
     * Write a small file that does not appear yet. Afterwards nothing but a rename is needed, which takes no space.
     *
     * @param target   of the rename, which may exist
     * @param contents all of it
     * @return the file, to be closed
     * @throws RingsideException if it cannot be written
     */
    public StagedFile stage(final Path target, final byte[] contents) {
        try {
            return Uninterrupted.call(() -> stageOnce(target, (channel, temporary) -> {
                writeAll(channel, ByteBuffer.wrap(contents));
                return null;
            }));
        } catch (final IOException e) {
            throw RingsideException.ofFile("create a file", target, e);
        }
    }

    /**
     * Make a file of zeros. Every byte is written, so that none of its pages can fail to exist later.
     *
     * @param target of the rename, which must not exist
     * @param length of the file in bytes, positive
     * @throws RingsideException if it cannot be made, or exists
     */
    public void createZeroed(final Path target, final long length) {
        requireAbsent(target);
        publish(target, (channel, temporary) -> {
            writeZeros(channel, 0, length);
            return null;
        });
    }

    /**
     * Make a file of several parts, and put it in the place of what is there, if anything does.
     *
     * @param target of the rename
     * @param parts  number of them
     * @param part   gives the bytes of each, to be written from position to limit; what it throws prevents the file
     * @throws RingsideException if it cannot be made
     */
    public void replace(final Path target, final int parts, final IntFunction<ByteBuffer> part) {
        publish(target, (channel, temporary) -> {
            channel.position(0);
            for (int i = 0; i < parts; i++) {
                writeAll(channel, part.apply(i));
            }
            return null;
        });
    }

    /**
     * Make a file, and map it.
     *
     * @param target  of the rename, which must not exist
     * @param length  of the file in bytes, positive
     * @param content writes into the zeros, through the mapping that is returned; what it throws prevents the file
     * @return the mapping, readable and writable, all of its pages present
     * @throws RingsideException if it cannot be made, or exists
     */
    public MappedFile create(final Path target, final int length, final Consumer<UnsafeBuffer> content) {
        return create(target, length, length, content);
    }

    /**
     * Make a file of which only the first bytes are used for now, and map all of it. The others take no memory, and
     * must not be touched before {@link #writeOn}.
     *
     * @param target  of the rename, which must not exist
     * @param length  of the file in bytes
     * @param written bytes that are used from now on, positive and at most the length
     * @param content writes into their zeros, through the mapping that is returned; what it throws prevents the file
     * @return the mapping, readable and writable
     * @throws RingsideException if it cannot be made, or exists
     */
    public MappedFile create(final Path target, final int length, final int written,
            final Consumer<UnsafeBuffer> content) {
        requireAbsent(target);
        return replace(target, length, written, content);
    }

    /**
     * Make a file, map it, and put it in the place of what is there, if anything does.
     *
     * @param target  of the rename
     * @param length  of the file in bytes
     * @param written bytes that are used from now on, positive and at most the length
     * @param content writes into their zeros, through the mapping that is returned; what it throws prevents the file
     * @return the mapping, readable and writable
     * @throws RingsideException if it cannot be made
     */
    public MappedFile replace(final Path target, final int length, final int written,
            final Consumer<UnsafeBuffer> content) {
        return publish(target, (channel, temporary) -> {
            writeZeros(channel, 0, written);
            if (KillPoint.ARMED) {
                KillPoint.FILE_ZEROED.reached();
            }
            final MappedFile mapped = new MappedFile(target, MappedFile.keyOf(temporary), length,
                    channel.map(MapMode.READ_WRITE, 0, length));
            return filled(mapped, written, content);
        }).orElseThrow();
    }

    /**
     * Let more bytes of a mapped file be used, which are zeros from now on.
     *
     * @param file     that was made longer than it was written
     * @param position from which on it was not written
     * @param length   in bytes
     * @throws RingsideException if the file system has no room for them
     */
    public static void writeOn(final MappedFile file, final int position, final int length) {
        try {
            Uninterrupted.call(() -> {
                try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS)) {
                    writeZeros(channel, position, length);
                }
                return file;
            });
        } catch (final IOException e) {
            throw RingsideException.ofFile("write a file", file.path(), e);
        }
        touchPages(file.buffer(), position, length);
    }

    /**
     * Make an empty file if nothing is there.
     *
     * @param path of the file
     * @throws IOException if that is not possible
     */
    public static void createEmpty(final Path path) throws IOException {
        try {
            Files.createFile(path, Permissions.ofFile(path));
            Permissions.settleFile(path);
        } catch (final FileAlreadyExistsException e) {
            // An existing file is as good as a new one.
            return;
        }
    }

    /** Gives a file that a library has made the rights that its folder hands on. */
    public static void settle(final Path path) {
        try {
            Permissions.settleFile(path);
        } catch (final IOException e) {
            // It belongs to another member of the group, who has done so.
        }
    }

    /**
     * Make a folder in which files will be made.
     *
     * @param path of the folder, which must not exist
     * @throws RingsideException if it cannot be made, or exists
     */
    public static void createFolder(final Path path) {
        try {
            Permissions.createFolder(path);
        } catch (final IOException e) {
            throw RingsideException.ofFile("create a folder", path, e);
        }
    }

    private static void requireAbsent(final Path target) {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new RingsideException(ErrorCode.ALREADY_EXISTS,
                    "file exists where a new one should be: path=" + target + ": remove it if it is foreign");
        }
    }

    private Optional<MappedFile> publish(final Path target, final Content content) {
        try {
            return Uninterrupted.call(() -> {
                try (StagedFile staged = stageOnce(target, content)) {
                    staged.publish();
                    return staged.takeMapping();
                }
            });
        } catch (final IOException e) {
            throw RingsideException.ofFile("create a file", target, e);
        }
    }

    private StagedFile stageOnce(final Path target, final Content content) throws IOException {
        final Path temporary = temporary(target);
        boolean complete = false;
        try (FileChannel channel = FileChannel.open(temporary,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS),
                Permissions.ofFile(target))) {
            Permissions.settleFile(temporary);
            final StagedFile staged = new StagedFile(temporary, target, content.write(channel, temporary));
            complete = true;
            if (KillPoint.ARMED) {
                KillPoint.FILE_FILLED.reached();
            }
            return staged;
        } finally {
            if (!complete) {
                Files.deleteIfExists(temporary);
            }
        }
    }

    private static MappedFile filled(final MappedFile mapped, final int written,
            final Consumer<UnsafeBuffer> content) {
        try {
            touchPages(mapped.buffer(), 0, written);
            content.accept(mapped.buffer());
            return mapped;
        } catch (final RuntimeException | Error e) {
            mapped.close();
            throw e;
        }
    }

    private static void writeZeros(final FileChannel channel, final long position, final long length)
            throws IOException {
        channel.position(position);
        final ByteBuffer zeros = ByteBuffer.allocate((int) Math.min(length, CHUNK_LENGTH));
        for (long written = 0; written < length; written += zeros.limit()) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), length - written));
            writeAll(channel, zeros);
        }
    }

    private static void writeAll(final FileChannel channel, final ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Pages that were written are not yet in the page table of this mapping: one store each brings them there. */
    private static void touchPages(final UnsafeBuffer buffer, final int position, final int length) {
        for (int offset = position; offset < position + length; offset += PAGE_LENGTH) {
            buffer.putByte(offset, (byte) 0);
        }
    }
}
