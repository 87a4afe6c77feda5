package io.ringside.internal.drain;

import io.ringside.internal.files.FileStamp;
import io.ringside.internal.files.TraceDirectory;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.EpochClock;
import org.jspecify.annotations.Nullable;

/**
 * Finds by three questions to the file system whether a scan of a session's row and of the folders of its files and of
 * the processes could show anything new: a row is replaced by a rename, and files come and go, which both changes a
 * folder. What changes no folder, such as damage within a file, is found by a scan that comes in any case. A scan takes
 * dozens of system calls from a thread that delivers events, so it is rare. Only for the drain's thread.
 */
final class ScanNeed {
    /** Longest time without a scan. */
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
     * Begins with a scan that is due now.
     *
     * @param directory  with rows and folders
     * @param sessionId  of the session
     * @param epochClock that of the file system
     * @param nowNs      of the drain's clock
     */
    ScanNeed(final TraceDirectory directory, final long sessionId, final EpochClock epochClock, final long nowNs) {
        this.rows = directory.rows();
        this.folder = directory.session(sessionId);
        this.processes = directory.processes();
        this.epochClock = epochClock;
        this.dueNs = nowNs;
    }

    /** The next look is needed, whatever there is to be seen. */
    void soon(final long nowNs) {
        dueNs = nowNs;
    }

    /**
     * Whether a scan is needed. It must be made at once: what comes after this call is new to the next one.
     *
     * @param nowNs of the drain's clock
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
