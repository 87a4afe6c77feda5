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
 * A mapped file, or a window of one. The buffer may be used by any thread until the mapping is closed; the closer
 * makes sure that it is not used any more. One that is neither closed nor released stays mapped for the life of the
 * JVM, also where nothing refers to it any more but an address.
 */
public final class MappedFile implements AutoCloseable {
    /** Open ones: the garbage collector would unmap those without a reference. */
    private static final Set<MappedFile> OPEN = ConcurrentHashMap.newKeySet();

    private final Path path;
    /** Identifies the mapped file; null where the file system has none. */
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

    /** Returns the path at which it was opened. */
    public Path path() {
        return path;
    }

    /** The bytes. After {@link #close()} its capacity is 0. */
    public UnsafeBuffer buffer() {
        return buffer;
    }

    /** All bytes, to be read: of this moment's mapping, with a position of its own. */
    public ByteBuffer bytes() {
        return mapping.asReadOnlyBuffer().clear();
    }

    /** Number of mapped bytes. */
    public int length() {
        return mapping.capacity();
    }

    /** Whether the file under the name is the one that was mapped, and was not truncated; or none is there. */
    public boolean isWhole() {
        try {
            final BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class,
                    LinkOption.NOFOLLOW_LINKS);
            return found.size() >= fileLength && Objects.equals(fileKey, found.fileKey());
        } catch (final IOException e) {
            return true;
        }
    }

    /** Whether the file that was mapped is under its name and is shorter than it was. */
    public boolean isCut() {
        try {
            final BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class,
                    LinkOption.NOFOLLOW_LINKS);
            return found.size() < fileLength && Objects.equals(fileKey, found.fileKey());
        } catch (final IOException e) {
            return false;
        }
    }

    /** Whether the file that was mapped is still the one that is under its name. */
    public boolean stands() {
        try {
            return Objects.equals(fileKey, keyOf(path));
        } catch (final NoSuchFileException e) {
            return false;
        } catch (final IOException e) {
            // Unknown now.
            return true;
        }
    }

    /** Returns the identity of a file; a link is not followed. */
    static @Nullable Object keyOf(final Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    }

    /**
     * Leave unmapping to the garbage collector, for a buffer that some thread may be about to use: that refers to it,
     * and it stays mapped until nothing does. The file stays. Closing has no effect any more.
     */
    public synchronized void release() {
        closed = true;
        OPEN.remove(this);
    }

    /** Unmap. The file stays. */
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
