package io.ringside.internal.agent;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.drain.SessionMemory;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.registry.SessionRow;
import java.io.IOException;
import java.nio.file.Files;

/**
 * Decides whether memory for lanes is available without harming others: twice the need must be free, in the file system
 * and in the control group of the process, and the session's own limit applies across all processes. Thread-safe.
 */
public final class MemoryBudget {
    private static final int RESERVE_FACTOR = 2;

    private final TraceDirectory directory;
    private final SessionMemory memory;

    MemoryBudget(final TraceDirectory directory, final SessionMemory memory) {
        this.directory = directory;
        this.memory = memory;
    }

    /**
     * Refuse memory that is not available.
     *
     * @param session session whose lanes need the memory
     * @param bytes   number of bytes
     * @throws RingsideException with {@link ErrorCode#LIMIT} if the session's limit is reached, else with {@link
     *                           ErrorCode#NO_SPACE}; the message names the shortage
     */
    void require(final SessionRow session, final long bytes) {
        final long maxBytes = session.settings().maxBytes();
        long used = memory.bytes(session.id());
        if (used + bytes > maxBytes) {
            used -= memory.reclaim(session, used + bytes - maxBytes);
        }
        if (used + bytes > maxBytes) {
            throw new RingsideException(ErrorCode.LIMIT, "memory of the session is used up: session=" + session.name()
                    + ", maxBytes=" + maxBytes + ", usedBytes=" + used + ", needBytes=" + bytes
                    + ": start it with a higher bound, or with smaller or fewer lanes");
        }
        requireFree("file system", bytes, usableSpace());
        GroupMemory.tightest().ifPresent(group -> requireFree("control group", bytes, group.freeBytes()));
    }

    /**
     * Returns the memory that must be free for the first lanes of a process.
     *
     * @param laneBytes ring size of a lane in bytes
     * @return bytes, required both in the file system and in the control group
     */
    public static long firstNeedBytes(final int laneBytes) {
        return (long) RESERVE_FACTOR * LedgerDescriptor.LANES_PER_BATCH * laneBytes;
    }

    private static void requireFree(final String what, final long bytes, final long free) {
        if (free < RESERVE_FACTOR * bytes) {
            throw new RingsideException(ErrorCode.NO_SPACE, "too little memory for lanes in " + what + ": needBytes="
                    + RESERVE_FACTOR * bytes + ", freeBytes=" + free + ": use smaller or fewer lanes, or give it more");
        }
    }

    private long usableSpace() {
        try {
            return Files.getFileStore(directory.base()).getUsableSpace();
        } catch (final IOException e) {
            throw RingsideException.ofFile("find the free space", directory.base(), e);
        }
    }
}
