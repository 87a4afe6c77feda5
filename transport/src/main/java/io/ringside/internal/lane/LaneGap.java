package io.ringside.internal.lane;

import io.ringside.session.LossCause;
import java.util.Arrays;

/** Attempts of one lane without a delivered event, at their position in the stream. Valid only during the call. */
public final class LaneGap {
    private final long[] counts = new long[LossCause.count()];
    private long firstNumber;
    private long nextNumber;
    private long overwritten;
    private long behind;
    private long firstTimeTicks;
    private long lastTimeTicks;

    /** Creates a gap of missing events, at an unknown position of any lane. */
    public static LaneGap ofMissing(final long count) {
        return new LaneGap().reset(0, count);
    }

    LaneGap reset(final long firstNumber, final long nextNumber) {
        Arrays.fill(counts, 0);
        this.firstNumber = firstNumber;
        this.nextNumber = nextNumber;
        overwritten = 0;
        behind = 0;
        firstTimeTicks = 0;
        lastTimeTicks = 0;
        return this;
    }

    LaneGap count(final LossCause cause, final long count) {
        counts[cause.code()] = count;
        return this;
    }

    LaneGap overwritten(final long count) {
        overwritten = count;
        return this;
    }

    LaneGap behind(final long count) {
        behind = count;
        return this;
    }

    LaneGap times(final long firstTimeTicks, final long lastTimeTicks) {
        this.firstTimeTicks = firstTimeTicks;
        this.lastTimeTicks = lastTimeTicks;
        return this;
    }

    /** Copies all values of another gap. */
    public LaneGap set(final LaneGap other) {
        System.arraycopy(other.counts, 0, counts, 0, counts.length);
        firstNumber = other.firstNumber;
        nextNumber = other.nextNumber;
        overwritten = other.overwritten;
        behind = other.behind;
        return times(other.firstTimeTicks, other.lastTimeTicks);
    }

    /** Sets the gap to the difference between a checkpoint and an earlier one. Its times are unknown. */
    LaneGap difference(final Checkpoint before, final Checkpoint after) {
        return reset(before.nextNumber, after.nextNumber)
                .count(LossCause.FULL, after.lostFull - before.lostFull)
                .count(LossCause.TOO_LARGE, after.lostTooLarge - before.lostTooLarge)
                .count(LossCause.ERROR, after.lostError - before.lostError)
                .count(LossCause.CORRUPT, after.corrupt - before.corrupt)
                .count(LossCause.ABANDONED, after.abandoned - before.abandoned)
                .count(LossCause.DISCARDED, after.discarded - before.discarded)
                .overwritten(after.overwritten - before.overwritten);
    }

    /** Adds the outcomes to a checkpoint before the gap. */
    void addTo(final Checkpoint checkpoint) {
        checkpoint.lostFull += count(LossCause.FULL);
        checkpoint.lostTooLarge += count(LossCause.TOO_LARGE);
        checkpoint.lostError += count(LossCause.ERROR);
        checkpoint.corrupt += count(LossCause.CORRUPT);
        checkpoint.abandoned += count(LossCause.ABANDONED);
        checkpoint.discarded += count(LossCause.DISCARDED);
        checkpoint.overwritten += overwritten;
        checkpoint.nextNumber = nextNumber;
    }

    /** Returns the number of the first attempt in the gap. */
    public long firstNumber() {
        return firstNumber;
    }

    /** Returns the number of the first attempt after the gap. */
    public long nextNumber() {
        return nextNumber;
    }

    /**
     * Returns the number of attempts lost for a cause.
     *
     * @param cause cause of the loss
     * @return the number, at least 0
     */
    public long count(final LossCause cause) {
        return counts[cause.code()];
    }

    /** Returns the number of events that newer ones replaced in overwrite mode; they do not count as lost. */
    public long overwritten() {
        return overwritten;
    }

    /**
     * Returns the number of events that a peeking reader missed, because newer events reused their space. The drain
     * determines their outcome.
     */
    public long behind() {
        return behind;
    }

    /** Returns the number of all attempts: lost for any cause, overwritten, {@link #behind} or {@link #missing}. */
    public long total() {
        return nextNumber - firstNumber;
    }

    /**
     * Returns the number of attempts with an unknown outcome: another drain took them, or their description is damaged
     * or was removed. 0 in a lane; only recordings may lack some.
     */
    public long missing() {
        return total() - overwritten - behind - Arrays.stream(counts).sum();
    }

    /** Returns a time at or before the first loss, in ticks of the session's clock; 0 if unknown. */
    public long firstTimeTicks() {
        return firstTimeTicks;
    }

    /**
     * Returns the time of the last loss, in ticks of the session's clock; 0 if unknown. A write that an error
     * interrupted has read no clock: its time is between this one and that of the next event.
     */
    public long lastTimeTicks() {
        return lastTimeTicks;
    }
}
