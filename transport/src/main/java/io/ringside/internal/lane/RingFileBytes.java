package io.ringside.internal.lane;

import io.ringside.internal.files.MappedFault;
import io.ringside.internal.files.Uninterrupted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.agrona.CloseHelper;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a lane's bytes from its file, once or twice. A truncated file yields fewer bytes, never a fault, which a
 * mapping could not guarantee; a file that is not a regular one yields none. Used by one thread at a time.
 */
public final class RingFileBytes implements RingBytes, AutoCloseable {
    private final Path path;
    private final long base;
    private @Nullable FileChannel channel;

    /**
     * Creates access to the bytes of a lane. The file is opened on first use.
     *
     * @param path      path of the ring file
     * @param lane      index of the lane in the batch
     * @param laneBytes ring size of a lane in bytes
     */
    public RingFileBytes(final Path path, final int lane, final int laneBytes) {
        this.path = path;
        this.base = (long) lane * laneBytes;
    }

    @Override
    public boolean copy(final int index, final MutableDirectBuffer target, final int length) {
        final ByteBuffer bytes = target.byteBuffer();
        if (bytes == null) {
            throw new IllegalArgumentException("target wraps no byte buffer");
        }
        MappedFault.settle();
        try {
            return Uninterrupted.call(() -> read(bytes, target.wrapAdjustment(), index, length));
        } catch (final IOException e) {
            close();
            return false;
        }
    }

    /**
     * Open the file now, so that it can be read even after it was removed.
     *
     * @return whether the file exists
     */
    public boolean open() {
        try {
            return Uninterrupted.call(() -> opened() != null);
        } catch (final IOException e) {
            return false;
        }
    }

    private @Nullable FileChannel opened() throws IOException {
        FileChannel open = channel;
        if (open == null || !open.isOpen()) {
            // Opening a FIFO would block until it has a writer, possibly forever.
            if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                return null;
            }
            open = FileChannel.open(path, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
            channel = open;
        }
        return open;
    }

    private boolean read(final ByteBuffer target, final int begin, final int index, final int length)
            throws IOException {
        final FileChannel open = opened();
        if (open == null) {
            return false;
        }
        target.clear().position(begin).limit(begin + length);
        while (target.hasRemaining()) {
            if (open.read(target, base + index + target.position() - begin) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Close the file. */
    @Override
    public void close() {
        CloseHelper.close(channel);
        channel = null;
    }
}
