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

/** Wraps Chronicle's reader of a queue and converts its failures into ours. Not thread-safe. */
final class QueueTail implements AutoCloseable {
    /** Length of a document's header; documents begin at multiples of it. */
    private static final int HEADER_BYTES = 4;

    private final Path folder;
    private final SingleChronicleQueue queue;
    private final int maxExcerptBytes;
    /** Null until needed: a new tailer goes to the queue's first file, which may be damaged. */
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

    /** Starts with a new tailer: a tailer whose file has failed or was removed cannot be moved. */
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

    /** Goes to an excerpt, and returns the number of its file. */
    int to(final long excerptIndex) {
        final ExcerptTailer tailer = tailer();
        tailer.direction(TailerDirection.FORWARD);
        tailer.moveToIndex(excerptIndex);
        return queue.rollCycle().toCycle(excerptIndex);
    }

    /** Goes to a file; returns false if it has no excerpt yet, or no longer exists. */
    boolean toFile(final int number) {
        try {
            final ExcerptTailer tailer = tailer();
            tailer.direction(TailerDirection.FORWARD);
            final boolean isThere = tailer.moveToCycle(number);
            MappedFault.settle();
            return isThere;
        } catch (final NullPointerException e) {
            // The process that began this file was killed, so it has no excerpt yet.
            renew();
        } catch (final Throwable e) {
            throw QueueFiles.unreadable("read a recording", folder, e);
        }
        return false;
    }

    /** Returns whether there is an excerpt at the current position. */
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
            // A truncated file has no bytes for the rest of its mapping.
            MappedFault.settle();
            index = document.index();
            position = start;
            file = queue.rollCycle().toCycle(index);
            return true;
        } catch (final Throwable e) {
            throw QueueFiles.unreadable("read a recording", folder, e);
        }
    }

    /** Returns the length of the excerpt read last. */
    int length() {
        return length;
    }

    /** Returns the number of the file that contains the excerpt read last. */
    int file() {
        return file;
    }

    /** Returns the index of the excerpt read last. */
    long index() {
        return index;
    }

    /** Returns the position of the excerpt read last in its file, including its header. */
    long position() {
        return position;
    }

    /** Returns the position of the next excerpt, if it is in the same file. */
    long nextPosition() {
        return (position + HEADER_BYTES + length + HEADER_BYTES - 1) & -(long) HEADER_BYTES;
    }

    @Override
    public void close() {
        Closeable.closeQuietly(opened);
    }
}
