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
 * Reads excerpts, while they are appended or later. Stores nothing in the folder. After damage, a reader that can
 * recognize excerpts continues with the next intact one, in that file or the next, and reports the damage; other
 * readers end. Not thread-safe.
 */
public final class QueueReader implements AutoCloseable {
    /** Number that means no file. */
    public static final int NULL_FILE = -1;

    /** Index that means no excerpt. */
    public static final long NULL_INDEX = -1;

    private static final int MAX_EXCERPT_BYTES = 64 * 1024 * 1024;

    private final Path folder;
    private final SingleChronicleQueue queue;
    private final CycleFiles files;
    private final @Nullable ExcerptMark mark;
    private final Deque<Damage> damages = new ArrayDeque<>();
    private final QueueTail tail;
    /** Reads the file in place of the tailer, after damage; null if the file has no damage so far. */
    private @Nullable ExcerptScan scan;
    /** Reason why the tailer cannot continue at the position; null if it has just found no excerpt. */
    private @Nullable String fault;
    private long position;
    private int endedFile = NULL_FILE;
    /** Number of the last file, if it was found to be missing. */
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

    /** Returns whether a folder contains a queue. */
    public static boolean exists(final Path folder) {
        return QueueFiles.exist(folder);
    }

    /** Returns whether a name in a recording's folder belongs to the queue. */
    public static boolean isOurs(final String name) {
        return QueueFiles.isOurs(name);
    }

    /**
     * Open the queue of a folder at its first excerpt.
     *
     * @param folder folder of the queue
     * @return the reader
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no queue, {@link ErrorCode#ACCESS_DENIED}
     *                           if this user may not read one of its files, or {@link ErrorCode#CORRUPT} if it cannot
     *                           be read for another reason
     */
    public static QueueReader open(final Path folder) {
        return open(folder, null);
    }

    /**
     * Open the queue of a folder at its first excerpt, to read all intact excerpts.
     *
     * @param folder folder of the queue
     * @param mark   bytes by which its excerpts are recognized; null to read only up to the first damage
     * @return the reader
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no queue, {@link ErrorCode#ACCESS_DENIED}
     *                           if this user may not read one of its files, or {@link ErrorCode#CORRUPT} if none of it
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

    /** Goes to the first readable file after another; returns false if there is none. */
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

    /** Returns the queue's files, by number in the order of their creation. */
    public List<Integer> files() {
        return files.cycles();
    }

    /**
     * Go to the first excerpt of a file; {@link #next} reads it.
     *
     * @param number number of the file
     * @return false if the file has no excerpt yet, or no longer exists
     * @throws RingsideException if the file is damaged
     */
    public boolean toFile(final int number) {
        if (tail.toFile(number)) {
            file = number;
            return true;
        }
        return false;
    }

    /**
     * Go to the first excerpt of the first file from a number on, to read all intact excerpts. For a reader that can
     * recognize excerpts.
     *
     * @param number number of a file, which need not exist
     * @return the file's number; {@link #NULL_FILE} if there is none
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

    /** Go to the end; {@link #previous} then reads the last excerpt. */
    public void toEnd() {
        tail.toEnd();
    }

    /**
     * Go to an excerpt; {@link #next} reads it.
     *
     * @param excerptIndex index that {@link #index} returned
     */
    public void to(final long excerptIndex) {
        file = tail.to(excerptIndex);
    }

    /**
     * Read the next excerpt. If the file was removed while it was being read, the first excerpt of the oldest file
     * after it follows.
     *
     * @param target receives the excerpt from offset 0; grown if needed
     * @return false if there is no excerpt yet
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
     * Returns whether {@link #next} would find an excerpt.
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

    /** Returns the next damage found since the last call, in the order of the files; null if there is no more. */
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

    /** Handles a fault of the mapping. The JVM may throw a second error while the first one is being handled. */
    private boolean cut(final InternalError error) {
        MappedFault.require(error);
        return failed(QueueFiles.unreadable("read a recording", folder, error));
    }

    /** Notes the failure and returns false: reading may continue elsewhere. */
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

    /** Returns whether the bytes are an intact excerpt after the previous one; if not, reading skips the damage. */
    private boolean isWhole(final ExcerptMark known, final ExpandableDirectByteBuffer target, final int fileBefore) {
        if (fileBefore != NULL_FILE && file != fileBefore && files.exists(fileBefore) && isMore(known, fileBefore)) {
            // The tailer has mistaken damage for the end of the file, so reading returns to that file.
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
     * Returns whether a position is beyond the end of the current file. Files grow, so their size is queried again only
     * if that may matter. A file that is truncated meanwhile causes a memory fault or a checksum mismatch.
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

    /** Reports an excerpt among the documents that the tailer skipped as the queue's own. */
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

    /** Returns whether reading can continue, although there was no excerpt at this position. */
    private boolean goOn() {
        if (passMissingFile()) {
            return true;
        }
        final ExcerptMark known = mark;
        final int at = file == NULL_FILE ? files.first() : file;
        if (known == null || at == NULL_FILE) {
            return false;
        }
        // Queried before the file is read: nothing is appended to a file once a later file exists.
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
     * Reports damage if the last file is missing: a file is created before the metadata names it, and the newest file
     * is never removed. A single file is accepted, because it may have been copied to be read alone.
     */
    private void noteMissingEnd(final int at) {
        try {
            final int last = queue.lastCycle();
            if (last > Math.max(at, missingFile) && !files.exists(last) && files.cycles().size() > 1) {
                missingFile = last;
                damages.add(new Damage(files.file(last), 0, 0, "last file is missing"));
            }
        } catch (final RuntimeException e) {
            // Damaged metadata does not identify the last file.
            return;
        }
    }

    /**
     * Continues after damage in the current file; returns false if no excerpt follows in it. In the last file, the
     * position stays where the damage begins: a suspended writer may still complete the excerpt.
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
                // An excerpt was appended between the search and the check for damage.
                return true;
            }
            // A tailer may fail at a file that is being created, or at the next file; then this file is not damaged.
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
     * Read the previous excerpt. Only allowed after {@link #toEnd} and earlier calls of this method.
     *
     * @param target receives the excerpt from offset 0; grown if needed
     * @return false if there is no previous excerpt
     * @throws RingsideException if the files are damaged
     */
    public boolean previous(final ExpandableDirectByteBuffer target) {
        return read(target);
    }

    /** Returns the file of the excerpt read last. */
    public Path path() {
        return files.file(file);
    }

    /** Returns the position in its file of the excerpt read last, in bytes. */
    public long position() {
        return excerptPosition;
    }

    /** Returns the length of the excerpt read last, in bytes. */
    public int length() {
        return length;
    }

    /** Returns the number of bytes in the current file after the excerpt read last. */
    public long restBytes() {
        return file == NULL_FILE ? 0 : Math.max(files.size(file) - position, 0);
    }

    /** Returns how many files were removed while they were being read: their ends, or later files, may be unread. */
    public long filesMissed() {
        return filesMissed;
    }

    /** Returns the number of the current file; {@link #NULL_FILE} if there is none yet. */
    public int file() {
        return file;
    }

    /** Returns the index of the excerpt read last; {@link #NULL_INDEX} after damage in a file. */
    public long index() {
        return index;
    }

    /** Continues with the oldest later file if the current file was removed. */
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
     * Damaged bytes of a queue's file that were skipped. Immutable.
     *
     * @param file     damaged file
     * @param position position of the first unreadable byte
     * @param bytes    number of bytes up to the next excerpt or the file's end
     * @param reason   description of the damage
     */
    public record Damage(Path file, long position, long bytes, String reason) {
        @Override
        public String toString() {
            return "file=" + file + ", position=" + position + ", bytes=" + bytes + ", reason=" + reason;
        }
    }
}
