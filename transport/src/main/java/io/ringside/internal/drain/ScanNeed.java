package io.ringside.internal.drain;

import io.ringside.internal.files.FileStamp;
import io.ringside.internal.files.TraceDirectory;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.EpochClock;
import org.jspecify.annotations.Nullable;

/**
 * Determines with three file system queries whether a scan of a session's file, of its folder, and of the folder of
 * processes could find anything new: session files are replaced by renames, and files appear and disappear, which both
 * modify a folder. Changes that modify no folder, such as damage within a file, are found by a periodic scan. A scan
 * makes dozens of system calls in a thread that delivers events, so it should be rare. Used only by the drain's thread.
 */
final class ScanNeed {
    /** Maximum time without a scan. */
    static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(1);

    private final Path rows;
    private final Path folder;
    private final Path processes;
    private final EpochClock epochClock;
    private @Nullable FileStamp rowsSeen;
    private @Nullable FileStamp folderSeen;
    private @Nullable FileStamp processesSeen;
    private long dueNs;

    /**
     * Creates a check whose first scan is due now.
     *
     * @param directory  trace directory
     * @param sessionId  id of the session
     * @param epochClock clock of the file system
     * @param nowNs      time of the drain's clock in nanoseconds
     */
    ScanNeed(final TraceDirectory directory, final long sessionId, final EpochClock epochClock, final long nowNs) {
        this.rows = directory.rows();
        this.folder = directory.session(sessionId);
        this.processes = directory.processes();
        this.epochClock = epochClock;
        this.dueNs = nowNs;
    }

    /** Request a scan at the next check, whether anything has changed or not. */
    void soon(final long nowNs) {
        dueNs = nowNs;
    }

    /**
     * Returns whether a scan is needed. The scan must follow immediately: later changes are detected by the next call.
     *
     * @param nowNs time of the drain's clock in nanoseconds
     */
    boolean isNeeded(final long nowNs) {
        final long nowMs = epochClock.time();
        final FileStamp rowsNow = FileStamp.of(rows, nowMs);
        final FileStamp folderNow = FileStamp.of(folder, nowMs);
        final FileStamp processesNow = FileStamp.of(processes, nowMs);
        final boolean needed = nowNs - dueNs >= 0 || !isSame(rowsSeen, rowsNow) || !isSame(folderSeen, folderNow)
                || !isSame(processesSeen, processesNow);
        if (needed) {
            rowsSeen = rowsNow;
            folderSeen = folderNow;
            processesSeen = processesNow;
            dueNs = nowNs + LONGEST_NS;
        }
        return needed;
    }

    private static boolean isSame(final @Nullable FileStamp before, final @Nullable FileStamp now) {
        return before != null && before.isSame(now);
    }
}
