package io.ringside.internal.queue;

import io.ringside.internal.files.MappedFault;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.Closeable;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.TailerDirection;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import org.agrona.ExpandableDirectByteBuffer;
import org.jspecify.annotations.Nullable;

/** Chronicle's reader of a queue, with its failures turned into ours. Not thread-safe. */
final class QueueTail implements AutoCloseable {
    /** Documents begin at multiples of that, with a header of as many bytes. */
    private static final int HEADER_BYTES = 4;

    private final Path folder;
    private final SingleChronicleQueue queue;
    private final int maxExcerptBytes;
    /** Null until it is needed, and where its queue's first file is damaged: it goes there before anywhere else. */
    private @Nullable ExcerptTailer opened;
    private int length;
    private int file;
    private long index;
    private long position;

    QueueTail(final Path folder, final SingleChronicleQueue queue, final int maxExcerptBytes) {
        this.folder = folder;
        this.queue = queue;
        this.maxExcerptBytes = maxExcerptBytes;
    }

    /** Begin again: a tailer whose file has failed or is gone cannot be moved. */
    void renew() {
        close();
        opened = null;
    }

    private ExcerptTailer tailer() {
        final ExcerptTailer known = opened;
        if (known != null) {
            return known;
        }
        final ExcerptTailer tailer = QueueFiles.handedOver(queue.createTailer());
        opened = tailer;
        return tailer;
    }

    void toStart() {
        tailer().direction(TailerDirection.FORWARD).toStart();
    }

    void toEnd() {
        tailer().direction(TailerDirection.BACKWARD).toEnd();
    }

    /** Returns the file. */
    int to(final long excerptIndex) {
        final ExcerptTailer tailer = tailer();
        tailer.direction(TailerDirection.FORWARD);
        tailer.moveToIndex(excerptIndex);
        return queue.rollCycle().toCycle(excerptIndex);
    }

    /** False if the file holds nothing yet, or is there no more. */
    boolean toFile(final int number) {
        try {
            final ExcerptTailer tailer = tailer();
            tailer.direction(TailerDirection.FORWARD);
            final boolean isThere = tailer.moveToCycle(number);
            MappedFault.settle();
            return isThere;
        } catch (final NullPointerException e) {
            // A file that was begun by somebody who was killed over it, and holds nothing yet.
            renew();
        } catch (final Throwable e) {
            throw QueueFiles.unreadable("read a recording", folder, e);
        }
        return false;
    }

    /** Whether there is an excerpt at its place. */
    boolean isPresent() {
        try (DocumentContext document = tailer().readingDocument()) {
            document.rollbackOnClose();
            final boolean isPresent = document.isPresent();
            MappedFault.settle();
            return isPresent;
        } catch (final Throwable e) {
            throw QueueFiles.unreadable("read a recording", folder, e);
        }
    }

    boolean read(final ExpandableDirectByteBuffer target) {
        try (DocumentContext document = tailer().readingDocument()) {
            if (!document.isPresent()) {
                MappedFault.settle();
                return false;
            }
            final Bytes<?> bytes = document.wire().bytes();
            final long remaining = bytes.readRemaining();
            if (remaining > maxExcerptBytes) {
                throw new IllegalStateException("excerpt is longer than any of ours: length=" + remaining);
            }
            final long start = bytes.readPosition() - HEADER_BYTES;
            length = (int) remaining;
            target.checkLimit(length);
            bytes.unsafeRead(target.addressOffset(), length);
            // A file that was truncated has no bytes after what it maps.
            MappedFault.settle();
            index = document.index();
            position = start;
            file = queue.rollCycle().toCycle(index);
            return true;
        } catch (final Throwable e) {
            throw QueueFiles.unreadable("read a recording", folder, e);
        }
    }

    /** Length of the excerpt read last. */
    int length() {
        return length;
    }

    /** Number of the file that it is in. */
    int file() {
        return file;
    }

    /** Index of it. */
    long index() {
        return index;
    }

    /** Returns its position in its file, with its header. */
    long position() {
        return position;
    }

    /** Returns the position of the next one, if it is in the same file. */
    long nextPosition() {
        return (position + HEADER_BYTES + length + HEADER_BYTES - 1) & -(long) HEADER_BYTES;
    }

    @Override
    public void close() {
        Closeable.closeQuietly(opened);
    }
}
