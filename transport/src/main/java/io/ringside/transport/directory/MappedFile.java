package io.ringside.transport.directory;

import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A mapped file, or a window of one. The buffer may be used by any thread until the mapping is closed; who closes it
 * makes sure that nobody uses it any more.
 */
public final class MappedFile implements AutoCloseable {
    private final Path path;
    private final MappedByteBuffer mapping;
    private final UnsafeBuffer buffer;
    private boolean closed;

    MappedFile(final Path path, final MappedByteBuffer mapping) {
        this.path = path;
        this.mapping = mapping;
        this.buffer = new UnsafeBuffer(mapping);
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

    /** Unmap. The file stays. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            buffer.wrap(0, 0);
            BufferUtil.free(mapping);
        }
    }
}
