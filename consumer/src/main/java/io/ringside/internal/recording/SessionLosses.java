package io.ringside.internal.recording;

import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneGap;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.util.stream.IntStream;

/**
 * Losses of a session by cause, in the part of its recording read so far: those of the last checkpoint, plus those of
 * the chunks after it. Not thread-safe.
 */
final class SessionLosses {
    private final long[] lost = new long[LossCause.count()];
    /** Number of delivered events of the session that are in damaged excerpts. */
    private long damaged;
    private long discardedInGaps;
    private LossCounts told = LossCounts.NONE;

    /** Returns the losses; the same object as long as they have not changed. */
    LossCounts counts() {
        for (int code = 0; code < lost.length; code++) {
            if (told.of(LossCause.ofCode(code)) != of(code)) {
                told = LossCounts.of(IntStream.range(0, lost.length).mapToLong(this::of).toArray());
                break;
            }
        }
        return told;
    }

    private long of(final int code) {
        return lost[code] + (code == LossCause.CORRUPT.code() ? damaged : 0);
    }

    /** Count events of a damaged excerpt, which no checkpoint counts as lost. */
    void addDamaged(final long events) {
        damaged += events;
    }

    /** Set all losses from a checkpoint. */
    void set(final LossCounts total) {
        for (final LossCause cause : LossCause.values()) {
            lost[cause.code()] = total.of(cause);
        }
    }

    /** Raises the losses to a total: each source describes the session up to its own time, and the latest counts. */
    void raise(final LossCounts total) {
        for (final LossCause cause : LossCause.values()) {
            lost[cause.code()] = Math.max(lost[cause.code()], total.of(cause));
        }
    }

    void add(final Checkpoint from, final Checkpoint to) {
        lost[LossCause.FULL.code()] += to.lostFull - from.lostFull;
        lost[LossCause.TOO_LARGE.code()] += to.lostTooLarge - from.lostTooLarge;
        lost[LossCause.ERROR.code()] += to.lostError - from.lostError;
        lost[LossCause.CORRUPT.code()] += to.corrupt - from.corrupt;
        lost[LossCause.ABANDONED.code()] += to.abandoned - from.abandoned;
        lost[LossCause.DISCARDED.code()] += to.discarded - from.discarded;
        discardedInGaps += to.discarded - from.discarded;
    }

    void add(final LossCause cause, final long count) {
        lost[cause.code()] += count;
    }

    /** Adds a gap: recordings written from others have gaps, and no totals of a lane. */
    void add(final LaneGap gap) {
        for (final LossCause cause : LossCause.values()) {
            lost[cause.code()] += gap.count(cause);
        }
        discardedInGaps += gap.count(LossCause.DISCARDED);
    }

    /** Returns the number of discarded events that the recording reports in gaps of their lanes. */
    long discardedInGaps() {
        return discardedInGaps;
    }
}
