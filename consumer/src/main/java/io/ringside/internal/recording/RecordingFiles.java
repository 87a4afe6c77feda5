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
 * Appends to the files of a recording, and determines when a new file begins, which files are removed, and when the
 * recording is full. Counts the length of each file; of the current file, only up to its last excerpt, because the rest
 * is not allocated on the disk, and is truncated when the next file begins or this object is closed. Not thread-safe.
 * <p>
 * Ages and rolls are measured with the recorder's monotonic clock. The wall clock determines names, and the rest of an
 * interval when a file begins; if it is stepped, no file is removed too early or kept too long.
 */
final class RecordingFiles implements AutoCloseable {
    /** Reserve for bytes that may follow a batch: descriptions of new processes and schemas, and index entries. */
    private static final long RESERVE_BYTES = 64 * 1024;

    /** Minimum length of a file: a shorter file is extended by the next interval. */
    private static final long SHORTEST_ROLL_MS = 100;

    private final RecorderSettings settings;
    private final RecordingLimits limits;
    private final RecordingFolder folder;
    private final DiskSpace space;
    private final QueueWriter writer;
    private final EarlierFiles earlier;
    private final Map<Integer, Long> closedBytes = new HashMap<>();
    /** Time of the last append to each earlier file. */
    private final Map<Integer, Long> closedNs = new HashMap<>();
    private int file;
    private long fileBytes;
    /** Time of the last append to the current file. */
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
     * Opens the files of a folder, or creates the first one.
     *
     * @param written time of the last excerpt appended by an earlier recorder; null if unknown
     */
    RecordingFiles(final RecorderSettings settings, final RecordingLimits limits, final RecordingFolder folder,
            final RecordedSession session, final DiskSpace space, final EarlierFiles.@Nullable Written written) {
        this.settings = settings;
        this.limits = limits;
        this.folder = folder;
        this.space = space;
        // Opening also releases Chronicle's locks of a killed writer.
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

    /** Returns whether an append has failed. */
    boolean isBroken() {
        return writer.isBroken();
    }

    /** Returns the number of appended excerpts. */
    long excerpts() {
        return excerpts;
    }

    /** Returns the number of files that the disk has failed to store. */
    int unforced() {
        return unforced;
    }

    /** Returns whether the next excerpt will be the first of a file. */
    boolean isAtRoll() {
        return writer.isAtRoll();
    }

    /** Begin a new file with the next excerpt. */
    void roll() {
        writer.roll(settings.epochClock.time());
    }

    /** Returns whether a batch was refused because the recording is full. */
    boolean isFull() {
        return full;
    }

    /** Returns the size of all files in bytes, each up to its last excerpt. */
    long bytes() {
        return othersBytes + fileBytes;
    }

    /** Request a new file, which begins when the next batch is recorded. */
    void rollSoon() {
        rollWanted = limits.mode() == RecorderContext.Mode.NEWFILE;
    }

    /**
     * Make space for a batch.
     *
     * @param batchBytes bytes of the batch and of the checkpoint after it
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

    /** Remove files that are too old or exceed the size limit. The newest file with a batch remains. */
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
            // Before its first batch, the newest file contains only the totals of the previous one, which must remain.
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

    /** Returns the latest possible time of the last excerpt in a file that is not the last one. */
    private long lastNs(final int each, final int next) {
        return closedNs.computeIfAbsent(each, number -> earlier.lastNs(number, next));
    }

    private boolean isRollDue(final long nowNs) {
        return nowNs - rollNs >= 0
                || (limits.hasAge() && nowNs - begunNs >= limits.maxAgeNs() / RecordingLimits.FILES_PER_LIMIT);
    }

    /** Returns the time until the next roll: to the next multiple of the interval on the wall clock. */
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

    /** Force everything appended so far to the disk. */
    void force() {
        writer.force();
        reportForces();
    }

    /** Report the files that the disk has failed to store. */
    void reportForces() {
        for (RingsideException failure = writer.pollForceFailure(); failure != null; failure = writer
                .pollForceFailure()) {
            unforced++;
            settings.errorHandler.onError(failure);
        }
    }

    /** Close, and remove the session excerpt: nothing was recorded. */
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
