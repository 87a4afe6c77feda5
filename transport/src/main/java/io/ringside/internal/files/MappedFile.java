package io.ringside.internal.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A mapped file, or a window of one. The buffer may be used by any thread until the mapping is closed; the closing
 * thread must ensure that it is not used any more. A file that is neither closed nor released stays mapped for the life
 * of the JVM, even if only an address refers to it.
 */
public final class MappedFile implements AutoCloseable {
    /** Open files, which the garbage collector would otherwise unmap when they are unreachable. */
    private static final Set<MappedFile> OPEN = ConcurrentHashMap.newKeySet();

    private final Path path;
    /** Identity of the mapped file; null if the file system has none. */
    private final @Nullable Object fileKey;
    private final long fileLength;
    private final MappedByteBuffer mapping;
    private final UnsafeBuffer buffer;
    private boolean closed;

    MappedFile(final Path path, final @Nullable Object fileKey, final long fileLength,
            final MappedByteBuffer mapping) {
        this.path = path;
        this.fileKey = fileKey;
        this.fileLength = fileLength;
        this.mapping = mapping;
        this.buffer = new UnsafeBuffer(mapping);
        OPEN.add(this);
    }

    /** Returns the path at which the file was opened. */
    public Path path() {
        return path;
    }

    /** Returns the buffer of the file; its capacity is 0 after {@link #close()}. */
    public UnsafeBuffer buffer() {
        return buffer;
    }

    /** Returns a read-only view of all bytes, with its own position. */
    public ByteBuffer bytes() {
        return mapping.asReadOnlyBuffer().clear();
    }

    /** Returns the number of mapped bytes. */
    public int length() {
        return mapping.capacity();
    }

    /** Returns whether the file under the name is the mapped one and was not truncated, or does not exist. */
    public boolean isWhole() {
        try {
            final BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class,
                    LinkOption.NOFOLLOW_LINKS);
            return found.size() >= fileLength && Objects.equals(fileKey, found.fileKey());
        } catch (final IOException e) {
            return true;
        }
    }

    /** Returns whether the mapped file still exists under its name and has become shorter. */
    public boolean isCut() {
        try {
            final BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class,
                    LinkOption.NOFOLLOW_LINKS);
            return found.size() < fileLength && Objects.equals(fileKey, found.fileKey());
        } catch (final IOException e) {
            return false;
        }
    }

    /** Returns whether the mapped file still exists under its name. */
    public boolean stands() {
        try {
            return Objects.equals(fileKey, keyOf(path));
        } catch (final NoSuchFileException e) {
            return false;
        } catch (final IOException e) {
            // The state is unknown at this moment.
            return true;
        }
    }

    /** Returns the identity of a file; a link is not followed. */
    static @Nullable Object keyOf(final Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    }

    /**
     * Leave unmapping to the garbage collector, for a buffer that some thread may be about to use: the file stays
     * mapped as long as its buffer is reachable. The file is not removed. Closing has no effect any more.
     */
    public synchronized void release() {
        closed = true;
        OPEN.remove(this);
    }

    /** Unmap the file, which is not removed. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            buffer.wrap(0, 0);
            BufferUtil.free(mapping);
            OPEN.remove(this);
        }
    }
}
