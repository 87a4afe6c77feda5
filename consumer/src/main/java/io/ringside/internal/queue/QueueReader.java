package io.ringside.internal.queue;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.MappedFault;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import net.openhft.chronicle.core.io.Closeable;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import org.agrona.ExpandableDirectByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads excerpts, as they are appended or long after. Keeps nothing in the folder. Where a file is damaged, a reader
 * that knows how to give excerpts continues with the next one that is whole, in that file or the next, and says so; any
 * other ends. Not thread-safe.
 */
public final class QueueReader implements AutoCloseable {
    /** Number of no file. */
    public static final int NULL_FILE = -1;

    /** Index of no excerpt. */
    public static final long NULL_INDEX = -1;

    private static final int MAX_EXCERPT_BYTES = 64 * 1024 * 1024;

    private final Path folder;
    private final SingleChronicleQueue queue;
    private final CycleFiles files;
    private final @Nullable ExcerptMark mark;
    private final Deque<Damage> damages = new ArrayDeque<>();
    private final QueueTail tail;
    /** Reads the file in the tailer's place, after damage; null where none was met. */
    private @Nullable ExcerptScan scan;
    /** Why the tailer cannot continue at the position; null if it has only found nothing. */
    private @Nullable String fault;
    private long position;
    private int endedFile = NULL_FILE;
    /** The last file, if it was found to be missing. */
    private int missingFile = NULL_FILE;
    private long endedPosition;
    private int length;
    private long excerptPosition;
    private long index;
    private int file = NULL_FILE;
    private int sizedFile = NULL_FILE;
    private long sizeSeen;
    private long filesMissed;

    private QueueReader(final Path folder, final SingleChronicleQueue queue, final @Nullable ExcerptMark mark) {
        this.folder = folder;
        this.mark = mark;
        this.queue = queue;
        this.files = new CycleFiles(folder, queue.rollCycle(), queue.epoch());
        QueueFiles.requireNamed(folder, files);
        this.tail = new QueueTail(folder, queue, MAX_EXCERPT_BYTES);
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
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is none, {@link ErrorCode#ACCESS_DENIED} if
     *                           this user may not read one of its files, or {@link ErrorCode#CORRUPT} if it cannot be
     *                           read otherwise
     */
    public static QueueReader open(final Path folder) {
        return open(folder, null);
    }

    /**
     * Open the queue of a folder at its first excerpt, to be read as far as it is whole.
     *
     * @param folder with the queue
     * @param mark   by which its excerpts are recognized; null to read as far as the first damage
     * @return the reader
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is none, {@link ErrorCode#ACCESS_DENIED} if
     *                           this user may not read one of its files, or {@link ErrorCode#CORRUPT} if nothing of it
     *                           can be read
     */
    public static QueueReader open(final Path folder, final @Nullable ExcerptMark mark) {
        QueueFiles.requireFlags();
        QueueFiles.requireReadable(folder);
        SingleChronicleQueue opened = null;
        try {
            opened = QueueFiles.builder(folder).readOnly(true).build();
            final QueueReader reader = new QueueReader(folder, opened, mark);
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
        if (!enterAfter(NULL_FILE)) {
            tail.toStart();
        }
    }

    /** Goes to the first file after another one that can be entered; false if there is none. */
    private boolean enterAfter(final int before) {
        for (final int number : files.cycles()) {
            if (number > before) {
                if (mark != null) {
                    enterOrScan(number);
                    return true;
                }
                tail.renew();
                if (toFile(number)) {
                    return true;
                }
            }
        }
        return false;
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
        if (tail.toFile(number)) {
            file = number;
            return true;
        }
        return false;
    }

    /**
     * Go to the first excerpt of the first file from a number on, to be read as far as it is whole. For a reader that
     * knows how to recognize excerpts.
     *
     * @param number of a file, which may be there or not
     * @return number of the file; {@link #NULL_FILE} if there is none
     */
    public int toFileFrom(final int number) {
        for (final int each : files.cycles()) {
            if (each >= number) {
                enterOrScan(each);
                return each;
            }
        }
        return NULL_FILE;
    }

    /** Go after the last excerpt: {@link #previous} reads it. */
    public void toEnd() {
        tail.toEnd();
    }

    /**
     * Go to an excerpt, to be read by {@link #next}.
     *
     * @param excerptIndex as {@link #index} reported it
     */
    public void to(final long excerptIndex) {
        file = tail.to(excerptIndex);
    }

    /**
     * Read the next excerpt. If the file was removed while it was read, what comes next is the first excerpt of the
     * oldest file after it.
     *
     * @param target receives its bytes from offset 0; grown if needed
     * @return false if there is none yet
     * @throws RingsideException if the files are damaged
     */
    public boolean next(final ExpandableDirectByteBuffer target) {
        do {
            final ExcerptScan scanning = scan;
            if (scanning == null ? tail(target) : scan(scanning, target)) {
                return true;
            }
        } while (goOn());
        return false;
    }

    /**
     * Whether {@link #next} would find an excerpt.
     *
     * @throws RingsideException if the files are damaged
     */
    public boolean hasNext() {
        do {
            final ExcerptScan scanning = scan;
            if (scanning == null ? isTailed() : scanning.hasNext()) {
                return true;
            }
        } while (mark != null && goOn());
        return false;
    }

    /** Damage that was met since the last call, in the order of the files; null if there is none any more. */
    public @Nullable Damage pollDamage() {
        return damages.poll();
    }

    private boolean isTailed() {
        try {
            return tail.isPresent();
        } catch (final RingsideException e) {
            return failed(e);
        } catch (final InternalError e) {
            return cut(e);
        }
    }

    private boolean tail(final ExpandableDirectByteBuffer target) {
        final int fileBefore = file;
        try {
            return read(target) && (mark == null || isWhole(mark, target, fileBefore));
        } catch (final RingsideException e) {
            return failed(e);
        } catch (final InternalError e) {
            return cut(e);
        }
    }

    /** The JVM may throw one more error while the first one is handled. */
    private boolean cut(final InternalError error) {
        MappedFault.require(error);
        return failed(QueueFiles.unreadable("read a recording", folder, error));
    }

    /** Always false: reading may continue elsewhere. */
    private boolean failed(final RingsideException failure) {
        if (failure.code() == ErrorCode.ACCESS_DENIED
                || (mark == null && (file == NULL_FILE || files.exists(file)))) {
            throw failure;
        }
        fault = String.valueOf(failure.getMessage());
        final Throwable cause = failure.getCause();
        if (cause != null) {
            fault = QueueFiles.reasonOf(cause);
        }
        return false;
    }

    /** Whether an excerpt is one, and follows what was read before; else reading continues after that. */
    private boolean isWhole(final ExcerptMark known, final ExpandableDirectByteBuffer target, final int fileBefore) {
        if (fileBefore != NULL_FILE && file != fileBefore && files.exists(fileBefore) && isMore(known, fileBefore)) {
            // The tailer has taken damage for the file's end. It comes back.
            file = fileBefore;
            fault = "header of an excerpt is damaged";
            return false;
        }
        if (file == fileBefore && tail.position() > position && position > 0) {
            passOwn(known);
        }
        position = tail.position();
        final boolean fits = known.fits(target, 0, length);
        if (!fits || isBehindEnd(tail.nextPosition())) {
            fault = fits
                    ? "excerpt exceeds the end of the file"
                    : known.misfit(target, length);
            return false;
        }
        position = tail.nextPosition();
        return true;
    }

    /**
     * Whether a position is beyond the end of the file that is read. Files grow, so their size is asked for again only
     * where that may matter. One that is truncated meanwhile gives a fault of memory, or a checksum that does not
     * match.
     */
    private boolean isBehindEnd(final long at) {
        if (file != sizedFile || at > sizeSeen) {
            sizedFile = file;
            sizeSeen = files.size(file);
        }
        return at > sizeSeen && files.exists(file);
    }

    private boolean isMore(final ExcerptMark known, final int number) {
        try (ExcerptScan rest = new ExcerptScan(files.file(number), known, MAX_EXCERPT_BYTES)) {
            return rest.find(position) >= 0;
        }
    }

    /** The tailer passes by what the queue has for itself; an excerpt must not be among it. */
    private void passOwn(final ExcerptMark known) {
        try (ExcerptScan passed = new ExcerptScan(files.file(file), known, MAX_EXCERPT_BYTES)) {
            if (!passed.isOwn(position, tail.position())) {
                damages.add(new Damage(files.file(file), position, tail.position() - position,
                        "header of an excerpt is damaged"));
            }
        }
    }

    private boolean scan(final ExcerptScan scanning, final ExpandableDirectByteBuffer target) {
        scanning.hasNext();
        excerptPosition = scanning.position();
        length = scanning.read(target);
        index = NULL_INDEX;
        position = scanning.position();
        return length > 0;
    }

    /** Whether reading can continue, although nothing was found there. */
    private boolean goOn() {
        if (passMissingFile()) {
            return true;
        }
        final ExcerptMark known = mark;
        final int at = file == NULL_FILE ? files.first() : file;
        if (known == null || at == NULL_FILE) {
            return false;
        }
        // Before the file is looked at: nothing is appended to it once there is another.
        final int later = files.behind(at);
        if (fault == null && later == NULL_FILE && endedFile == at && endedPosition == position) {
            return false;
        }
        file = at;
        if (later == NULL_FILE) {
            noteMissingEnd(at);
        }
        try {
            if (resume(known, later == NULL_FILE)) {
                return true;
            }
        } catch (final RingsideException e) {
            if (files.exists(at)) {
                throw e;
            }
            return passMissingFile();
        }
        endedFile = at;
        endedPosition = position;
        if (later != NULL_FILE) {
            enterOrScan(later);
        }
        return later != NULL_FILE;
    }

    /**
     * A file that the metadata names is made before it is named, and the newest one is never removed. But a single file
     * may have been copied, to be read on its own.
     */
    private void noteMissingEnd(final int at) {
        try {
            final int last = queue.lastCycle();
            if (last > Math.max(at, missingFile) && !files.exists(last) && files.cycles().size() > 1) {
                missingFile = last;
                damages.add(new Damage(files.file(last), 0, 0, "last file is missing"));
            }
        } catch (final RuntimeException e) {
            // Damaged metadata says nothing of the last file.
            return;
        }
    }

    /**
     * Continues after damage in the file that is read; false if nothing follows there. In the last file it stays where
     * the damage begins: a writer that was suspended may still complete what is there.
     */
    private boolean resume(final ExcerptMark known, final boolean isLast) {
        final ExcerptScan scanning = scan == null ? new ExcerptScan(files.file(file), known, MAX_EXCERPT_BYTES) : scan;
        boolean kept = scanning == scan;
        try {
            final long found = scanning.find(position);
            final String problem = found < 0
                    ? scanning.problemAt(position, isLast)
                    : scanning.isOwn(position, found) ? null : "header of an excerpt is damaged";
            if (found < 0 && problem != null && (scan == null ? fault == null && isTailed() : scanning.hasNext())) {
                // An excerpt was appended between the search and the question what is wrong.
                return true;
            }
            // A tailer may fail at a file that is being made, or at the next one: then nothing is wrong here.
            final long end = found >= 0 ? found : problem == null ? position : Math.max(scanning.size(), position);
            final boolean isTold = fault == null && endedFile == file && endedPosition == position;
            if (problem != null && !isTold) {
                damages.add(new Damage(files.file(file), position, end - position,
                        fault == null ? problem : fault));
            }
            if (found >= 0 || fault != null) {
                scan = scanning;
                kept = true;
                position = found < 0 && isLast ? position : end;
                scanning.position(position);
            }
            fault = null;
            return found >= 0;
        } finally {
            if (!kept) {
                scanning.close();
            }
        }
    }

    private void enterOrScan(final int number) {
        leaveScan();
        position = 0;
        tail.renew();
        boolean entered = false;
        try {
            entered = toFile(number);
        } catch (final RingsideException e) {
            failed(e);
        }
        file = number;
        if (!entered && mark != null) {
            scan = new ExcerptScan(files.file(number), mark, MAX_EXCERPT_BYTES);
        }
    }

    private void leaveScan() {
        final ExcerptScan left = scan;
        scan = null;
        fault = null;
        if (left != null) {
            left.close();
        }
    }

    /**
     * Read the excerpt before; only after {@link #toEnd} and earlier calls of this.
     *
     * @param target receives its bytes from offset 0; grown if needed
     * @return false if there is none
     * @throws RingsideException if the files are damaged
     */
    public boolean previous(final ExpandableDirectByteBuffer target) {
        return read(target);
    }

    /** File of the excerpt read last. */
    public Path path() {
        return files.file(file);
    }

    /** Position in its file of the excerpt read last, in bytes. */
    public long position() {
        return excerptPosition;
    }

    /** Length of the excerpt read last, in bytes. */
    public int length() {
        return length;
    }

    /** Bytes of the file that is read, after the last excerpt that was read. */
    public long restBytes() {
        return file == NULL_FILE ? 0 : Math.max(files.size(file) - position, 0);
    }

    /** Returns how often a file was removed while it was read: its end, or files after it, may not have been read. */
    public long filesMissed() {
        return filesMissed;
    }

    /** Number of the file that is read; {@link #NULL_FILE} if there is none yet. */
    public int file() {
        return file;
    }

    /** Index of the excerpt read last; after damage {@link #NULL_INDEX} in a file. */
    public long index() {
        return index;
    }

    /** The file that is read has given way: continue with the oldest one after it. */
    private boolean passMissingFile() {
        final boolean isPassed = file != NULL_FILE && !files.exists(file) && enterAfter(file);
        filesMissed += isPassed ? 1 : 0;
        return isPassed;
    }

    private boolean read(final ExpandableDirectByteBuffer target) {
        if (!tail.read(target)) {
            return false;
        }
        length = tail.length();
        index = tail.index();
        excerptPosition = tail.position();
        enter(tail.file());
        return true;
    }

    private void enter(final int number) {
        if (number > file && file != NULL_FILE && !files.exists(file)) {
            filesMissed++;
        }
        file = number;
    }

    @Override
    public void close() {
        leaveScan();
        Closeable.closeQuietly(tail, queue);
    }

    /**
     * Bytes of a queue's file that were passed by. Immutable.
     *
     * @param file     that is damaged
     * @param position of the first byte that cannot be read
     * @param bytes    up to the next excerpt, or to the file's end
     * @param reason   what was found there
     */
    public record Damage(Path file, long position, long bytes, String reason) {
        @Override
        public String toString() {
            return "file=" + file + ", position=" + position + ", bytes=" + bytes + ", reason=" + reason;
        }
    }
}
