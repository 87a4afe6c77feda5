package io.ringside.internal.recording;

import io.ringside.RingsideException;
import io.ringside.internal.queue.QueueWriter;
import io.ringside.recording.RecordingMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides when a recording begins a new file, which of its files give way, and when it is full. Counts the length of
 * each file, and of the one that is written the bytes up to its last excerpt: what a file was given beyond its content
 * takes no room on the disk, and is cut off when the next file begins or the recording is closed. Not thread-safe.
 */
final class RecordingFiles {
    /** What may come behind a batch: descriptions of new processes and schemas, and more of the index. */
    private static final long RESERVE_BYTES = 64 * 1024;

    private final QueueWriter writer;
    private final RecordingLimits limits;
    private final long rollMs;
    private final Map<Integer, Long> closedBytes = new HashMap<>();
    /** When something was appended last to the files before it that were written here. */
    private final Map<Integer, Long> closedMs = new HashMap<>();
    private int file;
    private long fileBytes;
    /** When something was appended last to it, by the wall clock. */
    private long fileMs;
    private long begunMs;
    private long othersBytes;
    private boolean begun;
    private boolean holdsBatch;
    private boolean rollWanted;
    private boolean full;

    RecordingFiles(final QueueWriter writer, final RecordingLimits limits, final long rollMs) {
        this.writer = writer;
        this.limits = limits;
        this.rollMs = rollMs;
    }

    /** Whether a batch has been refused. */
    boolean isFull() {
        return full;
    }

    /** Bytes of all files, of each up to its last excerpt. */
    long bytes() {
        return othersBytes + fileBytes;
    }

    /** The wall clock has moved on: by it files are begun, unless they are begun by us. */
    void timeMs(final long nowMs) {
        if (!limits.mode().isStepped()) {
            writer.timeMs(nowMs);
        }
    }

    /** A new file is wanted, as soon as something is recorded. */
    void rollSoon() {
        rollWanted = limits.mode() == RecordingMode.NEWFILE;
    }

    /**
     * Make room for a batch.
     *
     * @param batchBytes of the batch, and of the checkpoint behind it
     * @return false if the recording is full
     */
    boolean admit(final long batchBytes, final long nowMs) {
        final long bytes = batchBytes + RESERVE_BYTES;
        if (limits.mode().isStepped()) {
            if (holdsBatch && (rollWanted || isRollDue(nowMs)
                    || QueueWriter.trimmedBytes(writer.fileBytes() + bytes) > limits.fileBytes())) {
                writer.roll(nowMs);
                trim(nowMs);
            }
        } else if (limits.hasSize()) {
            full |= othersBytes + QueueWriter.trimmedBytes(writer.fileBytes() + bytes) > limits.maxBytes();
        }
        return !full;
    }

    /** An excerpt was appended. */
    void appended(final boolean isBatch, final long nowMs) {
        if (!begun || writer.file() != file) {
            if (begun) {
                closedBytes.put(file, QueueWriter.trimmedBytes(fileBytes));
                closedMs.put(file, fileMs);
            }
            begun = true;
            file = writer.file();
            begunMs = nowMs;
            holdsBatch = false;
            rollWanted = false;
            othersBytes = bytesWithout(writer.files(), file);
        }
        fileBytes = writer.fileBytes();
        fileMs = nowMs;
        if (isBatch && !holdsBatch) {
            holdsBatch = true;
            trim(nowMs);
        }
    }

    /** Let files give way that are too old, or too many. The newest one that holds anything stays. */
    void trim(final long nowMs) {
        if (limits.mode() != RecordingMode.CIRCULAR) {
            return;
        }
        final List<Integer> files = writer.files();
        long bytes = begun && !writer.isAtRoll() ? bytesWithout(files, file) : bytesWithout(files, -1);
        for (int i = 0; i < files.size() - 1; i++) {
            final boolean isTooMuch = limits.hasSize() && bytes + limits.fileBytes() > limits.maxBytes();
            final boolean isTooOld = limits.hasAge()
                    && lastMs(files.get(i), files.get(i + 1)) <= nowMs - limits.maxAgeMs();
            // Before its first batch the newest file holds no more than the books of the one before.
            if (!(isTooMuch || isTooOld) || (!holdsBatch && i == files.size() - 2)) {
                break;
            }
            bytes -= bytes(files.get(i));
            writer.remove(files.get(i));
            closedBytes.remove(files.get(i));
            closedMs.remove(files.get(i));
        }
        othersBytes = bytesWithout(writer.files(), file);
    }

    /**
     * When the last excerpt of a file before another one was written, at the latest. Names tell it only of files that
     * were begun by the clock: where many are begun for their size, names run ahead of it.
     */
    private long lastMs(final int each, final int next) {
        final Long known = closedMs.get(each);
        return known != null ? known : Math.min(writer.beginMs(next), modifiedMs(writer.path(each)));
    }

    private boolean isRollDue(final long nowMs) {
        return nowMs / rollMs != begunMs / rollMs
                || (limits.hasAge() && nowMs - begunMs >= limits.maxAgeMs() / RecordingLimits.FILES_PER_LIMIT);
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

    private static long modifiedMs(final Path path) {
        try {
            return Files.getLastModifiedTime(path).toMillis();
        } catch (final NoSuchFileException e) {
            return 0;
        } catch (final IOException e) {
            throw RingsideException.ofFile("look at a file", path, e);
        }
    }

    private static long length(final Path path) {
        try {
            return Files.size(path);
        } catch (final NoSuchFileException e) {
            return 0;
        } catch (final IOException e) {
            throw RingsideException.ofFile("look at a file", path, e);
        }
    }
}
