package io.ringside.internal.recording;

import io.ringside.RingsideException;
import io.ringside.internal.queue.QueueWriter;
import io.ringside.recording.RecorderContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Appends to the files of a recording, and decides when a new one begins, which of them give way, and when the
 * recording is full. Counts the length of each file, and of the one that is written the bytes up to its last excerpt:
 * what a file was given beyond its content takes no room on the disk, and is removed when the next file begins or this
 * is closed. Not thread-safe.
 * <p>
 * Ages and rolls count on the recorder's monotonic clock. The wall clock gives names, and shows how much of an interval
 * is left when a file begins; a step of it neither removes a file nor keeps one.
 */
final class RecordingFiles implements AutoCloseable {
    /** Room for the bytes that may come after a batch: descriptions of new processes and schemas, more of the index. */
    private static final long RESERVE_BYTES = 64 * 1024;

    /** A file that would be shorter than that gets the next interval as well. */
    private static final long SHORTEST_ROLL_MS = 100;

    private final RecorderSettings settings;
    private final RecordingLimits limits;
    private final RecordingFolder folder;
    private final DiskSpace space;
    private final QueueWriter writer;
    private final EarlierFiles earlier;
    private final Map<Integer, Long> closedBytes = new HashMap<>();
    /** When something was appended last to the files before it. */
    private final Map<Integer, Long> closedNs = new HashMap<>();
    private int file;
    private long fileBytes;
    /** When something was appended last to it. */
    private long fileNs;
    private long begunNs;
    private long rollNs;
    private long othersBytes;
    private boolean begun;
    private boolean holdsBatch;
    private boolean rollWanted;
    private boolean full;
    private long excerpts;
    private int unforced;

    /**
     * Open the files of a folder, or begin the first one.
     *
     * @param written last excerpt that an earlier recorder has appended; null if that is unknown
     */
    RecordingFiles(final RecorderSettings settings, final RecordingLimits limits, final RecordingFolder folder,
            final RecordedSession session, final DiskSpace space, final EarlierFiles.@Nullable Written written) {
        this.settings = settings;
        this.limits = limits;
        this.folder = folder;
        this.space = space;
        // Opening also frees what a writer that was killed has locked inside.
        folder.confirm();
        this.writer = QueueWriter.open(folder.path(),
                limits.mode().isStepped() ? QueueWriter.STEPPED : settings.roll.lengthMs(),
                settings.blockBytes, settings.epochClock.time());
        settings.forceFiles(writer, settings.libraryThread == null ? RecordingFiles::run : settings.libraryThread);
        this.earlier = new EarlierFiles(folder.path(), session, settings.clock.nanoTime(), writer.file(), written);
    }

    private static void run(final Runnable task) {
        final Thread thread = new Thread(task, "ringside-recorder-force");
        thread.setDaemon(true);
        thread.start();
    }

    /** Whether an append has failed. */
    boolean isBroken() {
        return writer.isBroken();
    }

    /** Returns the number of excerpts that were appended. */
    long excerpts() {
        return excerpts;
    }

    /** Returns the number of files that their disk has failed to store. */
    int unforced() {
        return unforced;
    }

    /** Whether the next excerpt will be the first of a file. */
    boolean isAtRoll() {
        return writer.isAtRoll();
    }

    /** Let the next excerpt be the first of a file. */
    void roll() {
        writer.roll(settings.epochClock.time());
    }

    /** Whether a batch has been refused. */
    boolean isFull() {
        return full;
    }

    /** Bytes of all files, of each up to its last excerpt. */
    long bytes() {
        return othersBytes + fileBytes;
    }

    /** A new file is wanted, as soon as something is recorded. */
    void rollSoon() {
        rollWanted = limits.mode() == RecorderContext.Mode.NEWFILE;
    }

    /**
     * Make room for a batch.
     *
     * @param batchBytes of the batch, and of the checkpoint after it
     * @return false if the recording is full
     */
    boolean admit(final long batchBytes) {
        final long nowNs = settings.clock.nanoTime();
        final long bytes = batchBytes + RESERVE_BYTES;
        if (limits.mode().isStepped()) {
            if (holdsBatch && (rollWanted || isRollDue(nowNs)
                    || QueueWriter.trimmedBytes(writer.fileBytes() + bytes) > limits.fileBytes())) {
                roll();
                trim(nowNs);
            }
            return true;
        }
        if (begun && isRollDue(nowNs)) {
            roll();
        }
        full |= limits.hasSize()
                && othersBytes + QueueWriter.trimmedBytes(writer.fileBytes() + bytes) > limits.maxBytes();
        return !full;
    }

    /** Append an excerpt. */
    void append(final DirectBuffer excerpt, final int length, final boolean isBatch) {
        folder.confirm();
        writer.append(excerpt, 0, length);
        space.used(length, writer.fileBytes());
        excerpts++;
        final long nowNs = settings.clock.nanoTime();
        if (!begun || writer.file() != file) {
            if (begun) {
                closedBytes.put(file, QueueWriter.trimmedBytes(fileBytes));
                closedNs.put(file, fileNs);
            }
            begun = true;
            file = writer.file();
            begunNs = nowNs;
            rollNs = nowNs + untilRollNs(settings.epochClock.time());
            holdsBatch = false;
            rollWanted = false;
            othersBytes = bytesWithout(writer.files(), file);
        }
        fileBytes = writer.fileBytes();
        fileNs = nowNs;
        if (isBatch && !holdsBatch) {
            holdsBatch = true;
            trim(nowNs);
        }
    }

    /** Let files give way that are too old, or too many. The newest one that holds anything stays. */
    void trim(final long nowNs) {
        if (limits.mode() != RecorderContext.Mode.CIRCULAR) {
            return;
        }
        final List<Integer> files = writer.files();
        long bytes = begun && !writer.isAtRoll() ? bytesWithout(files, file) : bytesWithout(files, -1);
        for (int i = 0; i < files.size() - 1; i++) {
            final boolean isTooMuch = limits.hasSize() && bytes + limits.fileBytes() > limits.maxBytes();
            final boolean isTooOld = limits.hasAge()
                    && nowNs - lastNs(files.get(i), files.get(i + 1)) >= limits.maxAgeNs();
            // Before its first batch the newest file holds no more than the totals of the one before.
            if (!(isTooMuch || isTooOld) || (!holdsBatch && i == files.size() - 2)) {
                break;
            }
            bytes -= bytes(files.get(i));
            writer.remove(files.get(i));
            closedBytes.remove(files.get(i));
            closedNs.remove(files.get(i));
        }
        othersBytes = bytesWithout(writer.files(), file);
    }

    /** When the last excerpt of a file before another one was written, at the latest. */
    private long lastNs(final int each, final int next) {
        return closedNs.computeIfAbsent(each, number -> earlier.lastNs(number, next));
    }

    private boolean isRollDue(final long nowNs) {
        return nowNs - rollNs >= 0
                || (limits.hasAge() && nowNs - begunNs >= limits.maxAgeNs() / RecordingLimits.FILES_PER_LIMIT);
    }

    /** Files begin where intervals of the wall clock do, as it is when the file before begins. */
    private long untilRollNs(final long nowMs) {
        final long rollMs = settings.roll.lengthMs();
        final long leftMs = rollMs - Math.floorMod(nowMs, rollMs);
        return TimeUnit.MILLISECONDS.toNanos(leftMs < SHORTEST_ROLL_MS ? leftMs + rollMs : leftMs);
    }

    private long bytesWithout(final List<Integer> files, final int without) {
        long bytes = 0;
        for (final int each : files) {
            bytes += each == without ? 0 : bytes(each);
        }
        return bytes;
    }

    private long bytes(final int each) {
        if (begun && each == file) {
            return fileBytes;
        }
        final Long known = closedBytes.get(each);
        return known != null ? known : length(writer.path(each));
    }

    private static long length(final Path path) {
        try {
            return Files.size(path);
        } catch (final NoSuchFileException e) {
            return 0;
        } catch (final IOException e) {
            throw RingsideException.ofFile("inspect a file", path, e);
        }
    }

    /** Have the disk store everything that was appended. */
    void force() {
        writer.force();
        reportForces();
    }

    /** Report the files that their disk has failed to store. */
    void reportForces() {
        for (RingsideException failure = writer.pollForceFailure(); failure != null; failure = writer
                .pollForceFailure()) {
            unforced++;
            settings.errorHandler.onError(failure);
        }
    }

    /** Close, and take back that the session was named: nothing was recorded. */
    void abandon(final boolean inNewFile) {
        try {
            if (inNewFile && excerpts > 0) {
                writer.remove(writer.file());
            }
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
