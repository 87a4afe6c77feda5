package io.ringside.consumer.queue;

import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.directory.MappedFault;
import java.nio.file.Path;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.Closeable;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.TailerDirection;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import org.agrona.ExpandableDirectByteBuffer;

/** Reads excerpts, as they are appended or long after. Keeps nothing in the folder. */
public final class QueueReader implements AutoCloseable {
    /** Number of no file. */
    public static final int NULL_FILE = -1;

    private static final int MAX_EXCERPT_BYTES = 64 * 1024 * 1024;

    private final Path folder;
    private final SingleChronicleQueue queue;
    private final CycleFiles files;
    private ExcerptTailer tailer;
    private int length;
    private long index;
    private int file = NULL_FILE;
    private long filesMissed;

    private QueueReader(final Path folder, final SingleChronicleQueue queue) {
        this.folder = folder;
        this.queue = queue;
        this.files = new CycleFiles(folder, queue.rollCycle(), queue.epoch());
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
        } catch (final Throwable e) {
            throw QueueFiles.unreadable("open a recording", folder, e);
        } finally {
            Closeable.closeQuietly(opened);
        }
    }

    /** Go to the first excerpt. */
    public void toStart() {
        for (final int number : files.cycles()) {
            if (toFile(number)) {
                return;
            }
        }
        tailer.direction(TailerDirection.FORWARD).toStart();
    }

    /** The queue's files, by number in the order in which they were begun. */
    public List<Integer> files() {
        return files.cycles();
    }

    /**
     * Go to the first excerpt of a file, to be read by {@link #next}.
     *
     * @param number of the file
     * @return false if it holds nothing yet, or is there no more
     * @throws RingsideException if it is damaged
     */
    public boolean toFile(final int number) {
        tailer.direction(TailerDirection.FORWARD);
        try {
            if (tailer.moveToCycle(number)) {
                file = number;
                return true;
            }
        } catch (final NullPointerException e) {
            // A file that was begun by somebody who was killed over it, and holds nothing yet.
            tailer.close();
            tailer = queue.createTailer();
        } catch (final Throwable e) {
            throw QueueFiles.unreadable("read a recording", folder, e);
        }
        return false;
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
        file = queue.rollCycle().toCycle(excerptIndex);
    }

    /**
     * Read the next excerpt. If the file was removed while it was read, what comes next is the first excerpt of the
     * oldest file behind it.
     *
     * @param target receives its bytes from offset 0; grown if needed
     * @return false if there is none yet
     * @throws RingsideException if the files are damaged
     */
    public boolean next(final ExpandableDirectByteBuffer target) {
        try {
            if (read(target)) {
                return true;
            }
        } catch (final RingsideException e) {
            if (!passMissingFile()) {
                throw e;
            }
            return read(target);
        }
        return passMissingFile() && read(target);
    }

    /**
     * Whether {@link #next} would find an excerpt.
     *
     * @throws RingsideException if the files are damaged
     */
    public boolean hasNext() {
        try (DocumentContext document = tailer.readingDocument()) {
            document.rollbackOnClose();
            final boolean isPresent = document.isPresent();
            MappedFault.settle();
            return isPresent;
        } catch (final Throwable e) {
            throw QueueFiles.unreadable("read a recording", folder, e);
        }
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

    /** How often a file was removed while it was read: its end, or files behind it, may not have been read. */
    public long filesMissed() {
        return filesMissed;
    }

    /** Number of the file that is read; {@link #NULL_FILE} if there is none yet. */
    public int file() {
        return file;
    }

    /** Index of the excerpt read last. */
    public long index() {
        return index;
    }

    /** The file that is read has given way: go on with the oldest one behind it. */
    private boolean passMissingFile() {
        if (file == NULL_FILE || files.exists(file)) {
            return false;
        }
        for (final int number : files.cycles()) {
            if (number > file) {
                tailer.close();
                tailer = queue.createTailer();
                if (toFile(number)) {
                    filesMissed++;
                    return true;
                }
            }
        }
        return false;
    }

    private boolean read(final ExpandableDirectByteBuffer target) {
        try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent()) {
                MappedFault.settle();
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
            // A file that was cut has no bytes behind what it maps.
            MappedFault.settle();
            index = document.index();
            enter(queue.rollCycle().toCycle(index));
            return true;
        } catch (final Throwable e) {
            throw QueueFiles.unreadable("read a recording", folder, e);
        }
    }

    private void enter(final int number) {
        if (number > file && file != NULL_FILE && !files.exists(file)) {
            filesMissed++;
        }
        file = number;
    }

    @Override
    public void close() {
        Closeable.closeQuietly(tailer, queue);
    }
}
