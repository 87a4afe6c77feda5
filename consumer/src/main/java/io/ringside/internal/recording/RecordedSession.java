package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.SessionRow;
import java.util.UUID;

/**
 * Identity of a recorded session. Immutable.
 *
 * @param id         id of the session in its trace directory
 * @param slot       slot of the session
 * @param name       name of the session
 * @param laneBytes  ring size of its lanes in bytes
 * @param start      both clocks of the host at the session's start
 * @param ownShiftNs offset that the recorder's time namespace adds to the monotonic clock
 * @param bootId     boot id of the running kernel; zeros if unknown
 * @param rewritten  whether the recording was written from other recordings, so that no recorder of the session may
 *                   continue it
 */
public record RecordedSession(
        long id, int slot, String name, int laneBytes, ClockPair start, long ownShiftNs, UUID bootId,
        boolean rewritten) {
    private static final long KEY_FACTOR = 0x9E37_79B9_7F4A_7C15L;

    public static RecordedSession of(final SessionRow row, final long ownShiftNs, final UUID bootId) {
        return new RecordedSession(row.id(), row.slot(), row.name(), row.settings().laneBytes(), row.start(),
                ownShiftNs, bootId, false);
    }

    /**
     * Returns the geometry of its lanes.
     *
     * @throws RingsideException with {@link ErrorCode#CORRUPT} if no session has such lanes
     */
    public LaneGeometry requireGeometry() {
        try {
            return LaneGeometry.of(laneBytes);
        } catch (final IllegalArgumentException e) {
            throw new RingsideException(ErrorCode.CORRUPT, "recorded session is damaged: " + e.getMessage(), e);
        }
    }

    /** Returns a number that is equal for the same session, see {@link #isSameAs}, and very unlikely for others. */
    long key() {
        long key = id;
        for (final long part : new long[]{start.wallNs(), start.monotonicNs(), bootId.getMostSignificantBits(),
            bootId.getLeastSignificantBits()}) {
            key = (key ^ part) * KEY_FACTOR;
            key ^= key >>> Integer.SIZE;
        }
        return key;
    }

    /** Returns the same session, as in a recording written from others. */
    RecordedSession asRewritten() {
        return new RecordedSession(id, slot, name, laneBytes, start, ownShiftNs, bootId, true);
    }

    /** Returns whether its recorder has drained the session of a session file. */
    boolean isOf(final SessionRow row) {
        return !rewritten && id == row.id() && start.equals(row.start()) && laneBytes == row.settings().laneBytes();
    }

    /** Returns whether another recording is of the same session, but of another boot, which has another clock. */
    boolean isOfOtherBoot(final RecordedSession other) {
        return id == other.id && start.equals(other.start) && !bootId.equals(other.bootId);
    }

    /**
     * Returns whether another recording is of the same session: same id and start, on the same boot of the kernel.
     *
     * @param other session as described by another recording, or another file
     */
    public boolean isSameAs(final RecordedSession other) {
        return id == other.id && start.equals(other.start) && bootId.equals(other.bootId);
    }
}
