package io.ringside.internal.lane;

import io.ringside.session.LossCause;
import java.util.Arrays;

/** Attempts of one lane that came to nothing, at their place in the stream. Reused: valid during the call only. */
public final class LaneGap {
    private final long[] counts = new long[LossCause.count()];
    private long firstNumber;
    private long nextNumber;
    private long overwritten;
    private long behind;
    private long firstTimeTicks;
    private long lastTimeTicks;

    /** Creates a gap of events that are missing, at no known place of any lane. */
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

    /** Takes over everything of another gap. */
    public LaneGap set(final LaneGap other) {
        System.arraycopy(other.counts, 0, counts, 0, counts.length);
        firstNumber = other.firstNumber;
        nextNumber = other.nextNumber;
        overwritten = other.overwritten;
        behind = other.behind;
        return times(other.firstTimeTicks, other.lastTimeTicks);
    }

    /** Sets the gap to the outcomes that one checkpoint has and an earlier one has not. Its times are unknown. */
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

    /** Adds the outcomes to a checkpoint at the place before the gap. */
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

    /** Number of the first attempt in the gap. */
    public long firstNumber() {
        return firstNumber;
    }

    /** Number of the first attempt after the gap. */
    public long nextNumber() {
        return nextNumber;
    }

    /**
     * Attempts of a cause.
     *
     * @param cause of the loss
     * @return at least 0
     */
    public long count(final LossCause cause) {
        return counts[cause.code()];
    }

    /** Events that newer ones replaced in overwrite mode: they are not lost. */
    public long overwritten() {
        return overwritten;
    }

    /**
     * Events that a reader beside the drain did not see, as their room was given to newer ones first: what became of
     * them is another's to say.
     */
    public long behind() {
        return behind;
    }

    /** Attempts of all causes, those overwritten or {@link #behind}, and those that are {@link #missing}. */
    public long total() {
        return nextNumber - firstNumber;
    }

    /**
     * Attempts of which nobody says what became of them: another drain took them, or what described them is damaged or
     * gone. 0 in a lane; a recording may miss some.
     */
    public long missing() {
        return total() - overwritten - behind - Arrays.stream(counts).sum();
    }

    /** Time at or before the first loss in ticks of the session's clock, 0 if unknown. */
    public long firstTimeTicks() {
        return firstTimeTicks;
    }

    /**
     * Time of the last loss in ticks of the session's clock, 0 if unknown. A write that an error interrupted has read
     * no clock: it lies between this time and the next event's.
     */
    public long lastTimeTicks() {
        return lastTimeTicks;
    }
}
