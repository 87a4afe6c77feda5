package io.ringside.transport.directory;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A mapped file, or a window of one. The buffer may be used by any thread until the mapping is closed; who closes it
 * makes sure that nobody uses it any more. One that is neither closed nor released stays mapped for the life of the
 * JVM, also where nothing refers to it any more but an address.
 */
public final class MappedFile implements AutoCloseable {
    /** Open ones: the garbage collector would unmap what nobody refers to. */
    private static final Set<MappedFile> OPEN = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final long fileLength;
    private final MappedByteBuffer mapping;
    private final UnsafeBuffer buffer;
    private boolean closed;

    MappedFile(final Path path, final long fileLength, final MappedByteBuffer mapping) {
        this.path = path;
        this.fileLength = fileLength;
        this.mapping = mapping;
        this.buffer = new UnsafeBuffer(mapping);
        OPEN.add(this);
    }

    /** Where it was when it was opened. */
    public Path path() {
        return path;
    }

    /** The bytes. After {@link #close()} its capacity is 0. */
    public UnsafeBuffer buffer() {
        return buffer;
    }

    /** Number of mapped bytes. */
    public int length() {
        return mapping.capacity();
    }

    /** Whether the file that stands under the name has the length that was mapped, or none stands there any more. */
    public boolean isWhole() {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .size() >= fileLength;
        } catch (final IOException e) {
            return true;
        }
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
