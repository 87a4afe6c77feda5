package io.ringside.consumer.queue;

import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.Closeable;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.TailerDirection;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import org.agrona.ExpandableDirectByteBuffer;

/** Reads excerpts, as they are appended or long after. Keeps nothing in the folder. */
public final class QueueReader implements AutoCloseable {
    private static final int MAX_EXCERPT_BYTES = 64 * 1024 * 1024;

    private final Path folder;
    private final SingleChronicleQueue queue;
    private ExcerptTailer tailer;
    private int length;
    private long index;

    private QueueReader(final Path folder, final SingleChronicleQueue queue) {
        this.folder = folder;
        this.queue = queue;
        this.tailer = queue.createTailer();
        toStart();
    }

    /** Whether a folder holds a queue. */
    public static boolean exists(final Path folder) {
        return QueueFiles.exist(folder);
    }

    /** Whether a name in a recording's folder is one of the queue's. */
    public static boolean isOurs(final String name) {
        return QueueFiles.isOurs(name);
    }

    /**
     * Open the queue of a folder at its first excerpt.
     *
     * @param folder with the queue
     * @return the reader
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is none, or if it cannot be read
     */
    public static QueueReader open(final Path folder) {
        if (!QueueFiles.exist(folder)) {
            throw new RingsideException(ErrorCode.NOT_FOUND,
                    "no recording in the folder: path=" + folder + ": name the folder that was recorded to");
        }
        SingleChronicleQueue opened = null;
        try {
            opened = QueueFiles.builder(folder).readOnly(true).build();
            final QueueReader reader = new QueueReader(folder, opened);
            opened = null;
            return reader;
        } catch (final RuntimeException | Error e) {
            throw QueueFiles.failed("open a recording", folder, e);
        } finally {
            Closeable.closeQuietly(opened);
        }
    }

    /** Go to the first excerpt. */
    public void toStart() {
        tailer.direction(TailerDirection.FORWARD).toStart();
        // Chronicle's own list of files does not know of those that were removed.
        final int last = queue.lastCycle();
        for (int cycle = queue.firstCycle(); cycle <= last; cycle++) {
            if (isAt(cycle)) {
                return;
            }
        }
        tailer.toStart();
    }

    /** Go behind the last excerpt: {@link #previous} reads it. */
    public void toEnd() {
        tailer.direction(TailerDirection.BACKWARD).toEnd();
    }

    /**
     * Go to an excerpt, to be read by {@link #next}.
     *
     * @param excerptIndex as {@link #index} told it
     */
    public void to(final long excerptIndex) {
        tailer.direction(TailerDirection.FORWARD);
        tailer.moveToIndex(excerptIndex);
    }

    /**
     * Read the next excerpt.
     *
     * @param target receives its bytes from offset 0; grown if needed
     * @return false if there is none yet
     * @throws RingsideException if the files are damaged
     */
    public boolean next(final ExpandableDirectByteBuffer target) {
        return read(target);
    }

    /**
     * Read the excerpt before; only behind {@link #toEnd} and earlier calls of this.
     *
     * @param target receives its bytes from offset 0; grown if needed
     * @return false if there is none
     * @throws RingsideException if the files are damaged
     */
    public boolean previous(final ExpandableDirectByteBuffer target) {
        return read(target);
    }

    /** Length of the excerpt read last, in bytes. */
    public int length() {
        return length;
    }

    /** Index of the excerpt read last. */
    public long index() {
        return index;
    }

    private boolean isAt(final int cycle) {
        try {
            return tailer.moveToCycle(cycle);
        } catch (final NullPointerException e) {
            // A file that was begun by somebody who was killed over it, and holds nothing yet.
            tailer.close();
            tailer = queue.createTailer();
            return false;
        }
    }

    private boolean read(final ExpandableDirectByteBuffer target) {
        try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent()) {
                return false;
            }
            final Bytes<?> bytes = document.wire().bytes();
            final long remaining = bytes.readRemaining();
            if (remaining > MAX_EXCERPT_BYTES) {
                throw new IllegalStateException("excerpt is longer than any of ours: length=" + remaining);
            }
            length = (int) remaining;
            target.checkLimit(length);
            bytes.unsafeRead(target.addressOffset(), length);
            index = document.index();
            return true;
        } catch (final RuntimeException | Error e) {
            throw QueueFiles.failed("read a recording", folder, e);
        }
    }

    @Override
    public void close() {
        Closeable.closeQuietly(tailer, queue);
    }
}
