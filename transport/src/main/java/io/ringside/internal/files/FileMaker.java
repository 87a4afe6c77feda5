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
 * Creates files that appear complete: each is made under a temporary name in its folder, with every byte written, and
 * then renamed. After a failure, such as a full disk, no file is left. Thread-safe.
 */
public final class FileMaker {
    private static final int CHUNK_LENGTH = 64 * 1024;
    private static final int PAGE_LENGTH = 4096;
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final Incarnation maker;

    /** Writes a file, and returns its mapping if one is needed. */
    private interface Content {
        @Nullable
        MappedFile write(FileChannel channel, Path temporary) throws IOException;
    }

    /**
     * Create a maker of files for a process.
     *
     * @param maker process after whose death incomplete files may be removed
     */
    public FileMaker(final Incarnation maker) {
        this.maker = maker;
    }

    /** Returns the process after whose death incomplete files may be removed. */
    public Incarnation incarnation() {
        return maker;
    }

    /**
     * Returns a temporary name under which a file can be made before it is renamed.
     *
     * @param target of the rename
     * @return a path in the same folder that is not in use
     */
    public Path temporary(final Path target) {
        return target.resolveSibling(new TemporaryFileName(maker, NUMBERS.incrementAndGet()).toString());
    }

    /**
     * Write a small file that is not visible yet. All that remains is a rename, which takes no space.
     *
     * @param target   of the rename, which may exist
     * @param contents whole content
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
     * @throws RingsideException if the file cannot be made, or exists
     */
    public void createZeroed(final Path target, final long length) {
        requireAbsent(target);
        publish(target, (channel, temporary) -> {
            writeZeros(channel, 0, length);
            return null;
        });
    }

    /**
     * Make a file of several parts, and replace any existing file.
     *
     * @param target of the rename
     * @param parts  number of them
     * @param part   returns the bytes of each part, written from position to limit; if it throws, no file is made
     * @throws RingsideException if the file cannot be made
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
     * @param content writes into the zeros through the returned mapping; if it throws, no file is made
     * @return the mapping, readable and writable, all of its pages present
     * @throws RingsideException if the file cannot be made, or exists
     */
    public MappedFile create(final Path target, final int length, final Consumer<UnsafeBuffer> content) {
        return create(target, length, length, content);
    }

    /**
     * Make a file of which only the first bytes are used for now, and map all of it. The others take no memory, and
     * must not be accessed before {@link #writeOn}.
     *
     * @param target  of the rename, which must not exist
     * @param length  of the file in bytes
     * @param written bytes that are used from now on, positive and at most the length
     * @param content writes into their zeros through the returned mapping; if it throws, no file is made
     * @return the mapping, readable and writable
     * @throws RingsideException if the file cannot be made, or exists
     */
    public MappedFile create(final Path target, final int length, final int written,
            final Consumer<UnsafeBuffer> content) {
        requireAbsent(target);
        return replace(target, length, written, content);
    }

    /**
     * Make a file, map it, and replace any existing file.
     *
     * @param target  of the rename
     * @param length  of the file in bytes
     * @param written bytes that are used from now on, positive and at most the length
     * @param content writes into their zeros through the returned mapping; if it throws, no file is made
     * @return the mapping, readable and writable
     * @throws RingsideException if the file cannot be made
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
     * Extend the usable part of a mapped file by bytes that are zero.
     *
     * @param file     file that is longer than its written part
     * @param position end of the written part
     * @param length   number of bytes to add
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
     * Make an empty file unless the path exists.
     *
     * @param path path of the file
     * @throws IOException if the file cannot be made
     */
    public static void createEmpty(final Path path) throws IOException {
        try {
            Files.createFile(path, Permissions.ofFile(path));
            Permissions.settleFile(path);
        } catch (final FileAlreadyExistsException e) {
            // An existing file serves as well.
            return;
        }
    }

    /** Sets the permissions of a file that a library has made to those that its folder passes on. */
    public static void settle(final Path path) {
        try {
            Permissions.settleFile(path);
        } catch (final IOException e) {
            // The file belongs to another member of the group, who has already done so.
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

    /** Stores one byte in each written page, so that the page is in the page table of this mapping. */
    private static void touchPages(final UnsafeBuffer buffer, final int position, final int length) {
        for (int offset = position; offset < position + length; offset += PAGE_LENGTH) {
            buffer.putByte(offset, (byte) 0);
        }
    }
}
