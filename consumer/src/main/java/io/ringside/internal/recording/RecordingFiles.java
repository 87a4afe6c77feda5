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

/**
 * Decides when a recording begins a new file, which of its files give way, and when it is full. Counts the length of
 * each file, and of the one that is written the bytes up to its last excerpt: what a file was given beyond its content
 * takes no room on the disk, and is removed when the next file begins or this is closed. Not thread-safe.
 * <p>
 * Ages and rolls count on the recorder's monotonic clock. The wall clock gives names, and shows how much of an interval
 * is left when a file begins; a step of it neither removes a file nor keeps one.
 */
final class RecordingFiles {
    /** Room for the bytes that may come after a batch: descriptions of new processes and schemas, more of the index. */
    private static final long RESERVE_BYTES = 64 * 1024;

    /** A file that would be shorter than that gets the next interval as well. */
    private static final long SHORTEST_ROLL_MS = 100;

    private final QueueWriter writer;
    private final RecordingLimits limits;
    private final RecorderContext.RollInterval roll;
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

    RecordingFiles(final QueueWriter writer, final RecordingLimits limits, final RecorderContext.RollInterval roll,
            final EarlierFiles earlier) {
        this.writer = writer;
        this.limits = limits;
        this.roll = roll;
        this.earlier = earlier;
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
     * @param nowNs      of the recorder's monotonic clock
     * @param nowMs      of the wall clock
     * @return false if the recording is full
     */
    boolean admit(final long batchBytes, final long nowNs, final long nowMs) {
        final long bytes = batchBytes + RESERVE_BYTES;
        if (limits.mode().isStepped()) {
            if (holdsBatch && (rollWanted || isRollDue(nowNs)
                    || QueueWriter.trimmedBytes(writer.fileBytes() + bytes) > limits.fileBytes())) {
                writer.roll(nowMs);
                trim(nowNs);
            }
            return true;
        }
        if (begun && isRollDue(nowNs)) {
            writer.roll(nowMs);
        }
        full |= limits.hasSize()
                && othersBytes + QueueWriter.trimmedBytes(writer.fileBytes() + bytes) > limits.maxBytes();
        return !full;
    }

    /** An excerpt was appended. */
    void appended(final boolean isBatch, final long nowNs, final long nowMs) {
        if (!begun || writer.file() != file) {
            if (begun) {
                closedBytes.put(file, QueueWriter.trimmedBytes(fileBytes));
                closedNs.put(file, fileNs);
            }
            begun = true;
            file = writer.file();
            begunNs = nowNs;
            rollNs = nowNs + untilRollNs(nowMs);
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
        final long rollMs = roll.lengthMs();
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
}
