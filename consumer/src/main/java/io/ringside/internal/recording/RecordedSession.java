package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.SessionRow;
import java.util.UUID;

/**
 * Which session a recording is of. Immutable.
 *
 * @param id         of the session in its trace directory
 * @param slot       of the session
 * @param name       of the session
 * @param laneBytes  ring bytes of its lanes
 * @param start      both clocks at the session's start, as the host has them
 * @param ownShiftNs what the recorder's time namespace adds to the monotonic clock
 * @param bootId     of the kernel that ran, zeros if unknown
 * @param rewritten  whether the recording was written out of others, and no recorder of the session may continue it
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
     * Shape of its lanes.
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

    /** A number that another session hardly has: what makes {@link #isSameAs} true makes it the same. */
    long key() {
        long key = id;
        for (final long part : new long[]{start.wallNs(), start.monotonicNs(), bootId.getMostSignificantBits(),
            bootId.getLeastSignificantBits()}) {
            key = (key ^ part) * KEY_FACTOR;
            key ^= key >>> Integer.SIZE;
        }
        return key;
    }

    /** The same session, in a recording that is written out of others. */
    RecordedSession asRewritten() {
        return new RecordedSession(id, slot, name, laneBytes, start, ownShiftNs, bootId, true);
    }

    /** Whether its recorder has drained the session of a row. */
    boolean isOf(final SessionRow row) {
        return !rewritten && id == row.id() && start.equals(row.start()) && laneBytes == row.settings().laneBytes();
    }

    /** Whether it is a session that was recorded as the same kernel does not run any more: its clock is another one. */
    boolean isOfOtherBoot(final RecordedSession other) {
        return id == other.id && start.equals(other.start) && !bootId.equals(other.bootId);
    }

    /**
     * Whether another recording is one of the same session: its id and its start, on the same running kernel.
     *
     * @param other as another recording, or another file, describes it
     */
    public boolean isSameAs(final RecordedSession other) {
        return id == other.id && start.equals(other.start) && bootId.equals(other.bootId);
    }
}
